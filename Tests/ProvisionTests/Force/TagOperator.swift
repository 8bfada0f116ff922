internal import VirtualReader

@testable internal import Provision

/// Puts one tag down for each prompt and takes it away when the walk is through with it; gives up where no end is in sight.
final class TagOperator {
  let field: VirtualField
  let control = WalkControl()
  private var waiting: ArraySlice<any VirtualTag>
  private(set) var lying: Int?
  private(set) var events: [WalkEvent] = []
  private let patience: Int
  private var looks = 0
  private var faults: [TagFault]

  /// - Parameters:
  ///   - faults: what goes wrong with the first of the tags.
  ///   - patience: calls of the reader after which the run is stopped.
  init(
    _ field: VirtualField, presenting tags: [any VirtualTag], faultsOfFirst faults: [TagFault] = [],
    patience: Int = 20_000
  ) {
    self.field = field
    waiting = tags[...]
    self.faults = faults
    self.patience = patience
  }

  func hear(_ event: WalkEvent) {
    events.append(event)
    switch event {
    case .ready, .readyForAnyTag: place()
    case .done(_, let tag, _, _): take(tag.uid)
    case .rejected(_, let tag, _, _, _): take(tag.uid)
    case .refused(let tag, _): take(tag?.uid)
    default: break
    }
  }

  /// To be called at each call of the reader.
  func look() {
    looks += 1
    if looks == patience { control.request(.stop(reason: "no end in sight")) }
  }

  /// Another tag lies there now, as if someone had changed them.
  func swap(for tag: any VirtualTag) {
    remove()
    lying = field.place(tag)
  }

  func remove() {
    if let lying { field.remove(lying) }
    lying = nil
  }

  private func place() {
    guard lying == nil else { return }
    lying = waiting.popFirst().map { field.place($0, faults: faults) }
    faults = []
    if lying == nil { control.request(.stop(reason: "no more tags")) }
  }

  /// What is said of a tag that does not lie there makes nobody take away the one that does.
  private func take(_ uid: UID?) {
    guard let id = lying, let there = field.tags.first(where: { $0.id == id }) else { return lying = nil }
    if uid == nil || uid == UID(there.identifier) || UID(there.identifier).isRandom { remove() }
  }
}
