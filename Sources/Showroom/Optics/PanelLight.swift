import GlassChrome
import HUDGeometry
import PixelTypes

/// How much of a bright scene's light passes a dark panel with three white words, away from the words and the rim.
enum PanelLight {
  private static let size = (width: 290.0, height: 125.0)
  private static let margin = 24.0
  private static let scale = 2.0
  /// Points from a word beyond which none of its wash may show, and from the edge to the bevel's foot.
  private static let fromWords = 24.0
  private static let fromEdge = 20.0

  /// Mean luminance of the panel over that of the scene behind it; 1 for all of it.
  static func passed() throws(ShowroomError) -> Double {
    let (width, height) = (size.width + 2 * margin, size.height + 2 * margin)
    let room = Rect(x: 0, y: 0, width: width, height: height)
    let list: DisplayList
    let (panel, bare): (MeasuredPicture, MeasuredPicture)
    do {
      let scene = PictureBackdrop.picture(try TestBackdrop.brightSky.picture())
      let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: scale))
      list = try layout.resolve(view, in: room, environment: LayoutEnvironment(scale: scale))
      panel = MeasuredPicture(
        try ChromePicture.draw(list, width: width, height: height, over: scene, scale: scale))
      bare = MeasuredPicture(
        try ChromePicture.draw(DisplayList(), width: width, height: height, over: scene, scale: scale))
    } catch { throw ShowroomError(error) }
    return passed(panel, bare, words: list.groups.flatMap(\.items).map(\.frame))
  }

  private static var view: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text("Desk").font(.headline)
      Text("1080p")
      Text("30 fps")
    }
    .padding(20)
    .frame(width: size.width, height: size.height, alignment: .topLeading)
    .glassEffect(.regular, in: .rect(cornerRadius: 36))
  }

  private static func passed(_ panel: MeasuredPicture, _ bare: MeasuredPicture, words: [Rect]) -> Double {
    var (through, all) = (0.0, 0.0)
    for y in 0..<panel.height {
      for x in 0..<panel.width {
        let p = Point((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        let inside = min(
          p.x - margin, margin + size.width - p.x, p.y - margin, margin + size.height - p.y)
        guard inside > fromEdge, words.allSatisfy({ $0.distance(to: p) >= fromWords }) else { continue }
        through += panel[x, y]
        all += bare[x, y]
      }
    }
    return through / all
  }
}
