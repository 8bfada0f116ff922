internal import Foundation
internal import Glibc
internal import Testing

/// The built program, run as anybody would run it.
struct Tool {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A folder of its own for a test, removed by the test.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "provision-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// What it finds in its environment: nothing of whoever runs the tests, but what a sanitizer needs.
  static let environment: [String: String] = ProcessInfo.processInfo.environment
    .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
    .merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }

  static let url = Bundle.main.bundleURL.appending(path: "provision-tags")

  /// ThreadSanitizer maps a file of its own at the start, which no limit on the size of files lets live.
  static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

  /// Whether this was built with a sanitizer, whose shadow memory no limit on addresses lets live.
  private static let isSanitized = isThreadSanitized || dlsym(nil, "__asan_init") != nil

  /// Runs it to its end in a folder, with an empty standard input unless one is given.
  ///
  /// - Parameter kibibytes: how much memory it may ask for; nil for no limit.
  static func run(
    _ arguments: [String], in folder: URL? = nil, input: String = "", environment: [String: String] = [:],
    kibibytes: Int? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    if let kibibytes, !isSanitized {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -v \(kibibytes) && exec \"$0\" \"$@\"", url.path] + arguments
    }
    process.environment = Self.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let output = folder ?? FileManager.default.temporaryDirectory
    let name = UUID().uuidString
    // Files and not pipes: a pipe that nobody empties would stop the program.
    let files = ["out", "err", "in"].map { output.appending(path: ".\(name).\($0)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try Data().write(to: files[0])
    try Data().write(to: files[1])
    try Data(input.utf8).write(to: files[2])
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    process.standardInput = try FileHandle(forReadingFrom: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files[0]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self))
  }
}
