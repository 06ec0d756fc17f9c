import HostResources
import PixelTypes

/// Reads lines in exactly the form this tool writes, without decoding them: checks every member's place and kind, and hands
/// on those that have a ``Member/Role``. Rejects anything that a decoder might read differently. Allocates nothing.
struct LineSkipper: Sendable {
  /// A member that may come next.
  private struct Step: Sendable {
    var key = JSONCursor.Key()
    var form = Form.text
    var isRequired = false
    var role: Member.Role?
    /// Of an object, or of a list's objects: its members.
    var parts: Range<Int> = 0..<0
  }

  private enum Form {
    case integer, count, number, share, flag, text, interval, words, integers, numbers, object, list

    init(_ kind: Member.Kind) {
      self =
        switch kind {
        case .integer, .difference, .nanoseconds: .integer
        case .count: .count
        case .number: .number
        case .share: .share
        case .flag: .flag
        case .text, .word, .moment: .text
        case .interval: .interval
        case .words: .words
        case .counts: .integers
        case .amounts: .numbers
        case .object: .object
        case .list: .list
        }
    }
  }

  // An object's steps lie side by side.
  private var steps: [Step] = []
  private var keys: [UInt8] = []
  private var line: Range<Int> = 0..<0

  /// - Parameter members: the line's.
  init(_ members: [Member]) { line = add(members) }

  private mutating func add(_ members: [Member]) -> Range<Int> {
    let range = steps.count..<steps.count + members.count
    steps += Array(repeating: Step(), count: members.count)
    for (index, member) in zip(range, members) {
      steps[index].key = JSONCursor.Key(member.key, &keys)
      steps[index].form = Form(member.kind)
      steps[index].isRequired = member.isRequired
      steps[index].role = member.role
      switch member.kind {
      case .object(let parts), .list(let parts): steps[index].parts = add(parts)
      default: break
      }
    }
    return range
  }

  /// Reads a line's object, its brackets included.
  ///
  /// - Parameters:
  ///   - at: its beginning; on return the byte after it, unless it was rejected.
  ///   - notes: receives the members with roles.
  /// - Returns: whether it has the form.
  func take(_ at: inout JSONCursor, _ bytes: Span<UInt8>, _ notes: inout LineNotes) -> Bool {
    Reader(steps: steps.span, keys: keys.span, bytes: bytes).takeObject(line, &at, &notes)
  }

  private struct Reader: ~Escapable {
    let steps: Span<Step>
    let keys: Span<UInt8>
    let bytes: Span<UInt8>

    @_lifetime(copy steps, copy keys, copy bytes)
    init(steps: Span<Step>, keys: Span<UInt8>, bytes: Span<UInt8>) {
      (self.steps, self.keys, self.bytes) = (steps, keys, bytes)
    }

    func takeObject(_ parts: Range<Int>, _ at: inout JSONCursor, _ notes: inout LineNotes) -> Bool {
      guard at.take("{", in: bytes) else { return false }
      notes.beginObject()
      var (next, isFirst) = (parts.lowerBound, true)
      while at.peek(bytes) != UInt8(ascii: "}") {
        if !isFirst, !at.take(",", in: bytes) { return false }
        isFirst = false
        while next < parts.upperBound, !at.take(steps[next].key, of: keys, in: bytes) {
          guard miss(steps[next], &notes) else { return false }
          next += 1
        }
        guard next < parts.upperBound, takeValue(steps[next], &at, &notes) else { return false }
        next += 1
      }
      for index in next..<parts.upperBound where !miss(steps[index], &notes) { return false }
      at.position += 1
      return true
    }

    /// Notes that a member isn't there, or is `null`; returns whether that can be.
    private func miss(_ step: Step, _ notes: inout LineNotes) -> Bool {
      if step.role == .target { notes.hasTarget = false }
      return !step.isRequired
    }

    private func takeValue(_ step: Step, _ at: inout JSONCursor, _ notes: inout LineNotes) -> Bool {
      switch step.form {
      case .integer, .count:
        guard let value = at.integer(bytes) else { break }
        // The picture's number has a range of its own.
        if step.form == .count, step.role != .index, !Count.range.contains(value) { return false }
        return step.role.map { notes.note($0, value) } ?? true
      case .number: if at.takeNumber(bytes) { return true }
      case .share: if at.take(.share, in: bytes) { return true }
      case .flag:
        let value = at.take("true", in: bytes)
        guard value || at.take("false", in: bytes) else { break }
        return step.role.map { notes.note($0, value ? 1 : 0) } ?? true
      case .text:
        guard let text = at.text(bytes) else { break }
        return step.role.map { notes.note($0, bytes.extracting(text)) } ?? true
      case .interval:
        guard at.take("[", in: bytes) else { break }
        return at.takeNumber(bytes) && at.take(",", in: bytes) && at.takeNumber(bytes)
          && at.take("]", in: bytes)
      case .words:
        guard at.take("[", in: bytes) else { break }
        if at.take("]", in: bytes) { return true }
        var count = 0
        repeat {
          guard at.text(bytes) != nil else { return false }
          count += 1
        } while at.take(",", in: bytes)
        return at.take("]", in: bytes) && step.role.map { notes.note($0, count) } ?? true
      case .integers: if at.take(.integers, in: bytes) { return true }
      case .numbers: if at.take(.numbers, in: bytes) { return true }
      case .object:
        guard at.peek(bytes) == UInt8(ascii: "{") else { break }
        return takeObject(step.parts, &at, &notes)
      case .list:
        guard at.take("[", in: bytes) else { break }
        if at.take("]", in: bytes) { return true }
        var count = 0
        repeat {
          guard takeObject(step.parts, &at, &notes) else { return false }
          count += 1
        } while at.take(",", in: bytes)
        return at.take("]", in: bytes) && step.role.map { notes.note($0, count) } ?? true
      }
      return at.take("null", in: bytes) && miss(step, &notes)
    }
  }
}
