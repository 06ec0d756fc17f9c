import Geometry

/// The way of each piece of glass from what is shown to a new layout: what leaves goes first, what moves or comes waits
/// until its place is free, and a sheet grows from the control that it is opened by.
///
/// Never does glass of one group pass over glass of another.
struct GlassChange {
  /// The way of a piece of glass in the new layout.
  struct Way {
    var track: DisplayTracks.Element
    /// Seconds from now until it begins to move.
    var delay = 0.0
    /// Whether it takes another form on its way: ink then grows with it, or waits in place, instead of riding along.
    var isTransformed = false
    /// Whether all of its ink is new, and grows with it.
    var carriesInk = false
    /// Seconds after it begins to move until there is room for ink on it.
    var inkSeconds = 0.0

    /// Seconds from now until ink may come on it.
    var inkDelay: Double { isTransformed ? delay + inkSeconds : 0 }
  }

  private let old: DisplayTracks
  private let list: DisplayList
  private let motion: DisplayMotion
  private let touched: ElementID?
  private let now: Int64
  private let controls: (old: [AccessibilityElement], new: [AccessibilityElement])
  /// Ways of the new layout's glass, by group and place in it.
  private(set) var ways: [[Way]] = []
  /// Tracks of glass that leaves, by its old index; what is gone at once is missing.
  private(set) var leaving: [Int: DisplayTracks.Element] = [:]
  /// The new glass that old glass becomes, by the old index: itself, or what comes in its place.
  private(set) var successors: [Int: ElementID] = [:]
  /// By the new glass's id; a second use of an id counts as new.
  private var predecessors: [ElementID: Int] = [:]
  /// Glass that others wait for, with its group's id.
  private var obstacles: [(group: ElementID, track: DisplayTracks.Element)] = []

  /// Finds the ways.
  ///
  /// - Parameters:
  ///   - old: what is shown `now`, in nanoseconds.
  ///   - list: the new layout.
  ///   - motion: how changes are animated.
  ///   - touched: the control under the finger, whose glass keeps up with it.
  ///   - controls: elements of the last layout and of the new one, where they are shown.
  init(
    from old: DisplayTracks, to list: DisplayList, motion: DisplayMotion, touched: ElementID?, now: Int64,
    controls: (old: [AccessibilityElement], new: [AccessibilityElement])
  ) {
    (self.old, self.list, self.motion) = (old, list, motion)
    (self.touched, self.now, self.controls) = (touched, now, controls)
    match()
    for group in old.groups {
      let next = list.groups.first { $0.id == group.id }
      for index in group.elements where successors[index] == nil {
        guard let track = left(old.elements[index], in: next) else { continue }
        leaving[index] = track
        obstacles.append((group.id, track))
      }
    }
    ways = list.groups.map { _ in [] }
    for (g, group) in list.groups.enumerated() {
      ways[g] = group.elements.map { element in
        guard let index = predecessors[element.id] else { return Way(track: DisplayTracks.Element(element)) }
        return stayed(old.elements[index], as: element, in: group.id)
      }
      for way in ways[g] where predecessors[way.track.element.id] != nil {
        obstacles.append((group.id, way.track))
      }
    }
    for (g, group) in list.groups.enumerated() {
      for (e, element) in group.elements.enumerated() where predecessors[element.id] == nil {
        ways[g][e] = came(element, in: group)
      }
    }
  }

  private mutating func match() {
    var indices: [ElementID: Int] = [:]
    for index in old.elements.indices where indices[old.elements[index].element.id] == nil {
      indices[old.elements[index].element.id] = index
    }
    for element in list.groups.flatMap(\.elements) {
      guard let index = indices[element.id], successors[index] == nil else { continue }
      (successors[index], predecessors[element.id]) = (element.id, index)
    }
    // One sheet becomes the next in its place.
    guard !motion.isReduced else { return }
    for element in list.groups.flatMap(\.elements) where element.transition.isZoom {
      guard predecessors[element.id] == nil else { continue }
      let index = old.elements.indices.first { index in
        let track = old.elements[index]
        return successors[index] == nil && track.element.transition.isZoom
          && track.presence.value(at: now) > 0.5 && track.frame.value(at: now).overlaps(element.frame)
      }
      guard let index else { continue }
      (successors[index], predecessors[element.id]) = (element.id, index)
    }
    // What leaves becomes what comes nearest to it.
    for group in list.groups where canFlow(in: group) {
      for element in group.elements
      where predecessors[element.id] == nil && element.transition == .matchedGeometry {
        guard let index = nearest(to: element, group.id), successors[index] == nil else { continue }
        let track = old.elements[index]
        let place = track.frame.value(at: now)
        guard track.element.transition == .matchedGeometry, track.presence.value(at: now) > 0,
          !isCrossed(place.union(element.frame), in: group.id)
        else { continue }
        (successors[index], predecessors[element.id]) = (element.id, index)
      }
    }
  }

  // MARK: - Leaving

  private func left(_ before: DisplayTracks.Element, in group: GlassGroup?) -> DisplayTracks.Element? {
    let element = before.element
    guard element.transition != .identity else { return nil }
    // It hasn't come yet.
    if before.presence.value(at: now) <= 0 { return nil }
    var track = before
    (track.isPressed, track.isGlowing) = (false, false)
    track.press.aim(at: 0, motion, at: now)
    track.glow.aim(at: 0, motion.glowOut, at: now)
    if element.transition == .matchedGeometry, let group, canFlow(in: group),
      let target = group.elements.filter({ element.form.morphs(into: $0.form) }).min(by: {
        Self.isNearer($0, $0.frame, than: $1, $1.frame, to: element.id, before.frame.value(at: now))
      }), !isCrossed(before.frame.value(at: now).union(target.frame), in: group.id)
    {
      if let corner = target.form.cornerRadius(in: target.frame) {
        track.corner.aim(at: corner, motion.frame, at: now)
      }
      if !track.flowsAway || track.frame.target != MotionRect(target.frame).target {
        track.frame.retarget(to: target.frame, motion.frame, at: now)
      }
      (track.isLeaving, track.flowsAway) = (true, true)
      // Already there: nothing of it can be seen.
      return track.frame.isMoving ? track : nil
    }
    let isNew = !track.isLeaving || track.flowsAway
    (track.isLeaving, track.flowsAway) = (true, false)
    guard isNew else { return track }
    if case .zoom(let source) = element.transition, !motion.isReduced {
      let target = origin(of: element.frame, source)
      track.frame.retarget(to: target, motion.zoomOut, at: now)
      track.corner.retarget(to: min(track.corner.target, target.height / 2), motion.zoomOut, at: now)
      track.presence.retarget(to: 0, motion.presenceRemoval, at: now, after: DisplayMotion.zoomOutSeconds)
    } else {
      track.presence.retarget(to: 0, motion.presenceRemoval, at: now)
    }
    return track
  }

  /// Whether other groups' glass of the new layout lies in a place.
  private func isCrossed(_ place: Rect, in group: ElementID) -> Bool {
    list.groups.contains { $0.id != group && $0.elements.contains { $0.frame.overlaps(place) } }
  }

  private func canFlow(in group: GlassGroup) -> Bool { group.spacing > 0 && !motion.isReduced }

  /// Glass on its way goes on at once; glass at rest lets its ink go first.
  private func delay(of track: DisplayTracks.Element, until seconds: Double) -> Double {
    track.frame.isMoving ? 0 : seconds
  }

  // MARK: - Staying

  private func way(of id: ElementID) -> Motion {
    touched.map { $0.contains(id) } ?? false ? motion.tracking : motion.frame
  }

  private func stayed(_ before: DisplayTracks.Element, as element: GlassElement, in group: ElementID) -> Way {
    var track = before
    track.element = element
    (track.isLeaving, track.flowsAway) = (false, false)
    let isAtOnce = element.transition == .identity
    let way = isAtOnce ? .none : element.transition.isZoom ? motion.zoom : way(of: element.id)
    let isMoved = track.frame.target != MotionRect(element.frame).target
    var delay = 0.0
    if isMoved, !isAtOnce, !track.frame.isMoving || element.transition.isZoom {
      delay = clearance(of: element.frame.union(track.frame.value(at: now)), in: group)
      if element.transition.isZoom {
        delay = max(delay, self.delay(of: track, until: motion.contentRemoval.seconds))
      }
    }
    if isMoved { track.frame.retarget(to: element.frame, way, at: now, after: delay) }
    if let corner = element.form.cornerRadius(in: element.frame), corner != track.corner.target {
      track.corner.retarget(to: corner, way, at: now, after: delay)
    }
    if before.isLeaving || track.presence.target != element.presence {
      let wait = before.isLeaving ? clearance(of: element.frame, in: group) : 0
      track.presence.retarget(to: element.presence, isAtOnce ? .none : motion.presence, at: now, after: wait)
    }
    track.answer(motion, at: now)
    if !track.isGlowing { track.touch = element.touch ?? track.touch }
    let isTransformed = element.transition.isZoom && isMoved && !motion.isReduced
    let isOther = before.element.id != element.id
    return Way(
      track: track, delay: delay, isTransformed: isTransformed, carriesInk: isTransformed && isOther,
      inkSeconds: isOther ? 0 : DisplayMotion.resizeInkSeconds)
  }

  // MARK: - Coming

  private func came(_ element: GlassElement, in group: GlassGroup) -> Way {
    var track = DisplayTracks.Element(element)
    if element.transition == .identity { return Way(track: track) }
    if element.transition == .matchedGeometry, canFlow(in: group),
      let source = nearest(to: element, group.id),
      clearance(of: element.frame.union(old.elements[source].frame.value(at: now)), in: group.id) == 0
    {
      // The new shape starts as the old one, at its speed.
      let from = old.elements[source].frame
      track.frame.restart(
        from: from.value(at: now), velocity: from.velocity(at: now), to: element.frame, motion.frame, at: now)
      if let corner = element.form.cornerRadius(in: element.frame) {
        track.corner = old.elements[source].corner
        track.corner.retarget(to: corner, motion.frame, at: now)
      }
      track.presence = old.elements[source].presence
      track.presence.retarget(to: element.presence, motion.presence, at: now)
      return Way(track: track)
    }
    let delay = max(clearance(of: element.frame, in: group.id), removal(from: element.frame, in: group.id))
    track.presence = MotionValue(0)
    guard case .zoom(let source) = element.transition, !motion.isReduced else {
      track.presence.retarget(to: element.presence, motion.presence, at: now, after: delay)
      return Way(track: track)
    }
    let start = origin(of: element.frame, source)
    let begin = max(delay - DisplayMotion.zoomLeadSeconds, 0)
    track.frame = MotionRect(start)
    track.frame.retarget(to: element.frame, motion.zoom, at: now, after: begin)
    let corner = track.corner.target
    track.corner = MotionValue(min(corner, start.height / 2))
    track.corner.retarget(to: corner, motion.zoom, at: now, after: begin)
    track.presence.retarget(to: element.presence, motion.contentRemoval, at: now, after: delay)
    return Way(
      track: track, delay: begin, isTransformed: true, carriesInk: true,
      inkSeconds: DisplayMotion.zoomInkSeconds)
  }

  private func nearest(to element: GlassElement, _ group: ElementID) -> Int? {
    old.groups.first { $0.id == group }?.elements.filter {
      old.elements[$0].element.form.morphs(into: element.form)
    }.min {
      let (a, b) = (old.elements[$0], old.elements[$1])
      return Self.isNearer(
        a.element, a.frame.value(at: now), than: b.element, b.frame.value(at: now), to: element.id,
        element.frame)
    }
  }

  /// Ancestors and descendants by id come first, then those whose centre is nearer.
  private static func isNearer(
    _ a: GlassElement, _ aFrame: Rect, than b: GlassElement, _ bFrame: Rect, to id: ElementID, _ frame: Rect
  ) -> Bool {
    let related = (a.id.contains(id) || id.contains(a.id), b.id.contains(id) || id.contains(b.id))
    if related.0 != related.1 { return related.0 }
    return aFrame.center.distance(to: frame.center) < bFrame.center.distance(to: frame.center)
  }

  // MARK: - Places

  /// Where a sheet begins and ends: as large as its source, as near to it as the sheet's own place allows. A sheet
  /// whose source isn't shown rises from its lower edge.
  private func origin(of frame: Rect, _ source: ElementID) -> Rect {
    let control = (controls.old.element(called: source) ?? controls.new.element(called: source))?.frame
    let height = min(control?.height ?? frame.height / 4, frame.height)
    let width = min(control?.width ?? frame.width, frame.width)
    let center = control?.center ?? Point(frame.center.x, frame.maxY)
    return Rect(
      x: min(max(center.x - width / 2, frame.x), frame.maxX - width),
      y: min(max(center.y - height / 2, frame.y), frame.maxY - height), width: width, height: height)
  }

  /// Seconds from now until what leaves the same group is gone from a place: its glass, or the ink of glass that flows.
  private func removal(from place: Rect, in group: ElementID) -> Double {
    obstacles.reduce(0) { seconds, obstacle in
      let track = obstacle.track
      guard obstacle.group == group, track.isLeaving, track.frame.value(at: now).overlaps(place) else {
        return seconds
      }
      return max(seconds, (track.flowsAway ? motion.contentRemoval : motion.presenceRemoval).seconds)
    }
  }

  /// Seconds from now until no other group's glass is in a place, from what is known of them.
  private func clearance(of place: Rect, in group: ElementID) -> Double {
    let step = 1.0 / 120
    var clear = 0.0
    for obstacle in obstacles where obstacle.group != group {
      let track = obstacle.track
      guard track.frame.isMoving || track.isLeaving else { continue }
      for tick in 0..<90 {
        let time = now + Int64(Double(tick) * step * 1e9)
        if track.presence.value(at: time) > 0, track.frame.value(at: time).overlaps(place) {
          clear = max(clear, Double(tick + 1) * step)
        }
      }
    }
    return clear
  }
}

extension Rect {
  /// Whether it shares more than a hair's breadth with another.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    let common = intersection(other)
    return common.width > 0.5 && common.height > 0.5
  }
}
