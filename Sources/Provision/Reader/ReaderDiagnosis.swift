internal import Glibc

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why a reader is not found or can't be opened, as facts that the tool turns into words and remedies.
public enum ReaderDiagnosis: Equatable, Sendable {
  /// The connection string does not begin with a driver that libnfc has.
  case unknownDriver(name: String)
  /// The connection string names a device file that is not there; `similar` are serial devices that are.
  case noSuchDevice(path: String, similar: [String])
  /// This user may not open the device file; `group` is the group that may.
  case noPermission(path: String, group: String?)
  /// Another process holds the device.
  case busy(path: String)
  /// The device file opens, but nothing that answers as a PN532 is behind it: wiring, switches, power, or another device.
  case noAnswer(path: String)
  /// A kernel driver (`pn533_usb`, `pn533`, `nfc`) has taken the USB reader.
  case kernelDriver(modules: [String])
  /// The PC/SC daemon is running and holds USB readers.
  case pcscDaemon
  /// This USB reader is plugged in, but this user may not open it.
  case usbPermission(vendor: String, product: String, node: String)
  /// This USB reader is plugged in and could be opened by this user.
  case usbPresent(vendor: String, product: String)
  /// No USB reader that libnfc knows is plugged in, and no serial device is there.
  case nothingAttached
  /// These serial devices are there and may have a reader behind them; libnfc does not try them unasked.
  case serialCandidates([String])

  /// The drivers of a libnfc connection string (libnfc 1.8, `libnfc/drivers`).
  static let drivers: Set<String> = [
    "pn532_uart", "pn532_spi", "pn532_i2c", "pn53x_usb", "acr122_usb", "acr122_pcsc", "acr122s", "arygon",
    "pcsc",
  ]

  /// USB vendor and product identifiers of readers that libnfc drives (libnfc 1.8, `pn53x_usb.c`, `acr122_usb.c`).
  static let usbReaders: Set<String> = [
    "04cc:0531", "04cc:2533", "04e6:5591", "04e6:5594", "054c:0193", "054c:02e1", "1fd3:0608", "072f:2200",
    "072f:90cc",
  ]

  /// Looks for what stands between this user and the reader.
  ///
  /// - Parameter connectionString: the reader that was asked for; nil where none was named.
  public static func examine(connectionString: String?) -> [ReaderDiagnosis] {
    guard let connectionString else { return examineSystem() }
    let fields = connectionString.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let driver = fields[0]
    guard drivers.contains(driver) else { return [.unknownDriver(name: driver)] }
    guard fields.count > 1, fields[1].hasPrefix("/") else {
      return driver.contains("usb") ? examineSystem() : []
    }
    return [examine(path: fields[1])]
  }

  private static func examine(path: String) -> ReaderDiagnosis {
    guard access(path, F_OK) == 0 else { return .noSuchDevice(path: path, similar: serialDevices()) }
    guard access(path, R_OK | W_OK) == 0 else { return .noPermission(path: path, group: group(of: path)) }
    let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      return errno == EBUSY ? .busy(path: path) : .noPermission(path: path, group: group(of: path))
    }
    defer { Glibc.close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? .noAnswer(path: path) : .busy(path: path)
  }

  private static func examineSystem() -> [ReaderDiagnosis] {
    var found: [ReaderDiagnosis] = []
    let usb = usbDevices()
    for device in usb {
      found.append(
        access(device.node, R_OK | W_OK) == 0
          ? .usbPresent(vendor: device.vendor, product: device.product)
          : .usbPermission(vendor: device.vendor, product: device.product, node: device.node))
    }
    if !usb.isEmpty {
      let loaded = kernelModules().filter { ["pn533_usb", "pn533", "nfc"].contains($0) }
      if !loaded.isEmpty { found.append(.kernelDriver(modules: loaded)) }
      if access("/run/pcscd/pcscd.comm", F_OK) == 0 { found.append(.pcscDaemon) }
    }
    let serial = serialDevices()
    if !serial.isEmpty { found.append(.serialCandidates(serial)) }
    return found.isEmpty ? [.nothingAttached] : found
  }

  private static func serialDevices() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let prefixes = ["ttyUSB", "ttyACM", "ttyAMA", "tty.usbserial", "tty.usbmodem", "tty.SLAB_USBtoUART"]
    return names.filter { name in prefixes.contains { name.hasPrefix($0) } }.sorted().map { "/dev/" + $0 }
  }

  private static func kernelModules() -> [String] {
    let text = (try? String(contentsOfFile: "/proc/modules", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }

  private static func usbDevices() -> [(vendor: String, product: String, node: String)] {
    let root = "/sys/bus/usb/devices"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().compactMap { name in
      func field(_ file: String) -> String? {
        (try? String(contentsOfFile: "\(root)/\(name)/\(file)", encoding: .utf8))?
          .split(separator: "\n").first.map(String.init)
      }
      guard let vendor = field("idVendor"), let product = field("idProduct"),
        usbReaders.contains("\(vendor):\(product)"), let bus = field("busnum").flatMap({ Int($0) }),
        let device = field("devnum").flatMap({ Int($0) })
      else { return nil }
      func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
      }
      return (vendor, product, "/dev/bus/usb/\(padded(bus))/\(padded(device))")
    }
  }
}
