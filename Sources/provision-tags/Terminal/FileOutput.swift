internal import Glibc

/// Files that this program makes: whole, or not at all, and never over anything but a file of the same kind.
enum FileOutput {
  /// Whether a file may be put at `path`: nothing is there, or a regular file that is empty or that `isOurs` knows by its
  /// beginning. Links and devices are left alone, whatever they lead to. What stands against it has been told when this is
  /// false.
  static func mayWrite(_ path: String, _ station: Station, over isOurs: ([UInt8]) -> Bool) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { return fail(path, errno, station) }
      // A folder that is not there is told now, and not when all is done.
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      return access(folder, W_OK | X_OK) == 0 ? true : fail(path, errno, station)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      station.diagnostics.error(.outputNotRegular(path: path), hint: .hintOtherName)
      return false
    }
    if status.st_size == 0 { return true }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return fail(path, errno, station) }
    defer { close(descriptor) }
    var beginning = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &beginning, beginning.count)
    guard count >= 0 else { return fail(path, errno, station) }
    if isOurs(Array(beginning.prefix(count))) { return true }
    station.diagnostics.error(.outputTaken(path: path), hint: .hintOtherName)
    return false
  }

  /// Writes beside the file, then puts it in its place. What went wrong has been told when this is false.
  static func replace(_ path: String, with text: String, _ station: Station) -> Bool {
    replace(path, station) { Output.write(text, to: $0) }
  }

  /// The same for what is written piece by piece; `write` gets the descriptor and leaves `errno` where it fails.
  static func replace(_ path: String, _ station: Station, write: (Int32) -> Bool) -> Bool {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { return fail(path, errno, station) }
    var earlier = stat()
    // Who closed the earlier file to others does not want its successor open.
    if lstat(path, &earlier) == 0, earlier.st_mode & S_IFMT == S_IFREG {
      _ = fchmod(descriptor, earlier.st_mode & 0o777)
    }
    let isWritten = write(descriptor) && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      return fail(path, code, station)
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      return fail(path, code, station)
    }
    return true
  }

  /// Whether both paths name one file, under whatever names.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var one = stat()
    var two = stat()
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }

  private static func fail(_ path: String, _ code: Int32, _ station: Station) -> Bool {
    station.diagnostics.error(.fileUnwritable(path: path, reason: Wording.reason(code)))
    return false
  }
}
