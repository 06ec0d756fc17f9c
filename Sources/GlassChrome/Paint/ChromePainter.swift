import Geometry
import PixelTypes

/// Draws a ``DisplayList`` over the scene around the viewfinders: the backdrop, the glass, and the items on it.
///
/// Only tiles in which something has changed are drawn: the canvas must still hold what was last
/// drawn there. Drawing an unchanged list allocates nothing. Not thread-safe.
public final class ChromePainter {
  /// Where the painter draws, and where the viewfinders are, in pixels.
  let layout: ChromeLayout
  /// Appearance and accessibility settings.
  let style: ChromeStyle
  /// Subsampling of the canvases it draws on.
  public let subsampling: ChromaSubsampling
  private let context: GlassBody.Context
  private let items: ItemPainter.Context
  private let scenery: Scenery
  private let free: [PixelRect]
  private var list = DisplayList()
  private var quality = GlassQuality.full
  private(set) var bodies: [GlassBody] = []
  private var sheets: [ItemPainter] = []
  private var pyramid: BlurPyramid?
  /// Retained, so that no other canvas can get its address.
  private var lastTarget: PlanarPicture?
  private var isArranged = false
  /// The position in the round in which glass shows slight changes of the scene.
  private var turn = 0
  /// Frames since the scene last changed.
  private var framesHeld = 0
  /// The tiles drawn by the last call.
  public private(set) var tiles: TileMap
  /// False leaves out words and marks, so that the pixels behind them can be measured.
  package var drawsInk = true
  /// Collects the texts and the glass's tones of each frame, whether drawn or left out by `drawsInk`, until cleared; `nil` collects nothing.
  package var inkLog: InkLog?

  /// A painter for one layout and style.
  ///
  /// - Throws: ``GlassError`` for a layout that breaks its rules, a canvas without chroma, or if no
  ///   font can be found or used.
  public convenience init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling
  ) throws(GlassError) {
    try self.init(layout: layout, style: style, subsampling: subsampling, material: GlassMaterial.make)
  }

  /// A painter whose glass has another material.
  init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling,
    material: @escaping (GlassElement, ChromeStyle) -> GlassMaterial
  ) throws(GlassError) {
    try layout.validate()
    guard subsampling != .grey else { throw .unsupportedSubsampling }
    self.layout = layout
    self.style = style
    self.subsampling = subsampling
    scenery = Scenery(layout: layout, appearance: style.appearance, subsampling: subsampling)
    context = GlassBody.Context(
      scene: scenery.picture, scale: layout.scale, style: style, material: material)
    items = ItemPainter.Context(
      scale: layout.scale, subsampling: subsampling, palettes: ChromePalettes(style),
      type: try TypeStore(style.language),
      increaseContrast: style.increaseContrast, rasterizer: try OutlineRasterizer())
    let regions = [layout.topRegion, layout.bottomRegion, layout.sideRegion]
    (tones, inks) = (GroupTones(regions), RegionInks(regions))
    free = scenery.freeAreas
    tiles = TileMap(canvas: layout.canvas)
  }

  /// A sharp picture shown around the glass and bent by it, instead of the continued backdrop: as
  /// large as the canvas, with its subsampling (a precondition).
  public var scene: PlanarPicture? {
    didSet {
      precondition(scene.map { $0.size == layout.canvas && $0.subsampling == subsampling } ?? true)
      scenery.show(scene)
      invalidate()
    }
  }

  /// Set this when the samples of ``scene`` have changed since the last call.
  public var sceneIsNew = false

  /// Takes a viewfinder's own pixels where rims beside it mirror them; otherwise they mirror the small picture.
  ///
  /// - Parameters:
  ///   - viewfinder: on the canvas.
  ///   - draw: draws the viewfinder's pixels of an area, or of a larger one, into a picture of the
  ///     canvas's size and subsampling.
  public func takeMirrored(in viewfinder: PixelRect, _ draw: (PixelRect, PlanarPicture) -> Void) {
    scenery.takeMirrored(in: viewfinder, draw)
  }

  /// The light on the rims.
  private var key = KeyLightMeter()
  /// The camera's roll in degrees, which highlights counter to stay where the scene's light is;
  /// positive if the horizon rises to the right.
  public var rollDegrees = 0.0
  /// The groups' appearances, if the scene determines them.
  private var tones: GroupTones
  /// The regions' inks.
  private var inks: RegionInks

  /// Makes the next call draw everything.
  public func invalidate() { lastTarget = nil }

  /// Continues with the groups' appearances that the painter it replaces gave them.
  package func goOn(from former: ChromePainter) {
    tones.goOn(from: former.tones)
    inks.goOn(from: former.inks)
  }

  /// Continues on another canvas, which holds what was last drawn.
  package func goOn(on canvas: PlanarPicture) { if lastTarget != nil { lastTarget = canvas } }

  /// Draws what has changed since the last call into the canvas, outside the viewfinders.
  ///
  /// - Parameters:
  ///   - list: the screen; glass and items are clipped at viewfinders.
  ///   - values: the numbers that its figures show.
  ///   - backdrop: a small picture of the main camera's feed, full range BT.601, any subsampling; 1/8 of the
  ///     viewfinder's size serves best.
  ///   - backdropIsNew: false if the backdrop is the last call's; it then isn't read.
  ///   - nanoseconds: monotonic time of the frame, for releases of the contrast guard.
  ///   - quality: how much of the glass is drawn.
  ///   - canvas: full range BT.601, of the layout's size and this painter's subsampling (a
  ///     precondition). A different object from last time's is drawn in full.
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
    if style.appearance == .auto, tones.turn(bodies, nanoseconds: nanoseconds) { isArranged = false }
    // Before looking at the scene: glass determines which parts of it are seen.
    let isNew = !isArranged || list != self.list || quality != self.quality
    if isNew { arrange(list, quality) }
    inks.turn(bodies, nanoseconds: nanoseconds)
    framesHeld += 1
    // After a whole round without change, the scene is taken up at once.
    let isLate = framesHeld >= SceneMemory.turns
    look(at: backdrop, backdropIsNew: backdropIsNew, glassIsNew: isNew, isLate: isLate, nanoseconds)
    for i in bodies.indices {
      let isTurn = isLate || bodies[i].turn == turn
      let hasChanged = bodies[i].prepare(
        scenery.picture, scenery.changes, isTurn: isTurn, key: key.light, nanoseconds: nanoseconds)
      if hasChanged { tiles.mark(bodies[i].area) }
      for k in scenery.changes.indices { tiles.mark(bodies[i].part(seeing: scenery.changes[k].area)) }
    }
    scenery.settle()
    if let inkLog { for body in bodies { body.log(into: inkLog, scale: layout.scale) } }
    for i in sheets.indices {
      sheets[i].update(values, nanoseconds: nanoseconds, marking: &tiles)
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

  /// Takes this frame's scene.
  private func look(
    at backdrop: PlanarPicture, backdropIsNew: Bool, glassIsNew: Bool, isLate: Bool, _ nanoseconds: Int64
  ) {
    let known = pyramid.flatMap { $0.size == backdrop.size ? $0 : nil }
    let pyramid = known ?? BlurPyramid(size: backdrop.size)
    let isNew = backdropIsNew || known == nil
    if isNew {
      self.pyramid = pyramid
      pyramid.update(from: backdrop)
      key.look(at: pyramid, rollDegrees: rollDegrees, nanoseconds: nanoseconds)
      turn = (turn + 1) % SceneMemory.turns
      framesHeld = 0
    }
    if isNew || glassIsNew { scenery.update(pyramid, turn: isLate ? nil : turn, marking: &tiles) }
    if sceneIsNew { scenery.refresh(marking: &tiles) }
    sceneIsNew = false
  }

  private func paint(_ rect: PixelRect, into canvas: PlanarPicture) {
    scenery.paint(into: canvas, clip: rect)
    for i in free.indices {
      let clip = free[i].intersection(rect)
      guard !clip.isEmpty else { continue }
      for k in bodies.indices { bodies[k].paint(scenery.picture, into: canvas, clip: clip) }
      for k in sheets.indices { sheets[k].paint(into: canvas, clip: clip, platesOnly: !drawsInk) }
    }
  }

  /// Takes over another list: unchanged glass stays; tiles where something appears, disappears or moves are marked.
  private func arrange(_ list: DisplayList, _ quality: GlassQuality) {
    let known = self.quality == quality ? bodies : []
    var made: [GlassBody] = []
    var context = context
    for group in list.groups {
      if style.appearance == .auto { context.style.appearance = tones[group.id] }
      for cluster in GlassCluster.clusters(of: group) {
        let body =
          known.first {
            $0.isMade(of: cluster, spacing: group.spacing, context.scale, context.style)
          } ?? GlassBody(cluster, spacing: group.spacing, quality: quality, context: context, known: bodies)
        body.group = group.id
        body.answer(cluster, context)
        made.append(body)
      }
    }
    for body in unshared(bodies, made) { tiles.mark(body.area) }
    bodies = made
    arrangeItems(list)
    let words = sheets.flatMap(\.words)
    for body in bodies { body.set(words, scale: layout.scale) }
    for sheet in sheets { sheet.lie(on: bodies) }
    scenery.share(bodies)
    scenery.cast(bodies, marking: &tiles)
    self.list = list
    self.quality = quality
    isArranged = true
  }

  private func arrangeItems(_ list: DisplayList) {
    let before = self.list.groups
    var made: [ItemPainter] = []
    for group in list.groups {
      let neighbors = Self.neighbors(of: group, in: list)
      let former = sheets.first { $0.group == group.id }
      if isArranged, let known = before.first(where: { $0.id == group.id }), known.items == group.items,
        known.elements == group.elements, let former, former.neighbors == neighbors
      {
        made.append(former)
        continue
      }
      made.append(
        ItemPainter(
          group, neighbors: neighbors, context: items, clip: layout.canvas.bounds, former: former))
    }
    for sheet in unshared(sheets, made) {
      for bounds in sheet.bounds { tiles.mark(bounds) }
    }
    sheets = made
  }

  /// Other groups' glass that overlaps this group's: one appearing where another disappears.
  private static func neighbors(of group: GlassGroup, in list: DisplayList) -> [GlassElement] {
    var crossing: [GlassElement] = []
    for other in list.groups where other.id != group.id {
      for element in other.elements where element.presence > 0 && element.glass.variant != .identity {
        if group.elements.contains(where: { $0.frame.overlaps(element.frame) }) { crossing.append(element) }
      }
    }
    return crossing
  }
}

/// The objects that only one of two lists has.
func unshared<Object: AnyObject>(_ old: [Object], _ new: [Object]) -> [Object] {
  old.filter { object in !new.contains { $0 === object } }
    + new.filter { object in !old.contains { $0 === object } }
}
