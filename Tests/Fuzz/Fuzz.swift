import Glibc

// Entry of all fuzz targets. One program holds them all; `FUZZ_TARGET` names the one that it runs (`.ci/fuzz`).

/// The targets by name.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "ndef": fuzzNDEF, "tlv": fuzzTLV, "tag": fuzzTagMemory, "answers": fuzzTagAnswers, "frames": fuzzHostFrames,
  "manifest": fuzzManifest, "csv": fuzzCSV, "json": fuzzJSON, "log": fuzzLog, "template": fuzzTemplate,
  "aasa": fuzzAppSiteAssociation,
]

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("FUZZ_TARGET must be one of \(targets.keys.sorted().joined(separator: ", "))")
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// What must hold, whatever the input is.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}
