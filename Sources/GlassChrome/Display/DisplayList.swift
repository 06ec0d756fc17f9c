/// A laid-out screen: glass in groups, and the items drawn on it, back to front.
///
/// Views are laid out into a list, which the painter draws without knowing the views. Groups don't
/// overlap each other: there is no glass on glass.
public struct DisplayList: Sendable, Hashable {
  /// Back to front.
  public var groups: [GlassGroup]
  /// The screen's elements for assistive programs and hit tests.
  public var accessibility: [AccessibilityElement]
  /// The windows of its scroll views, with their content laid out at offset 0.
  package var scrollports: [Scrollport] = []

  /// A screen; by default empty.
  public init(groups: [GlassGroup] = [], accessibility: [AccessibilityElement] = []) {
    self.groups = groups
    self.accessibility = accessibility
  }
}
