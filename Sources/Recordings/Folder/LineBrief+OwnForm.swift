import HostResources
import PixelTypes

/// Parsing of lines in exactly the form this tool writes.
extension LineBrief {
  /// Reads a line without decoding it, if the whole line has the form and order this tool writes. Rejects anything that a
  /// decoder might read differently.
  ///
  /// - Parameter at: the line's beginning; on return its end, after the newline.
  init?(_ at: inout JSONCursor, _ bytes: Span<UInt8>) {
    self.init()
    guard let index = Self.takeNumber(&at, bytes),
      at.skip(",\"composer\":", .text, in: bytes),
      at.skip(",\"composerReason\":", .text, in: bytes),
      at.skip(",\"mcus\":", .integers, in: bytes),
      at.skip(",\"skewUs\":", .integer, orNull: true, in: bytes),
      at.skip(",\"deviceSkewUs\":", .integer, in: bytes),
      at.skip(",\"utcErrorUs\":", .integer, orNull: true, in: bytes),
      at.skip(",\"utcStepUs\":", .integer, in: bytes),
      at.take(",\"cameras\":[", in: bytes)
    else { return nil }
    self.index = index
    var bits: UInt32 = 0
    var named: [Camera]?
    guard takeCameras(&at, bytes, &bits, &named), at.take(",\"hud\":[", in: bytes),
      Self.takeGuides(&at, bytes, &bits),
      at.skip(",\"hint\":", .text, orNull: true, in: bytes),
      at.skip(",\"glass\":", .text, in: bytes),
      at.skip(",\"stagesMs\":", .numbers, in: bytes),
      at.skip(",\"latencyMs\":", .number, in: bytes),
      at.skip(",\"inkBlocks\":", .count, in: bytes)
    else { return nil }
    states = named.map { .other(guides: States.known(bits).words.guides, cameras: $0) } ?? .known(bits)
    _ = at.take(",\"recovered\":true", in: bytes)
    isDeleted = at.take(",\"deleted\":true", in: bytes)
    _ = at.take(",\"lost\":true", in: bytes)
    guard at.take("}\n", in: bytes) else { return nil }
  }

  /// Reads a line's beginning: the picture's number, if its file has that number, too.
  static func takeNumber(_ at: inout JSONCursor, _ bytes: Span<UInt8>) -> Int? {
    guard at.take("{\"index\":", in: bytes), let index = at.integer(bytes), index >= 0,
      at.take(",\"file\":\"", in: bytes), takeDigits(of: index, &at, bytes), at.take(".jpg\"", in: bytes)
    else { return nil }
    return index
  }

  /// An index as written in a file name: six digits or more.
  private static func takeDigits(of index: Int, _ at: inout JSONCursor, _ bytes: Span<UInt8>) -> Bool {
    var divisor = 100_000
    while index / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      guard let digit = at.peek(bytes), Int(digit) == 48 + index / divisor % 10 else { return false }
      at.position += 1
      divisor /= 10
    }
    return true
  }

  /// ``CameraNames/usual``, as text in JSON.
  private static let usualNames: [StaticString] = [
    "\"primary\"", "\"secondary\"", "\"third\"", "\"fourth\"", "\"fifth\"", "\"sixth\"", "\"seventh\"",
    "\"eighth\"",
  ]

  /// - Parameters:
  ///   - bits: receives the states of cameras with usual names, in their order.
  ///   - named: receives those of all if any has a name of its own.
  private mutating func takeCameras(
    _ at: inout JSONCursor, _ bytes: Span<UInt8>, _ bits: inout UInt32, _ named: inout [Camera]?
  ) -> Bool {
    if at.take("]", in: bytes) { return true }
    var last = -1
    var isLive = false
    repeat {
      guard at.take("{\"id\":", in: bytes) else { return false }
      let number = Self.usualNames.firstIndex { at.take($0, in: bytes) }
      var name = number.map { CameraNames.usual[$0] } ?? ""
      if number == nil {
        guard let text = at.text(bytes) else { return false }
        name = String(decoding: text.map { bytes[$0] }, as: UTF8.self)
        named = named ?? States.known(bits).words.cameras
      }
      guard number ?? .max > last || named != nil, at.take(",\"state\":\"", in: bytes) else { return false }
      last = number ?? last
      let state: UInt32
      if at.take("live\"", in: bytes) {
        state = 1
      } else if at.take("stale\"", in: bytes) {
        state = 2
      } else if at.take("lost\"", in: bytes) {
        state = 3
      } else {
        return false
      }
      if named != nil {
        named?.append(Camera(id: name, state: States.cameraStates[Int(state) - 1]))
      } else if let number {
        bits |= state << (4 + 2 * UInt32(number))
      }
      var stamp: Stamp?
      guard Self.takeCamera(&at, bytes, &stamp) else { return false }
      guard let stamp else { continue }
      if nanoseconds == nil { nanoseconds = stamp.nanoseconds }
      if self.stamp == nil || (state == 1 && !isLive) { self.stamp = stamp }
      if state == 1 { isLive = true }
    } while (named?.count ?? 0) < CameraNames.most && at.take(",", in: bytes)
    return at.take("]", in: bytes)
  }

  /// Reads what follows a camera's state.
  private static func takeCamera(
    _ at: inout JSONCursor, _ bytes: Span<UInt8>, _ stamp: inout Stamp?
  ) -> Bool {
    guard at.skip(",\"sequence\":", .count, in: bytes), at.skip(",\"gap\":", .count, in: bytes) else {
      return false
    }
    if at.take(",\"timestampNs\":", in: bytes) {
      guard let nanoseconds = at.integer(bytes) else { return false }
      stamp = Stamp(nanoseconds: Int64(nanoseconds))
      if at.take(",\"clock\":\"", in: bytes) {
        if at.take("monotonic\"", in: bytes) {
          stamp?.clock = "monotonic"
        } else if at.take("media\"", in: bytes) {
          stamp?.clock = "media"
        } else if at.take("arrival\"", in: bytes) {
          stamp?.clock = "arrival"
        } else {
          return false
        }
      }
      if at.take(",\"utc\":", in: bytes) {
        guard let text = at.text(bytes) else { return false }
        stamp?.utc = UTCText.nanoseconds(bytes.extracting(text))
      }
    }
    guard at.skip(",\"deviceTimestampNs\":", .integer, in: bytes),
      at.skip(",\"deviceErrorUs\":", .integer, in: bytes), at.skip(",\"skewUs\":", .integer, in: bytes),
      at.skip(",\"bytes\":", .count, in: bytes), at.skip(",\"photo\":", .text, in: bytes),
      at.skip(",\"format\":", .text, in: bytes),
      at.skip(",\"width\":", .integer, in: bytes), at.skip(",\"height\":", .integer, in: bytes),
      at.skip(",\"reconnects\":", .integer, in: bytes), at.skip(",\"zoom\":", .number, in: bytes),
      at.skip(",\"obstacle\":", .text, in: bytes)
    else { return false }
    if at.take(",\"flags\":[", in: bytes), !at.take("]", in: bytes) {
      repeat { guard at.take(.text, in: bytes) else { return false } } while at.take(",", in: bytes)
      guard at.take("]", in: bytes) else { return false }
    }
    return at.skip(",\"rowsKept\":", .integer, in: bytes) && at.skip(",\"rows\":", .integer, in: bytes)
      && at.take("}", in: bytes)
  }

  private static func takeGuides(_ at: inout JSONCursor, _ bytes: Span<UInt8>, _ bits: inout UInt32) -> Bool {
    if at.take("]", in: bytes) { return true }
    repeat {
      guard at.take("{\"camera\":", in: bytes), at.take(.text, in: bytes),
        at.skip(",\"grid\":", .text, in: bytes)
      else { return false }
      if at.take(",\"horizon\":{", in: bytes) {
        guard at.take("\"angleDegrees\":", in: bytes),
          at.take(.number, in: bytes) || at.take("null", in: bytes)
        else { return false }
        guard takeInterval(",\"interval90\":", &at, bytes),
          at.skip(",\"confidence\":", .share, orNull: true, in: bytes),
          at.skip(",\"levelDegrees\":", .number, in: bytes),
          at.skip(",\"pitchDegrees\":", .number, in: bytes),
          takeInterval(",\"pitchInterval90\":", &at, bytes),
          at.skip(",\"fieldOfViewDegrees\":", .number, in: bytes),
          takeInterval(",\"fieldOfViewInterval90\":", &at, bytes),
          let state = takeState(&at, bytes)
        else { return false }
        bits |= state
      }
      if at.take(",\"silhouette\":{\"template\":", in: bytes) {
        let hasTemplate = at.take(.text, in: bytes)
        guard hasTemplate || at.take("null", in: bytes),
          at.skip(",\"path\":", .text, orNull: true, in: bytes),
          at.skip(",\"iou\":", .number, orNull: true, in: bytes), let state = takeState(&at, bytes)
        else { return false }
        if hasTemplate { bits |= state }
      }
      if at.take(",\"subject\":{", in: bytes) {
        guard at.take("\"x\":", in: bytes), at.take(.number, in: bytes),
          at.skip(",\"y\":", .number, in: bytes), at.skip(",\"width\":", .number, in: bytes),
          at.skip(",\"height\":", .number, in: bytes), takeEyes(&at, bytes),
          at.skip(",\"powerPoint\":", .integer, orNull: true, in: bytes),
          at.skip(",\"distance\":", .number, orNull: true, in: bytes), let state = takeState(&at, bytes)
        else { return false }
        bits |= state
      } else {
        _ = at.take(",\"subject\":null", in: bytes)
      }
      guard takeSubjects(&at, bytes) else { return false }
      if at.take(",\"composition\":{\"headroom\":", in: bytes) {
        guard at.take(.number, in: bytes) || at.take("null", in: bytes),
          at.skip(",\"leadRoom\":", .number, orNull: true, in: bytes),
          at.skip(",\"leads\":", .text, orNull: true, in: bytes),
          at.skip(",\"axis\":", .number, orNull: true, in: bytes),
          at.skip(",\"symmetry\":", .number, in: bytes), at.take("}", in: bytes)
        else { return false }
      }
      for meter in [",\"focus\":{\"sharpness\":", ",\"exposure\":{\"mean\":"] as [StaticString]
      where at.take(meter, in: bytes) {
        guard at.take(.number, in: bytes), at.skip(",\"share\":", .number, in: bytes),
          at.skip(",\"clippedHigh\":", .number, in: bytes), at.skip(",\"clippedLow\":", .number, in: bytes),
          takeState(&at, bytes) != nil
        else { return false }
      }
      guard at.take("}", in: bytes) else { return false }
    } while at.take(",", in: bytes)
    return at.take("]", in: bytes)
  }

  /// Skips a pair of numbers, or `null`, if there is such a member.
  private static func takeInterval(
    _ key: StaticString, _ at: inout JSONCursor, _ bytes: Span<UInt8>
  ) -> Bool {
    guard at.take(key, in: bytes), !at.take("null", in: bytes) else { return true }
    return at.take("[", in: bytes) && at.take(.number, in: bytes) && at.take(",", in: bytes)
      && at.take(.number, in: bytes) && at.take("]", in: bytes)
  }

  /// Skips the list of subjects, if the line has it.
  private static func takeSubjects(_ at: inout JSONCursor, _ bytes: Span<UInt8>) -> Bool {
    guard at.take(",\"subjects\":[", in: bytes) else { return true }
    repeat {
      guard at.take("{\"id\":", in: bytes), at.take(.integer, in: bytes) else { return false }
      for key in [",\"x\":", ",\"y\":", ",\"width\":", ",\"height\":"] as [StaticString] {
        guard at.take(key, in: bytes), at.take(.number, in: bytes) else { return false }
      }
      guard at.take(",\"path\":", in: bytes), at.take(.text, in: bytes), at.take("}", in: bytes) else {
        return false
      }
    } while at.take(",", in: bytes)
    return at.take("]", in: bytes)
  }

  /// Reads the place of a subject's eyes, if the line has it.
  private static func takeEyes(_ at: inout JSONCursor, _ bytes: Span<UInt8>) -> Bool {
    guard at.take(",\"eyes\":{\"x\":", in: bytes) else {
      _ = at.take(",\"eyes\":null", in: bytes)
      return true
    }
    return at.take(.number, in: bytes) && at.take(",\"y\":", in: bytes) && at.take(.number, in: bytes)
      && at.take("}", in: bytes)
  }

  /// Reads the last member of an object, as the bit of its state.
  private static func takeState(_ at: inout JSONCursor, _ bytes: Span<UInt8>) -> UInt32? {
    guard at.take(",\"state\":\"", in: bytes) else { return nil }
    let bit: UInt32
    if at.take("idle\"}", in: bytes) {
      bit = 2
    } else if at.take("snapped\"}", in: bytes) {
      bit = 8
    } else if at.take("near\"}", in: bytes) {
      bit = 4
    } else if at.take("unknown\"}", in: bytes) {
      bit = 1
    } else {
      return nil
    }
    return bit
  }
}
