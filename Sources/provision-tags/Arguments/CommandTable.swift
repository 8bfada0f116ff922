internal import Provision

/// All commands, in the order of the help.
enum CommandTable {
  static let all: [CommandSpec] = [
    write, resume, check, read, audit, report, erase, readers, simulate, completions, helpCommand,
  ]

  static func command(_ name: String) -> CommandSpec? { all.first { $0.name == name } }

  // MARK: Options that several commands share

  private static let reader = OptionSpec.value(
    .reader, "CONNSTRING",
    "libnfc connection string (see `provision-tags readers`); `simulated` or `simulated:SCENARIO.json` is the virtual reader",
    standard: "what libnfc finds first")
  private static let log = OptionSpec.value(
    .log, "FILE", "the run's log", standard: "the manifest's name with .log.jsonl, beside it", kind: .file)
  private static let locale = OptionSpec.value(
    .locale, "en|ja|ko|zh|C", "language of screen and messages; C is English in ASCII",
    standard: "from LC_ALL, LC_MESSAGES, LANG", kind: .choice(Language.allCases.map(\.rawValue)))
  private static let yes = OptionSpec.flag(
    .yes, "answer confirmations with yes; needed where there is no terminal")
  private static let opening = OptionSpec.value(
    .passwordFile, "FILE", "opens tags that are protected with this password, see docs/passwords.md",
    standard: "protected tags stay closed", kind: .file)
  private static let help = OptionSpec.flag(.help, "this text", standard: "")
  private static let config = OptionSpec.value(
    .config, "FILE",
    "a station's options, which the command line overrides: JSON, as {\"reader\": \"…\", \"lock\": true}",
    standard: "provision-tags.json beside the manifest, where there is one", kind: .file)
  private static let readerConfig = OptionSpec.value(
    .config, "FILE", "a station's options, as for `write`; the command line overrides them", standard: "none",
    kind: .file)
  private static let seat: [OptionSpec] = [
    .flag(.events, "JSON Lines on standard output for a line controller, its commands on standard input"),
    .value(
      .screen, "auto|full|plain",
      "how the walk is shown: full screen, or whole lines for pipes and screen readers",
      standard: "auto", kind: .choice(["auto", "full", "plain"])),
    .value(
      .soundCommand, "COMMAND",
      "run by the shell instead of the bell; {sound} becomes ready, good, back, wrong or bad",
      standard: "the terminal's bell"),
    .flag(.quiet, "no sound"),
    locale,
    yes,
  ]
  private static let payload: [OptionSpec] = [
    .value(
      .url, "TEMPLATE", "URL made from columns, as https://e.org/t/{id}; {uid} is the tag's own UID",
      standard: "the column url"),
    .value(.text, "TEMPLATE", "text made from columns", standard: "the column text"),
    .value(
      .mirror, "uid|counter|uid+counter",
      "what the chip itself shows in the place of {mirror} in --url or --text",
      standard: "uid", kind: .choice(Mirror.allCases.map(\.rawValue))),
    .value(
      .lang, "TAG", "language of text records where no lang column says it (BCP 47)",
      standard: "the locale's; en where it has none", kind: .language),
    .value(.encoding, "NAME", "encoding of the manifest, as iconv names it", standard: "detected"),
    .value(
      .delimiter, "C", "delimiter of a CSV manifest: a character, or tab", standard: "detected",
      kind: .character),
  ]
  private static let manifestFormats = OptionSpec.Kind.choice(["csv", "json", "jsonl"])
  private static let part: [OptionSpec] = [
    .value(.only, "ID,…", "only these rows", standard: "all rows"),
    .value(.from, "ID", "only this row and those after it", standard: "all rows"),
  ]
  static let manifestPlaceholder = "MANIFEST"
  private static let manifest = CommandSpec.Operand(
    placeholder: manifestPlaceholder, kind: .file, isRequired: true)
  private static let logFile = CommandSpec.Operand(placeholder: "LOG", kind: .file, isRequired: true)

  // MARK: Commands

  static let write = CommandSpec(
    name: "write", summary: "write every row of a manifest to a tag, one tag after another",
    operand: manifest,
    options: [
      reader, log,
      .flag(
        .chain,
        "evidence of tampering: each line of a new log carries the digest of the line before; see `report --check`"
      ),
      config,
    ] + payload + [
      .value(
        .format, "csv|json|jsonl", "format of the manifest", standard: "detected", kind: manifestFormats),
      .flag(
        .overwrite, "tags that hold another message may be written", standard: "refused, with what they hold"),
      .flag(.lock, "make each tag permanently read-only after it was verified; can never be undone"),
      .value(
        .passwordFile, "FILE",
        "protect tags that have a password (NTAG21x, Ultralight EV1, NTAG I2C plus) against writing; the secret is in FILE, see docs/passwords.md",
        standard: "no protection", kind: .file),
      .flag(.protectReading, "the password guards reading too: phones then see nothing"),
      .value(.chip, "NAME", "accept only this chip, as NTAG213", standard: "any that fits"),
      .value(
        .retries, "N", "tries at one tag before it is rejected (1 to 100)", standard: "3",
        kind: .number(1...100)),
    ] + part + [
      .value(
        .redo, "ID,…", "void the tags of these rows and write the rows again, skipped ones too",
        standard: "none"),
      .flag(.pick, "an id that is typed or scanned, then Enter, takes that row next"),
    ] + seat + [help],
    notes: [
      "MANIFEST is CSV, a JSON array or JSON Lines with the columns id, url, text, lang, and any that templates use.",
      "The same command again goes on from the log: finished rows are not written twice.",
      "Nobody needs the keyboard: the next blank tag is the signal. Ctrl-C finishes the tag in hand and stops.",
    ],
    examples: [
      "provision-tags write badges.csv --url 'https://example.org/t/{id}'",
      "provision-tags write badges.csv --reader simulated",
    ],
    exits: ExitStatus.allCases)

  static let resume = CommandSpec(
    name: "resume", summary: "go on with a run from its log alone", operand: logFile,
    options: [
      .value(.reader, "CONNSTRING", "another reader than the run had", standard: "the run's")
    ] + part + seat + [help],
    notes: [
      "LOG holds the manifest's place and every option of the run, what was confirmed by --yes too.",
      "A manifest that has moved is given anew: provision-tags write MANIFEST --log LOG.",
    ],
    examples: ["provision-tags resume badges.log.jsonl"],
    exits: ExitStatus.allCases)

  static let check = CommandSpec(
    name: "check", summary: "validate a manifest and plan the run, without a reader", operand: manifest,
    options: [
      config
    ] + payload + [
      .value(
        .inputFormat, "csv|json|jsonl", "format of the manifest; in `write` this is --format",
        standard: "detected", kind: manifestFormats),
      .value(.format, "text|json", "how to print", standard: "text", kind: .choice(["text", "json"])),
      .value(
        .chip, "NAME", "the chip that is to be used, as NTAG213; rows that it can't take end in status 65",
        standard: "all chips are compared"),
      .value(
        .aasa, "FILE", "the site's apple-app-site-association file, to tell what opens an app",
        standard: "none",
        kind: .file),
    ] + part + [locale, help],
    notes: [
      "Names every fault of MANIFEST with its line and column; else the sizes of the messages, which chips take them,",
      "which rows have the same message, and what phones will do. Touches no tag and makes no log.",
    ],
    examples: [
      "provision-tags check badges.csv --chip NTAG213", "provision-tags check badges.csv --format json",
    ],
    exits: [.done, .usage, .badInput, .noInput, .ioError])

  static let read = CommandSpec(
    name: "read", summary: "show what is on the tags presented", operand: nil,
    options: [
      reader, readerConfig,
      .value(
        .count, "N", "stop after this many tags; 0 goes on until Ctrl-C", standard: "0",
        kind: .number(0...1_000_000)),
      .value(.format, "text|json", "how to print", standard: "text", kind: .choice(["text", "json"])),
      opening, locale, help,
    ],
    notes: [
      "Shows maker, product, memory, state, capacity, locks, protection, mirror and records. Nothing is written.",
      "--format json is described in docs/read.md.",
    ],
    examples: ["provision-tags read --count 1"],
    exits: [.done, .usage, .badInput, .noInput, .noReader, .ioError])

  static let audit = CommandSpec(
    name: "audit", summary: "check finished tags against the log", operand: logFile,
    options: [
      reader, readerConfig,
      .value(
        .count, "N", "stop after this many tags; 0 goes on until all were seen, or Ctrl-C", standard: "0",
        kind: .number(0...1_000_000)),
      .value(.format, "text|json", "how to print", standard: "text", kind: .choice(["text", "json"])),
      opening, locale, help,
    ],
    notes: [
      "Each tag presented is compared with the log: right row, right payload, locked and protected or not."
    ],
    examples: ["provision-tags audit badges.log.jsonl"],
    exits: [.done, .undone, .usage, .badInput, .noInput, .noReader, .ioError, .stopped])

  static let report = CommandSpec(
    name: "report", summary: "summarise a run, or export its table of UIDs and payloads", operand: logFile,
    options: [
      .value(
        .format, "text|csv|json|html", "what to make", standard: "text",
        kind: .choice(["text", "csv", "json", "html"])),
      .value(.output, "FILE", "where to put it", standard: "standard output", kind: .file),
      .flag(.bom, "begin the CSV with a byte order mark, for Excel"),
      .flag(
        .check,
        "instead of a report: prove the chain of a log that was written with --chain, or say where it breaks"),
      .value(
        .digest, "HEX",
        "as --check, and a digest that an earlier check showed and that was kept elsewhere; one line must have it",
        standard: "none"),
      locale, help,
    ],
    notes: [
      "--check ends in status 0 where the chain is whole, 1 where the log has none, 65 where it was changed.",
      "That lines are missing at its end only --digest can show; see docs/log.md.",
    ],
    examples: ["provision-tags report badges.log.jsonl --format csv --output badges-tags.csv"],
    exits: [.done, .undone, .usage, .badInput, .noInput, .cannotCreate, .ioError])

  static let erase = CommandSpec(
    name: "erase", summary: "make tags blank again: an empty NDEF message, formatted where needed",
    operand: nil,
    options: [
      reader, readerConfig,
      .value(
        .count, "N", "stop after this many tags; 0 goes on until Ctrl-C", standard: "0",
        kind: .number(0...1_000_000)),
      opening, yes, locale, help,
    ],
    notes: ["What a tag holds is lost. Read-only tags can't be erased."],
    examples: ["provision-tags erase --count 1"],
    exits: [.done, .undone, .usage, .badInput, .noInput, .noReader, .ioError])

  static let readers = CommandSpec(
    name: "readers", summary: "list readers, and say why none is found", operand: nil,
    options: [
      .value(.reader, "CONNSTRING", "try this connection string", standard: "all that libnfc finds"),
      readerConfig, locale, help,
    ],
    notes: [], examples: ["provision-tags readers"], exits: [.done, .usage, .noReader])

  static let simulate = CommandSpec(
    name: "simulate", summary: "serve the virtual PN532 with virtual tags to any libnfc program",
    operand: nil,
    options: [
      .value(
        .scenario, "FILE", "chips, UIDs, states and faults", standard: "blank NTAG213 tags one after another",
        kind: .file),
      .value(.link, "PATH", "keep a stable name for the terminal here", standard: "none", kind: .file),
      .value(.dump, "FILE", "write every tag's memory here when stopped", standard: "none", kind: .file),
      locale, help,
    ],
    notes: [
      "The first line of standard output is the connection string. It serves until Ctrl-C; its tags outlive the",
      "programs that use them.",
    ],
    examples: [
      "provision-tags simulate --link /tmp/reader",
      "provision-tags write badges.csv --reader pn532_uart:/tmp/reader",
    ],
    exits: [.done, .usage, .badInput, .noInput, .cannotCreate, .ioError])

  static let completions = CommandSpec(
    name: "completions", summary: "print a shell's completion script",
    operand: CommandSpec.Operand(
      placeholder: "bash|zsh|fish", kind: .choice(["bash", "zsh", "fish"]), isRequired: true),
    options: [help], notes: [], examples: ["source <(provision-tags completions bash)"],
    exits: [.done, .usage])

  static let helpCommand = CommandSpec(
    name: "help", summary: "show the help of a command",
    operand: CommandSpec.Operand(
      placeholder: "COMMAND",
      kind: .choice([
        "write", "resume", "check", "read", "audit", "report", "erase", "readers", "simulate", "completions",
      ]), isRequired: false),
    options: [
      .value(
        .format, "text|man|markdown", "how to print; man and markdown are all commands at once",
        standard: "text", kind: .choice(["text", "man", "markdown"])),
      help,
    ],
    notes: [], examples: ["provision-tags help write", "provision-tags help --format man"],
    exits: [.done, .usage])
}
