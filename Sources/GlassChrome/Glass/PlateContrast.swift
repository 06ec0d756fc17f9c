import PixelTypes

/// The contrast of text against what is behind it (WCAG 2.2, "contrast ratio").
public enum PlateContrast {
  /// (lighter + .05) / (darker + .05) of two relative luminances, 0...1 each; the result is 1...21.
  public static func ratio(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

  /// The least contrast of a text with any pixel behind it or within `margin` pixels of its box.
  ///
  /// - Parameters:
  ///   - text: its box and luminance, as the painter logged them.
  ///   - plate: the canvas without ink, full range BT.601, with chroma.
  ///   - margin: pixels around the box, rounded at its corners.
  /// - Returns: infinity if the text lies outside the canvas.
  public static func least(_ text: InkLog.Entry, over plate: PlanarPicture, margin: Int = 2) -> Double {
    let box = text.area.insetBy(-margin).intersection(plate.bounds)
    let (across, down) = (plate.subsampling.horizontal, plate.subsampling.vertical)
    var least = Double.infinity
    for y in box.y..<max(box.y, box.maxY) {
      let dy = max(text.area.y - y, y - text.area.maxY + 1, 0)
      for x in box.x..<max(box.x, box.maxX) {
        let dx = max(text.area.x - x, x - text.area.maxX + 1, 0)
        guard dx * dx + dy * dy <= margin * margin else { continue }
        let behind = InkColor.luminance(
          luma: plate.luma[x, y], cb: plate.cb[x / across, y / down], cr: plate.cr[x / across, y / down])
        least = min(least, ratio(text.luminance, behind))
      }
    }
    return least
  }
}
