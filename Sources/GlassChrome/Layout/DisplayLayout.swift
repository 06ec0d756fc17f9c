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
    var environment = environment.sane
    environment.canvas = canvas.sane
    let canvas = environment.canvas
    let root = try NodeBuilder.build(view, style: ViewEnvironment(layout: environment))
    let engine = LayoutEngine(text: text, scale: environment.scale)
    let room = ProposedSize(width: canvas.width, height: canvas.height)
    let offset = LayoutEngine.origin(
      of: engine.size(root, room), in: Dimensions(width: canvas.width, height: canvas.height), alignment)
    var placement = Placement(engine: engine, environment: environment)
    placement.place(root, at: Point(canvas.x, canvas.y) + offset, room, Placement.Surroundings())
    let screen = try placement.finish()
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
