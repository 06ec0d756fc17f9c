import Geometry

/// An element of the screen as assistive programs and hit tests see it.
public struct AccessibilityElement: Sendable, Hashable {
  /// What an element is; raw values are the roles' names in screen descriptions.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case text, image, button, toggle, slider, stepper, picker, tab, timer, status, progress, group

    /// Whether it responds to touch.
    public var isControl: Bool {
      switch self {
      case .button, .toggle, .slider, .stepper, .picker, .tab: true
      case .text, .image, .timer, .status, .progress, .group: false
      }
    }
  }

  /// The value of a slider or stepper, and how a drag changes it.
  public struct Adjustment: Sendable, Hashable {
    /// Within `range`, in the control's own unit.
    public var value: Double
    /// Least and greatest value.
    public var range: ClosedRange<Double>
    /// Whether the value grows upwards; otherwise it grows from left to right.
    var isVertical: Bool
    /// Values that catch the thumb when it comes near, in the value's unit.
    public var detents: [Double]
    /// Whether equal ratios, rather than equal differences, take equal distances, as for zoom.
    var isLogarithmic: Bool
    /// Points from either end of the control's frame to where the range ends. The layout sets a slider's: half a thumb
    /// of its control size.
    var inset: Double

    /// An adjustment; by default horizontal, linear, without detents, from end to end.
    public init(
      value: Double, range: ClosedRange<Double>, isVertical: Bool = false, detents: [Double] = [],
      isLogarithmic: Bool = false, inset: Double = 0
    ) {
      self.value = value
      self.range = range
      self.isVertical = isVertical
      self.detents = detents
      self.isLogarithmic = isLogarithmic
      self.inset = inset
    }
  }

  /// Unique among a screen's elements; events name it.
  public var id: ElementID
  /// What the element is.
  public var role: Role
  /// Its display name; empty if the view has none.
  public var label: String
  /// What it currently shows, in words; `nil` if it has no value.
  public var value: String?
  /// In points from the canvas's top left corner, y down; controls are at least 44 × 44 points.
  public var frame: Rect
  /// False for a disabled control.
  public var isEnabled: Bool
  /// True for the chosen one of several, such as the current tab.
  public var isSelected: Bool
  /// For sliders and steppers; otherwise `nil`.
  public var adjustment: Adjustment?
  /// What using it does, in words; `nil` where its name says so.
  public var hint: String?
  /// Whether keys act on it, which a ring shows.
  public var isFocused = false
  /// The window of the scroll view that shows it, outside which it can't be touched; `nil` for none.
  package var clip: ScrollClip?

  /// Whether it isn't drawn now, because nobody uses the controls or something takes their place. By name it still acts.
  public var isHidden = false

  /// Whether any of it is visible.
  public var isVisible: Bool { !isHidden && clip.map { $0.sight(of: frame) != .none } ?? true }

  /// An element; by default enabled, not selected and without a value.
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

  /// The smallest width and height of a touch target, in points, whatever is drawn.
  static let minimumTarget = 44.0

  /// Where a control can be touched: its frame grown around its centre to at least 44 × 44 points.
  public var target: Rect {
    let (width, height) = (max(frame.width, Self.minimumTarget), max(frame.height, Self.minimumTarget))
    return Rect(x: frame.center.x - width / 2, y: frame.center.y - height / 2, width: width, height: height)
  }
}
