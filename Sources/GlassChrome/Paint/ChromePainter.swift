import HUDGeometry
import PixelTypes

/// Draws a ``DisplayList`` over the scene around the viewfinders: the backdrop, glass, and what lies on it.
///
/// Only tiles in which something has changed are drawn: the canvas is expected to hold what was drawn there before.
/// A list that stays the same allocates nothing. Not thread-safe.
public final class ChromePainter {
  public let layout: ChromeLayout
  public let style: ChromeStyle
  public let subsampling: ChromaSubsampling
  private let context: GlassBody.Context
  private let items: ItemPainter.Context
  private let ambient: AmbientScene
  private let free: [PixelRect]
  private var list = DisplayList()
  private var quality = GlassQuality.full
  private var bodies: [GlassBody] = []
  private var sheets: [ItemPainter] = []
  private var pyramid: BlurPyramid?
  /// Held, so that no other canvas can take its address.
  private var lastTarget: PlanarPicture?
  private var isArranged = false
  /// Counts frames.
  private var turn = 0
  /// Frames since the scene was another one.
  private var framesHeld = 0
  /// The tiles drawn by the last call.
  public private(set) var tiles: TileMap
  /// False leaves out words and marks, so that what lies behind them can be measured.
  public var drawsInk = true
  /// Notes every text, drawn or left out.
  public var inkLog: InkLog?

  /// - Throws: ``GlassError`` for a layout that breaks its rules, a canvas without chroma, and when no font can be
  ///   found or used.
  public convenience init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling
  ) throws(GlassError) {
    try self.init(layout: layout, style: style, subsampling: subsampling, material: GlassMaterial.make)
  }

  /// With glass of another material.
  init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling,
    material: @escaping (Glass, GlassElement.Elevation, ChromeStyle) -> GlassMaterial
  ) throws(GlassError) {
    try layout.validate()
    guard subsampling != .grey else { throw .unsupportedSubsampling }
    self.layout = layout
    self.style = style
    self.subsampling = subsampling
    let whole = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    let grid = SceneGrid(
      canvas: layout.canvas, anchor: layout.viewfinders.first ?? whole, scale: layout.scale)
    context = GlassBody.Context(
      grid: grid, subsampling: subsampling, scale: layout.scale, style: style, material: material)
    items = ItemPainter.Context(
      scale: layout.scale, subsampling: subsampling, palette: ChromePalette(style), type: try TypeStore(),
      grounds: InkGround.Cache(style),
      rasterizer: try OutlineRasterizer())
    ambient = AmbientScene(layout: layout, style: style, grid: grid, subsampling: subsampling)
    free = ambient.freeAreas
    tiles = TileMap(canvas: layout.canvas)
  }

  /// What is shown around the glass, sharp and under its shadows, in place of the backdrop out of focus: as large as
  /// the canvas and of its subsampling. The glass itself looks at the backdrop.
  public var scene: PlanarPicture? {
    get { ambient.picture }
    set {
      precondition(newValue.map { $0.size == layout.canvas && $0.subsampling == subsampling } ?? true)
      ambient.picture = newValue
      invalidate()
    }
  }

  /// The next call draws everything.
  public func invalidate() { lastTarget = nil }

  /// Draws what has changed since the last call into the canvas, outside the viewfinders.
  ///
  /// - Parameters:
  ///   - list: what is on the screen; where it meets a viewfinder it is cut off.
  ///   - values: the numbers that its figures show.
  ///   - backdrop: a small picture of the primary's feed, full range BT.601, any subsampling; 1/8 of the
  ///     viewfinder's size serves best.
  ///   - backdropIsNew: false where it is the last call's, which then isn't looked at.
  ///   - nanoseconds: monotonic time of the frame, for releases of the contrast guard.
  ///   - canvas: full range BT.601, of the layout's size and this painter's subsampling. Another object than last time
  ///     is drawn in full.
  public func paint(
    _ list: DisplayList, values: FigureValues = FigureValues(), backdrop: PlanarPicture,
    backdropIsNew: Bool = true, nanoseconds: Int64, quality: GlassQuality = .full, into canvas: PlanarPicture
  ) {
    precondition(canvas.size == layout.canvas && canvas.subsampling == subsampling)
    tiles.clear()
    if lastTarget !== canvas {
      lastTarget = canvas
      tiles.markAll()
    }
    let known = pyramid.flatMap { $0.size == backdrop.size ? $0 : nil }
    let pyramid = known ?? BlurPyramid(size: backdrop.size)
    framesHeld += 1
    // A scene that has been held for as long as a round of turns is taken up at once.
    let isLate = framesHeld >= SceneWatch.turns
    if backdropIsNew || known == nil {
      self.pyramid = pyramid
      pyramid.update(from: backdrop)
      turn = (turn + 1) % SceneWatch.turns
      framesHeld = 0
      ambient.update(pyramid, turn: isLate ? nil : turn, marking: &tiles)
    }
    if !isArranged || list != self.list || quality != self.quality { arrange(list, quality) }
    for i in bodies.indices {
      // Bodies' turns lie between those of the pieces of the scene that are drawn most.
      let isTurn = isLate || (3 * i + turn) % SceneWatch.turns == 0
      if bodies[i].prepare(pyramid, nanoseconds: nanoseconds, isTurn: isTurn) { tiles.mark(bodies[i].area) }
    }
    for i in sheets.indices {
      sheets[i].update(values, marking: &tiles)
      if let inkLog { sheets[i].log(into: inkLog) }
    }
    for row in 0..<tiles.rows {
      var column = 0
      while let run = tiles.run(row: row, from: column) {
        paint(run.rect, into: canvas)
        column = run.next
      }
    }
  }

  private func paint(_ rect: PixelRect, into canvas: PlanarPicture) {
    ambient.paint(into: canvas, clip: rect)
    for i in free.indices {
      let clip = free[i].intersection(rect)
      guard !clip.isEmpty else { continue }
      for k in bodies.indices { bodies[k].paint(into: canvas, clip: clip) }
      for k in sheets.indices { sheets[k].paint(into: canvas, clip: clip, platesOnly: !drawsInk) }
    }
  }

  /// Takes over another list: glass that stays as it is stays; where something comes, goes or moves is marked.
  private func arrange(_ list: DisplayList, _ quality: GlassQuality) {
    let known = self.quality == quality ? bodies : []
    var made: [GlassBody] = []
    for group in list.groups {
      for cluster in GlassCluster.clusters(of: group) {
        if let body = known.first(where: { $0.isMade(of: cluster, spacing: group.spacing, context.scale) }) {
          made.append(body)
        } else {
          made.append(
            GlassBody(cluster, spacing: group.spacing, quality: quality, context: context, known: bodies))
        }
      }
    }
    for body in bodies where !made.contains(where: { $0 === body }) { tiles.mark(body.area) }
    for body in made where !bodies.contains(where: { $0 === body }) { tiles.mark(body.area) }
    bodies = made
    arrangeItems(list)
    ambient.cast(bodies, marking: &tiles)
    self.list = list
    self.quality = quality
    isArranged = true
  }

  private func arrangeItems(_ list: DisplayList) {
    let before = self.list.groups
    var made: [ItemPainter] = []
    for group in list.groups {
      let neighbors = Self.neighbors(of: group, in: list)
      if isArranged, let i = before.firstIndex(where: { $0.id == group.id }),
        before[i].items == group.items, before[i].elements == group.elements,
        let sheet = sheets.first(where: { $0.group == group.id }), sheet.neighbors == neighbors
      {
        made.append(sheet)
        continue
      }
      let clip = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
      made.append(ItemPainter(group, neighbors: neighbors, context: items, clip: clip))
    }
    for sheet in sheets where !made.contains(where: { $0 === sheet }) {
      for bounds in sheet.bounds { tiles.mark(bounds) }
    }
    for sheet in made where !sheets.contains(where: { $0 === sheet }) {
      for bounds in sheet.bounds { tiles.mark(bounds) }
    }
    sheets = made
  }

  /// Other groups' glass that lies across a group's: one that comes where another goes.
  private static func neighbors(of group: DisplayList.Group, in list: DisplayList) -> [Rect] {
    var crossing: [Rect] = []
    for other in list.groups where other.id != group.id {
      for element in other.elements where element.presence > 0 && element.glass.variant != .identity {
        let f = element.frame
        let meets = group.elements.contains {
          $0.frame.x < f.maxX && $0.frame.maxX > f.x && $0.frame.y < f.maxY && $0.frame.maxY > f.y
        }
        if meets { crossing.append(f) }
      }
    }
    return crossing
  }

  /// Where glass lies at present, in pixels of the canvas.
  public var glassAreas: [PixelRect] { bodies.map(\.area) }
}
