/// Input from a terminal: keys, the pointer, and answers to questions (ECMA-48; xterm's ctlseqs.html).
enum TerminalInput: Equatable {
  enum Key: Equatable {
    case tab, backTab, enter, escape, up, down, left, right
    /// Ctrl-C, which no longer raises a signal.
    case interrupt
    /// A printable ASCII character.
    case character(UInt8)
  }

  enum Action: Equatable {
    case press, drag, release
    /// Wheel notches: to the right, down.
    case wheel(Int, Int)
  }

  enum Answer: Equatable {
    /// Its capabilities; everything asked before is answered by now (DA1).
    case attributes([Int])
    /// Everything sent before has been shown (DSR).
    case done
    /// A character's size in pixels.
    case cell(width: Int, height: Int)
    /// Whether it knows a mode (DECRPM).
    case mode(Int, isKnown: Bool)
    /// A limit of its sixel graphics: 1 for colours, 2 for width and height (XTSMGRAPHICS).
    case limit(Int, [Int])
    /// Whether it accepts pictures by kitty's protocol.
    case pictures(Bool)
    /// The attributes of its text (DECRQSS), such as `0;48:2::1:2:3`.
    case attributesOfText(String)
  }

  case key(Key)
  /// Its button and position: from 1, in characters or, once requested, in pixels.
  case pointer(Action, x: Int, y: Int)
  case answer(Answer)

  /// Splits bytes into inputs, however they arrive.
  struct Parser {
    /// A sequence that has begun but not ended.
    private var pending: [UInt8] = []

    /// No known sequence is longer.
    static let longest = 1024

    /// How long to wait for the rest of a sequence, in nanoseconds: it may arrive in pieces. Nil if none has begun.
    var patience: Int64? {
      // An escape followed by nothing is the Escape key.
      pending.isEmpty ? nil : pending.count == 1 ? 50_000_000 : 5_000_000_000
    }

    mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
      var inputs: [TerminalInput] = []
      for byte in bytes {
        if pending.isEmpty, byte != 0x1B {
          if let key = Self.key(byte) { inputs.append(.key(key)) }
          continue
        }
        // No sequence contains this byte: an endless one must not keep the user from leaving.
        if byte == 3 {
          pending = []
          inputs.append(.key(.interrupt))
          continue
        }
        // An escape within a sequence begins another, or ends a string.
        if byte == 0x1B, pending.count == 1 {
          inputs.append(.key(.escape))
          continue
        }
        if byte == 0x1B, pending.count > 1, "[O".utf8.contains(pending[1]) { pending = [] }
        pending.append(byte)
        if isWhole {
          if let input = Self.input(pending) { inputs.append(input) }
          pending = []
        } else if pending.count > Self.longest {
          pending = []
        }
      }
      return inputs
    }

    /// Ends the pending sequence, because nothing more came in time.
    mutating func end() -> [TerminalInput] {
      defer { pending = [] }
      return pending == [0x1B] ? [.key(.escape)] : []
    }

    private var isWhole: Bool {
      guard pending.count >= 2, let last = pending.last else { return false }
      switch pending[1] {
      case UInt8(ascii: "["): return pending.count > 2 && (0x40...0x7E).contains(last)
      case UInt8(ascii: "O"): return pending.count > 2
      case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
        return last == 7
          || (last == UInt8(ascii: "\\") && pending[pending.count - 2] == 0x1B && pending.count > 3)
      default: return true
      }
    }

    private static func key(_ byte: UInt8) -> Key? {
      switch byte {
      case 3: .interrupt
      case 9: .tab
      case 10, 13: .enter
      case 0x20..<0x7F: .character(byte)
      default: nil
      }
    }

    private static func input(_ bytes: [UInt8]) -> TerminalInput? {
      let body = bytes.dropFirst(2)
      switch bytes[1] {
      case UInt8(ascii: "["): return control(body)
      case UInt8(ascii: "O"): return arrow(bytes[2]).map { .key($0) }
      case UInt8(ascii: "_"):
        let text = string(body)
        return text.hasPrefix("Gi=31") ? .answer(.pictures(text.hasSuffix(";OK"))) : nil
      case UInt8(ascii: "P"):
        let text = string(body)
        return text.hasPrefix("1$r") ? .answer(.attributesOfText(String(text.dropFirst(3)))) : nil
      default: return nil
      }
    }

    /// Without its terminator.
    private static func string(_ body: ArraySlice<UInt8>) -> String {
      String(decoding: body.dropLast(body.last == 7 ? 1 : 2), as: UTF8.self)
    }

    private static func arrow(_ byte: UInt8) -> Key? {
      switch byte {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "Z"): .backTab
      default: nil
      }
    }

    private static func control(_ body: ArraySlice<UInt8>) -> TerminalInput? {
      guard let end = body.last else { return nil }
      let mark = body.first.flatMap { "<?".utf8.contains($0) ? $0 : nil }
      let middle = body.dropFirst(mark == nil ? 0 : 1).dropLast()
      let text = String(
        decoding: middle.last == UInt8(ascii: "$") ? middle.dropLast() : middle, as: UTF8.self)
      let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      switch (mark, end, numbers.count) {
      case (UInt8(ascii: "<"), UInt8(ascii: "M"), 3), (UInt8(ascii: "<"), UInt8(ascii: "m"), 3):
        return pointer(numbers[0], isRelease: end == UInt8(ascii: "m"), x: numbers[1], y: numbers[2])
      case (UInt8(ascii: "?"), UInt8(ascii: "c"), _): return .answer(.attributes(numbers))
      case (UInt8(ascii: "?"), UInt8(ascii: "y"), 2):
        // 0: not known; 4: known and never set.
        return .answer(.mode(numbers[0], isKnown: (1...3).contains(numbers[1])))
      case (UInt8(ascii: "?"), UInt8(ascii: "S"), 3...):
        return numbers[1] == 0 ? .answer(.limit(numbers[0], Array(numbers[2...]))) : nil
      case (nil, UInt8(ascii: "n"), 1): return numbers[0] == 0 ? .answer(.done) : nil
      case (nil, UInt8(ascii: "t"), 3):
        return numbers[0] == 6 ? .answer(.cell(width: numbers[2], height: numbers[1])) : nil
      case (nil, _, _): return arrow(end).map { .key($0) }
      default: return nil
      }
    }

    private static func pointer(_ code: Int, isRelease: Bool, x: Int, y: Int) -> TerminalInput? {
      // 4, 8 and 16 are Shift, Meta and Ctrl.
      switch code & ~0b11100 {
      case 0: .pointer(isRelease ? .release : .press, x: x, y: y)
      case 32: .pointer(.drag, x: x, y: y)
      case 64: .pointer(.wheel(0, -1), x: x, y: y)
      case 65: .pointer(.wheel(0, 1), x: x, y: y)
      case 66: .pointer(.wheel(-1, 0), x: x, y: y)
      case 67: .pointer(.wheel(1, 0), x: x, y: y)
      default: nil
      }
    }
  }
}
