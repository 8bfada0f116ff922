internal import CPlatform
internal import Glibc
internal import Synchronization

/// The reader's thread: bytes from the line to frames, frames to the chip, answers to the line.
///
/// It sleeps in poll(2) until a host sends, a tag comes or something is asked of it.
final class Engine {
  private let shared: SharedLine
  private let wakeDescriptor: Int32
  private var terminal: PseudoTerminal?
  private var parser = HostFrameParser()
  private var chip: PN532
  private var waiting: [UInt8]?
  private var lastResponse: [UInt8] = []
  private var hanging = 0
  private let isPaced: Bool

  /// How long a frame may stay unfinished, in milliseconds, before it is taken for a killed host's.
  private static let patience: Int32 = 250

  init(
    shared: SharedLine, field: VirtualField, wakeDescriptor: Int32, terminal: consuming PseudoTerminal,
    isPaced: Bool
  ) {
    self.shared = shared
    self.wakeDescriptor = wakeDescriptor
    self.terminal = consume terminal
    self.isPaced = isPaced
    chip = PN532(field: field)
  }

  /// Runs until it is told to stop.
  func run() {
    while true {
      var descriptors = [
        pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal?.master ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = parser.hasPartialFrame ? Engine.patience : -1
      let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
      if count == 0 { parser.reset() }
      guard count > 0 else { continue }
      if descriptors[1].revents != 0 { listen() }
      if descriptors[0].revents != 0, !obey() { return }
    }
  }

  /// Does what was asked from outside; false to end.
  private func obey() -> Bool {
    var drain = [UInt8](repeating: 0, count: 64)
    while read(wakeDescriptor, &drain, drain.count) == drain.count {}
    for request in shared.takeRequests() {
      switch request {
      case .stop:
        terminal = nil
        return false
      case .unplug: unplug()
      case .plug(let fresh): plug(fresh)
      }
    }
    if let command = waiting { carryOut(command, isRetry: true) }
    return true
  }

  private func unplug() {
    // The name goes first, so that no host opens what is about to close.
    shared.setPath(nil)
    terminal = nil
    waiting = nil
    parser.reset()
    chip.setField(on: false)
  }

  private func plug(_ fresh: Bool) {
    guard terminal == nil, fresh else { return }
    do throws(VirtualReaderError) {
      let opened = try PseudoTerminal()
      let path = opened.path
      let statistics = chip.statistics
      chip = PN532(field: chip.field)
      chip.statistics = statistics
      terminal = consume opened
      shared.setPath(path)
    } catch {
      shared.fail(error)
    }
  }

  private func listen() {
    let bytes = terminal?.read() ?? []
    chip.statistics.bytesFromHost += bytes.count
    chip.elapsed = 0
    parser.append(bytes)
    pass(Timing.line(bytes: bytes.count, baud: chip.baud))
    var frames: [HostFrame] = []
    while let frame = parser.next() {
      if isWokenUp() { frames.removeAll() }
      frames.append(frame)
    }
    if isWokenUp() { frames.removeAll() }
    for frame in frames { take(frame) }
    shared.publish(chip.statistics)
  }

  /// Whether a host was opened anew since this was last asked. What was sent before is answered to nobody: the answer would
  /// be taken for the next one's.
  private func isWokenUp() -> Bool {
    guard parser.sawWakeUp else { return false }
    parser.sawWakeUp = false
    chip.baud = Timing.defaultBaud
    waiting = nil
    return true
  }

  private func take(_ frame: HostFrame) {
    switch frame {
    case .acknowledge: waiting = nil
    case .negativeAcknowledge: send(lastResponse)
    case .error: break
    case .information(let identifier, let data):
      guard identifier == HostFrame.fromHost else { return }
      waiting = nil
      begin(data)
    }
  }

  private func begin(_ command: [UInt8]) {
    chip.statistics.hostCommands += 1
    let faults = shared.faults(at: chip.statistics.hostCommands)
    for case .hangs(_, let commands) in faults { hanging = commands ?? .max }
    guard hanging == 0 else {
      if hanging != .max { hanging -= 1 }
      return
    }
    if faults.contains(where: \.isDroppedACK) { return }
    send(HostFrame.acknowledge.encoded())
    for case .unplugged(_, let returns) in faults {
      unplug()
      plug(returns == true)
      return
    }
    if faults.contains(where: \.isErrorFrame) {
      send(HostFrame.error.encoded())
      return
    }
    carryOut(command, faults: faults)
  }

  private func carryOut(_ command: [UInt8], faults: [ReaderFault] = [], isRetry: Bool = false) {
    let outcome = chip.run(command)
    pass(chip.elapsed)
    switch outcome {
    case .waiting: waiting = command
    case .syntaxError:
      waiting = nil
      send(HostFrame.error.encoded())
    case .answer(let data):
      waiting = nil
      let response = HostFrame.information(
        identifier: HostFrame.toHost, data: [(command.first ?? 0) &+ 1] + data
      ).encoded()
      lastResponse = response
      respond(response, faults: faults)
    }
    if isRetry { shared.publish(chip.statistics) }
  }

  private func respond(_ response: [UInt8], faults: [ReaderFault]) {
    var response = response
    for fault in faults {
      switch fault {
      case .garbage(_, let byte): response.insert(byte ?? 0xAA, at: 0)
      case .wrongChecksum: response[response.count - 2] ^= 0x01
      case .delayed(_, let milliseconds): usleep(UInt32(clamping: min(milliseconds, 60_000) * 1_000))
      default: break
      }
    }
    send(response)
  }

  private func send(_ bytes: [UInt8]) {
    chip.statistics.bytesToHost += bytes.count
    pass(Timing.line(bytes: bytes.count, baud: chip.baud))
    // Published first: who has read an answer must find it counted.
    shared.publish(chip.statistics)
    terminal?.write(bytes)
  }

  /// Adds modelled time, and sleeps it where the reader is paced.
  private func pass(_ microseconds: Int) {
    chip.statistics.microseconds += microseconds
    if isPaced { usleep(UInt32(clamping: microseconds)) }
  }
}

extension ReaderFault {
  fileprivate var isDroppedACK: Bool { if case .droppedACK = self { true } else { false } }
  fileprivate var isErrorFrame: Bool { if case .errorFrame = self { true } else { false } }

  /// The host command at which it strikes.
  var command: Int {
    switch self {
    case .droppedACK(let command), .garbage(let command, _), .wrongChecksum(let command),
      .delayed(let command, _), .errorFrame(let command), .hangs(let command, _), .unplugged(let command, _):
      command
    }
  }
}
