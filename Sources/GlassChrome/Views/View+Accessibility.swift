extension View {
  /// Sets what it is. Anything but `group` stands for everything inside it.
  public func accessibilityRole(_ role: AccessibilityElement.Role) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(role: role)))
  }

  /// Sets what it is called.
  public func accessibilityLabel(_ label: String) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(label: label)))
  }

  /// Sets its current value, in words.
  public func accessibilityValue(_ value: String) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(value: value)))
  }

  /// Sets what using it does, in a sentence, where its name doesn't say so.
  public func accessibilityHint(_ hint: String) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(hint: hint)))
  }

  /// Sets whether it is selected.
  public func accessibilitySelected(_ isSelected: Bool = true) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(isSelected: isSelected)))
  }

  /// Sets how far it can be dragged or stepped.
  public func accessibilityAdjustment(_ adjustment: AccessibilityElement.Adjustment) -> ViewNode {
    modified(.accessibility(AccessibilityTraits(adjustment: adjustment)))
  }

  /// Hides mere ornament from assistive programs.
  public func accessibilityHidden() -> ViewNode {
    modified(.accessibility(AccessibilityTraits(isHidden: true)))
  }
}
