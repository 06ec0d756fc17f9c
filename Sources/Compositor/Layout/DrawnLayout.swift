import PixelTypes

/// A layout of one's own.
package struct DrawnLayout: Sendable, Hashable {
  package var canvas: PixelSize
  /// Pixels per point; `nil` for the derived scale.
  package var scale: Double?
  /// One viewfinder for each of the job's cameras, the main one's first, in canvas pixels.
  package var places: [PixelRect]

  package init(canvas: PixelSize, scale: Double?, places: [PixelRect]) {
    (self.canvas, self.scale, self.places) = (canvas, scale, places)
  }

  /// Why it can't be shown; `nil` if it can.
  package var objection: String? {
    if let problem = canvas.objection { return "its canvas of \(canvas) can't be shown: \(problem)" }
    if canvas.width % 2 + canvas.height % 2 > 0 {
      return "its canvas is \(canvas); both sides must be even"
    }
    let whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    for (index, place) in places.enumerated() {
      // Coordinates come from a file.
      let sides = [place.x, place.y, place.width, place.height]
      guard sides.allSatisfy({ (0...PixelSize.largestSide).contains($0) }), whole.contains(place) else {
        return "the viewfinder \(place.text) isn't on its canvas of \(canvas)"
      }
      if place.width < 32 || place.height < 24 {
        return "the viewfinder \(place.text) is smaller than 32x24"
      }
      if sides.contains(where: { $0 % 2 > 0 }) {
        return "the viewfinder \(place.text) has an odd x, y, width or height; all must be even"
      }
      if let other = places[..<index].first(where: { $0.intersects(place) }) {
        return "the viewfinders \(other.text) and \(place.text) overlap"
      }
    }
    return nil
  }
}
