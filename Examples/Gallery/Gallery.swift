import GlassChrome
import JPEGCodec
import PixelTypes

/// The gallery's views by name, each with the scene that it stands on.
enum Gallery {
  /// A view, its scene, and the size of its picture.
  struct Piece: Sendable {
    /// The name of its file and of its picture.
    let name: String
    /// The view.
    let view: ViewNode
    /// What lies behind it.
    let scene: Scenery
    /// Size in points.
    let size: (width: Double, height: Double)
    /// Dark or light glass.
    let appearance: ChromeStyle.Appearance

    init(
      _ name: String, _ view: some View, over scene: Scenery,
      _ size: (width: Double, height: Double) = (400, 520),
      _ appearance: ChromeStyle.Appearance = .dark
    ) {
      self.name = name
      self.view = view.node
      self.scene = scene
      self.size = size
      self.appearance = appearance
    }
  }

  /// The ten of them.
  static let pieces: [Piece] = [
    Piece("radial-button", RadialButton(isOpen: true), over: .coast),
    Piece("player", Player(isExpanded: true, isPlaying: true), over: .city),
    Piece("segmented-control", Periods(selection: "week"), over: .coast, (400, 260), .light),
    Piece("toast", Notice(), over: .walker, (400, 260)),
    Piece("context-menu", ContextMenu(), over: .walker),
    Piece("dashboard", Dashboard(), over: .city),
    Piece("onboarding", Onboarding(step: 1), over: .coast, (400, 520), .light),
    Piece("floating-sidebar", FloatingSidebar(selection: "messages"), over: .coast),
    Piece("map-controls", MapControls(style: "satellite"), over: .walker, (400, 520), .light),
    Piece("search", SearchWithSuggestions(query: "li"), over: .city),
  ]

  /// A piece's picture, by default two pixels to the point.
  ///
  /// - Throws: ``GlassError`` for views that break the rules of glass, and the scene's error.
  static func picture(of piece: Piece, scale: Double = 2) throws -> PlanarPicture {
    try ChromePicture.draw(
      piece.view, width: piece.size.width, height: piece.size.height,
      over: .picture(try piece.scene.picture(width: 1040, height: 1040)),
      style: ChromeStyle(appearance: piece.appearance), scale: scale)
  }
}
