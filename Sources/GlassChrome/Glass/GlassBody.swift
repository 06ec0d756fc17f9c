import HUDGeometry
import PixelTypes
import RealModule

/// One connected piece of glass: a single element, or a container's neighbours that bend towards each other.
///
/// Whatever depends on shape is computed when the body is made. A frame samples the scene, washes it as strongly as
/// legible ink requires, and interpolates.
final class GlassBody {
  let elements: [GlassElement]
  /// Pixels of the canvas; all four edges are even, so the body's chroma samples are its own.
  let area: PixelRect
  /// The area's field, without its run.
  let field: ShapeField
  private let run: ColumnRun?
  private let outline: ShapeOutline
  let materials: [GlassMaterial]
  /// The shadow on the scene behind it, if the glass floats above that.
  let shadow: GlassShadow?
  /// In pixels, as are the radii of the forms.
  private let frames: [Rect]
  private let forms: [GlassForm]
  private let spacing: Double
  private let quality: GlassQuality
  private let edges: [GlassBaker.Edge]
  /// The edges for the baker: mixed per pixel where different elements merge.
  private let mixedEdges: [GlassBaker.Edge]
  let tile: SceneTile
  private let environment: SceneTile
  private let blurPixels: Double
  /// Where each sample looks, by channel.
  let rows: [GlassRows]
  private let subsampling: ChromaSubsampling
  private let scratch: PixelPlane
  private let glow: SamplePlane?
  /// Each element's share of each texel, 0...65535; empty if all are of one material.
  private let shares: [SamplePlane]
  private let washes: WashPlanes?
  private var guards: [ContrastGuard]
  /// For the surrounding scene that the rim shows.
  private var mirrored: ContrastGuard
  private let mirroredWash: LinearColor
  private var mirroredRange: (darkest: Double, brightest: Double) = (0, 1)
  private var isFresh = true

  /// What all bodies share.
  struct Context {
    let grid: SceneGrid
    let subsampling: ChromaSubsampling
    let scale: Double
    let style: ChromeStyle
    /// Makes the material; tests remove one effect at a time.
    var material: (Glass, GlassElement.Elevation, ChromeStyle) -> GlassMaterial = GlassMaterial.make
    let tables = BevelTableCache()
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
    let spacing = spacing * scale
    self.spacing = spacing
    self.quality = quality
    subsampling = context.subsampling
    let materials = elements.map { context.material($0.glass, $0.elevation, context.style) }
    self.materials = materials
    let frames = elements.map { Self.pixels($0.frame, scale) }
    let forms = elements.map { $0.form.scaled(by: scale) }
    self.frames = frames
    self.forms = forms
    let outlines = zip(forms, frames).map { ShapeOutline($0, in: $1) }
    let edges = zip(elements, outlines).map { GlassBaker.Edge(of: $0, $1, scale: scale) }
    self.edges = edges
    let area = Self.area(frames, spacing)
    self.area = area
    let shape = Self.shape(forms, frames, outlines, edges, area, spacing, scale, known: known)
    field = shape.field
    run = shape.run
    mixedEdges = shape.edges
    outline = shape.outline
    shadow = Self.shadow(elements, frames, outline, area, context)
    tile = SceneTile(area: area, grid: context.grid, subsampling: subsampling)
    let reach = max(2, Int(24 * scale) & ~1)
    environment = SceneTile(area: area.insetBy(-reach), grid: context.grid, subsampling: subsampling)
    blurPixels = materials[0].blurPoints * scale
    let table = context.tables.table(
      index: materials[0].isOpaque ? 1 : materials[0].refractiveIndex, edgeGather: materials[0].edgeGather)
    let baker = GlassBaker(
      field: field, run: run, edges: mixedEdges, material: materials[0], table: table,
      scale: scale, tile: tile, environment: environment, reach: Float(reach), quality: quality)
    rows = Self.rows(baker, subsampling)
    scratch = PixelPlane(width: area.width, height: 1)
    guards = zip(elements, materials).map { Self.guarding($0, $1, known: known) }
    let mirror = Legibility.mirror(
      materials, table: table, increaseContrast: context.style.increaseContrast)
    mirroredWash = mirror.wash
    mirrored =
      known.first { body in
        body.materials == materials && body.elements.map(\.id) == elements.map(\.id)
      }?.mirrored ?? mirror.guard
    glow = Self.glow(elements, tile, scale)
    let isMixed = !materials.allSatisfy { $0 == materials[0] }
    shares = isMixed ? Self.shares(outlines, tile, blend: max(spacing, Double(tile.texelSize))) : []
    washes = isMixed ? WashPlanes(width: tile.texels.width, height: tile.texels.height) : nil
  }

  /// Where each channel's samples look: luma, Cb, Cr.
  private static func rows(_ baker: GlassBaker, _ subsampling: ChromaSubsampling) -> [GlassRows] {
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    let spread = baker.quality.drawsEnvironment ? Float(baker.material.dispersion) : 0
    let blue = baker.rows(isLuma: false, across: h, down: v, bending: 1 + spread)
    return [
      baker.rows(isLuma: true, across: 1, down: 1), blue,
      spread == 0 ? blue : baker.rows(isLuma: false, across: h, down: v, bending: 1 - spread),
    ]
  }

  /// The guard of an element's wash: a known body's for the same element of the same material, else a new one.
  private static func guarding(
    _ element: GlassElement, _ material: GlassMaterial, known: [GlassBody]
  ) -> ContrastGuard {
    for body in known {
      if let i = body.elements.firstIndex(where: { $0.id == element.id }), body.materials[i] == material {
        return body.guards[i]
      }
    }
    return ContrastGuard(
      limit: material.limit, washLuminance: material.wash.luminance, base: material.washOpacity)
  }

  /// Whether this body fits these elements.
  func isMade(of elements: [GlassElement], spacing: Double, _ scale: Double) -> Bool {
    elements == self.elements && (spacing * scale == self.spacing || elements.count == 1)
  }

  static func pixels(_ r: Rect, _ scale: Double) -> Rect {
    Rect(x: r.x * scale, y: r.y * scale, width: r.width * scale, height: r.height * scale)
  }

  private static func area(_ frames: [Rect], _ spacing: Double) -> PixelRect {
    var all = frames[0]
    for frame in frames.dropFirst() { all = all.union(frame) }
    // Merging swells a shape by a quarter of the spacing at most.
    let margin = frames.count > 1 ? spacing / 4 + 2 : 0
    let x0 = Int(((all.x - margin) / 2).rounded(.down)) * 2
    let y0 = Int(((all.y - margin) / 2).rounded(.down)) * 2
    let x1 = Int(((all.maxX + margin) / 2).rounded(.up)) * 2
    let y1 = Int(((all.maxY + margin) / 2).rounded(.up)) * 2
    return PixelRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  /// The merged shape's field, and its edge, for all pixels or for each.
  private static func shape(
    _ forms: [GlassForm], _ frames: [Rect], _ outlines: [ShapeOutline], _ edges: [GlassBaker.Edge],
    _ area: PixelRect, _ spacing: Double, _ scale: Double, known: [GlassBody]
  ) -> (field: ShapeField, run: ColumnRun?, edges: [GlassBaker.Edge], outline: ShapeOutline) {
    var reach = Legibility.widestBevel * scale + 1.5
    let ridge = max(Int((reach / 7).rounded()), 2)
    var isPath = false
    if case .path = forms[0] { isPath = true }
    // A single shape needs only the bevel's reach, unless ridges are smoothed around it.
    if forms.count == 1, !isPath { reach = Double(edges[0].bevel) + 1.5 }
    for body in known where body.hasShape(of: forms, frames, edges, spacing, area, reach) {
      return (
        body.field.moved(to: area.x, area.y), body.run, forms.count == 1 ? edges : body.mixedEdges,
        body.outline.moved(by: Point(Double(area.x - body.area.x), Double(area.y - body.area.y)))
      )
    }
    guard forms.count > 1 else {
      let run = ColumnRun(forms[0], in: frames[0], area: area, reach: reach)
      let short = run?.shortened(outlines[0], area) ?? (outline: outlines[0], area: area)
      var field = ShapeField(short.outline, area: short.area, reach: reach)
      if isPath { field.softenRidges(radius: ridge) }
      return (field, run, edges, outlines[0])
    }
    let fields = outlines.map { ShapeField($0, area: area, reach: max(reach, spacing + 1)) }
    let mixed = GlassBaker.Edge.mixed(edges, fields, over: spacing)
    if let loops = ShapeMerger.merge(fields, presences: edges.map(\.presence), spacing: spacing) {
      let outline = ShapeOutline(polygons: loops, widestBevel: 0, halfMinor: 0)
      var field = ShapeField(outline, area: area, reach: reach)
      field.softenRidges(radius: ridge)
      return (field, nil, mixed, outline)
    }
    var field = fields[0]
    for other in fields.dropFirst() { field.formUnion(other) }
    let all = ShapeOutline(loops: outlines.flatMap(\.loops), widestBevel: 0, halfMinor: 0)
    return (field, nil, mixed, all)
  }

  /// The body's shadow, 2 points lower than the glass; higher glass casts a softer and stronger one.
  private static func shadow(
    _ elements: [GlassElement], _ frames: [Rect], _ outline: ShapeOutline, _ area: PixelRect,
    _ context: Context
  ) -> GlassShadow? {
    guard let highest = elements.max(by: { $0.elevation.rawValue < $1.elevation.rawValue })?.elevation,
      highest.shadow > 0
    else { return nil }
    let strength = (0.1 + 0.02 * Double(highest.rawValue)) * (context.style.increaseContrast ? 1.6 : 1)
    return GlassShadow(
      outline, bounds: area, texel: context.grid.texel, strength: strength,
      reach: highest.shadow * context.scale, drop: 2 * context.scale,
      presences: zip(frames, elements).map { ($0, min(max($1.presence, 0), 1)) })
  }

  /// Whether this body has these frames, forms and edges, apart from a move by whole pixels.
  private func hasShape(
    of forms: [GlassForm], _ frames: [Rect], _ edges: [GlassBaker.Edge], _ spacing: Double, _ area: PixelRect,
    _ reach: Double
  ) -> Bool {
    guard forms == self.forms, area.width == self.area.width, area.height == self.area.height,
      forms.count == 1 || (spacing == self.spacing && edges == self.edges),
      Float(reach) == field.reach
    else { return false }
    let (dx, dy) = (Double(area.x - self.area.x), Double(area.y - self.area.y))
    return zip(self.frames, frames).allSatisfy { old, new in
      old.width == new.width && old.height == new.height && abs(new.x - old.x - dx) < 1e-6
        && abs(new.y - old.y - dy) < 1e-6
    }
  }

  /// Takes this frame's scene; true when the glass looks different from before.
  ///
  /// - Parameter isTurn: whether slight changes of the scene are shown now.
  func prepare(_ pyramid: BlurPyramid, nanoseconds: Int64, isTurn: Bool) -> Bool {
    var change = isFresh ? .plain : tile.change(pyramid, deviation: blurPixels)
    if quality.drawsEnvironment, change < .plain {
      change = max(change, environment.change(pyramid, deviation: blurPixels * 2))
    }
    let hasChanged = change.isDue(isTurn: isTurn)
    if hasChanged {
      tile.sample(pyramid, deviation: blurPixels)
      _ = saturate(tile.light, by: materials[0].saturation)
      addLight(tile.light, glow)
      measure()
      if quality.drawsEnvironment {
        environment.sample(pyramid, deviation: blurPixels * 2)
        let range = luminanceRange(environment.light, where: nil)
        mirroredRange = (Double(range.darkest) / 65_535, Double(range.brightest) / 65_535)
      }
    }
    let isHeld = hold(nanoseconds)
    let isMirrorHeld = quality.drawsEnvironment && holdMirrored(nanoseconds)
    if !isHeld, !isMirrorHeld, !hasChanged { return false }
    isFresh = false
    if isHeld || hasChanged {
      wash()
      tile.stretch()
    }
    if quality.drawsEnvironment, isMirrorHeld || hasChanged {
      encode(
        environment.light, shade: nil, wash: LightWash(color: mirroredWash, opacity: mirrored.opacity),
        into: environment.codes)
      environment.stretch()
    }
    return true
  }

  private func holdMirrored(_ nanoseconds: Int64) -> Bool {
    let before = mirrored.opacity
    return mirrored.update(
      darkest: mirroredRange.darkest, brightest: mirroredRange.brightest, nanoseconds: nanoseconds) != before
  }

  private var ranges: [(darkest: Double, brightest: Double)] = []

  private func measure() {
    if ranges.count != elements.count {
      ranges = Array(repeating: (0, 1), count: elements.count)
    }
    for i in ranges.indices {
      if i > 0, shares.isEmpty {
        ranges[i] = ranges[0]
        continue
      }
      let range = luminanceRange(tile.light, where: shares.isEmpty ? nil : shares[i])
      ranges[i] = (Double(range.darkest) / 65_535, Double(range.brightest) / 65_535)
    }
  }

  /// Advances the washes to a time; true if one has changed.
  private func hold(_ nanoseconds: Int64) -> Bool {
    var hasChanged = false
    for i in guards.indices {
      let before = guards[i].opacity
      let after = guards[i].update(
        darkest: ranges[i].darkest, brightest: ranges[i].brightest, nanoseconds: nanoseconds)
      if after != before { hasChanged = true }
    }
    return hasChanged
  }

  private func opacity(_ i: Int) -> Double { quality.blurs ? guards[i].opacity : 1 }

  private func wash() {
    guard let washes else {
      let wash = LightWash(color: materials[0].wash, opacity: opacity(0))
      encode(tile.light, shade: nil, wash: wash, into: tile.codes)
      return
    }
    for y in 0..<washes.keep.height {
      for x in 0..<washes.keep.width {
        var (keep, red, green, blue) = (0.0, 0.0, 0.0, 0.0)
        for i in elements.indices {
          let share = Double(shares[i][x, y]) / 65_535
          guard share > 0 else { continue }
          let (opacity, color) = (opacity(i), materials[i].wash)
          keep += share * (1 - opacity)
          red += share * opacity * color.red
          green += share * opacity * color.green
          blue += share * opacity * color.blue
        }
        washes.keep[x, y] = UInt16((min(keep, 1) * 65_535).rounded(.down))
        washes.add.first[x, y] = UInt16((min(red, 1) * 65_535).rounded(.down))
        washes.add.second[x, y] = UInt16((min(green, 1) * 65_535).rounded(.down))
        washes.add.third[x, y] = UInt16((min(blue, 1) * 65_535).rounded(.down))
      }
    }
    encode(tile.light, washes: washes, into: tile.codes)
  }

  /// Draws the glass inside a clip.
  ///
  /// - Parameter clip: pixels of the canvas, inside it; left and top edges even, right and bottom ones even or the
  ///   canvas's own.
  func paint(into canvas: PlanarPicture, clip: PixelRect) {
    let clip = clip.intersection(area)
    guard !clip.isEmpty else { return }
    for channel in 0..<3 {
      let plane = channel == 0 ? canvas.luma : channel == 1 ? canvas.cb : canvas.cr
      let h = channel == 0 ? 1 : subsampling.horizontal
      let v = channel == 0 ? 1 : subsampling.vertical
      let left = (clip.x - area.x) / h
      let right = min((clip.maxX - area.x + h - 1) / h, plane.width - area.x / h)
      let bottom = min((clip.maxY - area.y + v - 1) / v, plane.height - area.y / v)
      for row in (clip.y - area.y) / v..<max(bottom, (clip.y - area.y) / v) {
        paint(row, left..<max(left, right), channel, h, v, plane)
      }
    }
  }

  private func paint(
    _ row: Int, _ columns: Range<Int>, _ channel: Int, _ h: Int, _ v: Int, _ plane: PixelPlane
  ) {
    let (lines, around) = (tile.lines(channel), environment.lines(channel))
    let light: UInt8 = channel == 0 ? 255 : 128
    let y = area.y / v + row
    let left = area.x / h
    let aroundLeft = (area.x - environment.area.x) / h
    let dither = unsafe DitherTable.shared.row(y)
    for index in Int(rows[channel].starts[row])..<Int(rows[channel].starts[row + 1]) {
      let segment = rows[channel].segments[index]
      let from = max(Int(segment.x), columns.lowerBound)
      let count = min(Int(segment.x + segment.count), columns.upperBound) - from
      guard count > 0 else { continue }
      let x = left + from
      // SAFETY: rows and columns lie in the clip, which lies in the plane and the body. The segments fit these lines: the
      // tile's have as many samples as the body, the environment's extend by its reach on both sides.
      let run = unsafe SampleRun(
        base: plane.base + y * plane.bytesPerRow + x, count: count, dither: dither, column: x)
      if segment.kind == .pixels {
        unsafe paintBent(
          rows[channel].pixels, first: Int(segment.first) + from - Int(segment.x), lines: lines,
          environment: around, lightCode: light, to: run)
        continue
      }
      var target = unsafe run
      if segment.opacity < 256 { unsafe target.base = scratch.base }
      let through = unsafe LinePair(
        lines, line: Int(segment.line), fraction: Int(segment.fraction), from: from)
      if segment.kind == .flat {
        unsafe paintRow(through, to: target)
      } else {
        let mirrored = unsafe LinePair(
          around, line: Int(segment.environment), fraction: Int(segment.environmentFraction),
          from: aroundLeft + from)
        unsafe paintBevelRow(
          through, environment: mirrored, mix: segment.mix, lightCode: light, to: target)
      }
      if segment.opacity < 256 {
        unsafe crossFade(target.base, opacity: Int(segment.opacity), count: count, to: run.base)
      }
    }
  }
}
