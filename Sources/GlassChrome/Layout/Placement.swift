import Geometry

/// Places nodes and collects what is drawn.
///
/// Works from left to right; a right-to-left layout is the mirror image.
struct Placement {
  /// What surrounds a node.
  struct Surroundings {
    /// The nearest shape, for concentric corners.
    var shape: (frame: Rect, radius: Double)?
    /// Index of the group of the glass beneath, or of the enclosing container.
    var group: Int?
    var isOnGlass = false
    /// The enclosing scroll view's window.
    var clip: ScrollClip?

    /// What surrounds a node inside a shape.
    func inside(_ form: GlassForm, _ frame: Rect) -> Surroundings {
      var inner = self
      let radius =
        switch form {
        case .capsule, .circle, .ellipse: min(frame.width, frame.height) / 2
        case .rect(let radius): radius
        case .path: 0.0
        }
      inner.shape = (frame, radius)
      return inner
    }
  }

  private(set) var groups: [GlassGroup] = []
  private(set) var accessibility: [AccessibilityElement] = []
  private(set) var scrollports: [Scrollport] = []
  /// Ink outside all glass in the tree, which may still lie on some.
  private var loose: [DisplayItem] = []
  let engine: LayoutEngine
  let environment: LayoutEnvironment
  private var canvas: Rect { environment.canvas }

  init(engine: LayoutEngine, environment: LayoutEnvironment) {
    self.engine = engine
    self.environment = environment
  }

  mutating func place(
    _ node: LayoutNode, at origin: Point, _ proposal: ProposedSize, _ around: Surroundings
  ) {
    let size = engine.size(node, proposal)
    let frame = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
    switch node.kind {
    case .stack, .layers, .flow:
      let arrangement = engine.arrangement(of: node, proposal)
      for (i, child) in node.children.enumerated() {
        place(child, at: origin + arrangement.origins[i], arrangement.proposals[i], around)
      }
    case .padding(let insets):
      placeFirst(node, at: origin + Point(insets.leading, insets.top), proposal, around)
    case .frame(let limits):
      let child = engine.size(node.children[0], engine.passed(node, proposal))
      let offset = LayoutEngine.origin(of: child, in: size, limits.alignment)
      placeFirst(node, at: origin + offset, proposal, around)
    case .fixedSize: placeFirst(node, at: origin, proposal, around)
    case .offset(let x, let y): placeFirst(node, at: origin + Point(x, y), proposal, around)
    case .relativeFrame(let part):
      let child = engine.size(node.children[0], engine.passed(node, proposal))
      let offset = Point((size.width - child.width) * part.x, (size.height - child.height) * part.y)
      placeFirst(node, at: origin + offset, proposal, around)
    case .overlay(let alignment):
      placeFirst(node, at: origin, proposal, around)
      placeSecond(node, frame, alignment, around)
    case .beside(let edge):
      placeFirst(node, at: origin, proposal, around)
      placeBeside(node, frame, edge, around)
    case .background(let alignment):
      placeSecond(node, frame, alignment, around)
      placeFirst(node, at: origin, proposal, around)
    case .thatFits:
      if let chosen = engine.chosen(node, proposal) { place(chosen, at: origin, proposal, around) }
    case .containerShape(let shape):
      placeFirst(node, at: origin, proposal, around.inside(resolve(shape, frame, around), frame))
    case .container(let spacing):
      var inner = around
      if around.group == nil || !around.isOnGlass {
        inner.group = begin(GlassGroup(id: node.path.named, spacing: spacing, bounds: .zero))
      }
      placeFirst(node, at: origin, proposal, inner)
    case .scroll(let axis, let behavior):
      let inner = engine.passed(node, proposal)
      let content = engine.size(node.children[0], inner)
      scrollports.append(
        Scrollport(
          id: node.path.named, frame: frame, axis: axis, contentLength: content[axis],
          stops: behavior == .viewAligned ? engine.stops(node.children[0], inner, axis) : []))
      scrollports[scrollports.count - 1].showsIndicator = node.style.showsScrollIndicators
      scrollports[scrollports.count - 1].fades = node.style.scrollEdgeEffectStyle != .hard
      var behind = around
      behind.clip = ScrollClip(id: node.path.named, frame: frame, axis: axis)
      placeFirst(node, at: origin, proposal, behind)
    case .glass(let glass, let shape): place(glass, shape, node, frame, proposal, around)
    case .accessibility(let traits):
      tell(traits, node, frame, around)
      placeFirst(node, at: origin, proposal, around)
    case .spacer: break
    case .divider, .text, .figures, .icon, .plate, .edge, .path, .picture:
      if !node.style.isHidden { draw(node, frame, proposal, around) }
    }
  }

  private mutating func placeFirst(
    _ node: LayoutNode, at origin: Point, _ proposal: ProposedSize, _ around: Surroundings
  ) {
    place(node.children[0], at: origin, engine.passed(node, proposal), around)
  }

  private mutating func placeSecond(
    _ node: LayoutNode, _ frame: Rect, _ alignment: Alignment, _ around: Surroundings
  ) {
    let room = ProposedSize(width: frame.width, height: frame.height)
    let second = engine.size(node.children[1], room)
    let offset = LayoutEngine.origin(
      of: second, in: Dimensions(width: frame.width, height: frame.height), alignment)
    place(node.children[1], at: Point(frame.x, frame.y) + offset, room, around)
  }

  /// Least distance of something placed beside another view from the canvas's edges and from that view, in points.
  private static let gap = 8.0
  private static let distance = 14.0
  /// Length of an arrow's base and height in points, and how far the base lies in the panel.
  private static let arrow = (base: 28.0, height: 10.0, depth: 2.0)

  /// Places the second child beyond an edge of the first, or beyond the opposite one if that has
  /// more room; always within the canvas.
  private mutating func placeBeside(_ node: LayoutNode, _ frame: Rect, _ edge: Edge, _ around: Surroundings) {
    let room = canvas.grown(by: -Self.gap)
    func free(_ edge: Edge) -> Double {
      switch edge {
      case .top: frame.y - Self.distance - room.y
      case .bottom: room.maxY - frame.maxY - Self.distance
      case .leading: frame.x - Self.distance - room.x
      case .trailing: room.maxX - frame.maxX - Self.distance
      }
    }
    let isAcross = edge == .leading || edge == .trailing
    let ideal = engine.size(node.children[1], .ideal)
    let needed = isAcross ? ideal.width : ideal.height
    let edge = free(edge) < needed && free(edge.opposite) > free(edge) ? edge.opposite : edge
    let offered = ProposedSize(
      width: min(ideal.width, max(isAcross ? free(edge) : room.width, 0)),
      height: min(ideal.height, max(isAcross ? room.height : free(edge), 0)))
    let size = engine.size(node.children[1], offered)
    var place = Point(frame.center.x - size.width / 2, frame.center.y - size.height / 2)
    switch edge {
    case .top: place.y = frame.y - Self.distance - size.height
    case .bottom: place.y = frame.maxY + Self.distance
    case .leading: place.x = frame.x - Self.distance - size.width
    case .trailing: place.x = frame.maxX + Self.distance
    }
    place.x = max(min(place.x, room.maxX - size.width), room.x)
    place.y = max(min(place.y, room.maxY - size.height), room.y)
    var beside = around
    beside.clip = nil
    let group = around.group ?? groups.count
    let first = around.group.map { groups[$0].elements.count } ?? 0
    self.place(node.children[1], at: place, offered, beside)
    guard groups.indices.contains(group), groups[group].elements.indices.contains(first) else { return }
    addArrow(to: groups[group].elements[first], in: group, at: frame.center, edge)
  }

  /// Points a panel's glass at a place beyond one of its edges; the two merge.
  ///
  /// - Parameter edge: the edge of the view at that place where the panel lies.
  private mutating func addArrow(
    to panel: GlassElement, in group: Int, at target: Point, _ edge: Edge
  ) {
    let (base, height, depth) = Self.arrow
    let (half, frame) = (base / 2, panel.frame)
    let radius = if case .rect(let radius) = panel.form { radius } else { 0.0 }
    func along(_ target: Double, _ start: Double, _ end: Double) -> Double {
      max(min(target, end - radius - half), min(start + radius + half, (start + end) / 2)) - half
    }
    let (x, y) = (along(target.x, frame.x, frame.maxX), along(target.y, frame.y, frame.maxY))
    let place =
      switch edge {
      case .top: Rect(x: x, y: frame.maxY - depth, width: base, height: height)
      case .bottom: Rect(x: x, y: frame.y + depth - height, width: base, height: height)
      case .leading: Rect(x: frame.maxX - depth, y: y, width: height, height: base)
      case .trailing: Rect(x: frame.x + depth - height, y: y, width: height, height: base)
      }
    // A finished screen may be mirrored, but not a path.
    let edge = environment.direction == .leftToRight || edge == .top || edge == .bottom ? edge : edge.opposite
    let path =
      switch edge {
      case .top: "M0 0C.3 0 .38 1 .5 1C.62 1 .7 0 1 0Z"
      case .bottom: "M0 1C.3 1 .38 0 .5 0C.62 0 .7 1 1 1Z"
      case .leading: "M0 0C0 .3 1 .38 1 .5C1 .62 0 .7 0 1Z"
      case .trailing: "M1 0C1 .3 0 .38 0 .5C0 .62 1 .7 1 1Z"
      }
    var arrow = panel
    (arrow.id, arrow.frame, arrow.form) = (panel.id.appending("arrow"), snap(place), .path(path))
    groups[group].elements.append(arrow)
    // Its flanks flow into the panel's edge.
    groups[group].spacing = max(groups[group].spacing, Self.gap)
  }

  private mutating func place(
    _ glass: Glass, _ shape: EffectShape, _ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize,
    _ around: Surroundings
  ) {
    let snapped = snap(frame)
    let form = resolve(shape, snapped, around)
    var inner = around.inside(form, snapped)
    inner.isOnGlass = true
    if !node.style.isHidden {
      let group = around.group ?? begin(GlassGroup(id: node.path, bounds: snapped))
      inner.group = group
      groups[group].elements.append(
        GlassElement(
          id: node.path, frame: snapped, form: form, glass: glass, elevation: node.style.elevation,
          union: node.style.union, transition: node.style.transition, presence: node.style.opacity))
      groups[group].elements[groups[group].elements.count - 1].clip = around.clip
    }
    // Snapping may change the frame; its content stays centred.
    let shift = snapped.center - frame.center
    place(node.children[0], at: Point(frame.x, frame.y) + shift, proposal, inner)
  }

  private mutating func tell(
    _ traits: AccessibilityTraits, _ node: LayoutNode, _ frame: Rect, _ around: Surroundings
  ) {
    guard !node.style.isHidden else { return }
    let role = traits.role ?? .group
    var element = AccessibilityElement(
      id: node.path.named, role: role, label: traits.label ?? "", value: traits.value, frame: frame,
      isEnabled: node.style.isEnabled, isSelected: traits.isSelected ?? false, adjustment: traits.adjustment)
    element.clip = around.clip
    element.hint = traits.hint
    if role.isControl {
      // Grown around its centre, then moved back onto the canvas.
      element.frame = element.target
      if around.clip?.axis != .horizontal {
        element.frame.x = max(min(element.frame.x, canvas.maxX - element.frame.width), canvas.x)
      }
      if around.clip?.axis != .vertical {
        element.frame.y = max(min(element.frame.y, canvas.maxY - element.frame.height), canvas.y)
      }
    }
    if role == .slider { element.adjustment?.inset = node.style.controlSize.thumb / 2 }
    accessibility.append(element)
  }

  private mutating func draw(
    _ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize, _ around: Surroundings
  ) {
    let items = items(node, frame, proposal, around)
    if around.isOnGlass, let group = around.group {
      groups[group].items += items
    } else {
      loose += items
    }
  }

  /// Glass stands on even pixels, so that it doesn't straddle chroma samples.
  private func snap(_ frame: Rect) -> Rect {
    let step = 2 / environment.scale
    // Halves up, also those that sums of lengths missed by a hair.
    func even(_ length: Double) -> Double { (length / step + 1e-9).rounded() * step }
    let width = max(even(frame.width), step)
    let height = max(even(frame.height), step)
    var x = even(frame.x)
    var y = even(frame.y)
    if frame.maxX <= canvas.maxX + 1e-6, x + width > canvas.maxX + 1e-6 { x -= step }
    if frame.maxY <= canvas.maxY + 1e-6, y + height > canvas.maxY + 1e-6 { y -= step }
    return Rect(x: x, y: y, width: width, height: height)
  }

  func resolve(_ shape: EffectShape, _ frame: Rect, _ around: Surroundings) -> GlassForm {
    switch shape {
    case .capsule: return .capsule
    case .circle: return .circle
    case .ellipse: return .ellipse
    case .path(let path): return .path(path)
    case .rect(.fixed(let radius)):
      return .rect(cornerRadius: min(max(radius.finite, 0), min(frame.width, frame.height) / 2))
    case .rect(.concentric(let minimum)):
      var radius = max(minimum.finite, 0)
      if let shape = around.shape {
        let outer = shape.frame
        let inset = min(
          frame.x - outer.x, outer.maxX - frame.maxX, frame.y - outer.y, outer.maxY - frame.maxY)
        radius = max(shape.radius - max(inset, 0), radius)
      }
      return .rect(cornerRadius: min(max(radius.finite, 0), min(frame.width, frame.height) / 2))
    }
  }

  /// Begins a group and returns its index.
  private mutating func begin(_ group: GlassGroup) -> Int {
    groups.append(group)
    return groups.count - 1
  }

  /// The finished screen, mirrored for right-to-left layouts.
  ///
  /// - Throws: ``LayoutError/inkWithoutGlass(_:)`` for ink that lies on no glass.
  consuming func finish() throws(LayoutError) -> DisplayList {
    for item in loose {
      let group = groups.firstIndex { group in
        group.elements.contains {
          $0.glass.variant != .identity && $0.frame.grown(by: 0.5).contains(item.shownFrame)
        }
      }
      guard let group else { throw .inkWithoutGlass(item.id) }
      groups[group].items.append(item)
    }
    for i in groups.indices { groups[i].bounds = groups[i].drawnBounds }
    var list = DisplayList(groups: groups.filter { !$0.elements.isEmpty }, accessibility: accessibility)
    list.scrollports = scrollports
    return environment.direction == .leftToRight ? list : list.mirrored(in: environment.canvas)
  }
}
