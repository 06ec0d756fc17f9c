import Geometry

/// Lays views out into a screen. Pure: the same views in the same environment give the same screen.
///
/// ```swift
/// let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 2))
/// let screen = try layout.resolve(
///   Text("Ready").font(.headline).padding(12).glassEffect().id("bar"),
///   in: Rect(x: 0, y: 0, width: 400, height: 100))
/// ```
public struct DisplayLayout {
  private let text: any TextMeasuring

  /// A layout that measures text with `text`, at the scale of the environments it receives.
  public init(measuring text: any TextMeasuring) { self.text = text }

  /// Lays out a view in a room.
  ///
  /// - Parameters:
  ///   - view: the root.
  ///   - canvas: the room, in points, y down.
  ///   - environment: text size, direction, scale and rules.
  ///   - alignment: where in the room a smaller view stands.
  /// - Throws: ``LayoutError`` for glass in glass, ink without glass, and screens that break the rules.
  public func resolve(
    _ view: some View, in canvas: Rect, environment: LayoutEnvironment = LayoutEnvironment(),
    alignment: Alignment = .center
  ) throws(LayoutError) -> DisplayList {
    try resolve([DisplayRegion(view, in: canvas, alignment: alignment)], environment: environment)
  }

  /// Lays out a screen of several regions, such as those that viewfinders leave free.
  ///
  /// A right-to-left layout mirrors each region within itself: the viewfinders stay in place.
  ///
  /// - Throws: ``LayoutError`` as for one view; the rules apply to all regions together.
  public func resolve(
    _ regions: [DisplayRegion], environment: LayoutEnvironment = LayoutEnvironment()
  ) throws(LayoutError) -> DisplayList {
    var screen = DisplayList()
    for region in regions {
      var environment = environment.sane
      environment.canvas = region.room.sane
      let root = try NodeBuilder.build(region.view, style: ViewEnvironment(layout: environment))
      let engine = LayoutEngine(text: text, scale: environment.scale)
      let canvas = environment.canvas
      let room = ProposedSize(width: canvas.width, height: canvas.height)
      let offset = LayoutEngine.origin(
        of: engine.size(root, room), in: Dimensions(width: canvas.width, height: canvas.height),
        region.alignment)
      var placement = Placement(engine: engine, environment: environment)
      placement.place(root, at: Point(canvas.x, canvas.y) + offset, room, Placement.Surroundings())
      let part = try placement.finish()
      screen.groups += part.groups
      screen.accessibility += part.accessibility
      screen.scrollports += part.scrollports
    }
    try environment.rules.check(screen)
    return screen
  }

  /// The size in points that a view chooses in a room; an axis of `nil` asks for its ideal size.
  ///
  /// - Throws: ``LayoutError/nestedGlass(outer:inner:)``.
  public func size(
    of view: some View, width: Double? = nil, height: Double? = nil,
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws(LayoutError) -> (width: Double, height: Double) {
    var environment = environment.sane
    environment.canvas = Rect(x: 0, y: 0, width: width ?? 0, height: height ?? 0)
    let root = try NodeBuilder.build(view, style: ViewEnvironment(layout: environment))
    let engine = LayoutEngine(text: text, scale: environment.scale)
    let size = engine.size(root, ProposedSize(width: width, height: height))
    return (size.width, size.height)
  }
}

extension LayoutEnvironment {
  /// The environment with a scale possible for a picture.
  fileprivate var sane: LayoutEnvironment {
    var sane = self
    sane.scale = scale.isFinite ? max(0.1, min(scale, 16)) : 1
    return sane
  }
}

extension Rect {
  /// A room a layout can calculate with: finite and not negative.
  fileprivate var sane: Rect {
    Rect(x: x.finite, y: y.finite, width: max(width.finite, 0), height: max(height.finite, 0))
  }
}

/// A view and the part of a screen it is laid out in.
public struct DisplayRegion: Sendable {
  /// The region's root view.
  public var view: ViewNode
  /// In points from the canvas's top left corner, y down.
  public var room: Rect
  /// Where in the room a smaller view stands.
  public var alignment: Alignment

  /// A region for a view, centred by default.
  public init(_ view: some View, in room: Rect, alignment: Alignment = .center) {
    self.view = view.node
    self.room = room
    self.alignment = alignment
  }
}
