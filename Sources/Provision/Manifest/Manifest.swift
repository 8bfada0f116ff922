internal import Synchronization

/// A validated manifest: its rows are read from the open file when they are asked for, and never kept.
///
/// About 30 bytes a row stay in memory. A file that changes under it ends in an error, never in another row.
public final class Manifest: RowSource, Sendable {
  /// What the opening leaves.
  struct Parts: Sendable {
    let file: ManifestFile
    let reader: RowReader
    let scanner: any RowScanner
    var contents: ManifestContents
    let duplicates: DuplicateSearch
    let hash: ByteHash
    let encoding: TextEncoding
    let format: ManifestFormat
    var delimiter: UInt8?
  }

  let parts: Parts
  private let fileDigest: FileDigest
  private let digest = Mutex<String?>(nil)
  // Tables by which rows are found, made when the first one is looked for: most runs look for none.
  private let ids = Mutex<HashIndex?>(nil)
  private let uids = Mutex<HashIndex?>(nil)

  /// Opens a manifest and validates all of it.
  ///
  /// - Throws: everything that is wrong, up to ``ManifestLimits/issues``; ``ManifestError/isNoSuchFile`` tells a
  ///   missing file.
  public convenience init(path: String, options: ManifestOptions = ManifestOptions()) throws(ManifestError) {
    try self.init(path: path, options: options, digestIsWanted: false)
  }

  /// The same; where the digest will be wanted, it is made meanwhile.
  init(path: String, options: ManifestOptions, digestIsWanted: Bool) throws(ManifestError) {
    let opener = try ManifestOpener(path, options)
    fileDigest = FileDigest(opener.file, atOnce: digestIsWanted)
    parts = try opener.open()
  }

  /// The file as it was named.
  public var path: String { parts.file.path }
  /// The form of the file.
  public var format: ManifestFormat { parts.format }
  /// How its characters are stored.
  public var encoding: TextEncoding { parts.encoding }
  /// The character between the cells of a CSV file; nil where there is one column or another format.
  public var delimiter: Character? { parts.delimiter.map { Character(Unicode.Scalar($0)) } }
  /// What the values of a manifest of single values were taken for; nil where rows have named columns.
  public var values: ManifestValues? { parts.scanner.values }
  /// The names of the columns as the file spells them.
  public var columns: [String] { parts.scanner.columns.names }
  /// How many rows of nothing were passed over.
  public var skippedBlankRows: Int { parts.contents.skippedBlankRows }
  /// What is worth a look, up to ``ManifestLimits/issues``.
  public var warnings: [ManifestIssue] { parts.contents.warnings.issues }
  /// How many more warnings there are.
  public var omittedWarnings: Int { parts.contents.warnings.omitted }
  /// Rows whose message an earlier row has too, up to ``ManifestLimits/issues``.
  public var duplicatePayloads: [DuplicatePayload] { parts.duplicates.payloads }
  /// How many rows have a message that an earlier row has.
  public var duplicatePayloadCount: Int { parts.duplicates.payloadCount }

  /// How many rows there are.
  public var count: Int { parts.contents.places.count }
  /// Whether rows name the tags they are for.
  public var hasUIDColumn: Bool { !parts.contents.uids.isEmpty }

  /// The size in bytes of the message of the row with this index, from 0; a UID filled in counts as 7 bytes in hexadecimal.
  public func messageSize(at index: Int) -> Int { Int(parts.contents.sizes[index]) }

  /// How the rows' URLs begin.
  var linkOrigins: LinkOrigins { parts.contents.origins }

  /// The SHA-256 of the file's bytes in lower-case hexadecimal; read when it is first asked for.
  public func sha256() throws(ManifestError) -> String {
    if let known = digest.withLock({ $0 }) { return known }
    let bytes = try fileDigest.value()
    try parts.file.verifyUnchanged()
    let text = Hex.encode(bytes).lowercased()
    digest.withLock { $0 = text }
    return text
  }

  /// The row with this index, from 0, read from the file anew.
  ///
  /// - Throws: ``ManifestIssue/Kind/changed`` where the file is not what it was.
  public func row(at index: Int) throws(ManifestError) -> ManifestRow {
    try parts.file.verifyUnchanged()
    let (row, result) = try read(index, parts.scanner)
    return value(row, result, number: index + 1)
  }

  /// The index of the row with this id; where there is no such column, ids are the rows' numbers.
  public func index(ofID id: String) throws(ManifestError) -> Int? {
    guard let ids = Self.index(parts.contents.ids, ids) else {
      // Row numbers; `007` is none.
      guard let number = Int(id), String(number) == id, 1...max(count, 1) ~= number, count > 0 else {
        return nil
      }
      return number - 1
    }
    let octets = Array(id.utf8)
    try parts.file.verifyUnchanged()
    return try ids.find(parts.hash.hash(octets, 0, octets.count)) {
      (index: Int) throws(ManifestError) -> Bool in
      let (row, result) = try read(index, parts.scanner)
      return row.bytes[result.id.start..<result.id.end].elementsEqual(octets)
    }
  }

  /// The index of the row whose `uid` column names this tag.
  public func index(ofUID uid: UID) throws(ManifestError) -> Int? {
    guard let uids = Self.index(parts.contents.uids, uids) else { return nil }
    try parts.file.verifyUnchanged()
    return try uids.find(parts.hash.hash(uid.bytes, 0, uid.bytes.count)) {
      (index: Int) throws(ManifestError) -> Bool in
      try read(index, parts.scanner).result.uid == uid
    }
  }

  /// The table of such hashes, made where there is none yet; nil where rows have no such key.
  private static func index(_ hashes: [UInt64], _ made: borrowing Mutex<HashIndex?>) -> HashIndex? {
    guard !hashes.isEmpty else { return nil }
    return made.withLock { index in
      let known = index ?? HashIndex(hashes)
      index = known
      return known
    }
  }

  /// Reads a row again and proves that it is the one that was validated.
  private func read(
    _ index: Int, _ scanner: some RowScanner
  ) throws(ManifestError) -> (row: Row, result: RowChecker.Result) {
    let contents = parts.contents
    guard contents.places.indices.contains(index) else { throw ManifestError(path, .changed) }
    let (row, result) = try parts.reader.read(contents.places[index], number: index + 1, with: scanner)
    try verify(row, result, at: index)
    return (row, result)
  }
}
