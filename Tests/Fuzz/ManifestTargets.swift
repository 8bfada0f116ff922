import Glibc

/// A file of this process in memory; each input takes the place of the one before.
private let scratch: (path: String, descriptor: CInt) = {
  let path = "/dev/shm/provision-fuzz-\(getpid())"
  let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  require(descriptor >= 0, "no scratch file")
  atexit { unlink("/dev/shm/provision-fuzz-\(getpid())") }
  return (path, descriptor)
}()

private func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
  require(ftruncate(scratch.descriptor, 0) == 0, "scratch file")
  require(pwrite(scratch.descriptor, bytes, bytes.count, 0) == bytes.count, "scratch file is full")
  body(scratch.path)
}

/// Opens a manifest and reads every row anew: none may be lost, and what was validated must make a message.
private func open(_ bytes: [UInt8], _ options: ManifestOptions) {
  withFile(bytes) { path in
    let manifest: Manifest
    do throws(ManifestError) {
      manifest = try Manifest(path: path, options: options)
    } catch {
      require(
        !error.issues.isEmpty && error.issues.count <= ManifestLimits.issues, "refused without a reason")
      return
    }
    var ids: Set<String> = []
    for index in 0..<manifest.count {
      do {
        let row = try manifest.row(at: index)
        require(ids.insert(row.id).inserted, "an id twice")
        let payload = try row.payload(for: UID([4, 1, 2, 3, 4, 5, 6]))
        require(!payload.octets.isEmpty && payload.octets.count <= manifest.messageSize(at: index), "size")
        require((try? NDEFMessage(decoding: payload.octets)) != nil, "no message")
        require(try manifest.index(ofID: row.id) == index, "not found by its id")
      } catch {
        fatalError("row \(index): \(error)")
      }
    }
  }
}

/// Whole manifests in every form, as they are detected and with what an engineer may say of them; the first byte chooses.
func fuzzManifest(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let all: [ManifestOptions] = [
    .init(format: .csv), .init(), .init(delimiter: ";", format: .csv),
    .init(urlTemplate: "https://e.org/{id}?u={uid}", format: .csv),
    .init(urlTemplate: "https://e.org/{id}", textTemplate: "{text}{{}}", language: "ja", format: .csv),
    .init(encoding: "UTF-16", format: .csv), .init(encoding: "SHIFT-JIS", format: .csv),
    .init(encoding: "GB18030", format: .csv), .init(format: .json), .init(format: .jsonl),
    .init(urlTemplate: "https://e.org/{id}", format: .json),
  ]
  open(Array(bytes.dropFirst()), all[Int(choice) % all.count])
}

/// What a scanner makes of bytes, as one text, with a window that shows so many more at a time; nil for all of them at once.
private func scan(_ first: some RowScanner, _ bytes: [UInt8], step: Int?) -> [UInt8] {
  var scanner = first
  var text: [UInt8] = []
  var row = Row()
  var start = 0
  var end = step.map { min($0, bytes.count) } ?? bytes.count
  while true {
    row.clear()
    switch scanner.scan(bytes, from: start, to: end, isLast: end == bytes.count, into: &row) {
    case .row(let next):
      require(next > start && next <= end, "goes nowhere")
      start = next
    case .more:
      require(end < bytes.count, "wants more than there is")
      end = min(end + (step ?? 1), bytes.count)
      continue
    case .end: return text
    case .lastRow:
      text += "\(row.faults.map(\.kind))".utf8
      return text
    }
    // Neither separator occurs in UTF-8.
    for cell in row.cells {
      text += row.bytes[cell.start..<cell.end]
      text.append(0xFE)
    }
    text += [0xFF, row.isBlank ? 1 : 0, UInt8(truncatingIfNeeded: row.breaks)]
    if !row.faults.isEmpty { text += "\(row.faults.map(\.kind))".utf8 }
  }
}

/// Rows do not depend on where the window ends. Long inputs are looked at in two dozen windows, since each starts a row anew.
private func compare(_ scanner: some RowScanner, _ bytes: [UInt8], step: Int) {
  let whole = scan(scanner, bytes, step: nil)
  let pieces = scan(scanner, bytes, step: max(step, bytes.count / 24))
  require(
    whole == pieces,
    "\(String(decoding: whole, as: UTF8.self)) in pieces: \(String(decoding: pieces, as: UTF8.self))")
}

/// The first byte chooses delimiter and window.
func fuzzCSV(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let delimiters: [UInt8?] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, nil]
  compare(
    CSVScanner(delimiter: delimiters[Int(choice) % 4]), Array(bytes.dropFirst()),
    step: 1 + Int(choice >> 2) % 16)
}

/// JSON and JSON Lines by rows, and the reader alone.
func fuzzJSON(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  let step = 1 + Int(choice >> 2) % 16
  switch choice % 4 {
  case 0: compare(JSONArrayScanner(), rest, step: step)
  case 1: compare(JSONLinesScanner(), rest, step: step)
  default:
    var skipping = JSONReader(rest)
    let skipped = (try? skipping.skipValue()) != nil && (try? skipping.finish()) != nil
    var reading = JSONReader(rest)
    let read = (try? readValue(&reading)) != nil && (try? reading.finish()) != nil
    require(skipped == read, "skipping and reading differ: \(skipped) \(read)")
  }
}

private func readValue(_ reader: inout JSONReader) throws(JSONError) {
  switch try reader.peek() {
  case .object:
    try reader.beginObject()
    while try reader.nextKey() != nil { try readValue(&reader) }
  case .array:
    try reader.beginArray()
    while try reader.nextElement() { try readValue(&reader) }
  case .string: _ = try reader.string()
  case .number: _ = try reader.numberText()
  case .bool: _ = try reader.bool()
  case .null: try reader.null()
  }
}

/// What a template says comes back when it is written out, and any text may be asked whether it is a URL.
func fuzzTemplate(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let octets = Array(text.utf8)
  _ = URLSyntax.isAbsolute(octets, 0, octets.count)
  guard let template = try? Template(text) else { return }
  _ = template.columns
  let written = template.parts.map { part in
    switch part {
    case .literal(let text):
      text.unicodeScalars.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }.joined()
    case .column(let name): "{\(name)}"
    case .uid: "{uid}"
    case .mirror: "{mirror}"
    }
  }.joined()
  require((try? Template(written))?.parts == template.parts, "\(text.debugDescription) comes back as another")
}

/// An association file, asked about a URL that is part of the input.
func fuzzAppSiteAssociation(_ bytes: [UInt8]) {
  let split = bytes.firstIndex(of: 0) ?? bytes.count
  guard let association = try? AppSiteAssociation(Array(bytes[..<split])) else { return }
  let urls = ["https://example.org/a/b?c=d#e", String(decoding: bytes[split...].dropFirst(), as: UTF8.self)]
  for url in urls { _ = association.app(for: url) }
}
