import GlassChrome
import PixelTypes
import Values

/// The letters in a viewfinder's corners: its name and the stamps.
struct ViewfinderLetters {
  private var name: NameInk?
  private var stamps: [StampInk] = []
  /// How far other ink keeps off, in pixels.
  private static let clearance = 3

  /// Those of all viewfinders.
  ///
  /// - Throws: ``GlassError`` when there is no usable font.
  static func all(
    _ settings: StageSettings, in layout: CanvasLayout, names: [String]
  ) throws(GlassError) -> [ViewfinderLetters] {
    var all: [ViewfinderLetters] = []
    for (index, rect) in layout.viewfinders.enumerated() {
      let places = InkLayout(
        settings, rect, isMain: index == 0, hasName: settings.hasNames(in: layout),
        inner: layout.clearings(in: rect))
      let size = LetterInk.size(settings.style.typeSize, in: rect)
      var letters = ViewfinderLetters()
      if let slot = places[.name] {
        letters.name = try NameInk(names[index], in: slot, of: places, letters: size)
      }
      for stamp in settings.stamps {
        guard let slot = places[.stamp(stamp.corner)] else { continue }
        letters.stamps.append(
          try StampInk(stamp, in: slot, of: places, letters: size, camera: names[index]))
      }
      all.append(letters)
    }
    return all
  }

  /// Sets the stamps of a picture.
  mutating func set(nanoseconds: Int64, isLocal: Bool, values: [ValueSample]) {
    for index in stamps.indices {
      stamps[index].set(nanoseconds: nanoseconds, isLocal: isLocal, values: values)
    }
  }

  /// Keeps other ink off the letters.
  func clear(showsStamp: Bool, in painter: inout InkPainter) {
    if let name { painter.gaps.append(name.place.insetBy(-Self.clearance)) }
    guard showsStamp else { return }
    for stamp in stamps { painter.gaps.append(stamp.place.insetBy(-Self.clearance)) }
  }

  func draw(showsStamp: Bool, into canvas: PlanarPicture, with painter: inout InkPainter) {
    name?.draw(into: canvas, with: &painter)
    guard showsStamp else { return }
    for stamp in stamps { stamp.draw(into: canvas, with: &painter) }
  }
}

extension StageSettings {
  /// Whether a layout's viewfinders show their names.
  func hasNames(in layout: CanvasLayout) -> Bool {
    drawsHUD && (showsNames ?? (layout.viewfinders.count > 1))
  }
}
