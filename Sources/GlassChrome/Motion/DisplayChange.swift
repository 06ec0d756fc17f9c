import Geometry

/// Matches a new layout with what is on screen, and sets in motion what stays, arrives and leaves.
struct DisplayChange {
  private struct ItemKey: Hashable {
    var id: ElementID
    var kind: DisplayItem.Kind
  }

  private let old: DisplayTracks
  private let motion: DisplayMotion
  private let touched: ElementID?
  private let now: Int64
  private let oldElements: [ElementID: Int]
  private let oldItems: [ItemKey: Int]
  private var tracks = DisplayTracks(DisplayList())
  // New index of each old track that stays, −1 until known. An id's second use counts as new.
  private var elementPlaces: [Int: Int] = [:]
  private var itemPlaces: [Int: Int] = [:]
  /// Old icons that another replaces.
  private var replaced: Set<Int> = []

  private init(_ old: DisplayTracks, motion: DisplayMotion, touched: ElementID?, now: Int64) {
    (self.old, self.motion, self.touched, self.now) = (old, motion, touched, now)
    oldElements = Dictionary(
      old.elements.indices.map { (old.elements[$0].element.id, $0) }, uniquingKeysWith: { first, _ in first })
    // A departing icon may share the id of its replacement.
    oldItems = Dictionary(
      old.items.indices.map { (ItemKey(id: old.items[$0].item.id, kind: old.items[$0].item.kind), $0) },
      uniquingKeysWith: { old.items[$0].isLeaving && !old.items[$1].isLeaving ? $1 : $0 })
  }

  /// The motion from what is shown `now` to `list`; parts of the `touched` control keep up with the finger.
  static func tracks(
    from old: DisplayTracks, to list: DisplayList, motion: DisplayMotion, touched: ElementID? = nil,
    now: Int64
  ) -> DisplayTracks {
    var change = DisplayChange(old, motion: motion, touched: touched, now: now)
    change.match(list)
    for group in old.groups where !list.groups.contains(where: { $0.id == group.id }) {
      change.addLeaving(group)
    }
    for group in list.groups { change.add(group) }
    return change.tracks
  }

  private mutating func match(_ list: DisplayList) {
    for group in list.groups {
      for element in group.elements {
        if let index = oldElements[element.id], elementPlaces[index] == nil { elementPlaces[index] = -1 }
      }
      for item in group.items {
        let key = ItemKey(id: item.id, kind: item.kind)
        guard let index = oldItems[key], itemPlaces[index] == nil else { continue }
        if item.replaces(old.items[index].item) { replaced.insert(index) } else { itemPlaces[index] = -1 }
      }
    }
  }

  // MARK: - Groups

  private mutating func addLeaving(_ group: DisplayTracks.Group) {
    var kept = group
    let (firstElement, firstItem) = (tracks.elements.count, tracks.items.count)
    let places = addLeavingElements(of: group, remaining: [], canFlow: false)
    addLeavingItems(of: group, owners: places)
    kept.elements = firstElement..<tracks.elements.count
    kept.items = firstItem..<tracks.items.count
    kept.isLeaving = true
    if !kept.elements.isEmpty || !kept.items.isEmpty { tracks.groups.append(kept) }
  }

  private mutating func add(_ group: GlassGroup) {
    let (firstElement, firstItem) = (tracks.elements.count, tracks.items.count)
    let before = old.groups.first { $0.id == group.id }
    let canFlow = group.spacing > 0 && !motion.isReduced
    var places: [Int: Int] = [:]
    if let before { places = addLeavingElements(of: before, remaining: group.elements, canFlow: canFlow) }
    let firstStaying = tracks.elements.count
    for element in group.elements {
      if let index = oldElements[element.id], elementPlaces[index] == -1 {
        elementPlaces[index] = tracks.elements.count
        places[index] = tracks.elements.count
        tracks.elements.append(staying(old.elements[index], as: element))
      } else {
        tracks.elements.append(coming(element, into: before, canFlow: canFlow))
      }
    }
    if let before { addLeavingItems(of: before, owners: places) }
    for item in group.items {
      let owner = tracks.owner(of: item.id, in: firstStaying..<tracks.elements.count)
      let index = oldItems[ItemKey(id: item.id, kind: item.kind)]
      if let index, itemPlaces[index] == -1 {
        itemPlaces[index] = tracks.items.count
        tracks.items.append(staying(old.items[index], as: item, owner: owner))
      } else {
        let grows = index.map(replaced.contains) ?? false && !motion.isReduced
        tracks.items.append(coming(item, owner: owner, grows: grows))
      }
    }
    tracks.groups.append(
      DisplayTracks.Group(
        id: group.id, spacing: group.spacing, bounds: group.bounds,
        elements: firstElement..<tracks.elements.count, items: firstItem..<tracks.items.count))
  }

  private func way(of id: ElementID) -> Motion {
    touched.map { $0.contains(id) } ?? false ? motion.tracking : motion.frame
  }

  // MARK: - Elements

  private func staying(_ before: DisplayTracks.Element, as element: GlassElement) -> DisplayTracks.Element {
    var track = before
    track.element = element
    (track.isLeaving, track.flowsAway) = (false, false)
    let isAtOnce = element.transition == .identity
    let way = isAtOnce ? .none : way(of: element.id)
    track.frame.aim(at: element.frame, way, at: now)
    if let corner = element.form.cornerRadius(in: element.frame) {
      track.corner.aim(at: corner, way, at: now)
    }
    track.presence.aim(at: element.presence, isAtOnce ? .none : motion.presence, at: now)
    track.answer(motion, at: now)
    if !track.isGlowing { track.touch = element.touch ?? track.touch }
    return track
  }

  private func coming(_ element: GlassElement, into group: DisplayTracks.Group?, canFlow: Bool)
    -> DisplayTracks.Element
  {
    var track = DisplayTracks.Element(element)
    if element.transition == .identity { return track }
    if element.transition == .matchedGeometry, canFlow, let group,
      let source = nearest(to: element, among: group.elements)
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
      return track
    }
    track.presence = MotionValue(0)
    track.presence.retarget(to: element.presence, motion.presence, at: now)
    return track
  }

  /// Adds departing elements; returns their new indices by the old ones.
  private mutating func addLeavingElements(
    of group: DisplayTracks.Group, remaining: [GlassElement], canFlow: Bool
  ) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in group.elements where elementPlaces[index] == nil {
      guard let track = leaving(old.elements[index], remaining: remaining, canFlow: canFlow) else { continue }
      places[index] = tracks.elements.count
      tracks.elements.append(track)
    }
    return places
  }

  private func leaving(_ before: DisplayTracks.Element, remaining: [GlassElement], canFlow: Bool)
    -> DisplayTracks.Element?
  {
    guard before.element.transition != .identity else { return nil }
    var track = before
    let target = remaining.indices.min {
      Self.isNearer(remaining[$0], than: remaining[$1], to: before.element.id, before.frame.value(at: now))
    }
    if before.element.transition == .matchedGeometry, canFlow, let target {
      let frame = remaining[target].frame
      if let corner = remaining[target].form.cornerRadius(in: frame) {
        track.corner.aim(at: corner, motion.frame, at: now)
      }
      if !track.flowsAway || track.frame.target != MotionRect(frame).target {
        track.frame.retarget(to: frame, motion.frame, at: now)
      }
      (track.isLeaving, track.flowsAway) = (true, true)
      // Already there: nothing of it can be seen.
      if !track.frame.isMoving { return nil }
    } else {
      if !track.isLeaving || track.flowsAway { track.presence.retarget(to: 0, motion.presence, at: now) }
      (track.isLeaving, track.flowsAway) = (true, false)
    }
    (track.isPressed, track.isGlowing) = (false, false)
    track.press.aim(at: 0, motion.press, at: now)
    track.glow.aim(at: 0, motion.glowOut, at: now)
    return track
  }

  private func nearest(to element: GlassElement, among range: Range<Int>) -> Int? {
    range.min {
      let (a, b) = (old.elements[$0], old.elements[$1])
      return Self.isNearer(
        a.element, a.frame.value(at: now), than: b.element, b.frame.value(at: now), to: element.id,
        element.frame)
    }
  }

  private static func isNearer(_ a: GlassElement, than b: GlassElement, to id: ElementID, _ frame: Rect)
    -> Bool
  {
    isNearer(a, a.frame, than: b, b.frame, to: id, frame)
  }

  /// Ancestors and descendants by id come first, then those whose centre is nearer.
  private static func isNearer(
    _ a: GlassElement, _ aFrame: Rect, than b: GlassElement, _ bFrame: Rect, to id: ElementID, _ frame: Rect
  ) -> Bool {
    let related = (a.id.contains(id) || id.contains(a.id), b.id.contains(id) || id.contains(b.id))
    if related.0 != related.1 { return related.0 }
    return aFrame.center.distance(to: frame.center) < bFrame.center.distance(to: frame.center)
  }

  // MARK: - Items

  private func staying(_ before: DisplayTracks.Item, as item: DisplayItem, owner: Int?) -> DisplayTracks.Item
  {
    var track = before
    (track.item, track.owner, track.isLeaving) = (item, owner, false)
    answer(&track, before)
    track.visible.aim(at: 1, motion.content, at: now)
    guard item.isSameInk(as: before.item) else {
      ride(&track)
      return track
    }
    let isAtOnce =
      owner.map { tracks.elements[$0].element.transition == .identity && hasJumped($0) } ?? false
    let way = isAtOnce ? .none : way(of: item.id)
    if let corner = item.cornerRadius { track.corner.aim(at: corner, way, at: now) }
    track.frame.aim(at: item.frame, way, at: now)
    return track
  }

  /// Starts the effects of an icon that stays.
  private func answer(_ track: inout DisplayTracks.Item, _ before: DisplayTracks.Item) {
    if track.item.effects.isPulsing {
      track.pulseStart = before.pulseStart ?? now
    } else if let start = before.pulseStart {
      track.pulseStart = nil
      if !motion.isReduced {
        // Ink is fully drawn from that presence on.
        let share = SymbolMotion.pulse(since: start, at: now) * Double(GlassMaterial.presenceOfWhole)
        track.visible = MotionValue(min(share, before.visible.value(at: now)))
        track.visible.retarget(to: 1, motion.content, at: now)
      }
    }
    track.scale.aim(at: 1, SymbolMotion.replace, at: now)
    if track.item.bounces(after: before.item), !motion.isReduced { track.scale.bounce(at: now) }
  }

  /// - Parameter grows: whether it replaces an icon.
  private func coming(_ item: DisplayItem, owner: Int?, grows: Bool) -> DisplayTracks.Item {
    var track = DisplayTracks.Item(item, owner: owner, at: now)
    ride(&track)
    if grows {
      track.scale = MotionValue(SymbolMotion.replacedScale)
      track.scale.retarget(to: 1, SymbolMotion.replace, at: now)
    }
    // Ink appears together with glass that materializes.
    if let owner, tracks.elements[owner].presence.isMoving { return track }
    let isAtOnce = owner.map { tracks.elements[$0].element.transition == .identity } ?? false
    track.visible = MotionValue(0)
    track.visible.retarget(to: 1, isAtOnce ? .none : motion.content, at: now)
    return track
  }

  /// Starts an item as far from its place as its glass is from its own, at the same speed.
  private func ride(_ track: inout DisplayTracks.Item) {
    track.frame = MotionRect(track.item.frame)
    guard let owner = track.owner, tracks.elements[owner].frame.isMoving else { return }
    let glass = tracks.elements[owner]
    let way = glass.frame.value(at: now).center - glass.element.frame.center
    track.frame.restart(
      from: track.item.frame.shifted(by: way), velocity: glass.frame.velocity(at: now), to: track.item.frame,
      motion.frame, at: now)
  }

  private func hasJumped(_ element: Int) -> Bool {
    guard let index = oldElements[tracks.elements[element].element.id] else { return true }
    return old.elements[index].element.frame != tracks.elements[element].element.frame
  }

  private mutating func addLeavingItems(of group: DisplayTracks.Group, owners: [Int: Int]) {
    for index in group.items where itemPlaces[index] == nil {
      var track = old.items[index]
      if replaced.contains(index), !motion.isReduced {
        track.scale.retarget(to: SymbolMotion.replacedScale, SymbolMotion.replace, at: now)
      }
      if let owner = track.owner {
        guard let place = owners[owner] ?? elementPlaces[owner], tracks.elements.indices.contains(place)
        else {
          // Ink on glass that vanishes at once vanishes with it; ink on glass that flowed into
          // other glass still fades.
          guard old.elements[owner].element.transition == .matchedGeometry else { continue }
          track.owner = nil
          fade(&track)
          tracks.items.append(track)
          continue
        }
        let way = tracks.elements[place].frame.target.center - old.elements[owner].frame.target.center
        if way != .zero {
          track.frame.retarget(to: track.frame.target.shifted(by: way), motion.frame, at: now)
          track.item.place(in: track.item.frame.shifted(by: way), opacity: 1)
        }
        track.owner = place
        let fadesWithGlass = tracks.elements[place].isLeaving && !tracks.elements[place].flowsAway
        if fadesWithGlass {
          track.isLeaving = true
          tracks.items.append(track)
          continue
        }
      }
      fade(&track)
      tracks.items.append(track)
    }
  }

  private func fade(_ track: inout DisplayTracks.Item) {
    track.visible.aim(at: 0, motion.content, at: now)
    track.isLeaving = true
  }
}
