import Geometry
import PixelTypes
import RealModule

/// The scene around the viewfinders and behind the glass: one copy of the main camera's picture that fills the canvas,
/// far out of focus and a little dimmed, or a sharp picture; on it the shadows of glass and viewfinders, and a hairline
/// around each viewfinder, so that it reads as a window.
final class Scenery {
  /// A rectangle of the canvas.
  private final class Piece {
    enum Place {
      /// Outside the viewfinders.
      case free
      /// A pixel-wide strip beside a viewfinder of odd size: its chroma is the viewfinder's.
      case sliver
      /// Inside a viewfinder, beside its edge: only rims show it, mirrored.
      case apron
    }

    let tile: SceneTile
    let place: Place
    var sampler: PyramidSampler
    /// How much of the light shadows leave, as a factor of codes times 256 less 1, in luma pixels; `nil` if none falls here.
    var shade: PixelPlane?
    /// The part that rims may show, for aprons.
    var mirrored = PixelRect.empty
    /// Whether it holds the viewfinder's own pixels.
    var isSharp = false
    /// Its turn in a round.
    var turn = 0
    /// Whether glass has that turn too.
    var isUnderGlass = false

    init(_ area: PixelRect, _ place: Place, texel: Int, anchor: PixelRect, subsampling: ChromaSubsampling) {
      tile = SceneTile(area: area, texel: texel, subsampling: subsampling)
      sampler = PyramidSampler(tile, anchor: anchor)
      self.place = place
    }
  }

  /// Least blur of the copy, in points, and of what rims mirror where the viewfinder's own pixels weren't taken.
  private static let blur = (copy: 24.0, mirrored: 7.0)
  /// How far viewfinders' shadows reach, in points, and the light that they take at the edge.
  private static let windowShadow = (reach: 14.0, strength: 0.3)
  /// Its saturation; 256 leaves it unchanged.
  private static let saturation: Int32 = 290

  /// The scene without shadows, of the canvas's size: valid outside the viewfinders, and inside them near glass.
  private(set) var picture: PlanarPicture
  /// Where it has changed since `settle`.
  private(set) var changes: [ScenePart] = []
  private let own: PlanarPicture
  private let pieces: [Piece]
  private let wash: LightWash
  private let windows: [PixelRect]
  private let scale: Double
  /// The hairlines, and how much of the way to white they go, of 256.
  private let hairlines: [PixelRect]
  private let hairlineLight: Int32
  private var casters: [GlassBody] = []
  private var isGiven: Bool { picture !== own }

  init(layout: ChromeLayout, appearance: ChromeStyle.Appearance, subsampling: ChromaSubsampling) {
    own = PlanarPicture(size: layout.canvas, subsampling: subsampling)
    picture = own
    scale = layout.scale
    hairlineLight = appearance != .light ? 64 : 150
    wash =
      appearance != .light
      ? LightWash(color: LinearColor(red: 0.004, green: 0.004, blue: 0.006), opacity: 0.40)
      : LightWash(color: LinearColor(red: 0.86, green: 0.87, blue: 0.89), opacity: 0.30)
    let bounds = layout.canvas.bounds
    let anchor = layout.viewfinders.first ?? bounds
    let even = layout.viewfinders.map { layout.chromaOut($0, subsampling).intersection(bounds) }
    let texel = SceneTile.texel(scale: layout.scale)
    let copy = Self.filling(bounds, as: anchor)
    func made(_ areas: [PixelRect], _ place: Piece.Place) -> [Piece] {
      areas.map {
        Piece(
          $0, place, texel: texel, anchor: place == .apron ? anchor : copy, subsampling: subsampling)
      }
    }
    windows = layout.viewfinders
    let line = max(1, Int(layout.scale.rounded()))
    hairlines = layout.viewfinders.filter { !$0.isEmpty }.flatMap { window in
      Self.free(window.insetBy(-line).intersection(bounds), layout.viewfinders)
    }
    let margin = Int(3 * BevelTable.widestBevel * layout.scale / 2) * 2
    pieces =
      made(Self.free(bounds, even).flatMap(Self.cut), .free)
      + made(zip(layout.viewfinders, even).flatMap { Self.free($1, [$0]) }, .sliver)
      + made(even.flatMap { Self.free($0, [$0.insetBy(margin)]).flatMap(Self.cut) }, .apron)
    for piece in pieces where piece.place != .apron { piece.shade = shade(piece.tile, []) }
    changes.reserveCapacity(2 * pieces.count)
  }

  /// The rectangle of a viewfinder's proportions that fills the canvas from its middle.
  private static func filling(_ bounds: PixelRect, as window: PixelRect) -> PixelRect {
    guard !window.isEmpty else { return bounds }
    let growth = max(
      Double(bounds.width) / Double(window.width), Double(bounds.height) / Double(window.height))
    let (width, height) = (
      Int((Double(window.width) * growth).rounded(.up)), Int((Double(window.height) * growth).rounded(.up))
    )
    return PixelRect(
      x: (bounds.width - width) / 2, y: (bounds.height - height) / 2, width: width, height: height)
  }

  /// Where glass may be drawn: rectangles that together cover the canvas outside the viewfinders.
  var freeAreas: [PixelRect] { pieces.filter { $0.place == .free }.map(\.tile.area) }

  /// The part of `bounds` outside `holes`, as rectangles.
  private static func free(_ bounds: PixelRect, _ holes: [PixelRect]) -> [PixelRect] {
    // A small viewfinder has no middle, and others may lie elsewhere.
    let holes = holes.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
    let rows = Set([bounds.y, bounds.maxY] + holes.flatMap { [$0.y, $0.maxY] }).sorted()
    var free: [PixelRect] = []
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      var x = bounds.x
      let across = holes.filter { $0.y <= top && $0.maxY >= bottom }
      for hole in across.sorted(by: { $0.x < $1.x }) {
        if hole.x > x { free.append(PixelRect(x: x, y: top, width: hole.x - x, height: bottom - top)) }
        x = max(x, hole.maxX)
      }
      if x < bounds.maxX {
        free.append(PixelRect(x: x, y: top, width: bounds.maxX - x, height: bottom - top))
      }
    }
    return free
  }

  /// Pieces small enough that a local change of the scene doesn't redraw all of it.
  private static func cut(_ rect: PixelRect) -> [PixelRect] {
    let (width, height) = (TileMap.width * 8, TileMap.height * 4)
    var cuts: [PixelRect] = []
    var y = rect.y
    while y < rect.maxY {
      let bottom = min((y / height + 1) * height, rect.maxY)
      var x = rect.x
      while x < rect.maxX {
        let right = min((x / width + 1) * width, rect.maxX)
        cuts.append(PixelRect(x: x, y: y, width: right - x, height: bottom - y))
        x = right
      }
      y = bottom
    }
    return cuts
  }

  /// Shows a picture of the canvas's size and subsampling instead of the continued primary, which `nil` restores.
  func show(_ picture: PlanarPicture?) {
    self.picture = picture ?? own
    changes.removeAll(keepingCapacity: true)
    for piece in pieces { changes.append(ScenePart(area: piece.tile.area, size: .plain)) }
  }

  /// Notes that the shown picture has changed everywhere, and marks all tiles.
  func refresh(marking tiles: inout TileMap) {
    guard isGiven else { return }
    for piece in pieces {
      changes.append(ScenePart(area: piece.tile.area, size: .plain))
      if piece.place != .apron { tiles.mark(piece.tile.area) }
    }
  }

  /// Takes a viewfinder's own pixels where rims mirror them.
  ///
  /// - Parameter draw: draws the viewfinder's pixels of an area, or of a larger one, into a picture of the canvas's size.
  func takeMirrored(in viewfinder: PixelRect, _ draw: (PixelRect, PlanarPicture) -> Void) {
    guard !isGiven else { return }
    for piece in pieces where piece.place == .apron {
      let area = piece.mirrored.intersection(viewfinder)
      guard !area.isEmpty else { continue }
      draw(area, own)
      piece.isSharp = true
      changes.append(ScenePart(area: area, size: .plain))
    }
  }

  /// The part of an area that rims may show, in steps that moving glass rarely leaves.
  private static func part(of area: PixelRect, near bodies: [GlassBody]) -> PixelRect {
    let step = 64
    var (left, top, right, bottom) = (area.maxX, area.maxY, area.x, area.y)
    for body in bodies {
      let part = body.near.intersection(area)
      guard !part.isEmpty else { continue }
      (left, top) = (min(left, part.x / step * step), min(top, part.y / step * step))
      right = max(right, (part.maxX + step - 1) / step * step)
      bottom = max(bottom, (part.maxY + step - 1) / step * step)
    }
    return PixelRect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0)).intersection(
      area)
  }

  /// Gives glass and the parts of the scene it shows their turns together, so that a round draws it once.
  func share(_ bodies: [GlassBody]) {
    for i in pieces.indices { (pieces[i].turn, pieces[i].isUnderGlass) = (i % SceneMemory.turns, false) }
    for i in bodies.indices {
      // 5 shares no factor with the number of turns: each lies far from the last.
      bodies[i].turn = 5 * i % SceneMemory.turns
      for piece in pieces where !piece.isUnderGlass && piece.tile.area.intersects(bodies[i].near) {
        (piece.turn, piece.isUnderGlass) = (bodies[i].turn, true)
      }
    }
  }

  /// Takes over the shadows of a new arrangement and marks the tiles they change.
  func cast(_ bodies: [GlassBody], marking tiles: inout TileMap) {
    for piece in pieces where piece.place == .apron {
      let mirrored = Self.part(of: piece.tile.area, near: bodies)
      if piece.mirrored.isEmpty, !mirrored.isEmpty {
        piece.sampler = PyramidSampler(piece.tile, anchor: piece.sampler.anchor)
      }
      // Beyond what was taken, there is only the small picture.
      if mirrored.intersection(piece.mirrored) != mirrored || mirrored.isEmpty { piece.isSharp = false }
      piece.mirrored = mirrored
    }
    let casters = bodies.filter { $0.shadow != nil }
    let isNew = unshared(self.casters, casters)
    guard !isNew.isEmpty else { return }
    self.casters = casters
    for piece in pieces where piece.place != .apron {
      func reaches(_ body: GlassBody) -> Bool { body.shadow?.texels.intersects(piece.tile.texels) == true }
      guard isNew.contains(where: reaches) else { continue }
      piece.shade = shade(piece.tile, casters.filter(reaches).compactMap(\.shadow))
      tiles.mark(piece.tile.area)
    }
  }

  /// How much shadows leave of codes: their share of light to the power 1/2.2, close to sRGB's curve.
  private func shade(_ tile: SceneTile, _ shadows: [GlassShadow]) -> PixelPlane? {
    let reach = 1.5 * Self.windowShadow.reach * scale
    let near = windows.filter { $0.insetBy(-Int(reach) - tile.texelSize).intersects(tile.area) }
    guard !shadows.isEmpty || !near.isEmpty else { return nil }
    let kept = SamplePlane(width: tile.texels.width, height: tile.texels.height)
    for row in 0..<kept.height {
      for column in 0..<kept.width {
        var share: Float = 1
        let (x, y) = (tile.texels.x + column, tile.texels.y + row)
        for shadow in shadows { share *= shadow.light(x: x, y: y) }
        // A window lies in the glass: where two are near, the deeper shadow counts.
        share *= near.reduce(1) { min($0, light(beside: $1, x: x, y: y, texel: tile.texelSize)) }
        kept[column, row] = UInt16((Float.pow(share, 1 / 2.2) * 4080).rounded())
      }
    }
    let lines = SamplePlane(width: tile.area.width, height: kept.height)
    tile.stretch(kept, into: lines, 0)
    let shade = PixelPlane(width: tile.area.width, height: tile.area.height)
    for y in 0..<shade.height {
      let at = tile.line(at: Double(tile.area.y + y) + 0.5)
      let below = min(at.index + 1, lines.height - 1)
      // SAFETY: both lines and the row are as wide as the shade, and inside their planes.
      let (upper, lower) = unsafe (lines.row(at.index), lines.row(below))
      let row = unsafe shade.base + y * shade.bytesPerRow
      let (above, under) = (UInt32(16 - at.fraction), UInt32(at.fraction))
      for x in 0..<shade.width {
        let mixed = unsafe UInt32(upper[x]) &* above &+ UInt32(lower[x]) &* under
        unsafe row[x] = UInt8(truncatingIfNeeded: min(mixed >> 8, 255))
      }
    }
    return shade
  }

  /// Share of light that a viewfinder's shadow leaves at a texel, as deep as glass's of 14 points' reach.
  private func light(beside window: PixelRect, x: Int, y: Int, texel: Int) -> Float {
    let (px, py) = ((Double(x) + 0.5) * Double(texel), (Double(y) + 0.5) * Double(texel))
    let dx = max(Double(window.x) - px, px - Double(window.maxX), 0)
    let dy = max(Double(window.y) - py, py - Double(window.maxY), 0)
    let t = (dx * dx + dy * dy).squareRoot() / (Self.windowShadow.reach * scale)
    return Float(1 - Self.windowShadow.strength * Double.exp(-t * t * 3))
  }

  /// Takes this frame's scene; `changes` and the marked tiles say where it has visibly changed.
  ///
  /// - Parameter turn: in the round, from 0; pieces show slight changes in turn, or all at once if it is `nil`.
  func update(_ pyramid: BlurPyramid, turn: Int?, marking tiles: inout TileMap) {
    guard !isGiven else { return }
    for i in pieces.indices {
      let piece = pieces[i]
      guard piece.place != .apron || !piece.mirrored.isEmpty && !piece.isSharp else { continue }
      let deviation = scale * (piece.place == .apron ? Self.blur.mirrored : Self.blur.copy)
      let change = piece.sampler.change(pyramid, deviation: deviation)
      guard change.isDue(isTurn: turn.map { $0 == piece.turn } ?? true) else { continue }
      piece.sampler.sample(pyramid, deviation: deviation, into: piece.tile.light)
      saturate(piece.tile.light, by: Self.saturation)
      encode(piece.tile.light, wash: wash, into: piece.tile.codes)
      piece.tile.stretch()
      for channel in 0..<3 where channel == 0 || piece.place != .sliver { render(piece.tile, channel) }
      changes.append(ScenePart(area: piece.tile.area, size: change))
      mark(piece, &tiles)
    }
  }

  /// Marks the tiles that show a piece; an apron also lies under the slivers beside its viewfinder.
  private func mark(_ piece: Piece, _ tiles: inout TileMap) {
    guard piece.place == .apron else { return tiles.mark(piece.tile.area) }
    for i in pieces.indices where pieces[i].place == .sliver {
      let common = pieces[i].tile.area.intersection(piece.tile.area)
      if !common.isEmpty { tiles.mark(common) }
    }
  }

  /// Forgets what has changed.
  func settle() { changes.removeAll(keepingCapacity: true) }

  /// Draws a tile's lines into the picture.
  private func render(_ tile: SceneTile, _ channel: Int) {
    let (plane, lines) = (own.plane(channel), tile.lines(channel))
    let samples = own.samples(channel, under: tile.area)
    for y in samples.y..<samples.maxY where samples.width > 0 {
      let at = tile.line(at: (Double(y) + 0.5) * Double(own.subsampling.step(channel).down))
      // SAFETY: the area lies inside the canvas; lines are as wide as its share of the plane.
      unsafe paintRow(
        LinePair(lines, line: at.index, fraction: at.fraction, from: 0),
        to: SampleRun(
          base: plane.base + y * plane.bytesPerRow + samples.x, count: samples.width,
          dither: DitherTable.shared.row(y), column: samples.x))
    }
  }

  /// Draws the scene with its shadows inside a clip of whole chroma samples.
  func paint(into canvas: PlanarPicture, clip: PixelRect) {
    for i in pieces.indices where pieces[i].place != .apron {
      let piece = pieces[i]
      let part = piece.tile.area.intersection(clip)
      guard !part.isEmpty else { continue }
      for channel in 0..<3 where channel == 0 || piece.place == .free {
        copy(part, channel, shade: piece.shade, from: piece.tile.area, into: canvas.plane(channel))
      }
    }
    for i in hairlines.indices { lighten(hairlines[i].intersection(clip), canvas.luma) }
  }

  /// Draws a part of a hairline. Chroma is shared with the viewfinder's pixels at odd edges, so it stays.
  private func lighten(_ part: PixelRect, _ luma: PixelPlane) {
    guard !part.isEmpty else { return }
    for y in part.y..<part.maxY {
      // SAFETY: the part lies inside the canvas.
      let row = unsafe luma.base + y * luma.bytesPerRow
      for x in part.x..<part.maxX {
        let code = unsafe Int32(row[x])
        unsafe row[x] = UInt8(truncatingIfNeeded: code &+ ((255 &- code) &* hairlineLight) >> 8)
      }
    }
  }

  private func copy(
    _ part: PixelRect, _ channel: Int, shade: PixelPlane?, from area: PixelRect, into plane: PixelPlane
  ) {
    let source = picture.plane(channel)
    let samples = picture.samples(channel, under: part)
    let (step, count) = (picture.subsampling.step(channel), samples.width)
    guard count > 0 else { return }
    for y in samples.y..<samples.maxY {
      // SAFETY: the part lies inside the canvas, whose size the picture has, and inside the shade's area.
      let to = unsafe plane.base + y * plane.bytesPerRow + samples.x
      let from = unsafe source.base + y * source.bytesPerRow + samples.x
      guard let shade else {
        unsafe to.update(from: from, count: count)
        continue
      }
      let row = min(max(y * step.down - area.y, 0), shade.height - 1)
      let kept = unsafe shade.base + row * shade.bytesPerRow + max(samples.x * step.across - area.x, 0)
      unsafe shadeRow(
        from, by: kept, step: step.across, toward: channel == 0 ? 0 : 128, count: count, to: to)
    }
  }
}
