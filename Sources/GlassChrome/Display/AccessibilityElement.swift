import HUDGeometry

/// An element as assistive programs see it. The frame is in points from the canvas's top left corner, y down.
public struct AccessibilityElement: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case text, image, button, toggle, slider, stepper, picker, tab, timer, status, progress, group
  }

  /// What can be dragged along an axis.
  public struct Adjustment: Sendable, Hashable {
    public var value: Double
    public var range: ClosedRange<Double>
    /// Upwards is more; else from left to right.
    public var isVertical: Bool
    /// Values that hold the thumb when it comes near.
    public var detents: [Double]
    /// Equal ratios are equal ways, as for zoom; else equal differences.
    public var isLogarithmic: Bool

    public init(
      value: Double, range: ClosedRange<Double>, isVertical: Bool = false, detents: [Double] = [],
      isLogarithmic: Bool = false
    ) {
      self.value = value
      self.range = range
      self.isVertical = isVertical
      self.detents = detents
      self.isLogarithmic = isLogarithmic
    }
  }

  public var id: ElementID
  public var role: Role
  public var label: String
  public var value: String?
  public var frame: Rect
  public var isEnabled: Bool
  public var isSelected: Bool
  /// For sliders and steppers.
  public var adjustment: Adjustment?

  public init(
    id: ElementID, role: Role, label: String, value: String? = nil, frame: Rect, isEnabled: Bool = true,
    isSelected: Bool = false, adjustment: Adjustment? = nil
  ) {
    self.id = id
    self.role = role
    self.label = label
    self.value = value
    self.frame = frame
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.adjustment = adjustment
  }
}
