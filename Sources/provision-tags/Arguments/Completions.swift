/// Completion scripts, made from the commands' tables.
enum Completions {
  /// The script for `bash`, `zsh` or `fish`.
  static func script(for shell: String) -> String {
    switch shell {
    case "bash": bash()
    case "zsh": zsh()
    default: fish()
    }
  }

  private static func bash() -> String {
    var cases = ""
    for command in CommandTable.all {
      let names = command.options.map { "--\($0.name.rawValue)" }.joined(separator: " ")
      var words = names
      if let choices = choices(command.operand?.kind) { words += " " + choices.joined(separator: " ") }
      cases += "    \(command.name)) words='\(words)' ;;\n"
    }
    var values = ""
    for (pattern, choices) in optionChoices() {
      values +=
        "    \(pattern)) COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$cur\")); return ;;\n"
    }
    return """
      # provision-tags completion for bash: source <(provision-tags completions bash)
      _provision_tags() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=''
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '\(CommandTable.all.map(\.name).joined(separator: " ")) --help --version' -- "$cur"))
          return
        fi
        case "${COMP_WORDS[1]} $prev" in
      \(values)  esac
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        if [[ $cur != -* ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
      }
      complete -o filenames -F _provision_tags provision-tags

      """
  }

  private static func zsh() -> String {
    var cases = ""
    for command in CommandTable.all {
      var specs = command.options.map { option in
        let meaning = quoted(option.meaning)
        guard let argument = option.argument else { return "'--\(option.name.rawValue)[\(meaning)]'" }
        return "'--\(option.name.rawValue)=[\(meaning)]:\(quoted(argument)):\(zshAction(option.kind))'"
      }
      if let operand = command.operand {
        specs.append("'1:\(quoted(operand.placeholder)):\(zshAction(operand.kind))'")
      }
      cases += "    \(command.name)) _arguments \(specs.joined(separator: " ")) ;;\n"
    }
    let commands = CommandTable.all.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: " ")
    return """
      #compdef provision-tags
      # provision-tags completion for zsh: provision-tags completions zsh > ~/.zfunc/_provision-tags
      _provision_tags() {
        local -a commands=(\(commands))
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      if [[ $funcstack[1] == _provision-tags ]]; then
        _provision_tags "$@"
      else
        compdef _provision_tags provision-tags
      fi

      """
  }

  private static func fish() -> String {
    var lines = [
      "# provision-tags completion for fish: provision-tags completions fish | source",
      "complete -c provision-tags -f",
    ]
    for command in CommandTable.all {
      lines.append(
        "complete -c provision-tags -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'"
      )
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        var line = "complete -c provision-tags \(condition) -l \(option.name.rawValue)"
        switch option.kind {
        case .flag: break
        case .file: line += " -r -F"
        case .choice(let choices): line += " -x -a '\(choices.joined(separator: " "))'"
        default: line += " -x"
        }
        lines.append(line + " -d '\(quoted(option.meaning))'")
      }
      switch command.operand?.kind {
      case .file: lines.append("complete -c provision-tags \(condition) -F")
      case .choice(let choices):
        lines.append("complete -c provision-tags \(condition) -a '\(choices.joined(separator: " "))'")
      default: break
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func choices(_ kind: OptionSpec.Kind?) -> [String]? {
    if case .choice(let choices) = kind { choices } else { nil }
  }

  private static func optionChoices() -> [(pattern: String, choices: [String])] {
    CommandTable.all.flatMap { command in
      command.options.compactMap { option in
        choices(option.kind).map { ("'\(command.name) --\(option.name.rawValue)'", $0) }
      }
    }
  }

  private static func zshAction(_ kind: OptionSpec.Kind) -> String {
    switch kind {
    case .file: "_files"
    case .choice(let choices): "(\(choices.joined(separator: " ")))"
    default: ""
    }
  }

  /// Without what would end a quotation or a description in any of the three shells.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")").replacing(
      ":", with: ";")
  }
}
