/// A pattern of an `apple-app-site-association` file: `*` for any characters, `?` for one, `$(name)` for one of a
/// variable's values.
struct LinkPattern: Equatable, Sendable {
  private enum Token: Equatable {
    case character(Character)
    case one
    case any
    case oneOf([[Character]])
    /// `$(lang)` and `$(region)`: two or three letters.
    case code
  }

  private let tokens: [Token]
  private let isCaseSensitive: Bool

  init(_ text: String, isCaseSensitive: Bool, variables: [String: [String]] = [:]) {
    self.isCaseSensitive = isCaseSensitive
    let characters = Array(isCaseSensitive ? text : text.lowercased())
    let original = Array(text)
    var tokens: [Token] = []
    var index = 0
    while index < characters.count {
      switch characters[index] {
      case "*": tokens.append(.any)
      case "?": tokens.append(.one)
      case "$":
        if index + 1 < characters.count, characters[index + 1] == "(",
          let end = characters[index...].firstIndex(of: ")"), end < original.count
        {
          let name = String(original[(index + 2)..<end])
          if let values = variables[name] {
            tokens.append(.oneOf(values.map { Array(isCaseSensitive ? $0 : $0.lowercased()) }))
            index = end + 1
            continue
          }
          if name == "lang" || name == "region" {
            tokens.append(.code)
            index = end + 1
            continue
          }
        }
        tokens.append(.character("$"))
      case let character: tokens.append(.character(character))
      }
      index += 1
    }
    self.tokens = tokens
  }

  /// Whether the whole text matches. All ways are followed at once, so that no pattern takes exponential time.
  func matches(_ text: String) -> Bool {
    let characters = Array(isCaseSensitive ? text : text.lowercased())
    var places = [Bool](repeating: false, count: characters.count + 1)
    places[0] = true
    for token in tokens {
      var next = [Bool](repeating: false, count: characters.count + 1)
      var isReached = false
      for place in places.indices {
        isReached = isReached || places[place]
        if token == .any {
          next[place] = isReached
          continue
        }
        guard places[place] else { continue }
        for length in lengths(token, characters, place) { next[place + length] = true }
      }
      places = next
    }
    return places[characters.count]
  }

  /// How many characters the token can take at a place.
  private func lengths(_ token: Token, _ characters: [Character], _ place: Int) -> [Int] {
    let rest = characters[place...]
    switch token {
    case .any: return []
    case .one: return rest.isEmpty ? [] : [1]
    case .character(let character): return rest.first == character ? [1] : []
    case .oneOf(let values): return values.filter { rest.starts(with: $0) }.map(\.count)
    case .code:
      let letters = rest.prefix(3).prefix { $0.isASCII && $0.isLetter }.count
      return letters >= 2 ? Array(2...letters) : []
    }
  }
}
