extension View {
  /// What it is. Anything but `group` stands for all that is inside it.
  public func accessibilityRole(_ role: AccessibilityElement.Role) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(role: role)))
  }

  /// What it is called.
  public func accessibilityLabel(_ label: String) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(label: label)))
  }

  /// What it says at the moment.
  public func accessibilityValue(_ value: String) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(value: value)))
  }

  public func accessibilitySelected(_ isSelected: Bool = true) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(isSelected: isSelected)))
  }

  /// How far it can be dragged.
  public func accessibilityAdjustment(_ adjustment: AccessibilityElement.Adjustment) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(adjustment: adjustment)))
  }

  /// For what is only ornament.
  public func accessibilityHidden() -> ViewNode {
    modified(.accessibility(AccessibilityTraits(isHidden: true)))
  }
}
