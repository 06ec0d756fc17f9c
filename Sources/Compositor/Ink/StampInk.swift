import GlassChrome
import PixelTypes
import Values

/// Draws a stamp into a corner of a viewfinder.
package struct StampInk {
  private let stamp: PictureStamp
  private let camera: String
  private var ink: LetterInk
  // What the text was set for.
  private var made: (tick: Int64?, isLocal: Bool)?
  private var madeOf: [ValueSample] = []

  /// - Parameters:
  ///   - slot: its place in the viewfinder's layout.
  ///   - letters: em size, in pixels.
  ///   - camera: its name.
  /// - Throws: ``GlassError`` when there is no usable font.
  package init(
    _ stamp: PictureStamp, in slot: PixelRect, of layout: InkLayout, letters: Double, camera: String
  ) throws(GlassError) {
    self.stamp = stamp
    self.camera = camera
    let isRight = stamp.corner == .topRight || stamp.corner == .bottomRight
    ink = try LetterInk(in: slot, of: layout, letters: letters, isRight: isRight)
  }

  /// In a viewfinder of a finished picture, where a recording's stamps would be; without those that have no room.
  ///
  /// - Parameters:
  ///   - rect: the viewfinder, in pixels.
  ///   - hasName: whether the viewfinder's name is in it.
  ///   - inner: viewfinders inside it.
  ///   - camera: its name.
  /// - Throws: ``GlassError`` when there is no usable font.
  package static func all(
    _ stamps: [PictureStamp], over rect: PixelRect, hasName: Bool, inner: [PixelRect], camera: String
  ) throws(GlassError) -> [StampInk] {
    let letters = LetterInk.size(.large, in: rect)
    var request = InkLayout.Request(rect: rect, letters: letters)
    request.hasName = hasName
    request.stamps = stamps.map(\.corner)
    request.inner = inner
    let layout = InkLayout(request)
    var inks: [StampInk] = []
    for stamp in stamps {
      guard let slot = layout[.stamp(stamp.corner)] else { continue }
      inks.append(try StampInk(stamp, in: slot, of: layout, letters: letters, camera: camera))
    }
    return inks
  }

  /// What its letters cover, in canvas pixels.
  package var place: PixelRect { ink.place }

  /// Sets the text of a picture. Allocates once a second, or with a timecode once a frame.
  ///
  /// - Parameters:
  ///   - nanoseconds: the picture's time, since 1970 or the start of the material.
  ///   - isLocal: whether to use the time zone's time.
  ///   - values: what other programs and instruments said.
  package mutating func set(nanoseconds: Int64, isLocal: Bool, values: [ValueSample] = []) {
    let tick = stamp.tick(at: nanoseconds)
    let isSame = !stamp.tellsValues || values.elementsEqual(madeOf) { $0.isSaidLike($1) }
    if let made, made == (tick, isLocal), isSame { return }
    var alarmed: [Range<Int>] = []
    let text = stamp.text(
      nanoseconds: nanoseconds, isLocal: isLocal, camera: camera, values: values, alarmed: &alarmed)
    ink.set(text, alarmed: alarmed)
    guard stamp.tellsValues else { return made = (tick, isLocal) }
    madeOf.removeAll(keepingCapacity: true)
    madeOf += values
    made = (tick, isLocal)
  }

  /// Draws it.
  package func draw(into canvas: PlanarPicture, with painter: inout InkPainter) {
    ink.draw(into: canvas, with: &painter)
  }
}

/// Draws a viewfinder's name at its upper left corner.
package struct NameInk {
  private var ink: LetterInk

  /// - Parameters:
  ///   - slot: its place in the viewfinder's layout.
  ///   - letters: em size, in pixels.
  /// - Throws: ``GlassError`` when there is no usable font.
  package init(
    _ name: String, in slot: PixelRect, of layout: InkLayout, letters: Double
  ) throws(GlassError) {
    ink = try LetterInk(in: slot, of: layout, letters: letters)
    ink.set(name, mode: .middle)
  }

  /// What its letters cover, in canvas pixels.
  package var place: PixelRect { ink.place }

  /// Draws it.
  package func draw(into canvas: PlanarPicture, with painter: inout InkPainter) {
    ink.draw(into: canvas, with: &painter)
  }
}
