import GlassChrome
import HUDGeometry
import PixelTypes

/// Pictures in rows under headings, each with a caption below it, as one picture.
struct WallSheet {
  struct Shot {
    var picture: PlanarPicture
    /// Truncated if it is wider than the picture.
    var caption: String
  }

  private struct Words {
    var text: String
    var size: Double
    var weight: Int
    var x: Int
    /// Row of the baseline.
    var y: Int
    var width: Int
    var role: ColorRole
  }

  /// Pixels between shots, and the greatest width of a row.
  private static let gap = 8
  private static let widest = 2720
  private static let headingHeight = 36
  private static let captionHeight = 22

  private var words: [Words] = []
  private var pictures: [(picture: PlanarPicture, x: Int, y: Int)] = []
  private var width = 0
  private var height = gap

  /// A component's name.
  mutating func add(heading: String) {
    words.append(
      Words(
        text: heading, size: 19, weight: 600, x: Self.gap, y: height + 25, width: Self.widest,
        role: .primary))
    height += Self.headingHeight
  }

  /// Adds shots side by side, as many in a row as fit.
  ///
  /// - Parameter wraps: false keeps them in one row, however wide.
  mutating func add(_ shots: [Shot], wraps: Bool = true) {
    var x = Self.gap
    var tallest = 0
    func end(_ height: inout Int) { height += tallest + Self.captionHeight + Self.gap }
    for shot in shots {
      let size = shot.picture.size
      if wraps, x > Self.gap, x + size.width + Self.gap > Self.widest {
        end(&height)
        (x, tallest) = (Self.gap, 0)
      }
      pictures.append((shot.picture, x, height))
      words.append(
        Words(
          text: shot.caption, size: 13, weight: 400, x: x, y: height + size.height + 16, width: size.width,
          role: .secondary))
      tallest = max(tallest, size.height)
      x += size.width + Self.gap
      width = max(width, x)
    }
    if !shots.isEmpty { end(&height) }
  }

  /// The whole sheet on a dark ground.
  ///
  /// - Throws: ``ShowroomError/usage(reason:)`` if it is larger than a picture can be; ``ShowroomError/chrome(_:)``
  ///   without a font.
  func picture() throws(ShowroomError) -> PlanarPicture {
    let width = max(width, 640)
    guard let size = PixelSize(width: width, height: height) else {
      throw .usage(reason: "a wall of \(width)x\(height) pixels can't be drawn; name a --component")
    }
    let wall = PlanarPicture(size: size, subsampling: .yuv444)
    do { try write(onto: wall) } catch { throw .chrome(error) }
    for (picture, x, y) in pictures { picture.copy(picture.bounds, into: wall, x: x, y: y) }
    return wall
  }

  private func write(onto wall: PlanarPicture) throws(GlassError) {
    let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)
    let painter = try ChromePainter(
      layout: ChromeLayout(
        canvas: wall.size, viewfinders: [], topRegion: empty, bottomRegion: empty, scale: 1),
      style: ChromeStyle(), subsampling: .yuv444)
    let measurer = try TypefaceMeasurer(scale: 1)
    let items = words.enumerated().compactMap { i, words -> DisplayItem? in
      let line = measurer.lines(
        words.text, width: Double(words.width), limit: 1, direction: .leftToRight, size: words.size,
        weight: words.weight
      ).first
      guard let line else { return nil }
      return .text(
        TextItem(
          id: ElementID("\(i)"), text: line.text, size: words.size, weight: words.weight,
          origin: Point(Double(words.x), Double(words.y)), frame: .zero, role: words.role))
    }
    guard let black = PixelSize(width: 8, height: 8) else { return }
    painter.paint(
      DisplayList(groups: [GlassGroup(id: "words", items: items, bounds: .zero)]),
      backdrop: PlanarPicture(size: black, subsampling: .yuv444), nanoseconds: 0, into: wall)
  }
}
