/// One of a control's choices, places or actions.
public struct ControlItem: Sendable, Hashable {
  /// Its name in events: the last part of its ``ElementID``.
  public var id: String
  /// Its title, and its accessibility label.
  public var title: String
  /// Name of its icon; `nil` for none, where the control can do without.
  var icon: String?
  /// Count of new items, on a badge of its icon; `nil` shows none.
  var badge: Int?

  /// An item, by default only a title.
  public init(_ id: String, title: String, icon: String? = nil, badge: Int? = nil) {
    self.id = id
    self.title = title
    self.icon = icon
    self.badge = badge
  }
}
