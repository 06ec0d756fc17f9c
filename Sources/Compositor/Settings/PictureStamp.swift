import Glibc
import Values

/// Text burnt into pictures: date, time, the camera's name, what instruments say, free text.
package struct PictureStamp: Sendable, Equatable {
  /// Where in a viewfinder the text stands.
  package enum Corner: String, Sendable, CaseIterable {
    /// At the top left.
    case topLeft = "top-left"
    /// At the top right.
    case topRight = "top-right"
    /// At the bottom left.
    case bottomLeft = "bottom-left"
    /// At the bottom right.
    case bottomRight = "bottom-right"

    /// In the order in which stamps take them.
    package static let inOrder: [Corner] = [.bottomLeft, .bottomRight, .topRight, .topLeft]

    /// The other one at the top, or at the bottom.
    var beside: Corner {
      switch self {
      case .topLeft: .topRight
      case .topRight: .topLeft
      case .bottomLeft: .bottomRight
      case .bottomRight: .bottomLeft
      }
    }
  }

  /// Why a format can't be used.
  package enum Problem: Error, Equatable {
    /// Not among ``conversions``.
    case unknown(String)
    /// A `%` at the end.
    case cut
    /// There is no text.
    case empty
    /// This many characters, more than ``longest``.
    case tooLong(Int)
    /// Control characters don't belong in a line.
    case control
  }

  private enum Piece: Sendable, Equatable {
    case text(String)
    /// A strftime(3) conversion.
    case time(Character)
    case camera
    /// SMPTE ST 12-1's hours, minutes, seconds and frames, at this many frames a second; none is dropped.
    case timecode(Int)
    case value(StampedValue)
  }

  /// The rates of a timecode, in frames a second: `%{timecode}` has the first one, `%{timecode:25}` another.
  package static let timecodeRates = [30, 24, 25, 50, 60]

  /// The strftime(3) conversions that a format may have, besides `%{camera}`, `%{timecode}` and `%%`.
  package static let conversions = "YmdHMSFTyjzZaAbB"
  /// Those that count from midnight: pictures without a date use these.
  private static let clockConversions = "HMST"
  /// In characters.
  package static let longest = 200

  private let pieces: [Piece]
  /// As given.
  package let format: String
  /// The corner.
  package let corner: Corner

  /// Reads a format such as `%F %T %{camera}`.
  package init(_ format: String, corner: Corner) throws(Problem) {
    guard !format.isEmpty else { throw .empty }
    guard format.count <= Self.longest else { throw .tooLong(format.count) }
    guard !format.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .control
    }
    var pieces: [Piece] = []
    var text = ""
    var rest = format[...]
    func end() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
    }
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      if rest.hasPrefix("{camera}") {
        rest.removeFirst(8)
        end()
        pieces.append(.camera)
      } else if let (rate, length) = Self.timecode(rest) {
        rest.removeFirst(length)
        end()
        pieces.append(.timecode(rate))
      } else if rest.first == "{" {
        guard let close = rest.firstIndex(of: "}") else { throw .cut }
        let words = rest[...close]
        guard let value = StampedValue(words.dropFirst().dropLast()) else { throw .unknown("%\(words)") }
        rest = rest[rest.index(after: close)...]
        end()
        pieces.append(.value(value))
      } else if let conversion = rest.popFirst() {
        if conversion == "%" {
          text.append("%")
        } else if Self.conversions.contains(conversion) {
          end()
          pieces.append(.time(conversion))
        } else {
          throw .unknown("%\(conversion)")
        }
      } else {
        throw .cut
      }
    }
    end()
    self.pieces = pieces
    self.format = format
    self.corner = corner
  }

  /// A timecode's rate, and the length of what says so.
  private static func timecode(_ rest: Substring) -> (rate: Int, length: Int)? {
    if rest.hasPrefix("{timecode}") { return (timecodeRates[0], 10) }
    for rate in timecodeRates where rest.hasPrefix("{timecode:\(rate)}") { return (rate, 13) }
    return nil
  }

  /// Which text a time has: another number, another text. `nil` if it never changes.
  func tick(at nanoseconds: Int64) -> Int64? {
    var rate: Int64?
    for piece in pieces {
      switch piece {
      case .time: rate = rate ?? 1
      case .timecode(let frames): rate = max(rate ?? 1, Int64(frames))
      case .text, .camera, .value: break
      }
    }
    return rate.map { Self.seconds(nanoseconds) * $0 + Self.frame(nanoseconds, Int($0)) }
  }

  private static func seconds(_ nanoseconds: Int64) -> Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The number of the frame within its second. Times come up to a hundredth of a frame early.
  private static func frame(_ nanoseconds: Int64, _ rate: Int) -> Int64 {
    let part = Double(nanoseconds &- seconds(nanoseconds) &* 1_000_000_000) / 1e9
    return min(Int64(rate) - 1, Int64((part * Double(rate) + 0.01).rounded(.down)))
  }

  /// Whether it needs a date or a time zone: annotated files have neither.
  package var needsDate: Bool {
    pieces.contains {
      if case .time(let conversion) = $0 { !Self.clockConversions.contains(conversion) } else { false }
    }
  }

  /// Whether it tells what instruments say.
  package var tellsValues: Bool { !values.isEmpty }

  /// The names of the values that it tells.
  package var values: [String] {
    pieces.compactMap { if case .value(let value) = $0 { value.name } else { nil } }
  }

  /// The text.
  ///
  /// - Parameters:
  ///   - nanoseconds: since 1970; without a date, since the start of the material.
  ///   - isLocal: whether to use the time zone's time.
  ///   - camera: its name.
  ///   - values: what instruments say.
  func text(nanoseconds: Int64, isLocal: Bool, camera: String, values: [ValueSample] = []) -> String {
    var alarmed: [Range<Int>] = []
    return text(nanoseconds: nanoseconds, isLocal: isLocal, camera: camera, values: values, alarmed: &alarmed)
  }

  /// - Parameter alarmed: gets what is said of values with an alarm, in UTF-8.
  func text(
    nanoseconds: Int64, isLocal: Bool, camera: String, values: [ValueSample], alarmed: inout [Range<Int>]
  ) -> String {
    var clock = Int(Self.seconds(nanoseconds))
    var parts = unsafe tm()
    // SAFETY: both calls access only these two.
    if isLocal { unsafe localtime_r(&clock, &parts) } else { unsafe gmtime_r(&clock, &parts) }
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .camera: result += camera
      case .value(let value):
        let start = result.utf8.count
        result += value.text(values)
        if values.contains(where: { $0.isAlarmed && $0.name == value.name }) {
          alarmed.append(start..<result.utf8.count)
        }
      case .timecode(let rate):
        let frame = Int32(Self.frame(nanoseconds, rate))
        result += unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec, frame].map {
          $0 < 10 ? "0\($0)" : "\($0)"
        }
        .joined(separator: ":")
      case .time(let conversion):
        // Never a format from outside: a single known conversion.
        result += unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
          // SAFETY: strftime writes at most 64 bytes, including the final 0, or reports that there was no room.
          let count = unsafe strftime(room.baseAddress!, 64, "%\(conversion)", &parts)
          return count > 0 ? unsafe String(cString: room.baseAddress!) : ""
        }
      }
    }
    return result
  }
}
