import HUDGeometry

/// Lays views out into a screen: pure, and the same for the same views.
///
/// ```swift
/// let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 2))
/// let screen = try layout.resolve(
///   Text("Ready").font(.headline).padding(12).glassEffect().id("bar"),
///   in: Rect(x: 0, y: 0, width: 400, height: 100))
/// ```
public struct DisplayLayout {
  private let text: any TextMeasuring

  public init(measuring text: any TextMeasuring) { self.text = text }

  /// Lays a view out in the middle of a room.
  ///
  /// - Parameters:
  ///   - canvas: the room, in points, y down.
  ///   - alignment: where a view stands that is smaller than the room.
  /// - Throws: ``LayoutError`` for glass in glass, ink without glass, and screens that break the rules.
  public func resolve(
    _ view: some View, in canvas: Rect, environment: LayoutEnvironment = LayoutEnvironment(),
    alignment: Alignment = .center
  ) throws(LayoutError) -> DisplayList {
    var environment = environment
    environment.canvas = canvas
    let root = try NodeBuilder.build(view, style: ViewEnvironment(layout: environment))
    let engine = LayoutEngine(text: text, scale: environment.scale)
    let room = ProposedSize(width: canvas.width, height: canvas.height)
    let size = engine.size(root, room)
    let offset = LayoutEngine.origin(
      of: size, in: Dimensions(width: canvas.width, height: canvas.height), alignment)
    var placement = Placement(engine: engine, environment: environment)
    placement.place(root, at: Point(canvas.x, canvas.y) + offset, room, Placement.Surroundings())
    let list = try placement.finish()
    try environment.rules.check(list)
    return list
  }

  /// The size in points that a view chooses in a room; without one, its ideal size.
  ///
  /// - Throws: ``LayoutError/nestedGlass(outer:inner:)``.
  public func size(
    of view: some View, width: Double? = nil, height: Double? = nil,
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws(LayoutError) -> (width: Double, height: Double) {
    var environment = environment
    environment.canvas = Rect(x: 0, y: 0, width: width ?? 0, height: height ?? 0)
    let root = try NodeBuilder.build(view, style: ViewEnvironment(layout: environment))
    let engine = LayoutEngine(text: text, scale: environment.scale)
    let size = engine.size(root, ProposedSize(width: width, height: height))
    return (size.width, size.height)
  }
}
