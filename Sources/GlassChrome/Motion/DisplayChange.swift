import Geometry

/// Matches a new layout with what is on screen, and sets in motion what stays, arrives and leaves.
struct DisplayChange {
  private struct ItemKey: Hashable {
    var id: ElementID
    var kind: DisplayItem.Kind
  }

  private let old: DisplayTracks
  private let glass: GlassChange
  private let motion: DisplayMotion
  private let touched: ElementID?
  private let now: Int64
  private var scrolls: [ScrollPosition] = []
  private let oldItems: [ItemKey: Int]
  private var tracks = DisplayTracks(DisplayList())
  /// Ways of the new glass, in the order of the new tracks' elements; `nil` for glass that leaves.
  private var ways: [GlassChange.Way?] = []
  // New index of each old track that stays, −1 until known. An id's second use counts as new.
  private var itemPlaces: [Int: Int] = [:]
  /// Old icons that another replaces.
  private var replaced: Set<Int> = []
  /// Pictures that fly between a thumbnail and the sheet that it opens: old index by the new item's id.
  private var flights: [ElementID: Int] = [:]
  /// Where ink leaves: what comes there waits, and so does all that comes on a sheet that loses ink.
  private var leavingInk: [Rect] = []
  private var changingSheets: Set<ElementID> = []

  /// The motion from what is shown `now` to `list`; parts of the `touched` control keep up with the finger.
  ///
  /// - Parameters:
  ///   - controls: elements of the last layout and of the new one, where they are shown.
  ///   - scrolls: how far content has moved.
  static func tracks(
    from old: DisplayTracks, to list: DisplayList, motion: DisplayMotion, touched: ElementID? = nil,
    now: Int64, controls: (old: [AccessibilityElement], new: [AccessibilityElement]) = ([], []),
    scrolls: [ScrollPosition] = []
  ) -> DisplayTracks {
    let glass = GlassChange(
      from: old, to: list, motion: motion, touched: touched, now: now, controls: controls)
    var change = DisplayChange(old, glass, motion: motion, touched: touched, now: now)
    change.scrolls = scrolls
    change.match(list)
    if !motion.isReduced { change.matchPictures(list, controls) }
    change.noteLeavingInk()
    for group in old.groups where !list.groups.contains(where: { $0.id == group.id }) {
      change.addLeaving(group)
    }
    for (group, ways) in zip(list.groups, glass.ways) { change.add(group, ways) }
    return change.tracks
  }

  private init(
    _ old: DisplayTracks, _ glass: GlassChange, motion: DisplayMotion, touched: ElementID?, now: Int64
  ) {
    (self.old, self.glass, self.motion, self.touched, self.now) = (old, glass, motion, touched, now)
    // A departing icon may share the id of its replacement.
    oldItems = Dictionary(
      old.items.indices.map { (ItemKey(id: old.items[$0].item.id, kind: old.items[$0].item.kind), $0) },
      uniquingKeysWith: { old.items[$0].isLeaving && !old.items[$1].isLeaving ? $1 : $0 })
  }

  private mutating func match(_ list: DisplayList) {
    for item in list.groups.flatMap(\.items) {
      let key = ItemKey(id: item.id, kind: item.kind)
      guard let index = oldItems[key], itemPlaces[index] == nil else { continue }
      if item.replaces(old.items[index].item) { replaced.insert(index) } else { itemPlaces[index] = -1 }
    }
  }

  /// Matches the picture of a sheet with the thumbnail that the sheet grows from, and goes back to.
  private mutating func matchPictures(
    _ list: DisplayList, _ controls: (old: [AccessibilityElement], new: [AccessibilityElement])
  ) {
    let sheets = old.elements.map(\.element) + list.groups.flatMap(\.elements)
    for sheet in sheets {
      guard case .zoom(let source) = sheet.transition else { continue }
      let thumbnails = [controls.old, controls.new].compactMap { $0.element(called: source)?.id }
      func belong(_ item: ElementID, _ other: ElementID) -> Bool {
        sheet.id.contains(item) && thumbnails.contains { $0.contains(other) }
      }
      for item in list.groups.flatMap(\.items) where item.kind == .picture {
        let index = old.items.indices.first { index in
          let before = old.items[index].item
          return itemPlaces[index] == nil && !old.items[index].isLeaving && before.kind == .picture
            && (belong(item.id, before.id) || belong(before.id, item.id))
        }
        guard let index, flights[item.id] == nil else { continue }
        (flights[item.id], itemPlaces[index]) = (index, -1)
      }
    }
  }

  private mutating func noteLeavingInk() {
    for index in old.items.indices where itemPlaces[index] == nil && !replaced.contains(index) {
      guard old.items[index].item.kind != .plate else { continue }
      leavingInk.append(old.items[index].frame.value(at: now))
      if let owner = old.items[index].owner, old.elements[owner].element.transition.isZoom,
        let sheet = glass.successors[owner]
      {
        changingSheets.insert(sheet)
      }
    }
  }

  // MARK: - Groups

  private mutating func addLeaving(_ group: DisplayTracks.Group) {
    var kept = group
    let (firstElement, firstItem) = (tracks.elements.count, tracks.items.count)
    let places = addLeavingElements(of: group)
    addLeavingItems(of: group, owners: places)
    kept.elements = firstElement..<tracks.elements.count
    kept.items = firstItem..<tracks.items.count
    kept.isLeaving = true
    if !kept.elements.isEmpty || !kept.items.isEmpty { tracks.groups.append(kept) }
  }

  private mutating func add(_ group: GlassGroup, _ ways: [GlassChange.Way]) {
    let (firstElement, firstItem) = (tracks.elements.count, tracks.items.count)
    // Ink that leaves glass which becomes this group's goes on it, too.
    var places: [Int: Int] = [:]
    let before = old.groups.filter { before in
      before.id == group.id
        || before.elements.contains { index in
          glass.successors[index].map { id in group.elements.contains { $0.id == id } } ?? false
        }
    }
    for one in before where one.id == group.id { places = addLeavingElements(of: one) }
    let firstStaying = tracks.elements.count
    for way in ways {
      for (index, id) in glass.successors where id == way.track.element.id {
        places[index] = tracks.elements.count
      }
      tracks.elements.append(way.track)
      self.ways.append(way)
    }
    for one in before { addLeavingItems(of: one, owners: places, isOwn: one.id == group.id) }
    for item in group.items {
      let owner = tracks.owner(of: item.id, in: firstStaying..<tracks.elements.count)
      let index = flights[item.id] ?? oldItems[ItemKey(id: item.id, kind: item.kind)]
      if let index, itemPlaces[index] == -1 {
        itemPlaces[index] = tracks.items.count
        tracks.items.append(staying(old.items[index], as: item, owner: owner))
      } else {
        let grows = item.effects.replaces && !motion.isReduced
        tracks.items.append(coming(item, owner: owner, grows: grows))
      }
    }
    tracks.groups.append(
      DisplayTracks.Group(
        id: group.id, spacing: group.spacing, bounds: group.bounds,
        elements: firstElement..<tracks.elements.count, items: firstItem..<tracks.items.count))
  }

  /// Adds departing glass; returns its new indices by the old ones.
  private mutating func addLeavingElements(of group: DisplayTracks.Group) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in group.elements {
      guard let track = glass.leaving[index] else { continue }
      places[index] = tracks.elements.count
      tracks.elements.append(track)
      ways.append(nil)
    }
    return places
  }

  private func way(of id: ElementID) -> Motion {
    touched.map { $0.contains(id) } ?? false ? motion.tracking : motion.frame
  }

  // MARK: - Items

  private func staying(_ before: DisplayTracks.Item, as item: DisplayItem, owner: Int?) -> DisplayTracks.Item
  {
    var track = before
    (track.item, track.owner, track.isLeaving) = (item, owner, false)
    answer(&track, before)
    track.visible.aim(at: 1, motion.content, at: now)
    if flights[item.id] != nil {
      let scroll = before.item.clip.flatMap { clip in scrolls.first { $0.port.id == clip.id } }
      var frame = before.frame.value(at: now)
      if let scroll { frame = scroll.port.moved(frame, by: scroll.offset) }
      track.frame = MotionRect(old.ride(of: before, at: now)?.carried(frame) ?? frame)
      track.ground = nil
      track.frame.retarget(
        to: item.frame, motion.zoom, at: now, after: owner.flatMap { ways[$0]?.delay } ?? 0)
      track.flies = true
      return track
    }
    settle(&track, before)
    guard item.isSameInk(as: before.item) else {
      ride(&track)
      return track
    }
    let isAtOnce =
      owner.map { tracks.elements[$0].element.transition == .identity && hasJumped($0) } ?? false
    let way = isAtOnce ? .none : way(of: item.id)
    if let corner = item.cornerRadius { track.corner.aim(at: corner, way, at: now) }
    if let glass = owner.flatMap({ ways[$0] }), glass.isTransformed, !isAtOnce {
      // It goes as its glass does, which otherwise would cut it.
      if track.frame.target != MotionRect(item.frame).target {
        track.frame.retarget(to: item.frame, motion.zoom, at: now, after: glass.delay)
      }
    } else {
      track.frame.aim(at: item.frame, way, at: now)
    }
    return track
  }

  /// Lets an item that grew with its glass go on by itself from where it is, unless that glass still goes to the same place.
  private func settle(_ track: inout DisplayTracks.Item, _ before: DisplayTracks.Item) {
    guard let ground = before.ground else { return }
    if let owner = track.owner, tracks.elements[owner].frame.isMoving,
      tracks.elements[owner].element.frame == ground
    {
      return
    }
    track.ground = nil
    if let ride = old.ride(of: before, at: now) {
      track.frame = MotionRect(ride.carried(before.frame.value(at: now)))
    }
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

  /// - Parameter grows: whether it is an icon that replaces another, or appears, by an effect.
  private func coming(_ item: DisplayItem, owner: Int?, grows: Bool) -> DisplayTracks.Item {
    var track = DisplayTracks.Item(item, owner: owner, at: now)
    ride(&track)
    if grows {
      track.scale = MotionValue(SymbolMotion.replacedScale)
      track.scale.retarget(to: 1, SymbolMotion.replace, at: now)
    }
    let glass = owner.flatMap { ways[$0] }
    if glass?.carriesInk == true { track.ground = glass?.track.element.frame }
    // Ink appears together with glass that materializes; glass that is partly there may still have to grow under it.
    if let owner, glass?.isTransformed != true, tracks.elements[owner].presence.value(at: now) <= 0 {
      return track
    }
    let isAtOnce = owner.map { tracks.elements[$0].element.transition == .identity } ?? false
    let way = track.frame.value(at: now).union(item.frame)
    let isAwaited =
      owner.map { changingSheets.contains(tracks.elements[$0].element.id) } ?? false
      || leavingInk.contains { !$0.intersection(way).isEmpty }
    let delay = max(glass?.inkDelay ?? 0, isAwaited ? motion.contentRemoval.seconds : 0)
    track.visible = MotionValue(0)
    track.visible.retarget(to: 1, isAtOnce ? .none : motion.content, at: now, after: delay)
    return track
  }

  /// Starts an item as far from its place as its glass is from its own, at the same speed; on glass that takes another
  /// form it waits in its place.
  private func ride(_ track: inout DisplayTracks.Item) {
    track.frame = MotionRect(track.item.frame)
    guard let owner = track.owner, tracks.elements[owner].frame.isMoving, ways[owner]?.isTransformed != true
    else { return }
    let glass = tracks.elements[owner]
    let way = glass.frame.value(at: now).center - glass.element.frame.center
    track.frame.restart(
      from: track.item.frame.shifted(by: way), velocity: glass.frame.velocity(at: now), to: track.item.frame,
      motion.frame, at: now)
  }

  private func hasJumped(_ element: Int) -> Bool {
    let new = tracks.elements[element].element
    return old.elements.first { $0.element.id == new.id }?.element.frame != new.frame
  }

  /// Adds departing ink of an old group.
  ///
  /// - Parameter owners: new indices of that group's glass, and of glass that it became, by the old ones.
  private mutating func addLeavingItems(of group: DisplayTracks.Group, owners: [Int: Int], isOwn: Bool = true)
  {
    for index in group.items where itemPlaces[index] == nil {
      var track = old.items[index]
      if track.item.effects.replaces, !track.isLeaving, !motion.isReduced {
        track.scale.retarget(to: SymbolMotion.replacedScale, SymbolMotion.replace, at: now)
      }
      if let owner = track.owner {
        if let place = owners[owner] {
          track.owner = place
          // The painter finds ink's glass by its id.
          let glass = tracks.elements[place].element.id
          if !glass.contains(track.item.id) {
            track.item.id = ElementID("\(glass.path)/\(track.item.id.path)")
          }
          let way = tracks.elements[place].frame.target.center - old.elements[owner].frame.target.center
          if way != .zero, ways[place]?.isTransformed != true,
            !tracks.elements[place].element.transition.isZoom
          {
            track.frame.retarget(to: track.frame.target.shifted(by: way), motion.frame, at: now)
            track.item.place(in: track.item.frame.shifted(by: way), opacity: 1)
          }
        } else {
          // Ink goes with glass that is gone or vanishes at once; on glass that flowed into other glass it still fades.
          let before = old.elements[owner]
          guard isOwn, glass.successors[owner] == nil, before.element.transition == .matchedGeometry,
            before.presence.value(at: now) > 0
          else { continue }
          track.owner = nil
        }
      } else if !isOwn {
        continue
      }
      let glass = track.owner.map { tracks.elements[$0] }
      if let glass, glass.isLeaving, !glass.flowsAway, !glass.element.transition.isZoom {
        // It goes with its glass.
        track.isLeaving = true
        tracks.items.append(track)
        continue
      }
      var way = motion.contentRemoval
      if let glass, glass.isLeaving, glass.element.transition.isZoom, !motion.isReduced {
        // It shrinks with its glass.
        way = DisplayMotion.zoomInkRemoval
        if track.ground == nil, let before = old.items[index].owner.map({ old.elements[$0] }) {
          track.ground = before.frame.isMoving ? before.frame.value(at: now) : before.element.frame
        }
      }
      // A replaced icon meets the one that grows in its place.
      if replaced.contains(index) { way = motion.content }
      track.visible.aim(at: 0, way, at: now)
      track.isLeaving = true
      tracks.items.append(track)
    }
  }
}
