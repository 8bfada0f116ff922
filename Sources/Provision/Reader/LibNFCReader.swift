internal import CLibNFC
internal import Glibc

/// A reader that libnfc drives.
///
/// Properties are set once at opening: each costs a command to the chip. Infinite select is off, since libnfc gives up
/// on it after 300 ms while the chip goes on searching; the walk polls instead. Never shared between threads.
public final class LibNFCReader: TagReader {
  /// The connection string it was opened with.
  public let connectionString: String
  /// The device's name in libnfc.
  public private(set) var name: String

  /// How long the field stays off, and how long it is on before the first command (NFC Forum Digital Protocol,
  /// tFIELD_OFF and the guard time of 5.1 ms each), in microseconds.
  private let fieldPause: UInt32
  private var lock: ReaderLock?
  private var device: OpaquePointer?
  private var easyFraming: Bool?
  private var rarePolls = RareTechnologies()

  /// Opens a reader.
  ///
  /// - Parameters:
  ///   - connectionString: libnfc's; nil takes what libnfc finds first.
  ///   - fieldPause: microseconds that the field stays off at a fresh selection, and on before the first command;
  ///     0 suits virtual tags only.
  /// - Throws: ``ReaderError/noneFound``, ``ReaderError/cannotOpen(connectionString:)``, ``ReaderError/inUse(connectionString:)``.
  public init(connectionString: String?, fieldPause: UInt32 = 6_000) throws(ReaderError) {
    let target: String
    if let connectionString {
      target = connectionString
    } else {
      guard let first = ReaderDirectory.connectionStrings().first else { throw .noneFound }
      target = first
    }
    self.connectionString = target
    self.fieldPause = fieldPause
    name = target
    try open()
  }

  deinit { close() }

  private func open() throws(ReaderError) {
    let target = connectionString
    // Taken anew at each opening: a reader that was plugged in again is another file.
    lock = nil
    lock = try ReaderLock(connectionString: target)
    let address = LibNFCContext.withContext { context -> UInt? in
      // Only the address crosses the lock: a device belongs to the thread that opened it.
      provision_nfc_open(context, target).map { UInt(bitPattern: $0) }
    }
    guard let address = address ?? nil, let device = OpaquePointer(bitPattern: address) else {
      throw .cannotOpen(connectionString: target)
    }
    self.device = device
    easyFraming = nil
    // libnfc hands out a device whose firmware never answered, and ends the whole program over it at the first selection:
    // one that says nothing of what it can do is none.
    var modulations: UnsafePointer<nfc_modulation_type>?
    guard nfc_device_get_supported_modulation(device, N_INITIATOR, &modulations) >= 0, modulations != nil
    else {
      close()
      throw .cannotOpen(connectionString: target)
    }
    name = nfc_device_get_name(device).map { String(cString: $0) } ?? target
    let code = nfc_initiator_init(device)
    let second = code < 0 ? code : nfc_device_set_property_bool(device, NP_INFINITE_SELECT, false)
    guard second >= 0 else {
      close()
      throw .cannotOpen(connectionString: target)
    }
  }

  private func close() {
    if let device { nfc_close(device) }
    device = nil
  }

  /// Closes and opens it again, under the same connection string.
  public func reopen() throws(ReaderError) {
    close()
    try open()
  }

  private func opened() throws(ReaderError) -> OpaquePointer {
    guard let device else { throw .gone(code: NFC_EIO) }
    return device
  }

  // MARK: Selection

  /// One call for type A tags, one for FeliCa, and one for a rarer technology in turn.
  public func poll() throws(ReaderError) -> DetectedTag? {
    if let tag = try select(.typeA) { return tag }
    if rarePolls.hasFeliCa, let tag = try selectFeliCa() { return tag }
    guard let rare = rarePolls.next() else { return nil }
    return try select(rare)
  }

  /// A FeliCa Lite-S that is no NDEF tag yet answers to its own system code only, so that any is called for first; of
  /// several systems the NDEF tag's is the one that counts.
  private func selectFeliCa() throws(ReaderError) -> DetectedTag? {
    guard let tag = try select(.felicaAnySystem) else { return nil }
    if case .felica(_, Type3Tag.systemCode) = tag.technology { return tag }
    if let tag = try select(.felica212) { return tag }
    return try select(.felicaAnySystem)
  }

  /// Halts the tag, calls for others, and wakes it by its UID.
  public func company(of tag: DetectedTag) throws(ReaderError) -> Company {
    // Only type A has a way to silence one tag and call the others.
    guard case .iso14443A = tag.technology else { return .none }
    // Halted, it does not answer the next call for any tag; another one does.
    _ = nfc_initiator_deselect_target(try opened())
    if let other = try select(.typeA) { return other.uid == tag.uid ? .none : .another }
    return try select(.typeA, uid: tag.uid) == nil ? .gone : .none
  }

  /// Drops the field for ``init(connectionString:fieldPause:)``'s pause, then selects.
  public func freshSelection(like technology: DetectedTag.Technology?) throws(ReaderError) -> DetectedTag? {
    try setField(false)
    try setField(true)
    guard let technology else { return try poll() }
    let first = ReaderTechnology(technology)
    if let tag = try select(first) { return tag }
    return first == .typeA ? nil : try select(.typeA)
  }

  private func setField(_ on: Bool) throws(ReaderError) {
    try check(nfc_device_set_property_bool(try opened(), NP_ACTIVATE_FIELD, on))
    if fieldPause > 0 { usleep(fieldPause) }
  }

  private func select(_ technology: ReaderTechnology, uid: UID? = nil) throws(ReaderError) -> DetectedTag? {
    let device = try opened()
    let data = uid?.bytes ?? technology.initiatorData
    var target = nfc_target()
    let code = nfc_initiator_select_passive_target(device, technology.modulation, data, data.count, &target)
    if code > 0 { return technology.detectedTag(target) }
    // No tag for this technology is 0; a driver that lacks it says so and is not asked again.
    if code == NFC_EDEVNOTSUPP || code == NFC_EINVARG || code == NFC_ENOTIMPL, technology != .typeA {
      rarePolls.drop(technology)
      return nil
    }
    // A tag that answers half (an error while it is being selected) is no tag yet.
    if code == NFC_ERFTRANS || code == NFC_ETGRELEASED || code == NFC_EMFCAUTHFAIL { return nil }
    try check(code)
    return nil
  }

  /// Selects by UID, which reaches a halted tag too.
  public func reselect(_ uid: UID) throws(TransceiveError) -> Bool {
    do { return try select(.typeA, uid: uid) != nil } catch { throw .reader(error) }
  }

  private func check(_ code: Int32) throws(ReaderError) {
    if code >= 0 { return }
    throw code == NFC_EOPABORTED ? .cancelled : .gone(code: code)
  }

  // MARK: Exchanges

  /// The longest answer of a PN532: an extended frame's data.
  private static let answerCapacity = 264
  /// In milliseconds. The chip gives up on a mute tag by itself after some 51 ms; this bounds a mute chip. USB drivers
  /// cut time-outs into slices and fail below some 300 ms, so a second it is.
  private static let answerTimeout: Int32 = 1_000

  /// One command to the selected tag; never repeated here.
  public func transceive(_ command: [UInt8], framing: Framing) throws(TransceiveError) -> [UInt8] {
    guard let device else { throw .reader(.gone(code: NFC_EIO)) }
    let easy = framing == .dataExchange
    if easyFraming != easy {
      let code = nfc_device_set_property_bool(device, NP_EASY_FRAMING, easy)
      guard code >= 0 else { throw .reader(.unsupported(code: code)) }
      easyFraming = easy
    }
    var code: Int32 = 0
    let answer = [UInt8](unsafeUninitializedCapacity: Self.answerCapacity) { buffer, count in
      code = nfc_initiator_transceive_bytes(
        device, command, command.count, buffer.baseAddress, buffer.count, Self.answerTimeout)
      count = max(0, min(Int(code), buffer.count))
    }
    switch code {
    case 0...: return answer
    case NFC_ERFTRANS, NFC_ETGRELEASED: throw .noAnswer
    case NFC_EMFCAUTHFAIL: throw .authenticationFailed
    case NFC_EOVFLOW, NFC_ECHIP: throw .answerTooLong
    case NFC_EOPABORTED: throw .reader(.cancelled)
    default: throw .reader(.gone(code: code))
    }
  }
}
