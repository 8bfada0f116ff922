/// What is wrong with a command line.
enum UsageError: Error, Equatable, Sendable {
  case noCommand
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, command: String, suggestion: String?)
  case missingArgument(option: String, placeholder: String)
  case unexpectedArgument(option: String)
  case badValue(name: String, value: String, expected: String)
  case noDigest(String)
  case linkName(String)
  case outOfRange(name: String, value: String, ClosedRange<Int>)
  case repeated(option: String)
  case missingOperand(String, command: String)
  case extraOperand(String, command: String)
  /// Two options that exclude each other.
  case conflict(String, String)
  /// A question must be answered and there is no terminal to ask at.
  case needsYes
  case unknownChip(String, suggestion: String?)
  /// An option that means nothing without another.
  case needs(String, String)
  /// `--mirror`, and no template says where.
  case mirrorWithoutPlace

  /// What to say about it.
  var message: Message {
    switch self {
    case .noCommand: .usageNoCommand
    case .unknownCommand(let name, _): .usageUnknownCommand(name: name)
    case .unknownOption(let name, let command, _): .usageUnknownOption(name: name, command: command)
    case .missingArgument(let option, let placeholder):
      .usageMissingArgument(option: option, placeholder: placeholder)
    case .unexpectedArgument(let option): .usageUnexpectedArgument(option: option)
    case .badValue(let name, let value, let expected):
      .usageBadValue(name: name, value: value, expected: expected)
    case .noDigest(let value): .usageNoDigest(value: value)
    case .linkName(let value): .usageLinkName(value: value)
    case .outOfRange(let name, let value, let range):
      .usageNotInRange(name: name, value: value, low: range.lowerBound, high: range.upperBound)
    case .repeated(let option): .usageRepeated(option: option)
    case .missingOperand(let operand, let command): .usageMissingOperand(operand: operand, command: command)
    case .extraOperand(let operand, let command): .usageExtraOperand(operand: operand, command: command)
    case .conflict(let one, let other): .usageConflict(one: one, other: other)
    case .needs(let option, let other): .usageNeeds(option: option, other: other)
    case .needsYes: .usageNeedsYes
    case .unknownChip(let name, _): .usageUnknownChip(name: name)
    case .mirrorWithoutPlace: .usageMirrorWithoutPlace
    }
  }

  /// What to do about it.
  var hint: Message {
    switch self {
    case .unknownCommand(_, let suggestion?), .unknownOption(_, _, let suggestion?),
      .unknownChip(_, let suggestion?):
      .hintDidYouMean(name: suggestion)
    case .unknownOption(_, let command, nil), .missingOperand(_, let command), .extraOperand(_, let command):
      .hintSeeHelp(command: "\(Tool.name) \(command) --help")
    case .needsYes: .hintGiveYes
    case .mirrorWithoutPlace: .hintMirrorPlace
    default: .hintSeeHelp(command: "\(Tool.name) --help")
    }
  }
}
