import HUDGeometry

/// A view and the part of a screen that it is laid out in.
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
