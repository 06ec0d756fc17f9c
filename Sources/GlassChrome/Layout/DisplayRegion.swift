import HUDGeometry

/// A view and the part of a screen that is its own.
public struct DisplayRegion: Sendable {
  public var view: ViewNode
  /// Points from the canvas's top left corner.
  public var room: Rect
  /// Where a view stands that is smaller than the room.
  public var alignment: Alignment

  public init(_ view: some View, in room: Rect, alignment: Alignment = .center) {
    self.view = view.node
    self.room = room
    self.alignment = alignment
  }
}
