import CGlass
import Geometry
import PixelTypes

/// One connected piece of glass: a single element, or neighbours in a container that bend towards each other.
///
/// Everything that depends on shape is computed when the body is made. A frame blurs the scene behind it, tones it as
/// legible ink requires, and mixes in the sharp scene that the rim bends and mirrors.
final class GlassBody {
  /// The group of its elements.
  var group = ElementID("")
  private(set) var elements: [GlassElement]
  let shape: BodyShape
  /// Pixels of the canvas; all four edges are even, so the body shares no chroma sample.
  var area: PixelRect { shape.parts.area }
  let materials: [GlassMaterial]
  /// The shadow on the scene behind it, if the glass floats above the scene.
  let shadow: GlassShadow?
  private let quality: GlassQuality
  let soft: SoftLight
  /// Where each sample looks, by channel.
  private(set) var rows: [GlassRows]
  /// The rows without light from fingers, while there is any.
  private var untouched: [GlassRows]?
  private var bare: [GlassRows] { untouched ?? rows }
  private let style: ChromeStyle
  private let subsampling: ChromaSubsampling
  private let scratch: PixelPlane
  /// Pixels of the canvas that lie behind the body.
  private let visible: PixelRect
  /// How far from a changed pixel of the scene the body may change, in pixels: one behind it, by its lens or its mirror, and
  /// one beside it, by its mirror alone.
  private let reach: (behind: Int, beside: Int)
  /// How far outside its area it mirrors, in pixels.
  private let mirrored: Int
  private var key: KeyLight?
  private var rim = RimLight()
  /// Pixels inside the edge whose light doesn't yield to words: they lie farther inside, or the border is there.
  private var bareEdge = 255
  /// How much the scene has changed since the glass last took it in.
  private var pending = SceneChange.plain
  private var words: [GlassWord] = []
  /// Whether the words differ from those drawn last.
  private var isReworded = false
  /// Whether it has seen the scene behind it.
  private(set) var hasScene = false
  /// The words' tones and inks of the bodies that this one replaces.
  private var carried: [WordTones] = []

  /// What all bodies share.
  struct Context {
    /// The scene, of the canvas's size.
    let scene: PlanarPicture
    let scale: Double
    /// Dark or light, regardless of the scene.
    var style: ChromeStyle
    /// Makes the material; tests remove one effect at a time.
    var material: (GlassElement, ChromeStyle) -> GlassMaterial = GlassMaterial.make
    let tables = BevelTableCache()

    /// Pixels per texel of soft light: four points.
    var texel: Int { scale < 0.75 ? 2 : SceneTile.texel(scale: scale) }
  }

  /// - Parameters:
  ///   - elements: at least one, none of them `.identity`.
  ///   - spacing: points at which they begin to bend towards each other.
  ///   - known: the bodies drawn before; outlines and washes of the same elements are reused.
  init(
    _ elements: [GlassElement], spacing: Double, quality: GlassQuality, context: Context, known: [GlassBody]
  ) {
    let scale = context.scale
    self.elements = elements
    self.quality = quality
    style = context.style
    subsampling = context.scene.subsampling
    let materials = elements.map { context.material($0, context.style) }
    self.materials = materials
    let tone = LensTone(materials)
    let isToned = tone != nil || materials.allSatisfy { $0.isClear || $0.leavesLight }
    let parts = BodyShape.Parts(elements, materials, isToned: isToned, spacing: spacing, scale: scale)
    let area = parts.area
    let former = known.first { $0.shape.isMade(of: parts) }
    shape = former?.shape.moved(to: parts) ?? BodyShape(parts)
    shadow = GlassShadow(elements, shape, context)
    let largest = elements.indices.max { elements[$0].frame.area < elements[$1].frame.area } ?? 0
    let material = materials[largest]
    visible = Self.visible(area, context.scene.bounds)
    var baker = GlassBaker(
      field: shape.field, run: shape.run, edges: shape.edges, material: material,
      table: context.tables.table(of: material), scale: scale, quality: quality, visible: visible,
      canvas: context.scene)
    if let former, former.shines(like: parts.edges, materials, quality) { baker.former = former.bare }
    rows = Self.rows(baker)
    scratch = PixelPlane(width: area.width, height: 1)
    let tile = SceneTile(area: area, texel: context.texel, subsampling: subsampling)
    let blend = max(parts.spacing, Double(tile.texelSize))
    soft = SoftLight(
      tile, materials: materials,
      shares: elements.count > 1 ? Self.shares(parts.outlines, tile, blend: blend) : [],
      blurPixels: material.blurPoints * scale,
      isOpaque: !quality.blurs, lensTone: tone)
    if elements.count == 1, let whole = elements[0].wholeFrame {
      let area = BodyShape.Parts.area([whole.scaled(by: scale)], 0)
      soft.whole = WholeLight(
        area, visible: Self.visible(area, context.scene.bounds), material, texel: context.texel, scale: scale,
        subsampling: subsampling)
    }
    let bent = Double(parts.edges.map { min($0.longest, 3 * $0.bevel + Float(60 * scale)) }.max() ?? 0)
    // A place mirrors what lies three times its depth from it: see GlassBaker. Where shapes merge, it may be deeper than
    // the distance says.
    let bevel = Double(parts.edges.map(\.bevel).max() ?? 0)
    mirrored = Int(((elements.count > 1 ? 3 : 2) * bevel + scale).rounded(.up)) + 1
    let beside = Int((3 * bevel + scale).rounded(.up)) + 1
    reach = (behind: max(Int(bent.rounded(.up)) + 1, beside), beside: beside)
    carried = known.filter { body in body.elements.contains { e in elements.contains { $0.id == e.id } } }
      .map(\.soft.words)
    soft.set([], elements: elements.map(\.id), scale: scale, known: carried)
    answer(context)
  }

  /// Takes over the same elements with other fingers on them: only light changes, so nothing else is recomputed.
  func answer(_ elements: [GlassElement], _ context: Context) {
    guard elements != self.elements else { return }
    self.elements = elements
    answer(context)
  }

  private func answer(_ context: Context) {
    soft.glow = Self.glow(elements, soft.tile, context.scale)
    let light = TouchLight(elements, scale: context.scale)
    if let light {
      let bare = bare
      untouched = bare
      rows = (0..<3).map {
        light.lit(bare[$0], GlassChannel($0, area: area, visible: visible, canvas: context.scene))
      }
    } else if let bare = untouched {
      (rows, untouched) = (bare, nil)
    }
    pending = .plain
    key = nil
  }

  /// The part of an area that lies on the canvas; its nearest pixel if there is none.
  private static func visible(_ area: PixelRect, _ canvas: PixelRect) -> PixelRect {
    let common = area.intersection(canvas)
    guard common.isEmpty else { return common }
    return PixelRect(
      x: min(max(area.x, 0), canvas.width - 1), y: min(max(area.y, 0), canvas.height - 1), width: 1, height: 1
    )
  }

  /// Where each channel's samples look: luma, Cb, Cr.
  private static func rows(_ baker: GlassBaker) -> [GlassRows] {
    let spread = baker.quality.drawsEnvironment ? Float(baker.material.dispersion) : 0
    let blue = baker.rows(1, bending: 1 + spread)
    return [baker.rows(0), blue, spread == 0 ? blue : baker.rows(2, bending: 1 - spread)]
  }

  /// Takes over the words that lie on the glass.
  func set(_ words: [GlassWord], scale: Double) {
    let own = words.filter { word in elements.contains { $0.id == word.element } }
    guard own != self.words else { return }
    self.words = own
    soft.set(own, elements: elements.map(\.id), scale: scale, known: carried)
    carried = []
    isReworded = true
    let depths = own.map { shape.outline.depth(of: $0.box.insetBy(-GlassWord.margin)) }
    let bareEdge = Int(max(depths.min() ?? 255, (GlassMaterial.linePoints * scale).rounded(.up)))
    if bareEdge != self.bareEdge { key = nil }
    self.bareEdge = bareEdge
  }

  /// Whether this body fits these elements in this style, regardless of the fingers on them.
  func isMade(of elements: [GlassElement], spacing: Double, _ scale: Double, _ style: ChromeStyle) -> Bool {
    style == self.style && elements.count == self.elements.count
      && zip(elements, self.elements).allSatisfy { $0.id == $1.id && $0.untouched == $1.untouched }
      && (spacing * scale == shape.parts.spacing || elements.count == 1)
  }

  /// Whether it differs from glass of the same shape in presence at most.
  private func shines(
    like edges: [GlassBaker.Edge], _ materials: [GlassMaterial], _ quality: GlassQuality
  ) -> Bool {
    let own = shape.parts.edges
    guard var edge = edges.first, edges.count == 1, own.count == 1 else { return false }
    edge.presence = own[0].presence
    return edge == own[0] && materials == self.materials && quality == self.quality
  }

  /// Where it may see the scene.
  var near: PixelRect { area.insetBy(-mirrored) }
  /// Its turn in a round of slight changes.
  var turn = 0

  /// Takes in a frame; true when the glass looks different from before.
  ///
  /// - Parameters:
  ///   - changes: where the scene has changed.
  ///   - isTurn: whether to show slight changes now.
  ///   - key: the light on the rims.
  func prepare(
    _ scene: PlanarPicture, _ changes: [ScenePart], isTurn: Bool, key: KeyLight, nanoseconds: Int64
  ) -> Bool {
    // What only its rim mirrors isn't in its soft light.
    for i in changes.indices
    where changes[i].area.intersects(area) || soft.whole.map({ changes[i].area.intersects($0.area) }) ?? false
    {
      pending = max(pending, changes[i].size)
    }
    let isDue = pending.isDue(isTurn: isTurn)
    if isDue {
      soft.take(scene, visible: visible)
      hasScene = true
    }
    let isLit = light(by: key)
    guard soft.hold(nanoseconds) || isDue || isReworded else { return isLit }
    if isDue { pending = .none }
    isReworded = false
    soft.render()
    return true
  }

  /// Notes what the words' tone does to it.
  func log(into log: InkLog, scale: Double) {
    let (steepest, mean) = soft.toneEffect()
    log.add(
      InkLog.Tone(
        component: String(elements[0].id.path.prefix { $0 != "/" }), area: area,
        steepest: steepest * scale / Double(soft.tile.texelSize), mean: mean))
  }

  /// The pixels whose lens or rim may show a part of the scene: they show its changes at once.
  func part(seeing change: PixelRect) -> PixelRect {
    area.intersection(change.insetBy(-(change.intersects(area) ? reach.behind : reach.beside)))
  }

  /// Lights the rim by a key light; true if it differs from the last.
  private func light(by key: KeyLight) -> Bool {
    guard key != self.key else { return false }
    self.key = key
    rim.aim(key, strength: materials[0].keyLight, outline: bareEdge)
    for channel in rows.indices {
      rim.light(&rows[channel].segments)
      rim.light(&rows[channel].pixels)
    }
    return true
  }

  /// Draws the glass inside a clip.
  ///
  /// - Parameters:
  ///   - scene: of the canvas's size.
  ///   - clip: pixels of the canvas, inside it; left and top edges even, right and bottom ones even or the canvas's own.
  func paint(_ scene: PlanarPicture, into canvas: PlanarPicture, clip: PixelRect) {
    let clip = clip.intersection(area)
    guard !clip.isEmpty else { return }
    for channel in 0..<3 {
      let samples = canvas.samples(channel, under: clip)
      for y in samples.y..<samples.maxY {
        paint(y, samples.x..<samples.maxX, channel, scene.plane(channel), canvas.plane(channel))
      }
    }
  }

  private func paint(
    _ y: Int, _ columns: Range<Int>, _ channel: Int, _ scene: PixelPlane, _ plane: PixelPlane
  ) {
    let step = subsampling.step(channel)
    let (row, left) = (y - area.y / step.down, area.x / step.across)
    let dither = unsafe DitherTable.shared.row(y)
    let at = soft.tile.line(at: (Double(y) + 0.5) * Double(step.down))
    for index in Int(rows[channel].starts[row])..<Int(rows[channel].starts[row + 1]) {
      let segment = rows[channel].segments[index]
      let start = left + Int(segment.x)
      let x = max(start, columns.lowerBound)
      let count = min(start + Int(segment.count), columns.upperBound) - x
      guard count > 0 else { continue }
      // SAFETY: rows and columns lie in the clip, which lies in the plane and the body; scene and
      // canvas have one size, and the soft lines are as wide as the body.
      let run = unsafe SampleRun(
        base: plane.base + y * plane.bytesPerRow + x, count: count, dither: dither, column: x)
      let lines = unsafe lines(channel, at, from: x - left, dither: run.dither)
      if segment.kind == .pixels {
        unsafe bend(
          rows[channel].pixels, Int(segment.first) + x - start, lines, scene, to: run)
        continue
      }
      var target = unsafe run
      if segment.opacity < 256 { unsafe target.base = scratch.base }
      unsafe paint(segment, lines, scene, x, y, to: target)
      if segment.opacity < 256 {
        unsafe crossFade(target.base, opacity: Int(segment.opacity), count: count, to: run.base)
      }
    }
  }

  /// The soft light of a row from a column on.
  @unsafe
  private func lines(
    _ channel: Int, _ at: (index: Int, fraction: Int), from: Int, dither: UnsafePointer<UInt16>
  ) -> cglass_lines {
    let clear = channel == 0 ? soft.lumaClear : soft.chromaClear
    let light = unsafe LinePair(soft.tile.lines(channel), line: at.index, fraction: at.fraction, from: from)
    let shares = unsafe LinePair(clear, line: at.index, fraction: at.fraction, from: from)
    let table = LightTable.shared
    return unsafe cglass_lines(
      soft_above: light.upper, soft_below: light.lower, clear_above: shares.upper, clear_below: shares.lower,
      fraction: UInt16(at.fraction), dither: dither, tone: soft.lensTone?.codes(channel),
      lit_codes: table.code,
      lit_chroma: table.chroma,
      light_code: channel == 0 ? 255 : key?.code(channel) ?? 128, is_luma: channel == 0 ? 1 : 0)
  }

  @unsafe
  private func bend(
    _ looks: [EdgeLook], _ first: Int, _ lines: cglass_lines, _ scene: PixelPlane, to run: SampleRun
  ) {
    // SAFETY: when the looks were made, places were held inside the plane, which has a spare sample to the right; the run lies
    // inside the looks and the canvas.
    unsafe withUnsafePointer(to: lines) { lines in
      unsafe looks.withUnsafeBufferPointer { looks in
        guard let base = looks.baseAddress else { return }
        unsafe cglass_bent(
          lines, base + first, scene.base, scene.bytesPerRow, (scene.height - 1) * scene.bytesPerRow,
          Int32(run.count), run.base)
      }
    }
  }

  @unsafe
  private func paint(
    _ segment: GlassRows.Segment, _ lines: cglass_lines, _ scene: PixelPlane, _ x: Int, _ y: Int,
    to run: SampleRun
  ) {
    // SAFETY: a band's rows were held inside the plane when it was made; `x` and the run lie in the plane.
    func row(_ index: Int) -> UnsafePointer<UInt8> {
      unsafe UnsafePointer(scene.base + min(index, scene.height - 1) * scene.bytesPerRow + x)
    }
    let look = segment.look
    if segment.kind == .flat, look.lens == 0 {
      let soft = unsafe LinePair(
        upper: lines.soft_above, lower: lines.soft_below, fraction: Int(lines.fraction))
      unsafe paintRow(soft, to: run)
      return
    }
    unsafe withUnsafePointer(to: lines) { lines in
      if segment.kind == .flat {
        unsafe cglass_clear(lines, row(y), Int32(look.lens), Int32(run.count), run.base)
        return
      }
      unsafe withUnsafePointer(to: look) { look in
        unsafe cglass_band(
          lines, look, row(Int(look.pointee.source)), row(Int(look.pointee.source) + 1),
          row(Int(look.pointee.mirror)), Int32(run.count), run.base)
      }
    }
  }
}
