/// Elements called by the end of their names.
extension ChromeEvent {
  /// The same event with the whole name of the element that it means, where there is one.
  func named(in elements: [AccessibilityElement]) -> ChromeEvent {
    switch self {
    case .press, .move, .release: self
    case .toggle(let id): .toggle(elements.id(called: id))
    case .select(let id, let value): .select(elements.id(called: id), value: value)
    case .set(let id, let value): .set(elements.id(called: id), value: value)
    }
  }
}

extension [AccessibilityElement] {
  /// The identity that a name means: itself, the element whose path ends with it, or the group of elements whose
  /// path has it in the middle; the name as it is where nothing is called so.
  ///
  /// A control goes before what only bears the same name, and of equals the first is meant.
  func id(called name: ElementID) -> ElementID {
    if contains(where: { $0.id == name || $0.id.path.hasPrefix(name.path + "/") }) { return name }
    var group: ElementID?
    for element in self {
      let path = element.id.path
      if path.hasSuffix("/" + name.path), element.role.isControl { return element.id }
      let isWithin = (path + "/").contains("/" + name.path + "/")
      // A picker is one control, whatever rows it is made of.
      if isWithin, element.role == .picker { return element.id }
      if isWithin, group == nil, let end = (path + "/").firstRange(of: "/" + name.path + "/")?.upperBound {
        group = ElementID(String((path + "/")[..<end].dropLast()))
      }
    }
    return group ?? name
  }
}
