internal import Glibc
internal import Provision

/// The file that `--aasa` names.
enum AssociationFile {
  case loaded(AppSiteAssociation?)
  /// What went wrong has been told.
  case failed(ExitStatus)

  static func load(_ path: String?, _ station: Station) -> AssociationFile {
    guard let path else { return .loaded(nil) }
    let bytes: [UInt8]
    switch SmallFile.read(path, limit: AppSiteAssociation.maximumSize) {
    case .success(let content): bytes = content
    case .failure(let failure): return .failed(failure.tell(path, station))
    }
    do throws(AppSiteAssociation.Failure) {
      return .loaded(try AppSiteAssociation(bytes))
    } catch {
      switch error {
      case .json(let error):
        station.diagnostics.error(
          .fileNotJSON(detail: Wording.phrase(error.kind)), at: SmallFile.place(path, bytes, error.offset))
      case .noAppLinks: station.diagnostics.error(.aasaNoAppLinks(path: path))
      case .tooLarge(let bytes): station.diagnostics.error(.fileTooLong(path: path, limit: bytes))
      }
      return .failed(.badInput)
    }
  }
}

/// A file that is read whole, up to a limit.
enum SmallFile {
  enum Failure: Error, Equatable, Sendable {
    case system(Int32)
    case tooLong(limit: Int)

    /// Tells it; gives the status that goes with it.
    func tell(_ path: String, _ station: Station) -> ExitStatus {
      switch self {
      case .system(ENOENT):
        station.diagnostics.error(.fileMissing(path: path), hint: .hintFileMissing)
        return .noInput
      case .system(let code):
        station.diagnostics.error(.fileUnreadable(path: path, reason: Wording.reason(code)))
        return .noInput
      case .tooLong(let limit):
        station.diagnostics.error(.fileTooLong(path: path, limit: limit))
        return .badInput
      }
    }
  }

  static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(.system(errno))
      }
      if count == 0 { return .success(content) }
      content += buffer[..<count]
      guard content.count <= limit else { return .failure(.tooLong(limit: limit)) }
    }
  }

  /// Line and column, counting from 1, of a byte.
  static func place(_ path: String, _ bytes: [UInt8], _ offset: Int) -> Diagnostics.Place {
    let before = bytes[..<min(max(offset, 0), bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Diagnostics.Place(
      path: path, line: before.count { $0 == 0x0A } + 1,
      column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
  }
}
