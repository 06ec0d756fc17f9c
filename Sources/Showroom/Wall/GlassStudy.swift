import GlassChrome
import HUDGeometry
import PixelTypes

/// Panels of every kind of glass over a photograph, at full size, for judging glass by eye.
package struct GlassStudy {
  /// The sheet's size in points.
  package static let size = (width: 890.0, height: 490.0)

  private let photograph: PlanarPicture
  /// Pixels per point.
  package var scale = 2.0
  /// Appearance and accessibility settings.
  package var style = ChromeStyle()

  /// - Parameter photograph: fills the sheet; any subsampling.
  package init(over photograph: PlanarPicture) { self.photograph = photograph }

  /// The sheet as a PNG.
  ///
  /// - Throws: ``ShowroomError/chrome(_:)``.
  package func png() throws(ShowroomError) -> [UInt8] {
    do {
      return try PNGEncoder.encode(
        try ChromePicture.draw(
          try Panels(scale: scale).list, width: Self.size.width, height: Self.size.height,
          over: .picture(photograph), style: style, scale: scale))
    } catch { throw .chrome(error) }
  }
}

/// The panels as laid out.
private struct Panels {
  private(set) var list = DisplayList()
  private let measurer: TypefaceMeasurer

  private struct Words {
    var text: String
    var size: Double
    var weight = 500
    /// From the panel's centre.
    var x: Double
    var y: Double
    var isCentred = false
  }

  init(scale: Double) throws(GlassError) {
    measurer = try TypefaceMeasurer(scale: scale)
    add(
      "camera", Rect(x: 40, y: 28, width: 270, height: 64), .capsule, .regular,
      [
        Words(text: "Coast", size: 17, weight: 600, x: -112, y: -2),
        Words(text: "29.9 a second, level +0.3°", size: 13, x: -112, y: 17),
      ])
    add("lens", Rect(x: 323, y: 28, width: 64, height: 64), .circle, .clear, icon: "flip")
    add(
      "timer", Rect(x: 598, y: 38, width: 84, height: 44), .capsule,
      Glass(.regular, tint: .recording, isProminent: true),
      [Words(text: "00:12", size: 17, weight: 600, x: 0, y: 6, isCentred: true)])
    add(
      "clear", Rect(x: 40, y: 165, width: 270, height: 130), .rect(cornerRadius: 36), .clear,
      [Words(text: "Clear", size: 22, weight: 600, x: 0, y: 46, isCentred: true)])
    add(
      "regular", Rect(x: 345, y: 167.5, width: 290, height: 125), .rect(cornerRadius: 36), .regular,
      [Words(text: "Regular", size: 22, weight: 600, x: 0, y: 42, isCentred: true)])
    add("circle", Rect(x: 700, y: 160, width: 140, height: 140), .circle, .clear)
    for (i, name) in ["Portrait", "Full body", "Couple", "Product"].enumerated() {
      add(
        ElementID("card-\(i)"), Rect(x: 54 + Double(i) * 128, y: 354, width: 112, height: 92),
        .rect(cornerRadius: 26),
        .regular, [Words(text: name, size: 14, weight: 600, x: 0, y: 33, isCentred: true)],
        icon: ["person", "template", "heart", "photo"][i])
    }
    add("shutter", Rect(x: 674, y: 354, width: 92, height: 92), .circle, .clear)
    list.groups[list.groups.count - 1].items.append(
      DisplayItem(
        id: "shutter/disc", frame: Rect(x: 687, y: 367, width: 66, height: 66), .plate(.circle),
        role: .recording))
  }

  private mutating func add(
    _ id: ElementID, _ frame: Rect, _ form: GlassForm, _ glass: Glass, _ words: [Words] = [],
    icon: String? = nil
  ) {
    var items: [DisplayItem] = []
    if let icon {
      let side = words.isEmpty ? 26.0 : 34
      items.append(
        DisplayItem(
          id: ElementID("\(id.path)/icon"),
          frame: Rect(
            x: frame.center.x - side / 2, y: frame.center.y - side / 2 - (words.isEmpty ? 0 : 12),
            width: side, height: side), .icon(icon)))
    }
    for (i, words) in words.enumerated() {
      let width = measurer.line(words.text, size: words.size, weight: words.weight).advance
      let x = frame.center.x + words.x - (words.isCentred ? width / 2 : 0)
      items.append(
        DisplayItem(
          id: ElementID("\(id.path)/\(i)"),
          frame: Rect(
            x: x, y: frame.center.y + words.y - words.size, width: width, height: words.size * 1.3),
          .text(
            words.text,
            Lettering(
              size: words.size, weight: words.weight, origin: Point(x, frame.center.y + words.y)))))
    }
    list.groups.append(
      GlassGroup(
        id: id, elements: [GlassElement(id: id, frame: frame, form: form, glass: glass, elevation: .z3)],
        items: items, bounds: frame))
  }
}
