/// Events that name elements by the end of their paths.
extension ChromeEvent {
  /// The same event with the full id of the element it refers to, if there is one.
  package func named(in elements: [AccessibilityElement]) -> ChromeEvent {
    switch self {
    case .focus(.control(let id)): .focus(.control(elements.id(called: id)))
    case .press, .move, .release, .scroll, .focus, .activate, .adjust: self
    case .toggle(let id): .toggle(elements.id(called: id))
    case .select(let id, let value): .select(elements.id(called: id), value: value)
    case .set(let id, let value): .set(elements.id(called: id), value: value)
    }
  }
}

extension [AccessibilityElement] {
  /// The element that a name stands for, as in ``id(called:)``.
  func element(called name: ElementID) -> AccessibilityElement? {
    let id = id(called: name)
    return first { $0.id == id }
  }

  /// The elements whose path has a name in it, numbers left out: a control with that name, and its parts.
  package func parts(of name: ElementID) -> [AccessibilityElement] {
    filter { "/\($0.id.path.unnumbered)/".contains("/\(name.path.unnumbered)/") }
  }

  /// The id that a name stands for: itself, the element whose path ends with it, or the group of
  /// elements whose path has it in the middle; the name itself if nothing matches. It may omit
  /// numbers, which stand for views without names.
  ///
  /// Controls come before other elements with the same name. Of several, the one whose path has the fewest parts wins, so
  /// that `capture` is the shutter, not a tab or a recording of that name; then the first.
  func id(called name: ElementID) -> ElementID {
    if contains(where: { $0.id == name || $0.id.path.hasPrefix(name.path + "/") }) { return name }
    let end = "/" + name.path.unnumbered
    let controls = filter { element in
      element.role.isControl
        && (element.id.path.hasSuffix("/" + name.path) || ("/" + element.id.path.unnumbered).hasSuffix(end))
    }
    if let control = controls.min(by: { $0.id.path.depth < $1.id.path.depth }) { return control.id }
    var group: ElementID?
    for element in self {
      let path = element.id.path
      let isWithin = (path + "/").contains("/" + name.path + "/")
      // A picker is one control, however many rows it has.
      if isWithin, element.role == .picker { return element.id }
      if isWithin, group == nil, let end = (path + "/").firstRange(of: "/" + name.path + "/")?.upperBound {
        group = ElementID(String((path + "/")[..<end].dropLast()))
      }
    }
    return group ?? name
  }
}

extension String {
  /// A path without its numbers.
  fileprivate var unnumbered: String {
    split(separator: "/").filter { Int($0) == nil }.joined(separator: "/")
  }

  /// How many parts of a path are names.
  fileprivate var depth: Int { split(separator: "/").count { Int($0) == nil } }
}
