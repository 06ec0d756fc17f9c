import HUDGeometry

/// An element as assistive programs see it. The frame is in points from the canvas's top left corner, y down.
public struct AccessibilityElement: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case text, image, button, toggle, slider, stepper, picker, tab, timer, status, progress, group
  }

  public var id: ElementID
  public var role: Role
  public var label: String
  public var value: String?
  public var frame: Rect
  public var isEnabled: Bool
  public var isSelected: Bool

  public init(
    id: ElementID, role: Role, label: String, value: String? = nil, frame: Rect, isEnabled: Bool = true,
    isSelected: Bool = false
  ) {
    self.id = id
    self.role = role
    self.label = label
    self.value = value
    self.frame = frame
    self.isEnabled = isEnabled
    self.isSelected = isSelected
  }
}
