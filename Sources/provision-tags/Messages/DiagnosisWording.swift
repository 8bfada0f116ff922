internal import Provision

extension Wording {
  /// What stands between this user and the reader, and the command that mends it.
  static func message(_ diagnosis: ReaderDiagnosis) -> (text: Message, hint: Message) {
    switch diagnosis {
    case .unknownDriver(let name): (.diagnosisUnknownDriver(name: name), .remedyUnknownDriver)
    case .noSuchDevice(let path, let similar):
      (
        .diagnosisNoDevice(path: path),
        similar.isEmpty ? .remedyPlugIn : .remedySimilar(devices: similar.joined(separator: ", "))
      )
    case .noPermission(let path, let group):
      (.diagnosisNoPermission(path: path), .remedyGroup(group: group ?? "dialout"))
    case .busy(let path): (.diagnosisBusy(path: path), .remedyBusy(path: path))
    case .noAnswer(let path): (.diagnosisNoAnswer(path: path), .remedyNoAnswer)
    case .kernelDriver(let modules):
      (.diagnosisKernelDriver(modules: modules.joined(separator: ", ")), .remedyKernelDriver)
    case .pcscDaemon: (.diagnosisPCSC, .remedyPCSC)
    case .usbPermission(let vendor, let product, _):
      (
        .diagnosisUSBPermission(device: "\(vendor):\(product)"),
        .remedyUdev(
          rule:
            #"SUBSYSTEM=="usb", ATTR{idVendor}=="\#(vendor)", ATTR{idProduct}=="\#(product)", TAG+="uaccess""#
        )
      )
    case .usbPresent(let vendor, let product):
      (.diagnosisUSBPresent(device: "\(vendor):\(product)"), .remedyReplug)
    case .nothingAttached: (.diagnosisNothing, .remedyTrySimulated)
    case .serialCandidates(let devices):
      (
        .diagnosisSerial(devices: devices.joined(separator: ", ")),
        .remedySerial(option: "--reader pn532_uart:\(devices.first ?? "/dev/ttyUSB0")")
      )
    }
  }
}
