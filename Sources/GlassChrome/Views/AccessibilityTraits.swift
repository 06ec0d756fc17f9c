/// What a view says of itself to assistive programs.
struct AccessibilityTraits: Sendable, Hashable {
  var role: AccessibilityElement.Role?
  var label: String?
  var value: String?
  var isSelected: Bool?
  var adjustment: AccessibilityElement.Adjustment?
  var isHidden = false

  /// This, with what an outer one says put over it.
  func overridden(by outer: AccessibilityTraits) -> AccessibilityTraits {
    AccessibilityTraits(
      role: outer.role ?? role, label: outer.label ?? label, value: outer.value ?? value,
      isSelected: outer.isSelected ?? isSelected, adjustment: outer.adjustment ?? adjustment,
      isHidden: outer.isHidden || isHidden)
  }
}
