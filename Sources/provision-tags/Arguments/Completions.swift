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
      cases += "    \(command.name)) options='\(names)' operand='\(bashAction(command.operand?.kind))' ;;\n"
    }
    var values = ""
    for command in CommandTable.all {
      for option in command.options where option.kind != .flag {
        values += "    '\(command.name) --\(option.name.rawValue)') action='\(bashAction(option.kind))' ;;\n"
      }
    }
    return """
      # provision-tags completion for bash: source <(provision-tags completions bash)
      _provision_tags_offer() {
        case "$1" in
          files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
          words\\ *) mapfile -t COMPREPLY < <(compgen -W "${1#words }" -- "$2") ;;
        esac
      }
      _provision_tags() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options='' operand='' action=''
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          _provision_tags_offer 'words \(CommandTable.all.map(\.name).joined(separator: " ")) --help --version' "$cur"
          return
        fi
        # bash takes --name=value apart at the equals sign.
        if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
        case "${COMP_WORDS[1]} $prev" in
      \(values)  esac
        if [[ -n $action ]]; then
          _provision_tags_offer "$action" "$cur"
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
        if [[ $cur == -* ]]; then
          _provision_tags_offer "words $options" "$cur"
        else
          _provision_tags_offer "$operand" "$cur"
        fi
      }
      complete -F _provision_tags provision-tags

      """
  }

  /// What bash offers: files, words, or nothing that could be known.
  private static func bashAction(_ kind: OptionSpec.Kind?) -> String {
    switch kind {
    case .file: "files"
    case .choice(let choices): "words \(choices.joined(separator: " "))"
    default: "nothing"
    }
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
