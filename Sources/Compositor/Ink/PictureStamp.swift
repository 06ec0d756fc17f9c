import Glibc

/// Text that is burnt into pictures: date, time, the camera's name, free text.
package struct PictureStamp: Sendable, Equatable {
  /// Where it stands in a viewfinder.
  package enum Corner: String, Sendable, CaseIterable {
    /// At the top left.
    case topLeft = "top-left"
    /// At the top right.
    case topRight = "top-right"
    /// At the bottom left.
    case bottomLeft = "bottom-left"
    /// At the bottom right.
    case bottomRight = "bottom-right"
  }

  /// Why a format can't be used.
  package enum Problem: Error, Equatable {
    /// Not among ``conversions``.
    case unknown(String)
    /// A `%` at the end.
    case cut
    /// There is no text.
    case empty
    /// It has so many characters, more than ``longest``.
    case tooLong(Int)
    /// Control characters have no place in a line.
    case control
  }

  private enum Piece: Sendable, Equatable {
    case text(String)
    /// One of strftime(3)'s.
    case time(Character)
    case camera
  }

  /// Those of strftime(3) that a format may have, besides `%{camera}` and `%%`.
  package static let conversions = "YmdHMSFTyjzZaAbB"
  /// Those that count from midnight: pictures without a date have these.
  private static let clockConversions = "HMST"
  /// In characters.
  package static let longest = 200

  private let pieces: [Piece]
  /// As it was given.
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

  /// Whether it changes with time.
  var showsTime: Bool { pieces.contains { if case .time = $0 { true } else { false } } }

  /// Whether it needs a date or a time zone: files that are annotated have neither.
  package var needsDate: Bool {
    pieces.contains {
      if case .time(let conversion) = $0 { !Self.clockConversions.contains(conversion) } else { false }
    }
  }

  /// The text.
  ///
  /// - Parameters:
  ///   - seconds: since 1970; without a date, since the beginning of the material.
  ///   - isLocal: whether the time zone's time is shown.
  ///   - camera: its name.
  func text(seconds: Int, isLocal: Bool, camera: String) -> String {
    var clock = seconds
    var parts = unsafe tm()
    // SAFETY: both calls read and write these two only.
    if isLocal { unsafe localtime_r(&clock, &parts) } else { unsafe gmtime_r(&clock, &parts) }
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .camera: result += camera
      case .time(let conversion):
        // Never a format from outside: one conversion that is known.
        result += unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
          // SAFETY: strftime writes at most 64 bytes, ends them with 0, or says that there was no room.
          let count = unsafe strftime(room.baseAddress!, 64, "%\(conversion)", &parts)
          return count > 0 ? unsafe String(cString: room.baseAddress!) : ""
        }
      }
    }
    return result
  }
}
