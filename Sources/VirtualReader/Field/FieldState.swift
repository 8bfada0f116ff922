/// The field's tags and how they answer a reader's frames.
struct FieldState: Sendable {
  private(set) var isPowered = false
  /// Every tag that was placed and is remembered, in the order of arrival.
  private(set) var tags: [PlacedTag] = []
  /// Tags before the first of `tags`, which are forgotten.
  private(set) var forgotten = 0
  /// How many tags that left are remembered; nil for all.
  private let remembered: Int?
  /// Numbers of tags that are there or will come back; the rest of `tags` is history.
  private(set) var live: [Int] = []
  private var director: VirtualOperator?
  /// How many tags a reader has had an exchange with, beyond selecting them.
  private(set) var visited = 0
  /// Time that tags spent working in the last exchange, in microseconds.
  private(set) var busy = 0

  init(director: VirtualOperator? = nil, remembered: Int? = nil) {
    self.director = director
    self.remembered = remembered
  }

  /// The tag of that number, which must be remembered: all that are live are.
  subscript(id: Int) -> PlacedTag {
    get { tags[id - forgotten] }
    _modify { yield &tags[id - forgotten] }
  }

  /// Whether there is a tag of that number that is not forgotten.
  func knows(_ id: Int) -> Bool { tags.indices.contains(id - forgotten) }

  /// Forgets the oldest that left, some at a time so that it costs little, and none before one that is still live.
  private mutating func forget() {
    guard let remembered, tags.count - live.count >= 2 * max(remembered, 1) else { return }
    let oldestLive = live.min() ?? forgotten + tags.count
    let surplus = min(tags.count - remembered, oldestLive - forgotten)
    guard surplus > 0 else { return }
    tags.removeFirst(surplus)
    forgotten += surplus
  }

  /// Forgets every tag that left, unless one that is still live is among them.
  mutating func forgetAll() {
    guard live.isEmpty else { return }
    forgotten += tags.count
    tags = []
  }

  // MARK: Coming and going

  mutating func place(_ tag: any VirtualTag, leaving: PlacedTag.LeavingRule, faults: [TagFault]) -> Int {
    var placed = PlacedTag(id: forgotten + tags.count, tag: tag, leaving: leaving, faults: faults)
    if isPowered { placed.powerUp() }
    tags.append(placed)
    live.append(placed.id)
    forget()
    return placed.id
  }

  mutating func remove(_ id: Int) {
    guard knows(id) else { return }
    self[id].isPresent = false
    self[id].returnsAfter = nil
    live.removeAll { $0 == id }
  }

  mutating func putBack(_ id: Int) {
    guard knows(id), !self[id].isPresent else { return }
    self[id].isPresent = true
    self[id].returnsAfter = nil
    self[id].bareSelections = 0
    if !live.contains(id) { live.append(id) }
    if isPowered { self[id].powerUp() }
  }

  mutating func setPower(_ isOn: Bool) {
    if isOn, !isPowered { for id in live { self[id].powerUp() } }
    isPowered = isOn
  }

  /// The reader begins to look for tags: whoever was let alone leaves, whoever is due comes.
  mutating func pollBegan(_ technology: Technology) {
    for id in live where self[id].tag.activation.technology == technology {
      if let polls = self[id].returnsAfter {
        if polls <= 0 { putBack(id) } else { self[id].returnsAfter = polls - 1 }
      } else if self[id].isPresent, self[id].isDone {
        remove(id)
      }
    }
    guard live.isEmpty, var director = self.director else { return }
    for arrival in director.poll(technology) {
      _ = place(arrival.tag, leaving: arrival.leaving, faults: arrival.faults)
    }
    self.director = director
  }

  /// Whether more polling alone would bring a tag of this technology.
  func expects(_ technology: Technology) -> Bool {
    live.contains { self[$0].returnsAfter != nil && self[$0].tag.activation.technology == technology }
      || (live.isEmpty && director?.expects(technology) == true)
  }

  var isExhausted: Bool { live.isEmpty && director?.isExhausted != false }

  // MARK: Type A frames

  /// Sends a type A frame to all tags.
  mutating func sendA(_ frame: AirFrame) -> AirAnswer {
    busy = 0
    guard isPowered else { return .none }
    switch frame {
    case .short(let code): return request(code)
    case .plain(let bytes), .checked(let bytes):
      if let answer = anticollision(bytes, isChecked: frame == .checked(bytes)) { return answer }
      for id in live where self[id].isPresent && (self[id].state == .active || self[id].state == .activeStar)
      {
        guard self[id].tag.activation.technology == .typeA else { continue }
        return exchange(frame, with: id)
      }
      return .none
    }
  }

  /// REQA 26h or WUPA 52h.
  private mutating func request(_ code: UInt8) -> AirAnswer {
    guard code == 0x26 || code == 0x52 else { return .none }
    var atqa: [UInt8]?
    for id in live where self[id].isPresent && !self[id].tag.ignoresRequests {
      guard case .typeA(let data) = self[id].tag.activation else { continue }
      switch self[id].state {
      case .idle:
        self[id].state = .ready
        atqa = merge(atqa, data.atqa)
      case .halt where code == 0x52:
        self[id].state = .readyStar
        atqa = merge(atqa, data.atqa)
      case .halt: break
      // Whoever is past that falls back and is not heard (ISO/IEC 14443-3 §6.3.4).
      case .ready, .readyStar, .active, .activeStar: self[id].fallBack()
      }
    }
    return atqa.map { .plain(Array($0.reversed())) } ?? .none
  }

  /// Several tags answer at once, and the reader hears the bits of all.
  private func merge(_ heard: [UInt8]?, _ atqa: [UInt8]) -> [UInt8] {
    guard let heard else { return atqa }
    return zip(heard, atqa).map { $0 | $1 }
  }

  /// Anticollision and selection frames, 93h, 95h and 97h; nil for any other frame.
  private mutating func anticollision(_ bytes: [UInt8], isChecked: Bool) -> AirAnswer? {
    guard bytes.count >= 2, let wanted = [0x93, 0x95, 0x97].firstIndex(of: bytes[0]) else { return nil }
    let ready = live.filter {
      self[$0].isPresent && (self[$0].state == .ready || self[$0].state == .readyStar)
    }
    guard !ready.isEmpty else { return nil }
    let level = Int(wanted)
    let candidates = ready.filter { self[$0].level == level && self[$0].cascade.count > level }
    if bytes[1] == 0x20, bytes.count == 2 {
      // The reader resolves each colliding bit towards zero: the lowest UID is left.
      let parts = candidates.map { self[$0].cascade[level] }
      guard let lowest = parts.min(by: { $0.lexicographicallyPrecedes($1) }) else { return AirAnswer.none }
      return .plain(lowest + [lowest.reduce(0, ^)])
    }
    guard bytes[1] == 0x70, bytes.count == 7, isChecked else { return nil }
    var answer = AirAnswer.none
    for id in ready {
      guard candidates.contains(id), self[id].cascade[level] == Array(bytes[2..<6]),
        case .typeA(let data) = self[id].tag.activation
      else {
        self[id].fallBack()
        continue
      }
      self[id].level += 1
      if self[id].level < self[id].cascade.count {
        answer = .checked([0x04])
      } else {
        self[id].state = self[id].state == .readyStar ? .activeStar : .active
        self[id].tag.activate()
        self[id].bareSelections += 1
        answer = .checked([data.sak])
      }
    }
    return answer
  }

  // MARK: Commands to a selected tag

  private mutating func exchange(_ frame: AirFrame, with id: Int) -> AirAnswer {
    guard case .checked(let command) = frame else {
      // A wrong CRC is refused with 1h by a tag that knows 4-bit answers; all that matters is that it drops out.
      self[id].fallBack()
      return .nibble(0x1)
    }
    if command == [0x50, 0x00], !self[id].tag.ignoresRequests {
      self[id].state = .halt
      self[id].level = 0
      return .none
    }
    return command.isEmpty ? .none : deliver(command, to: id)
  }

  /// Hands a command to a tag of any technology, faults included.
  mutating func deliver(_ command: [UInt8], to id: Int) -> AirAnswer {
    busy = 0
    if isActivation(command, of: id) { return settle(self[id].tag.respond(to: command), of: id) }
    let isSignOfLife = command == [0x30, 0x00] || command == [0xB2] || command == [0xBA, 0x01]
    if isSignOfLife { self[id].bareSelections += 1 } else { self[id].bareSelections = 0 }
    if self[id].exchanges == 0 { visited += 1 }
    self[id].exchanges += 1
    let faults = self[id].faults
    let number = self[id].exchanges
    for case .leaves(let exchange, let afterEffect, let back, let replaced) in faults
    where exchange == number && afterEffect != true {
      leave(id, backAfter: back, replaced: replaced == true)
      return .none
    }
    let before = faults.isEmpty ? [] : self[id].tag.memory
    let response = self[id].tag.respond(to: command)
    busy = response.microseconds
    var answer = settle(response, of: id)
    if !faults.isEmpty { answer = apply(faults, to: answer, response, before: before, id: id) }
    for case .leaves(let exchange, true, let back, let replaced) in faults where exchange == number {
      leave(id, backAfter: back, replaced: replaced == true)
      return .none
    }
    return answer
  }

  /// RATS and S(DESELECT) are parts of selecting and leaving an ISO-DEP tag: no exchange that counts.
  private func isActivation(_ command: [UInt8], of id: Int) -> Bool {
    guard case .typeA(let data) = self[id].tag.activation, data.ats != nil else { return false }
    return self[id].tag.ignoresRequests ? command == [0xC2] : command.count == 2 && command[0] == 0xE0
  }

  private mutating func settle(_ response: TagResponse, of id: Int) -> AirAnswer {
    switch response.kind {
    case .read: self[id].reads += 1
    case .write:
      self[id].writes += 1
      self[id].wasWritten = true
    case .other: break
    }
    switch response.reply {
    case .bytes(let bytes): return .checked(bytes)
    case .acknowledge: return .nibble(0xA)
    case .refuse(let code):
      self[id].fallBack()
      return .nibble(code)
    case .silence: return .none
    case .dropOut:
      self[id].fallBack()
      return .none
    case .farewell(let bytes):
      self[id].state = .halt
      self[id].level = 0
      return .checked(bytes)
    }
  }

  private mutating func apply(
    _ faults: [TagFault], to answer: AirAnswer, _ response: TagResponse, before: [UInt8], id: Int
  ) -> AirAnswer {
    var answer = answer
    for fault in faults {
      switch fault {
      case .notStored(let write)
      where response.kind == .write && (write == nil || write == self[id].writes):
        self[id].tag.restore(memory: before)
      case .notAcknowledged(let write) where response.kind == .write && write == self[id].writes:
        answer = .none
      case .weakPage(let page) where response.kind == .write: weaken(page, of: id)
      case .noise(let exchange) where exchange == self[id].exchanges:
        if case .checked(let bytes) = answer {
          answer = .damaged(flipped(bytes, by: id))
        } else {
          answer = .none
        }
      case .bitError(let read, let probability, let seed) where response.kind == .read:
        if let seed, self[id].reads == 1 { self[id].chance = SeededRandom(seed: seed) }
        let hit =
          read.map { $0 == self[id].reads }
          ?? (Double.random(in: 0..<1, using: &self[id].chance) < (probability ?? 0))
        if hit, case .checked(let bytes) = answer { answer = .checked(flipped(bytes, by: id)) }
      default: break
      }
    }
    return answer
  }

  private mutating func flipped(_ bytes: [UInt8], by id: Int) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    bytes[Int.random(in: 0..<bytes.count, using: &self[id].chance)] ^=
      1 << UInt8.random(in: 0..<8, using: &self[id].chance)
    return bytes
  }

  private mutating func weaken(_ page: Int, of id: Int) {
    let size = self[id].tag.blockSize
    var memory = self[id].tag.memory
    guard page >= 0, page < memory.count / max(size, 1) else { return }
    for byte in page * size..<(page + 1) * size where memory[byte] != 0 {
      memory[byte] &= memory[byte] - 1
      break
    }
    self[id].tag.restore(memory: memory)
  }

  private mutating func leave(_ id: Int, backAfter polls: Int?, replaced: Bool) {
    self[id].isPresent = false
    self[id].returnsAfter = polls
    if polls == nil { live.removeAll { $0 == id } }
    guard replaced, let other = VirtualChips.another(like: self[id].tag, using: &self[id].chance) else {
      return
    }
    _ = place(other, leaving: self[id].leaving, faults: [])
  }
}
