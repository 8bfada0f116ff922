internal import Glibc

/// Files that this program makes: whole, or not at all.
enum FileOutput {
  /// Writes beside the file, then puts it in its place. What went wrong has been told when this is false.
  static func replace(_ path: String, with text: String, _ station: Station) -> Bool {
    replace(path, station) { Output.write(text, to: $0) }
  }

  /// The same for what is written piece by piece; `write` gets the descriptor and leaves `errno` where it fails.
  static func replace(_ path: String, _ station: Station, write: (Int32) -> Bool) -> Bool {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return fail(path, errno, station) }
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
