internal import Provision

/// Shows a walk, to people or to programs. Draws and prints; decides nothing.
protocol Screen: Sendable {
  /// Shows what happened; false where nobody can see it any more, since the output is closed or full.
  mutating func show(_ event: WalkEvent) -> Bool
  /// Shows what the operator is typing, or a question.
  mutating func show(_ prompt: Prompt)
  /// Draws anew what is shown: another size, another second.
  mutating func refresh()
  /// The program is in the foreground again after somebody else had the terminal.
  mutating func takeBack()
  /// Leaves the screen as it should stand after the walk.
  mutating func close()
}

extension Screen {
  mutating func show(_ prompt: Prompt) {}
  mutating func refresh() {}
  mutating func takeBack() {}
  mutating func close() {}
}

/// What the seat asks or echoes.
enum Prompt: Equatable, Sendable {
  case none
  case goTo(typed: String)
  case pick(typed: String)
  case redoLocked(id: String)
  case scannerIgnored
}
