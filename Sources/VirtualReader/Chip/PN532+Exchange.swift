/// Talking to a listed tag: InDataExchange (§7.3.8) and InCommunicateThru (§7.3.9).
extension PN532 {
  /// The most bytes of an answer that fit into the chip's buffer and a response.
  private static let longestAnswer = 262

  mutating func dataExchange(_ data: [UInt8]) -> Outcome {
    guard let first = data.first else { return .syntaxError }
    let number = first & 0x0F
    let command = Array(data.dropFirst())
    guard let target = targets[number] else { return status(Status.context) }
    if selected != number, !select(number) { return status(Status.timeout) }
    switch target.technology {
    case .typeA:
      if targets[number]?.protocolLayer != nil {
        return exchangeBlocks(command, number, more: first & 0x40 != 0)
      }
      return exchangeMIFARE(command)
    case .typeF: return finish(airOther(command, .typeF))
    case .typeB: return finish(airOther(command, .typeB))
    case .jewel: return finish(airOther(command, .jewel))
    }
  }

  /// The commands that the chip's firmware knows for tags without ISO-DEP. Others are no valid InDataExchange.
  private mutating func exchangeMIFARE(_ command: [UInt8]) -> Outcome {
    switch (command.first, command.count) {
    case (0x30, 2): return finish(exchangeA(command), needsBytes: true)
    case (0xA2, 6): return finish(exchangeA(command))
    case (0xA0, 18):
      let first = exchangeA(Array(command[0..<2]))
      guard first == .nibble(0xA) else { return finish(first) }
      return finish(exchangeA(Array(command[2...])))
    case (0xC0, 6), (0xC1, 6), (0xC2, 6):
      // DECREMENT, INCREMENT, RESTORE: the operand gets no answer where all is well.
      let first = exchangeA(Array(command[0..<2]))
      guard first == .nibble(0xA) else { return finish(first) }
      let second = exchangeA(Array(command[2...]))
      return second == .none ? .answer([0x00]) : finish(second)
    case (0xB0, 2): return finish(exchangeA(command))
    case (0x60, 12...), (0x61, 12...):
      // The cipher is inside the chip: the tag gets the whole command and says yes or no.
      return exchangeA(command) == .nibble(0xA) ? .answer([0x00]) : status(Status.authentication)
    default: return .syntaxError
    }
  }

  private mutating func exchangeA(_ command: [UInt8]) -> AirAnswer {
    statistics.rfExchanges += 1
    return airA(.checked(command))
  }

  private mutating func airOther(_ frame: [UInt8], _ technology: Technology) -> AirAnswer {
    statistics.rfExchanges += 1
    let (answer, busy) = field.withState { state in
      (technology == .typeF ? state.sendF(frame) : state.sendFirst(frame, technology), state.busy)
    }
    if answer == .none { elapsed += timeout }
    elapsed += Timing.exchange(sent: AirFrame.checked(frame).bits, received: answer.bits) + busy
    return answer
  }

  /// The status and data for an answer where the chip checks the CRC.
  private mutating func finish(_ answer: AirAnswer, needsBytes: Bool = false) -> Outcome {
    switch answer {
    case .none: return status(Status.timeout)
    case .nibble(0xA): return needsBytes ? status(Status.format) : .answer([0x00])
    case .nibble: return status(Status.format)
    case .plain, .damaged: return status(Status.crc)
    case .checked(let bytes):
      return bytes.count > PN532.longestAnswer ? status(Status.bufferTooSmall) : .answer([0x00] + bytes)
    }
  }

  private mutating func status(_ code: UInt8) -> Outcome {
    lastError = code
    return .answer([code])
  }

  /// One APDU (or a part of one, where `more` follows) by ISO-DEP blocks.
  private mutating func exchangeBlocks(_ command: [UInt8], _ number: UInt8, more: Bool) -> Outcome {
    guard var layer = targets[number]?.protocolLayer else { return status(Status.context) }
    layer.pending += command
    guard !more else {
      targets[number]?.protocolLayer = layer
      return .answer([0x00])
    }
    var answer: [UInt8] = []
    var step = layer.begin()
    while case .send(let block) = step {
      let heard = exchangeA(block)
      guard case .checked(let received) = heard else {
        targets[number]?.protocolLayer = layer
        return finish(heard == .nibble(0xA) ? .plain([]) : heard)
      }
      step = layer.receive(received)
    }
    targets[number]?.protocolLayer = layer
    guard case .done(let bytes) = step else { return status(Status.format) }
    answer = bytes
    return answer.count > PN532.longestAnswer ? status(Status.bufferTooSmall) : .answer([0x00] + answer)
  }

  // MARK: Raw

  mutating func communicateThrough(_ data: [UInt8]) -> Outcome {
    guard registers.isFieldOn else { return status(Status.timeout) }
    registers.received(bits: 0)
    // Without parity by the chip frames mean nothing to these tags.
    guard !registers.parityOff, !data.isEmpty else {
      elapsed += timeout
      return status(Status.timeout)
    }
    switch registers.framing {
    case 0x02: return raw(airOther(data, .typeF))
    case 0x03: return raw(airOther(data, .typeB))
    default: break
    }
    if let selected, targets[selected]?.technology == .jewel { return raw(airOther(data, .jewel)) }
    return raw(sendRaw(data))
  }

  private mutating func sendRaw(_ data: [UInt8]) -> AirAnswer {
    if registers.lastBits != 0, data.count == 1 {
      field.withState { $0.pollBegan(.typeA) }
      let answer = airA(.short(data[0] & 0x7F))
      if answer == .none { statistics.emptyPolls += 1 }
      return answer
    }
    if registers.addsCRC { return exchangeA(data) }
    if let checked = CRCA.verified(data) {
      return exchangeA(checked)
    }
    statistics.rfExchanges += 1
    return airA(.plain(data))
  }

  private mutating func raw(_ answer: AirAnswer) -> Outcome {
    let checks = registers.checksCRC
    var bytes: [UInt8]
    switch answer {
    case .none: return status(Status.timeout)
    case .nibble(let code):
      guard !checks else { return status(Status.crc) }
      registers.received(bits: 4)
      bytes = [code]
    case .plain(let heard):
      guard !checks else { return status(Status.crc) }
      bytes = heard
    case .damaged(let heard):
      guard !checks else { return status(Status.crc) }
      // The checksum belongs to bytes that did not arrive.
      bytes = heard + CRCA.of(heard).map { ~$0 }
    case .checked(let heard): bytes = checks ? heard : heard + CRCA.of(heard)
    }
    guard bytes.count <= PN532.longestAnswer else { return status(Status.bufferTooSmall) }
    return .answer([0x00] + bytes)
  }
}
