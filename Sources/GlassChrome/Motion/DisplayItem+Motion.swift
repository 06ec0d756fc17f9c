import Geometry

extension DisplayItem {
  /// Distinguishes items that share an id, such as a button's plate and label.
  enum Kind: Hashable { case plate, text, figures, icon, shape, edge, picture }

  var kind: Kind {
    switch ink {
    case .plate: .plate
    case .text: .text
    case .figures: .figures
    case .icon: .icon
    case .shape: .shape
    case .picture: .picture
    case .edge: .edge
    }
  }

  /// Whether it looks the same as `other` apart from its place: different words don't slide into place.
  func isSameInk(as other: DisplayItem) -> Bool {
    switch (ink, other.ink) {
    case (.plate, .plate), (.icon, .icon), (.shape, .shape), (.edge, .edge): true
    case (.picture(let a, _), .picture(let b, _)): a == b
    case (.text(let a, let own), .text(let b, let others)): a == b && own.isSameFace(as: others)
    case (.figures(let a, let own), .figures(let b, let others)):
      a.slot == b.slot && a.format == b.format && own.isSameFace(as: others)
    default: false
    }
  }

  /// The corner radius of a plate or edge; `nil` for other items and forms.
  var cornerRadius: Double? {
    switch ink {
    case .plate(let form, _), .edge(let form, _): form.cornerRadius(in: frame)
    case .text, .figures, .icon, .shape, .picture: nil
    }
  }

  /// Gives a plate or edge another corner radius; leaves other items unchanged.
  mutating func round(to radius: Double) {
    let form = GlassForm.rect(cornerRadius: max(radius, 0))
    switch ink {
    case .plate(_, let tint): ink = .plate(form, tint: tint)
    case .edge(_, let lineWidth): ink = .edge(form, lineWidth: lineWidth)
    case .text, .figures, .icon, .shape, .picture: break
    }
  }

  /// Makes a plate's corners and an edge's line larger or smaller, as its frame is; leaves other items unchanged.
  mutating func magnify(by factor: Double) {
    switch ink {
    case .plate(.rect(let radius), let tint): ink = .plate(.rect(cornerRadius: radius * factor), tint: tint)
    case .edge(.rect(let radius), let width):
      ink = .edge(.rect(cornerRadius: radius * factor), lineWidth: width * factor)
    case .picture(let thumbnail, .rect(let radius)):
      ink = .picture(thumbnail, .rect(cornerRadius: radius * factor))
    case .plate, .edge, .text, .figures, .icon, .shape, .picture: break
    }
  }

  /// An icon's effects; anything else has none.
  var effects: SymbolEffects {
    if case .icon(_, let effects) = ink { effects } else { SymbolEffects() }
  }

  /// Lets an icon pulse since a frame's time in nanoseconds; leaves other items unchanged.
  mutating func pulse(since start: Int64) {
    guard case .icon(let name, var effects) = ink else { return }
    effects.pulseStart = start
    ink = .icon(name, effects)
  }

  /// Whether it is an icon that replaces another by an effect.
  func replaces(_ other: DisplayItem) -> Bool {
    guard case .icon(let name, let effects) = ink, case .icon(let old, _) = other.ink else { return false }
    return effects.replaces && name != old
  }

  /// Whether it is an icon that bounces when it replaces `other`.
  func bounces(after other: DisplayItem) -> Bool {
    guard let value = effects.bounceValue, let old = other.effects.bounceValue else { return false }
    return value != old
  }

  /// Puts it at another place, and makes it fainter. Words grow and shrink with the frame's height; figures keep their
  /// size. Both follow its centre.
  package mutating func place(in new: Rect, opacity share: Double) {
    if share != 1, wholeOpacity == nil { wholeOpacity = opacity }
    switch ink {
    case .text(let text, var lettering) where new.height != frame.height && frame.height > 0:
      let factor = new.height / frame.height
      lettering.origin = new.center + (lettering.origin - frame.center) * factor
      lettering.magnification *= factor
      ink = .text(text, lettering)
      frame = frame.scaled(by: factor, about: frame.center).shifted(by: new.center - frame.center)
      opacity *= share
    case .text, .figures:
      let way = new.center - frame.center
      movePen(by: way)
      frame = frame.shifted(by: way)
      opacity *= share
    case .plate:
      frame = new
      opacity *= min(share / Double(GlassMaterial.presenceOfWhole), 1)
    case .icon, .shape, .picture, .edge:
      frame = new
      opacity *= share
    }
  }
}

extension Lettering {
  fileprivate func isSameFace(as other: Lettering) -> Bool { size == other.size && weight == other.weight }
}

extension ElementID {
  /// True for itself and everything below it.
  package func contains(_ other: ElementID) -> Bool {
    let (own, others) = (path.utf8, other.path.utf8)
    guard others.starts(with: own) else { return false }
    return own.isEmpty || own.count == others.count || others.dropFirst(own.count).first == UInt8(ascii: "/")
  }
}
