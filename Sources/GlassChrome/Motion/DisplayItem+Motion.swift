import Geometry

extension DisplayItem {
  /// Distinguishes items that share an id, such as a button's plate and label.
  enum Kind: Hashable { case plate, text, figures, icon, shape, edge, picture }

  var kind: Kind {
    switch self {
    case .plate: .plate
    case .text: .text
    case .figures: .figures
    case .icon: .icon
    case .shape: .shape
    case .picture: .picture
    case .edge: .edge
    case .clipped(let item, _): item.kind
    }
  }

  /// Whether it looks the same as `other` apart from its place: different words don't slide into place.
  func isSameInk(as other: DisplayItem) -> Bool {
    switch (unclipped.item, other.unclipped.item) {
    case (.plate, .plate), (.icon, .icon), (.shape, .shape), (.edge, .edge): true
    case (.picture(_, let a, _, _, _), .picture(_, let b, _, _, _)): a == b
    case (.text(let a), .text(let b)): a.text == b.text && a.size == b.size && a.weight == b.weight
    case (.figures(let a), .figures(let b)):
      a.slot == b.slot && a.format == b.format && a.size == b.size && a.weight == b.weight
    default: false
    }
  }

  /// The corner radius of a plate or edge; `nil` for other items and forms.
  var cornerRadius: Double? {
    switch self {
    case .plate(_, let frame, let form, _, _, _), .edge(_, let frame, let form, _, _, _):
      form.cornerRadius(in: frame)
    case .clipped(let item, _): item.cornerRadius
    case .text, .figures, .icon, .shape, .picture: nil
    }
  }

  /// A plate or edge with another corner radius; other items unchanged.
  func rounded(_ radius: Double) -> DisplayItem {
    let form = GlassForm.rect(cornerRadius: max(radius, 0))
    switch self {
    case .plate(let id, let frame, _, let role, let strength, let tint):
      return .plate(id: id, frame: frame, form: form, role: role, strength: strength, tint: tint)
    case .edge(let id, let frame, _, let role, let lineWidth, let opacity):
      return .edge(id: id, frame: frame, form: form, role: role, lineWidth: lineWidth, opacity: opacity)
    case .clipped(let item, let clip): return .clipped(item.rounded(radius), to: clip)
    case .text, .figures, .icon, .shape, .picture: return self
    }
  }

  /// The item without its window, and that window.
  public var unclipped: (item: DisplayItem, clip: ScrollClip?) {
    if case .clipped(let item, let clip) = self { (item, clip) } else { (self, nil) }
  }

  /// An icon's effects; anything else has none.
  var effects: SymbolEffects {
    if case .clipped(let item, _) = self { return item.effects }
    if case .icon(_, _, _, _, _, let effects) = self { return effects }
    return SymbolEffects()
  }

  /// An icon that began pulsing at a frame's time in nanoseconds; other items unchanged.
  func pulsing(since start: Int64) -> DisplayItem {
    if case .clipped(let item, let clip) = self { return .clipped(item.pulsing(since: start), to: clip) }
    guard case .icon(let id, let name, let frame, let role, let opacity, var effects) = self else {
      return self
    }
    effects.pulseStart = start
    return .icon(id: id, name: name, frame: frame, role: role, opacity: opacity, effects: effects)
  }

  /// Whether it is an icon that replaces another by an effect.
  func replaces(_ other: DisplayItem) -> Bool {
    guard case .icon(_, let name, _, _, _, let effects) = unclipped.item,
      case .icon(_, let old, _, _, _, _) = other.unclipped.item
    else { return false }
    return effects.replaces && name != old
  }

  /// Whether it is an icon that bounces when it replaces `other`.
  func bounces(after other: DisplayItem) -> Bool {
    guard let value = effects.bounceValue, let old = other.effects.bounceValue else { return false }
    return value != old
  }

  /// The item at another place, and fainter. Words and figures keep their size and follow the frame's centre.
  package func placed(in new: Rect, opacity share: Double) -> DisplayItem {
    switch self {
    case .clipped(let item, let clip): return .clipped(item.placed(in: new, opacity: share), to: clip)
    case .plate(let id, _, let form, let role, let strength, let tint):
      return .plate(
        id: id, frame: new, form: form, role: role,
        strength: strength * min(share / Double(GlassMaterial.presenceOfWhole), 1), tint: tint)
    case .icon(let id, let name, _, let role, let opacity, let effects):
      return .icon(id: id, name: name, frame: new, role: role, opacity: opacity * share, effects: effects)
    case .shape(let id, let path, _, let lineWidth, let role, let opacity):
      return .shape(
        id: id, path: path, frame: new, lineWidth: lineWidth, role: role, opacity: opacity * share)
    case .picture(let id, let thumbnail, _, let form, let opacity):
      return .picture(id: id, thumbnail: thumbnail, frame: new, form: form, opacity: opacity * share)
    case .edge(let id, _, let form, let role, let lineWidth, let opacity):
      return .edge(
        id: id, frame: new, form: form, role: role, lineWidth: lineWidth, opacity: opacity * share)
    case .text(var item):
      let way = new.center - item.frame.center
      item.origin += way
      item.frame = item.frame.shifted(by: way)
      item.opacity *= share
      return .text(item)
    case .figures(var item):
      let way = new.center - item.frame.center
      item.origin += way
      item.frame = item.frame.shifted(by: way)
      item.opacity *= share
      return .figures(item)
    }
  }
}

extension ElementID {
  /// True for itself and everything below it.
  package func contains(_ other: ElementID) -> Bool {
    let (own, others) = (path.utf8, other.path.utf8)
    guard others.starts(with: own) else { return false }
    return own.isEmpty || own.count == others.count || others.dropFirst(own.count).first == UInt8(ascii: "/")
  }
}
