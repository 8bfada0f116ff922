internal import CPlatform
internal import Glibc
internal import Synchronization

/// A command line, parsed and validated against its command's table.
struct Arguments: Sendable {
  let command: CommandSpec
  var operand: String?
  /// What was given, by the option's long name; `true` for a flag.
  var values: [OptionName: String]

  func text(_ name: OptionName) -> String? { values[name] }
  func has(_ name: OptionName) -> Bool { values[name] != nil }
  func number(_ name: OptionName) -> Int? { values[name].flatMap { Int($0) } }

  /// The options as the log keeps them.
  var recorded: [String: String] {
    Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }

  /// Parses what follows the command's name.
  init(command: CommandSpec, parsing words: [String]) throws(UsageError) {
    self.command = command
    let (values, operands) = try Self.getopt.withLock { _ throws(UsageError) in
      try Self.scan(words, command: command)
    }
    self.values = values
    if values[.help] != nil { return }
    for (name, value) in values {
      guard let spec = command.option(name.rawValue), spec.kind != .flag else { continue }
      try Self.validate(value, kind: spec.kind, name: "--\(name.rawValue)")
    }
    try take(operands)
  }

  /// The options of an earlier run as its log keeps them; options this version does not know are passed over.
  init(command: CommandSpec, operand: String, recorded: [String: String]) throws(UsageError) {
    self.command = command
    self.operand = operand
    values = [:]
    for (name, value) in recorded {
      guard let spec = command.option(name) else { continue }
      if spec.kind != .flag { try Self.validate(value, kind: spec.kind, name: "--\(name)") }
      values[spec.name] = value
    }
  }

  private mutating func take(_ operands: [String]) throws(UsageError) {
    guard let spec = command.operand else {
      if let first = operands.first { throw .extraOperand(first, command: command.name) }
      return
    }
    guard let first = operands.first else {
      if spec.isRequired { throw .missingOperand(spec.placeholder, command: command.name) }
      return
    }
    if operands.count > 1 { throw .extraOperand(operands[1], command: command.name) }
    try Self.validate(first, kind: spec.kind, name: spec.placeholder)
    operand = first
  }

  /// getopt_long keeps its place in globals.
  private static let getopt = Mutex<Void>(())

  private static func scan(
    _ words: [String], command: CommandSpec
  ) throws(UsageError) -> ([OptionName: String], [String]) {
    var argv: [UnsafeMutablePointer<CChar>?] = ([command.name] + words).map { strdup($0) }
    let owned = argv
    argv.append(nil)
    var names: [UnsafeMutablePointer<CChar>?] = []
    defer { for pointer in owned + names { free(pointer) } }
    var table: [option] = []
    for (index, spec) in command.options.enumerated() {
      let name = strdup(spec.name.rawValue)
      names.append(name)
      table.append(
        option(
          name: name, has_arg: spec.kind == .flag ? no_argument : required_argument, flag: nil,
          val: Int32(index) + 256))
    }
    table.append(option())

    var values: [OptionName: String] = [:]
    provision_getopt_reset()
    let count = Int32(owned.count)
    while true {
      let result = provision_getopt_long(count, argv, ":h", table, nil)
      if result == -1 { break }
      let position = Int(provision_optind())
      let word =
        position >= 1 && position <= owned.count ? argv[position - 1].map { String(cString: $0) } : nil
      switch result {
      case 104: values[.help] = "true"  // -h
      case 58: throw missing(word ?? "", command: command)  // ':'
      case 63: throw unknown(word ?? "", command: command)  // '?'
      default:
        let spec = command.options[Int(result) - 256]
        let argument = provision_optarg()
        let isSeparate = spec.kind != .flag && argument == argv[position - 1].map { UnsafePointer($0) }
        let given = isSeparate ? argv[position - 2].map { String(cString: $0) } : word
        // getopt_long takes any unambiguous beginning of a name; a later option would change what it means.
        let name = String((given ?? "").dropFirst(2).prefix { $0 != "=" })
        guard name == spec.name.rawValue else { throw unknown(given ?? "", command: command) }
        if values[spec.name] != nil { throw .repeated(option: "--\(name)") }
        values[spec.name] = argument.map { String(cString: $0) } ?? "true"
      }
    }
    let operands = argv[Int(provision_optind())..<owned.count].compactMap { $0.map { String(cString: $0) } }
    return (values, operands)
  }

  private static func missing(_ word: String, command: CommandSpec) -> UsageError {
    let name = String(word.drop { $0 == "-" })
    guard let spec = command.option(name), let placeholder = spec.argument else {
      return unknown(word, command: command)
    }
    return .missingArgument(option: "--\(name)", placeholder: placeholder)
  }

  private static func unknown(_ word: String, command: CommandSpec) -> UsageError {
    let option = String(word.prefix { $0 != "=" })
    let name = String(option.drop { $0 == "-" })
    if word.hasPrefix("--"), let spec = command.option(name), spec.kind == .flag {
      return .unexpectedArgument(option: option)
    }
    let nearest = Suggestion.nearest(to: name, in: command.options.map(\.name.rawValue))
    return .unknownOption(option, command: command.name, suggestion: nearest.map { "--\($0)" })
  }

  static func validate(_ value: String, kind: OptionSpec.Kind, name: String) throws(UsageError) {
    let expected: String
    switch kind {
    case .flag: return
    case .text, .file:
      if !value.isEmpty { return }
      expected = kind == .file ? "FILE" : "TEXT"
    case .number(let range):
      if let number = Int(value), range.contains(number) { return }
      throw .outOfRange(name: name, value: value, range)
    case .choice(let choices):
      if choices.contains(value) { return }
      expected = choices.joined(separator: ", ")
    case .character:
      if value == "tab" || (value.utf8.count == 1 && value != "\"" && value >= " ") || value == "\t" {
        return
      }
      expected = ", ; | tab"
    case .language:
      let parts = value.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = parts.allSatisfy { part in
        (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { isalnum(Int32($0)) != 0 && $0 < 128 }
      }
      if isTag, value.utf8.count <= 63 { return }
      expected = "BCP 47 (en, ja, zh-Hant)"
    }
    throw .badValue(name: name, value: value, expected: expected)
  }
}
