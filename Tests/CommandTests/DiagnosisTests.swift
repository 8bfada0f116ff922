internal import Testing

@testable import Provision
@testable import provision_tags

/// Each reason why there is no reader comes with what mends it, in every language.
@Suite struct DiagnosisTests {
  static let cases: [(ReaderDiagnosis, finding: String, remedy: String)] = [
    (.unknownDriver(name: "pn5321"), "pn5321", "pn532_uart:/dev/ttyUSB0"),
    (.noSuchDevice(path: "/dev/ttyUSB9", similar: ["/dev/ttyUSB0"]), "/dev/ttyUSB9", "/dev/ttyUSB0"),
    (.noSuchDevice(path: "/dev/ttyUSB9", similar: []), "/dev/ttyUSB9", "dmesg | tail"),
    (.noPermission(path: "/dev/ttyUSB0", group: "uucp"), "/dev/ttyUSB0", "sudo usermod -aG uucp \"$USER\""),
    (.noPermission(path: "/dev/ttyUSB0", group: nil), "/dev/ttyUSB0", "sudo usermod -aG dialout \"$USER\""),
    (.busy(path: "/dev/ttyUSB0"), "/dev/ttyUSB0", "fuser -v /dev/ttyUSB0"),
    (.noAnswer(path: "/dev/ttyUSB0"), "/dev/ttyUSB0", "HSU"),
    (
      .kernelDriver(modules: ["pn533_usb", "pn533"]), "pn533_usb, pn533",
      "sudo modprobe -r pn533_usb pn533 nfc"
    ),
    (.pcscDaemon, "pcscd", "sudo systemctl stop pcscd.socket pcscd.service"),
    (
      .usbPermission(vendor: "072f", product: "2200", node: "/dev/bus/usb/001/004"), "072f:2200",
      "ATTR{idVendor}==\"072f\", ATTR{idProduct}==\"2200\", TAG+=\"uaccess\""
    ),
    (.usbPresent(vendor: "072f", product: "2200"), "072f:2200", ""),
    (.nothingAttached, "libnfc", "--reader simulated"),
    (
      .serialCandidates(["/dev/ttyUSB0", "/dev/ttyACM0"]), "/dev/ttyACM0", "--reader pn532_uart:/dev/ttyUSB0"
    ),
  ]

  @Test(arguments: cases.indices, Language.allCases)
  func eachFindingComesWithWhatMendsIt(_ index: Int, _ words: Language) {
    let (diagnosis, finding, remedy) = Self.cases[index]
    let message = Wording.message(diagnosis)
    #expect(words.text(message.text).contains(finding))
    #expect(words.text(message.hint).contains(remedy))
    #expect(!words.text(message.hint).isEmpty)
  }

  @Test(arguments: [
    ("nonsense:/dev/null", "libnfc has no driver nonsense"),
    ("pn532_uart:/dev/nowhere", "there is no device"),
    ("pn532_uart:/dev/null", "hint: check power"),
  ])
  func aWrongConnectionStringEndsWithTheReason(_ name: String, _ text: String) throws {
    for command in [["readers", "--reader", name], ["read", "--count", "1", "--reader", name]] {
      let outcome = try Tool.run(command)
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }
}
