/// One command as a table: parsing, `--help` and completions are all made from it, so they can't differ.
struct CommandSpec: Sendable {
  /// The word after the program's name.
  let name: String
  /// What the command does, in a line.
  let summary: String
  /// Its operand, where it takes one.
  let operand: Operand?
  /// Its options, in the order of the help.
  let options: [OptionSpec]
  /// What the operand and the run mean, in a few lines; empty where the summary says it all.
  let notes: [String]
  /// Worked examples: command lines that can be pasted.
  let examples: [String]
  /// The exit statuses that it can end with.
  let exits: [ExitStatus]

  /// The one thing a command works on.
  struct Operand: Sendable {
    let placeholder: String
    let kind: OptionSpec.Kind
    let isRequired: Bool
  }

  /// The option of that name.
  func option(_ name: String) -> OptionSpec? { options.first { $0.name.rawValue == name } }
}

/// One option of a command.
struct OptionSpec: Sendable {
  let name: OptionName
  /// How its argument is called in the help; nil for a flag.
  let argument: String?
  let meaning: String
  /// What holds where it is not given, as the help says it.
  let standard: String
  let kind: Kind

  /// What an argument may be: for validation and for completions.
  enum Kind: Sendable, Equatable {
    case flag
    case text
    case file
    case number(ClosedRange<Int>)
    case choice([String])
    /// One character, or `tab`.
    case character
    /// A BCP 47 language tag.
    case language
  }

  static func flag(_ name: OptionName, _ meaning: String, standard: String = "off") -> OptionSpec {
    OptionSpec(name: name, argument: nil, meaning: meaning, standard: standard, kind: .flag)
  }

  static func value(
    _ name: OptionName, _ argument: String, _ meaning: String, standard: String, kind: Kind = .text
  ) -> OptionSpec {
    OptionSpec(name: name, argument: argument, meaning: meaning, standard: standard, kind: kind)
  }
}

/// The long names of all options, without dashes.
enum OptionName: String, CaseIterable, Sendable {
  case reader, log, url, text, lang, encoding, delimiter, format, overwrite, lock
  case chip, retries, only, from, redo, pick, events, screen
  case soundCommand = "sound-command"
  case passwordFile = "password-file"
  case protectReading = "protect-reading"
  case mirror
  case chain, check, digest
  case quiet, locale, yes, count, output, bom, aasa, scenario, link, dump, config, help
  case inputFormat = "input-format"
}
