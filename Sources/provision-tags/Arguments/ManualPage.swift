/// The man page, made from the commands' tables.
enum ManualPage {
  static func text() -> String {
    var lines = [
      #".\" Made by: provision-tags help --format man"#,
      ".TH PROVISION\\-TAGS 1 \"\" \"\(escaped("\(Tool.name) \(Tool.version)"))\" \"User Commands\"",
      ".SH NAME", "provision\\-tags \\- write NFC tags in batches from a manifest, verify each and log it",
      ".SH SYNOPSIS",
    ]
    for command in CommandTable.all {
      lines += [".br", ".B \(escaped("\(Tool.name) \(command.name)"))", synopsis(command)]
    }
    lines += [
      ".SH DESCRIPTION",
      "Reads a CSV or JSON manifest of URLs or texts, walks an operator through writing each tag in turn over libnfc, reads",
      "every byte back after a fresh selection, and keeps a log of UIDs to payloads. It can be stopped at any moment: the same",
      "command goes on from the log, with no tag written twice and no row lost.", ".SH COMMANDS",
    ]
    for command in CommandTable.all { lines += section(command) }
    lines += [
      ".SH EXIT STATUS"
    ]
    for status in ExitStatus.allCases { lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)] }
    lines += [
      ".SH FILES", ".TP", ".I provision\\-tags.json",
      "beside a manifest: options that never change at a station, see \\fB\\-\\-config\\fR.", ".TP",
      ".I *.log.jsonl", "the log of a run, beside its manifest unless \\fB\\-\\-log\\fR says otherwise.",
      ".SH ENVIRONMENT", ".TP", ".BR LC_ALL , \" LC_MESSAGES\" , \" LC_CTYPE\" , \" LANG\"",
      "language of screen and messages, and of text records where nothing else says it.", ".TP",
      ".B NO_COLOR",
      "no colours on the screen.", ".SH SEE ALSO", ".BR nfc\\-list (1)",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func synopsis(_ command: CommandSpec) -> String {
    let operand = command.operand.map { $0.isRequired ? " \($0.placeholder)" : " [\($0.placeholder)]" } ?? ""
    return escaped("[OPTIONS]" + operand)
  }

  private static func section(_ command: CommandSpec) -> [String] {
    var lines = [".SS \(escaped(command.name + (command.operand.map { " \($0.placeholder)" } ?? "")))"]
    lines.append(escaped(sentence(command.summary)))
    lines += command.notes.map(escaped)
    for option in command.options {
      lines.append(".TP")
      lines.append(
        ".B \(escaped("--\(option.name.rawValue)"))"
          + (option.argument.map { " \\fI\(escaped($0))\\fR" } ?? ""))
      let standard = option.standard.isEmpty ? "" : " (default: \(option.standard))"
      lines.append(escaped(option.meaning + standard))
    }
    lines += [".PP", "Example:", ".PP", ".nf", ".RS"] + command.examples.map(escaped) + [".RE", ".fi"]
    return lines
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Text as roff(7) prints it: no escapes, no requests, hyphens that can be pasted, ASCII only.
  private static func escaped(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": plain += "\\e"
      case "-": plain += "\\-"
      case _ where scalar.isASCII: plain.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        plain += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
