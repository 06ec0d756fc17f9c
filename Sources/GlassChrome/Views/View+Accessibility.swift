extension View {
  /// Sets the view's role. Anything but `group` stands for everything inside it.
  public func accessibilityRole(_ role: AccessibilityElement.Role) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(role: role)))
  }

  /// Sets the view's name.
  public func accessibilityLabel(_ label: String) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(label: label)))
  }

  /// Sets its current value, in words.
  public func accessibilityValue(_ value: String) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(value: value)))
  }

  /// Describes in a sentence what using it does, if its name doesn't say so.
  public func accessibilityHint(_ hint: String) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(hint: hint)))
  }

  /// Sets whether it is selected.
  public func accessibilitySelected(_ isSelected: Bool = true) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(isSelected: isSelected)))
  }

  /// Sets how far it can be dragged or stepped.
  public func accessibilityAdjustment(_ adjustment: AccessibilityElement.Adjustment) -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(adjustment: adjustment)))
  }

  /// Hides decoration from assistive technology.
  public func accessibilityHidden() -> ViewNode {
    wrapped(.accessibility(AccessibilityTraits(isHidden: true)))
  }
}
