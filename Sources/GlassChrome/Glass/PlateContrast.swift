import PixelTypes

/// The contrast of text against what is behind it (WCAG 2.2, "contrast ratio").
package enum PlateContrast {
  /// (lighter + .05) / (darker + .05) of two relative luminances, 0...1 each; the result is 1...21.
  package static func ratio(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

  /// The lowest contrast of an ink with any pixel it must stand out from: those of its
  /// ``InkLog/Entry/places``, or, if it has none, those behind it or within `margin` pixels of its box.
  ///
  /// - Parameters:
  ///   - ink: its box and luminance, as the painter logged them.
  ///   - plate: the canvas without ink, full range BT.601, with chroma.
  ///   - margin: pixels around the box, rounded at its corners.
  /// - Returns: infinity if the ink lies outside the canvas.
  package static func least(_ ink: InkLog.Entry, over plate: PlanarPicture, margin: Int = 2) -> Double {
    if ink.places.isEmpty { return least(ink.luminance, ink.area, over: plate, margin: margin) }
    var contrast = Double.infinity
    for place in ink.places { contrast = min(contrast, least(ink.luminance, place, over: plate, margin: 0)) }
    return contrast
  }

  private static func least(_ luminance: Double, _ area: PixelRect, over plate: PlanarPicture, margin: Int)
    -> Double
  {
    let box = area.insetBy(-margin).intersection(plate.bounds)
    let (across, down) = (plate.subsampling.horizontal, plate.subsampling.vertical)
    var least = Double.infinity
    // Neighbours on glass are often of one colour.
    var last = (luma: -1, cb: -1, cr: -1)
    for y in box.y..<max(box.y, box.maxY) {
      for x in box.x..<max(box.x, box.maxX) {
        let gap = area.gap(toX: x, y: y)
        guard gap.across * gap.across + gap.down * gap.down <= margin * margin else { continue }
        let (luma, cb, cr) = (
          plate.luma[x, y], plate.cb[x / across, y / down], plate.cr[x / across, y / down]
        )
        guard (Int(luma), Int(cb), Int(cr)) != last else { continue }
        last = (Int(luma), Int(cb), Int(cr))
        let behind = InkColor.luminance(luma: luma, cb: cb, cr: cr)
        least = min(least, ratio(luminance, behind))
      }
    }
    return least
  }
}
