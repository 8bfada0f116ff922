internal import CPlatform
internal import Glibc

/// A pair of pseudo-terminals: we hold the master, hosts open the slave. The slave is held open here too, so that hosts
/// come and go without the line being hung up.
struct PseudoTerminal: ~Copyable {
  /// What to read from and write to; non-blocking.
  let master: Int32
  private let slave: Int32
  /// Where hosts open it.
  let path: String

  /// Opens a new pair in raw mode.
  init() throws(VirtualReaderError) {
    let master = provision_posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard master >= 0 else { throw .system(call: "posix_openpt", errno: errno) }
    var name = [CChar](repeating: 0, count: 128)
    guard provision_grantpt(master) == 0, provision_unlockpt(master) == 0,
      provision_ptsname_r(master, &name, name.count) == 0
    else {
      let code = errno
      close(master)
      throw .system(call: "unlockpt", errno: code)
    }
    let path = name.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else {
      let code = errno
      close(master)
      throw .system(call: "open", errno: code)
    }
    var settings = termios()
    if tcgetattr(slave, &settings) == 0 {
      cfmakeraw(&settings)
      cfsetspeed(&settings, speed_t(B115200))
      tcsetattr(slave, TCSANOW, &settings)
    }
    self.master = master
    self.slave = slave
    self.path = path
  }

  /// Writes all, dropping what does not fit: a host that does not read has lost its answer, as on a real line.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return
      }
    }
  }

  /// What has come; empty where there is nothing.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, Glibc.read(master, buffer.baseAddress, buffer.count))
    }
  }

  deinit {
    close(slave)
    close(master)
  }
}

/// Why a virtual reader can't be.
public enum VirtualReaderError: Error, Equatable, Sendable {
  /// A call of the system failed.
  case system(call: String, errno: Int32)
  /// Something that is no symbolic link stands where the link should be.
  case linkExists(path: String)
}
