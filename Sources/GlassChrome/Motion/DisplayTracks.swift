import Geometry

/// A display list with the motion of everything in it, group by group.
struct DisplayTracks: Sendable {
  struct Group: Sendable {
    var id: ElementID
    var spacing: Double
    /// As laid out.
    var bounds: Rect
    var elements: Range<Int>
    var items: Range<Int>
    /// No longer in the layout.
    var isLeaving = false

    var isEmptied: Bool { isLeaving && elements.isEmpty && items.isEmpty }
  }

  struct Element: Sendable {
    /// As laid out.
    var element: GlassElement
    var frame: MotionRect
    /// The corner radius, which moves with the size.
    var corner: MotionValue
    var presence: MotionValue
    var press: Press
    var glow: MotionValue
    /// Where it glows, even while the glow fades.
    var touch: Point?
    // Set by the finger, whatever the layout says.
    var isPressed = false
    var isGlowing = false
    /// No longer in the layout.
    var isLeaving = false
    /// Leaves by flowing into other glass instead of dematerializing.
    var flowsAway = false

    init(_ element: GlassElement) {
      self.element = element
      frame = MotionRect(element.frame)
      corner = MotionValue(element.form.cornerRadius(in: element.frame) ?? 0)
      presence = MotionValue(element.presence)
      press = Press(element.press)
      glow = MotionValue(element.touchStrength)
      touch = element.touch
    }

    var pressTarget: Double { isPressed ? 1 : element.press }
    var glowTarget: Double { isGlowing ? 1 : element.touchStrength }

    /// Starts moving to the press and glow that are due.
    mutating func answer(_ motion: DisplayMotion, at now: Int64) {
      press.aim(at: pressTarget, motion, at: now)
      if glow.target != glowTarget {
        let isRising = glowTarget > glow.value(at: now)
        glow.retarget(to: glowTarget, isRising ? motion.glowIn : motion.glowOut, at: now)
      }
    }

    /// True until it has completely left.
    var isThere: Bool { !isLeaving || (flowsAway ? frame.isMoving : presence.isMoving) }
    var isMoving: Bool {
      frame.isMoving || corner.isMoving || presence.isMoving || press.isMoving || glow.isMoving
    }

    mutating func settle(_ motion: DisplayMotion, at now: Int64) {
      _ = frame.settle(at: now, tolerance: flowsAway ? 0.5 : 0.02)
      _ = corner.settle(at: now, tolerance: 0.02)
      _ = presence.settle(at: now, tolerance: 0.002)
      _ = press.settle(motion, at: now)
      _ = glow.settle(at: now, tolerance: 0.002)
      if !glow.isMoving && !isGlowing { touch = element.touch }
    }
  }

  struct Item: Sendable {
    /// As laid out.
    var item: DisplayItem
    /// Index of the glass it lies on: the nearest whose id is above its own.
    var owner: Int?
    var frame: MotionRect
    /// A plate's corner radius, which moves with the size.
    var corner: MotionValue
    /// Its own opacity, in addition to its glass's presence.
    var visible: MotionValue
    /// An icon's scale relative to its frame: it bounces, or replaces another.
    var scale = MotionValue(1)
    /// Whether it is a picture that flies from a thumbnail to a sheet or back.
    var flies = false
    /// The frame of its glass that its own frame belongs to, if it grows and shrinks with that glass.
    var ground: Rect?
    /// When an icon was told to pulse.
    var pulseStart: Int64?
    var isLeaving = false

    init(_ item: DisplayItem, owner: Int?, at now: Int64) {
      self.item = item
      self.owner = owner
      frame = MotionRect(item.frame)
      corner = MotionValue(item.cornerRadius ?? 0)
      visible = MotionValue(1)
      pulseStart = item.effects.isPulsing ? now : nil
    }

    var isMoving: Bool { frame.isMoving || corner.isMoving || visible.isMoving || scale.isMoving }

    mutating func settle(at now: Int64) {
      _ = frame.settle(at: now, tolerance: 0.02)
      _ = scale.settle(at: now, tolerance: 0.002)
      _ = corner.settle(at: now, tolerance: 0.02)
      _ = visible.settle(at: now, tolerance: 0.002)
    }
  }

  var groups: [Group] = []
  var elements: [Element] = []
  var items: [Item] = []

  /// The list at rest, as it appears at a time.
  init(_ list: DisplayList, at now: Int64 = 0) {
    for group in list.groups {
      let (firstElement, firstItem) = (elements.count, items.count)
      for element in group.elements { elements.append(Element(element)) }
      for item in group.items {
        items.append(
          Item(item, owner: owner(of: item.id, in: firstElement..<elements.count), at: now))
      }
      groups.append(
        Group(
          id: group.id, spacing: group.spacing, bounds: group.bounds,
          elements: firstElement..<elements.count, items: firstItem..<items.count))
    }
  }

  func owner(of id: ElementID, in range: Range<Int>) -> Int? {
    var best: Int?
    for index in range where elements[index].element.id.contains(id) {
      if best.map({ elements[$0].element.id.path.utf8.count < elements[index].element.id.path.utf8.count })
        ?? true
      {
        best = index
      }
    }
    return best
  }

  /// How an item's glass, elsewhere than the item's ``Item/ground``, carries a frame along; `nil` if it doesn't.
  func ride(of item: Item, at now: Int64) -> Ride? {
    guard let ground = item.ground, let owner = item.owner,
      elements[owner].frame.isMoving || elements[owner].isLeaving
    else { return nil }
    let ride = Ride(from: ground, to: elements[owner].frame.value(at: now))
    return ride.isSeen ? ride : nil
  }

  /// Whether an item is still drawn.
  func isThere(_ item: Item) -> Bool {
    if let owner = item.owner, !elements[owner].isThere { return false }
    guard item.isLeaving else { return true }
    return item.visible.isMoving || item.visible.target > 0
  }

  /// Drops what has left; true if anything did.
  mutating func dropGone() -> Bool {
    var isComplete = true
    for index in groups.indices where groups[index].isEmptied { isComplete = false }
    for index in elements.indices where !elements[index].isThere { isComplete = false }
    for index in items.indices where !isThere(items[index]) { isComplete = false }
    if isComplete { return false }
    let old = self
    (groups, elements, items) = ([], [], [])
    for group in old.groups {
      let (firstElement, firstItem) = (elements.count, items.count)
      var places: [Int: Int] = [:]
      for index in group.elements where old.elements[index].isThere {
        places[index] = elements.count
        elements.append(old.elements[index])
      }
      for index in group.items where old.isThere(old.items[index]) {
        var item = old.items[index]
        item.owner = item.owner.flatMap { places[$0] }
        items.append(item)
      }
      var kept = group
      (kept.elements, kept.items) = (firstElement..<elements.count, firstItem..<items.count)
      if !kept.isEmptied { groups.append(kept) }
    }
    return true
  }
}

/// How glass that grows or shrinks carries what lies on it: all of it by the same factor, so that it stays inside.
struct Ride {
  private let from: Point
  private let to: Point
  let factor: Double
  /// Whether it carries anything by more than a hair's breadth: words are drawn sharp where they are to stay.
  let isSeen: Bool

  /// - Parameters:
  ///   - ground: the glass's frame at which everything is in its place; larger glass carries nothing further.
  ///   - glass: the glass's frame.
  init(from ground: Rect, to glass: Rect) {
    let place = glass.intersection(ground)
    (from, to) = (ground.center, place.center)
    factor = min(place.width / max(ground.width, 1e-9), place.height / max(ground.height, 1e-9), 1)
    isSeen = !place.grown(by: 0.3).contains(ground)
  }

  func carried(_ frame: Rect) -> Rect {
    frame.scaled(by: factor, about: from).shifted(by: to - from)
  }
}
