/// The columns of a manifest: a CSV file's header, or the keys of JSON objects in the order in which they came.
struct Columns: Equatable, Sendable {
  /// The columns that mean something by themselves, by their number; -1 where there is none.
  struct Roles: Equatable, Sendable {
    var id = -1, url = -1, text = -1, language = -1, uid = -1, lock = -1
  }

  /// The names as they are spelled in the file.
  private(set) var names: [String] = []
  /// The names as they are compared.
  private(set) var normalized: [String] = []
  private(set) var roles = Roles()
  private var numbers: [String: Int] = [:]

  /// Adds a column; returns its number, or that of the column that has the name already.
  mutating func add(_ name: String) -> (number: Int, isNew: Bool) {
    let key = ColumnName.normalized(name)
    // A spreadsheet saves headers for columns that were once used: they have no name, and can't be asked for.
    if !key.isEmpty, let number = numbers[key] { return (number, false) }
    let number = names.count
    if !key.isEmpty { numbers[key] = number }
    names.append(name)
    normalized.append(key)
    switch key {
    case "id": roles.id = number
    case "url": roles.url = number
    case "text": roles.text = number
    case "lang": roles.language = number
    case "uid": roles.uid = number
    case "lock": roles.lock = number
    default: break
    }
    return (number, true)
  }

  /// The number of the column with this normalised name.
  func number(of name: String) -> Int? { numbers[name] }
}
