import GlassChrome
import PixelTypes
import Values

/// The letters in a viewfinder's corners: its name and the stamp.
struct ViewfinderLetters {
  private var name: NameInk?
  private var stamp: StampInk?
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
      if let stamp = settings.stamp, let slot = places[.stamp] {
        letters.stamp = try StampInk(stamp, in: slot, of: places, letters: size, camera: names[index])
      }
      all.append(letters)
    }
    return all
  }

  /// Sets the stamp of a picture.
  mutating func set(nanoseconds: Int64, isLocal: Bool, values: [ValueSample]) {
    stamp?.set(nanoseconds: nanoseconds, isLocal: isLocal, values: values)
  }

  /// Keeps other ink off the letters.
  func clear(showsStamp: Bool, in painter: inout InkPainter) {
    if let name { painter.gaps.append(name.place.insetBy(-Self.clearance)) }
    if showsStamp, let stamp { painter.gaps.append(stamp.place.insetBy(-Self.clearance)) }
  }

  func draw(showsStamp: Bool, into canvas: PlanarPicture, with painter: inout InkPainter) {
    name?.draw(into: canvas, with: &painter)
    if showsStamp { stamp?.draw(into: canvas, with: &painter) }
  }
}

extension StageSettings {
  /// Whether a layout's viewfinders show their names.
  func hasNames(in layout: CanvasLayout) -> Bool {
    drawsHUD && (showsNames ?? (layout.viewfinders.count > 1))
  }
}
