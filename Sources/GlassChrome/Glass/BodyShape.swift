import Geometry
import PixelTypes

/// The shape of a body of glass, in pixels: how deep each pixel lies inside it, and under which edge.
struct BodyShape {
  /// The elements that flow together, each by itself.
  struct Parts {
    let frames: [Rect]
    /// With radii in pixels.
    let forms: [GlassForm]
    let outlines: [ShapeOutline]
    let edges: [GlassBaker.Edge]
    /// The gap at which they begin to bend towards each other.
    let spacing: Double
    /// All that they may cover; all four edges are even.
    let area: PixelRect
    /// How far from the edge a pixel's depth matters.
    let reach: Double

    /// - Parameters:
    ///   - isToned: whether lenses show the scene in the materials' tone.
    ///   - spacing: in points; `scale` is pixels per point.
    init(
      _ elements: [GlassElement], _ materials: [GlassMaterial], isToned: Bool, spacing: Double, scale: Double
    ) {
      frames = elements.map { $0.frame.scaled(by: scale) }
      forms = elements.map { $0.form.scaled(by: scale) }
      let outlines = zip(forms, frames).map { ShapeOutline($0, in: $1) }
      edges = elements.indices.map {
        GlassBaker.Edge(of: elements[$0], materials[$0], outlines[$0], scale: scale, isToned: isToned)
      }
      self.outlines = outlines
      self.spacing = spacing * scale
      area = Self.area(frames, self.spacing)
      // A single shape needs only its bevel's reach, unless ridges are smoothed around it.
      let needsBevel = forms.count == 1 && !Self.isPath(forms[0])
      reach = (needsBevel ? Double(edges[0].bevel) : BevelTable.widestBevel * scale) + 1.5
    }

    static func area(_ frames: [Rect], _ spacing: Double) -> PixelRect {
      let all = frames.dropFirst().reduce(frames[0]) { $0.union($1) }
      // Merging swells a shape by at most a quarter of the spacing.
      let margin = frames.count > 1 ? spacing / 4 + 2 : 0
      let x0 = Int(((all.x - margin) / 2).rounded(.down)) * 2
      let y0 = Int(((all.y - margin) / 2).rounded(.down)) * 2
      let x1 = Int(((all.maxX + margin) / 2).rounded(.up)) * 2
      let y1 = Int(((all.maxY + margin) / 2).rounded(.up)) * 2
      return PixelRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    fileprivate static func isPath(_ form: GlassForm) -> Bool {
      if case .path = form { true } else { false }
    }
  }

  private(set) var parts: Parts
  /// The area's field, without its run.
  private(set) var field: ShapeField
  let run: ColumnRun?
  private(set) var outline: ShapeOutline
  /// One for all pixels, or one per pixel where different elements merge.
  private(set) var edges: [GlassBaker.Edge]

  init(_ parts: Parts) {
    self.parts = parts
    let (outlines, area, reach, spacing) = (parts.outlines, parts.area, parts.reach, parts.spacing)
    let ridge = max(Int((reach / 7).rounded()), 2)
    guard outlines.count > 1 else {
      run = ColumnRun(parts.forms[0], in: parts.frames[0], area: area, reach: reach)
      let short = run?.shortened(outlines[0], area) ?? (outline: outlines[0], area: area)
      field = ShapeField(short.outline, area: short.area, reach: reach)
      if Parts.isPath(parts.forms[0]) { field.softenRidges(radius: ridge) }
      (outline, edges) = (outlines[0], parts.edges)
      return
    }
    run = nil
    let fields = outlines.map { ShapeField($0, area: area, reach: max(reach, spacing + 1)) }
    edges = GlassBaker.Edge.mixed(parts.edges, fields, over: spacing)
    if let loops = ShapeMerger.merge(fields, presences: parts.edges.map(\.presence), spacing: spacing) {
      outline = ShapeOutline(polygons: loops, widestBevel: 0, halfMinor: 0)
      field = ShapeField(outline, area: area, reach: reach)
      field.softenRidges(radius: ridge)
    } else {
      outline = ShapeOutline(loops: outlines.flatMap(\.loops), widestBevel: 0, halfMinor: 0)
      field = fields.dropFirst().reduce(into: fields[0]) { $0.formUnion($1) }
    }
  }

  /// Whether its parts have the same frames, forms and edges, but for a move by whole pixels.
  func isMade(of other: Parts) -> Bool {
    guard other.forms == parts.forms, other.area.width == parts.area.width,
      other.area.height == parts.area.height,
      other.forms.count == 1 || (other.spacing == parts.spacing && other.edges == parts.edges),
      Float(other.reach) == field.reach
    else { return false }
    let (dx, dy) = (Double(other.area.x - parts.area.x), Double(other.area.y - parts.area.y))
    return zip(parts.frames, other.frames).allSatisfy { old, new in
      old.width == new.width && old.height == new.height && abs(new.x - old.x - dx) < 1e-6
        && abs(new.y - old.y - dy) < 1e-6
    }
  }

  /// The shape of parts that it is made of, but for a move and, for a single one, its edge.
  func moved(to other: Parts) -> BodyShape {
    var moved = self
    moved.parts = other
    moved.field = field.moved(to: other.area.x, other.area.y)
    let way = Point(Double(other.area.x - parts.area.x), Double(other.area.y - parts.area.y))
    moved.outline = outline.moved { $0 + way }
    if other.forms.count == 1 { moved.edges = other.edges }
    return moved
  }
}
