internal import Foundation
internal import Glibc
internal import Testing

@testable import provision_tags

/// What this program writes never takes the place of anything but its own.
@Suite struct WrittenFilesTests {
  private func finishedRun() throws -> URL {
    let folder = try Tool.folder()
    try Data("id,url\nA,https://e.org/a\n".utf8).write(to: folder.appending(path: "m.csv"))
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated", "--quiet"], in: folder)
    #expect(outcome.status == 0)
    return folder
  }

  private func report(_ folder: URL, _ output: String, format: String = "csv") throws -> Tool.Outcome {
    try Tool.run(["report", "m.log.jsonl", "--format", format, "--output", output], in: folder)
  }

  private func mode(_ path: URL) -> mode_t {
    var status = stat()
    return lstat(path.path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(arguments: ["text", "csv", "json", "html"], ["text", "csv", "json", "html"])
  func aReportTakesThePlaceOfAReport(_ first: String, _ second: String) throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    for format in [first, second] { #expect(try report(folder, "r", format: format).status == 0) }
  }

  @Test func anEmptyFileIsTakenAndItsModeKept() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "r.csv")
    try Data().write(to: file)
    #expect(chmod(file.path, 0o600) == 0)
    #expect(try report(folder, "r.csv").status == 0)
    #expect(mode(file) == 0o600)
    #expect(try Data(contentsOf: file).starts(with: Data("uid,".utf8)))
  }

  @Test(arguments: ["thesis\n", "uid,id\n1,2\n", "{\"v\":2}", "<!DOCTYPE html>\n<p>mine"])
  func anothersFileIsKept(_ content: String) throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "mine")
    try Data(content.utf8).write(to: file)
    let outcome = try report(folder, "mine")
    #expect(outcome.status == 73 && outcome.errors.contains("did not make it"), "\(outcome.errors)")
    let dump = try Tool.run(["simulate", "--dump", "mine"], in: folder)
    #expect(dump.status == 73 && dump.errors.contains("did not make it") && dump.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8) == content)
  }

  @Test(arguments: ["link", "dangling", "folder", "pipe"]) func linksAndDevicesAreLeftAlone(_ name: String)
    throws
  {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = folder.appending(path: "target")
    try Data().write(to: target)
    let path = folder.appending(path: name).path
    switch name {
    case "link": #expect(symlink(target.path, path) == 0)
    case "dangling": #expect(symlink(folder.appending(path: "gone").path, path) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    for arguments in [["report", "m.log.jsonl", "--output", name], ["simulate", "--dump", name]] {
      let outcome = try Tool.run(arguments, in: folder)
      #expect(outcome.status == 73 && outcome.errors.contains("only a regular file"), "\(outcome.errors)")
    }
    // A log is not written through a link either.
    let log = try Tool.run(["write", "m.csv", "--reader", "simulated", "--log", name], in: folder)
    #expect([66, 73].contains(log.status), "\(log.errors)")
    #expect(try Data(contentsOf: target).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "gone").path))
  }

  @Test(arguments: [(0o022, 0o600), (0o277, 0o400)] as [(mode_t, mode_t)])
  func aLogIsItsOwnersAlone(_ mask: mode_t, _ expected: mode_t) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("url\nhttps://e.org/a\n".utf8).write(to: folder.appending(path: "m.csv"))
    let octal = String(mask, radix: 8)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = folder
    process.arguments = [
      "-c", "umask \(octal); exec \"$0\" write m.csv --reader simulated --quiet >/dev/null 2>&1",
      Tool.url.path,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(mode(folder.appending(path: "m.log.jsonl")) == expected)
  }

  @Test func aLinkOfTheUsersIsNotTheReaders() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "current").path
    #expect(symlink("somewhere", link) == 0)
    let outcome = try Tool.run(["simulate", "--link", "current"], in: folder)
    #expect(outcome.status == 73, "\(outcome.errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "somewhere")
  }

  @Test func aLinkThatCannotBeMadeIsSaid() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["simulate", "--link", "gone/link"], in: folder)
    #expect(outcome.status == 73 && outcome.errors.contains("symlink: No such file"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func theManifestIsNoLog() throws {
    let folder = try finishedRun()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.run(["write", "m.csv", "--reader", "simulated", "--log", "./m.csv"], in: folder)
    #expect(outcome.status == 73 && outcome.errors.contains("can't be the manifest itself"))
  }

  @Test func anEmptyLogIsToldHowItBegins() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "l"))
    let outcome = try Tool.run(["resume", "l"], in: folder)
    #expect(outcome.status == 65 && outcome.errors.contains("write MANIFEST --log l"), "\(outcome.errors)")
  }
}
