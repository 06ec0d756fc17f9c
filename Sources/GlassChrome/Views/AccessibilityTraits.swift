/// What a view tells assistive technology about itself.
struct AccessibilityTraits: Sendable, Hashable {
  var role: AccessibilityElement.Role?
  var label: String?
  var value: String?
  var hint: String?
  var isSelected: Bool?
  var adjustment: AccessibilityElement.Adjustment?
  var isHidden = false

  /// These traits, overridden by an outer view's.
  func overridden(by outer: AccessibilityTraits) -> AccessibilityTraits {
    AccessibilityTraits(
      role: outer.role ?? role, label: outer.label ?? label, value: outer.value ?? value,
      hint: outer.hint ?? hint,
      isSelected: outer.isSelected ?? isSelected, adjustment: outer.adjustment ?? adjustment,
      isHidden: outer.isHidden || isHidden)
  }
}
