internal import Glibc

@testable internal import VirtualReader

/// A host of the tests: speaks frames over the line itself, without libnfc.
final class LineClient {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Why a host gave up.
  enum Failure: Error, Equatable {
    case cannotOpen, timeout, closed, notAcknowledged
    case errorFrame
  }

  init(_ path: String?) throws {
    descriptor = open(path ?? "", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.cannotOpen }
    tcflush(descriptor, Int32(TCIFLUSH))
    send([0x55, 0x55] + [UInt8](repeating: 0, count: 14))
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }

  /// The next frame's bytes from its start code on; gives up after `milliseconds`.
  func receive(_ count: Int, milliseconds: Int32 = 2_000) throws -> [UInt8] {
    while buffer.count < count {
      var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard poll(&descriptors, 1, milliseconds) > 0 else { throw Failure.timeout }
      var chunk = [UInt8](repeating: 0, count: 512)
      let got = read(descriptor, &chunk, chunk.count)
      guard got > 0 else { throw Failure.closed }
      buffer += chunk[..<got]
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// The data of the next response, its code taken off.
  func response(milliseconds: Int32 = 2_000) throws -> [UInt8] {
    let head = try receive(5, milliseconds: milliseconds)
    if head[3] == 0x01, head[4] == 0xFF {
      _ = try receive(3)
      throw Failure.errorFrame
    }
    var length = Int(head[3])
    if head[3] == 0xFF, head[4] == 0xFF {
      let more = try receive(3)
      length = Int(more[0]) << 8 | Int(more[1])
    }
    let body = try receive(length + 2)
    return Array(body[2..<length])
  }

  /// Sends a command and takes its acknowledge.
  func begin(_ command: [UInt8]) throws {
    send(HostFrame.information(identifier: HostFrame.fromHost, data: command).encoded())
    guard try receive(6, milliseconds: 500) == HostFrame.acknowledge.encoded() else {
      throw Failure.notAcknowledged
    }
  }

  /// A command and its response's data.
  func run(_ command: [UInt8]) throws -> [UInt8] {
    try begin(command)
    return try response()
  }
}
