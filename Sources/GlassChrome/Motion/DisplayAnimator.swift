import Geometry

/// Animates the screen from one layout to the next.
///
/// What keeps its id moves; what is new materializes or flows out of the nearest glass; what is gone dematerializes
/// or flows into the nearest glass that stays, and is then dropped; what is pressed shrinks a little and glows, at
/// its own pace. Times are frame times in nanoseconds; the same layouts at the same times give the same lists at any
/// frame rate. It allocates only when the layout changes and when something that left is dropped.
public struct DisplayAnimator: Sendable {
  /// The list to draw now.
  public private(set) var displayed: DisplayList
  /// True if everything is in place until the next layout or touch; icons may still pulse. Stills
  /// and measurements wait for this.
  public internal(set) var isAtRest = true
  /// True if nothing drawn changes until the next layout or touch: all is at rest, and no icon pulses.
  public var isSettled: Bool { isAtRest && !isPulsing }
  /// How changes from now on are animated. If motion is reduced, moving frames stop at the next layout.
  public var motion: DisplayMotion {
    // Icons stop or resume pulsing.
    didSet { if motion.isReduced != oldValue.isReduced { isAtRest = false } }
  }

  /// How far the scroll views' content has moved.
  package private(set) var scrolls: [ScrollPosition] = []

  private var target: DisplayList
  var tracks: DisplayTracks
  /// Pressed controls on glass, such as cards, including those springing back.
  var contentPresses: [ContentPress] = []
  /// The control that a finger is on.
  var touched: ElementID?

  private var isPulsing: Bool { !motion.isReduced && tracks.items.contains { $0.pulseStart != nil } }

  /// Starts with a layout at rest.
  ///
  /// - Parameters:
  ///   - list: the first layout, shown at once.
  ///   - motion: how later changes are animated.
  public init(_ list: DisplayList = DisplayList(), motion: DisplayMotion = .standard) {
    self.motion = motion
    (target, displayed) = (list, list)
    tracks = DisplayTracks(list)
    contentPresses.reserveCapacity(4)
    show(list.scrollports)
    place(at: 0)
  }

  /// Starts moving to another layout; does nothing if it is the current target.
  ///
  /// - Parameters:
  ///   - list: the new layout.
  ///   - nanoseconds: the frame's time.
  ///   - isAnimated: false shows the layout at once.
  public mutating func setTarget(_ list: DisplayList, at nanoseconds: Int64, isAnimated: Bool = true) {
    guard list != target else { return }
    let controls = (old: target.accessibility.map(placed), new: list.accessibility.map(placed))
    target = list
    if isAnimated {
      if motion.isReduced { standStill(at: nanoseconds) }
      tracks = DisplayChange.tracks(
        from: tracks, to: list, motion: motion, touched: touched, now: nanoseconds, controls: controls,
        scrolls: scrolls)
    } else {
      tracks = DisplayTracks(list, at: nanoseconds)
    }
    isAtRest = false
    show(list.scrollports)
    assemble()
    advance(to: nanoseconds)
  }

  /// New windows show the start of their content; those that stay keep their position. Others belong to what is leaving.
  private mutating func show(_ ports: [Scrollport]) {
    for port in ports {
      if let i = scrolls.firstIndex(where: { $0.port.id == port.id }) {
        scrolls[i].port = port
      } else {
        scrolls.append(ScrollPosition(port: port, offset: 0))
      }
    }
  }

  /// Moves the content of the scroll views; call it before the frame's ``advance(to:)``.
  package mutating func scroll(_ positions: [ScrollPosition]) {
    for position in positions {
      guard let i = scrolls.firstIndex(where: { $0.port.id == position.port.id }) else {
        scrolls.append(position)
        isAtRest = false
        continue
      }
      if scrolls[i] == position { continue }
      scrolls[i] = position
      isAtRest = false
    }
  }

  /// Advances to a frame's time; true if what ``displayed`` draws may have changed.
  @discardableResult
  public mutating func advance(to nanoseconds: Int64) -> Bool {
    if isAtRest { return isPulsing }
    var isMoving = false
    for index in tracks.elements.indices {
      tracks.elements[index].settle(motion, at: nanoseconds)
      if tracks.elements[index].isMoving { isMoving = true }
    }
    for index in tracks.items.indices {
      tracks.items[index].settle(at: nanoseconds)
      if tracks.items[index].isMoving { isMoving = true }
    }
    if settleContentPresses(at: nanoseconds) { isMoving = true }
    if tracks.dropGone() { assemble() }
    isAtRest = !isMoving
    place(at: nanoseconds)
    return true
  }

  /// Stops everything that moves by a spring where it is: reduced motion has no springs.
  private mutating func standStill(at now: Int64) {
    for index in tracks.elements.indices {
      tracks.elements[index].frame = MotionRect(tracks.elements[index].frame.value(at: now))
      tracks.elements[index].corner = MotionValue(tracks.elements[index].corner.value(at: now))
    }
    for index in tracks.items.indices {
      tracks.items[index].frame = MotionRect(tracks.items[index].frame.value(at: now))
      tracks.items[index].corner = MotionValue(tracks.items[index].corner.value(at: now))
      tracks.items[index].scale = MotionValue(tracks.items[index].scale.target)
    }
  }

  /// Rebuilds the list from everything tracked, as laid out.
  private mutating func assemble() {
    displayed.accessibility = target.accessibility
    displayed.scrollports = target.scrollports
    displayed.groups = tracks.groups.map { group in
      GlassGroup(
        id: group.id, spacing: group.spacing, elements: group.elements.map { tracks.elements[$0].element },
        items: group.items.map { tracks.items[$0].item }, bounds: group.bounds)
    }
  }

  /// Puts scroll indicators over their group's own items.
  private mutating func showIndicators() {
    for g in tracks.groups.indices {
      let own = tracks.groups[g].items.count
      if displayed.groups[g].items.count > own {
        displayed.groups[g].items.removeLast(displayed.groups[g].items.count - own)
      }
    }
    for scroll in scrolls {
      guard let item = scroll.indicatorItem else { continue }
      let g = displayed.groups.firstIndex { group in
        group.elements.contains {
          $0.shownFrame.grown(by: 0.5).union(scroll.port.frame) == $0.shownFrame.grown(by: 0.5)
        }
      }
      if let g { displayed.groups[g].items.append(item) }
    }
  }

  private mutating func place(at now: Int64) {
    defer { showIndicators() }
    for g in tracks.groups.indices {
      let group = tracks.groups[g]
      var shown = Extent()
      var laidOut = Extent()
      var isStill = !group.isLeaving
      for index in group.elements {
        let element = placed(tracks.elements[index], at: now)
        displayed.groups[g].elements[index - group.elements.lowerBound] = element
        shown.add(element.shownFrame)
        if tracks.elements[index].isLeaving {
          isStill = false
        } else {
          laidOut.add(tracks.elements[index].element.shownFrame)
        }
        // A released button swings beyond its frame.
        if tracks.elements[index].frame.isMoving || tracks.elements[index].press.isMoving { isStill = false }
      }
      for index in group.items {
        let item = placed(tracks.items[index], in: group, at: now)
        displayed.groups[g].items[index - group.items.lowerBound] = item
        if item.opacity > 0 { shown.add(item.shownFrame) }
        if tracks.items[index].isLeaving {
          isStill = false
        } else {
          laidOut.add(tracks.items[index].item.shownFrame)
        }
        if tracks.items[index].frame.isMoving { isStill = false }
      }
      displayed.groups[g].bounds = isStill ? group.bounds : shown.grown(as: group.bounds, around: laidOut)
    }
  }

  private func placed(_ track: DisplayTracks.Element, at now: Int64) -> GlassElement {
    var element = track.element
    if track.frame.isMoving || track.isLeaving { element.frame = track.frame.value(at: now) }
    if track.corner.isMoving, element.form.cornerRadius(in: element.frame) != nil {
      element.form = .rect(cornerRadius: max(track.corner.value(at: now), 0))
    }
    if element.transition.isZoom, track.frame.isMoving || track.isLeaving, !motion.isReduced {
      element.wholeFrame = track.element.frame
    }
    element.presence = min(1, max(0, track.presence.value(at: now)))
    let press = track.press.depth.value(at: now)
    element.press = min(1, max(0, press))
    element.touchStrength = min(1, max(0, track.glow.value(at: now)))
    element.touch = track.touch
    if let clip = element.clip, let scroll = position(of: clip.id) {
      element.frame = scroll.port.moved(element.frame, by: scroll.offset)
      element.presence *= clip.presence(of: element.frame)
    }
    if press != 0, !motion.isReduced {
      let scale = PressMotion.scale(pressed: press, full: PressMotion.buttonScale)
      element.frame = element.frame.scaled(by: scale, about: element.frame.center)
    }
    return element
  }

  private func placed(_ track: DisplayTracks.Item, in group: DisplayTracks.Group, at now: Int64)
    -> DisplayItem
  {
    var share = min(1, max(0, track.visible.value(at: now)))
    var frame = track.frame.isMoving ? track.frame.value(at: now) : track.item.frame
    var isInPlace = !track.frame.isMoving
    let scroll = track.flies && track.frame.isMoving ? nil : track.item.clip.flatMap { position(of: $0.id) }
    if let scroll, scroll.offset != 0 {
      frame = scroll.port.moved(frame, by: scroll.offset)
      isInPlace = false
    }
    let ride = track.flies && track.frame.isMoving ? nil : tracks.ride(of: track, at: now)
    if let ride {
      frame = ride.carried(frame)
      isInPlace = false
    }
    if let owner = track.owner {
      // Plates fade with their glass as they are painted.
      if track.item.kind != .plate { share *= min(1, max(0, tracks.elements[owner].presence.value(at: now))) }
      let press = tracks.elements[owner].press.depth.value(at: now)
      if press != 0, !motion.isReduced {
        let glass = tracks.elements[owner]
        let center = glass.frame.isMoving ? glass.frame.value(at: now).center : glass.element.frame.center
        frame = frame.scaled(
          by: PressMotion.scale(pressed: press, full: PressMotion.buttonScale), about: center)
        isInPlace = false
      }
    }
    if !motion.isReduced {
      for index in contentPresses.indices {
        let share = contentPresses[index].share(of: track.item, at: frame)
        guard share > 0 else { continue }
        let press = contentPresses[index].press.depth.value(at: now)
        let scale = PressMotion.scale(pressed: press * share, full: contentPresses[index].fullScale)
        frame = frame.scaled(by: scale, about: contentPresses[index].frame.center)
        isInPlace = false
      }
    }
    if isBubble(track) {
      frame = BubbleMotion.frame(frame, at: track.frame.velocity(at: now))
    } else if case .icon = track.item.ink, let swelling = swelling(at: frame.center, in: group, at: now) {
      frame = frame.scaled(by: 1 + swelling, about: frame.center)
      isInPlace = false
    }
    if track.scale.isMoving || track.scale.target != 1 {
      frame = frame.scaled(by: max(track.scale.value(at: now), 0), about: frame.center)
      isInPlace = false
    }
    let isRound = track.corner.isMoving && track.item.cornerRadius != nil
    var item = track.item
    // A picture flies over the edges of its window.
    if track.flies, track.frame.isMoving { item.clip = nil }
    if let ride, let clip = item.clip {
      item.clip?.frame = ride.carried(clip.frame)
    } else if let clip = item.clip, let owner = track.owner, !track.isLeaving,
      tracks.elements[owner].frame.isMoving
    {
      // A window keeps its distance from the edges of glass that grows or shrinks.
      let (glass, rest) = (tracks.elements[owner].frame.value(at: now), tracks.elements[owner].element.frame)
      item.clip?.frame = Rect(
        x: clip.frame.x + glass.x - rest.x, y: clip.frame.y + glass.y - rest.y,
        width: max(clip.frame.width + glass.width - rest.width, 0),
        height: max(clip.frame.height + glass.height - rest.height, 0))
    }
    if let start = track.pulseStart, !motion.isReduced { item.pulse(since: start) }
    if share != 1 || !isInPlace || isRound { item.place(in: frame, opacity: share) }
    if isRound { item.round(to: track.corner.value(at: now)) }
    if let ride { item.magnify(by: ride.factor) }
    item.window(scroll)
    return item
  }

  /// Whether it is a plate, or its edge, on its way over glass that rests.
  private func isBubble(_ track: DisplayTracks.Item) -> Bool {
    guard track.frame.isMoving, !motion.isReduced, !track.flies, touched?.contains(track.item.id) != true
    else {
      return false
    }
    switch track.item.ink {
    case .plate, .edge: return track.owner.map { !tracks.elements[$0].frame.isMoving } ?? false
    default: return false
    }
  }

  /// How much an icon swells under a plate that passes over it; `nil` if none does.
  private func swelling(at center: Point, in group: DisplayTracks.Group, at now: Int64) -> Double? {
    for index in group.items where isBubble(tracks.items[index]) {
      let track = tracks.items[index]
      let frame = track.frame.value(at: now)
      // All of it in the middle, nothing at the ends.
      let off = (center.x - frame.center.x).magnitude / max(frame.width / 2, 1)
      guard off < 1, (center.y - frame.center.y).magnitude < frame.height / 2 else { continue }
      return BubbleMotion.swelling * BubbleMotion.lift(at: track.frame.velocity(at: now)) * (1 - off * off)
    }
    return nil
  }

  private func position(of id: ElementID) -> ScrollPosition? { scrolls.first { $0.port.id == id } }
}

/// The smallest rectangle around a set of others.
private struct Extent {
  private var rect: Rect?

  mutating func add(_ other: Rect) { rect = rect.map { $0.union(other) } ?? other }

  /// This rectangle with the margins that `bounds` has around `inner`; never smaller than itself.
  func grown(as bounds: Rect, around inner: Extent) -> Rect {
    guard let rect else { return bounds }
    guard let inner = inner.rect else { return rect }
    let (left, top) = (max(0, inner.x - bounds.x), max(0, inner.y - bounds.y))
    let (right, bottom) = (max(0, bounds.maxX - inner.maxX), max(0, bounds.maxY - inner.maxY))
    return Rect(
      x: rect.x - left, y: rect.y - top, width: rect.width + left + right, height: rect.height + top + bottom)
  }
}
