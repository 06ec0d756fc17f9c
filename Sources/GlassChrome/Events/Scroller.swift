import Geometry

/// Moves the content of scroll views: it follows a finger, coasts when the finger lifts, and stops
/// at the ends and at its resting places.
///
/// Inertia and rubber band are those of Apple's scroll views: the speed falls by 0.2 % a
/// millisecond (WWDC 2018, "Designing Fluid Interfaces"), and beyond an end the content follows
/// with (1 − 1 / (0.55 x / d + 1)) d. A pure function of the events' and frames' times.
package struct Scroller: Sendable, Hashable {
  private struct Content: Sendable, Hashable {
    var port: Scrollport
    var offset: MotionValue
    /// How visible its indicator is: 1 while it moves.
    var indicator = MotionValue(0)
    /// The selected element that it was scrolled to.
    var selected: ElementID?
  }

  private struct Drag: Sendable, Hashable {
    var id: ElementID
    /// Where the finger was along the axis, and the content's offset there, unstretched.
    var start: Double
    var startOffset: Double
    /// The finger's latest positions and times, newest last.
    var trail: [Step]
  }

  private struct Step: Sendable, Hashable {
    var place: Double
    var nanoseconds: Int64
  }

  /// Seconds in which coasting content covers 63 % of its way: 1 / (1000 · −ln 0.998).
  static let glide = 0.4995
  /// Share of a finger's movement that stretched content follows at first.
  static let stretch = 0.55
  /// Finger movement, in points, that counts as scrolling.
  static let slop = 10.0
  /// How long before it lifts a finger's movement determines its speed.
  static let trailNanoseconds: Int64 = 100_000_000

  private var contents: [Content] = []
  private var drag: Drag?

  init() {}

  /// The scroll view that the finger is moving.
  package var dragged: ElementID? { drag?.id }
  /// Adopts a layout: content that stays keeps its offset, new content shows what is selected.
  ///
  /// - Parameter isAnimated: whether content that stays moves gradually to another selected element.
  package mutating func adopt(_ list: DisplayList, at nanoseconds: Int64, isAnimated: Bool) {
    guard !list.scrollports.isEmpty || !contents.isEmpty else { return }
    contents = list.scrollports.map { port in
      // Content that scrolls from view to view shows the chosen one; in other content many may be chosen.
      let chosen =
        port.stops.isEmpty ? nil : list.accessibility.first { $0.isSelected && $0.clip?.id == port.id }
      guard let known = contents.first(where: { $0.port.id == port.id }) else {
        var content = Content(port: port, offset: MotionValue(0), selected: chosen?.id)
        if let chosen { content.offset = MotionValue(port.offset(showing: chosen.frame, from: 0)) }
        return content
      }
      var content = known
      content.port = port
      if drag?.id == port.id { return content }
      let way = isAnimated ? Motion.spring(.smooth) : .none
      if let chosen, chosen.id != known.selected {
        let target = port.offset(showing: chosen.frame, from: known.offset.target)
        content.offset.aim(at: target, way, at: nanoseconds)
      } else if port != known.port, !known.offset.isMoving || known.offset.target > port.range {
        // What moves goes on, but not beyond the end of content that has become shorter.
        content.offset.aim(at: port.rest(near: known.offset.target), way, at: nanoseconds)
      }
      content.selected = chosen?.id
      return content
    }
    if let drag, !contents.contains(where: { $0.port.id == drag.id }) { self.drag = nil }
  }

  /// Brings elements of the content into view, as many as fit from the first on.
  package mutating func reveal(_ elements: [AccessibilityElement], at nanoseconds: Int64) {
    guard let first = elements.first,
      let i = contents.firstIndex(where: { $0.port.id == first.clip?.id })
    else { return }
    let port = contents[i].port
    var frame = elements.dropFirst().reduce(first.frame) { $0.union($1.frame) }
    if port.axis == .vertical {
      frame.height = max(min(frame.height, port.frame.height), first.frame.height)
    } else {
      // The first is at the right where lines run to the left.
      let (isRight, end) = (first.frame.x > frame.x + 0.5, frame.maxX)
      frame.width = max(min(frame.width, port.frame.width), first.frame.width)
      if isRight { frame.x = end - frame.width }
    }
    let target = port.offset(showing: frame, from: contents[i].offset.target)
    contents[i].offset.aim(at: target, .spring(.smooth), at: nanoseconds)
  }

  // MARK: - By a finger

  /// The window at a point, if its content is longer than the window; otherwise `nil`.
  func port(at point: Point) -> Scrollport? {
    contents.first { $0.port.range > 0 && $0.port.frame.contains(point) }?.port
  }

  /// Stops content that is moving under a finger; true if it did.
  mutating func stop(_ id: ElementID, at nanoseconds: Int64) -> Bool {
    guard let i = contents.firstIndex(where: { $0.port.id == id }), contents[i].offset.isMoving else {
      return false
    }
    contents[i].offset = MotionValue(contents[i].offset.value(at: nanoseconds))
    return true
  }

  /// Starts following a finger.
  mutating func begin(_ id: ElementID, at point: Point, nanoseconds: Int64) {
    guard let i = contents.firstIndex(where: { $0.port.id == id }) else { return }
    let place = contents[i].port.place(of: point)
    let offset = contents[i].offset.value(at: nanoseconds)
    let port = contents[i].port
    drag = Drag(
      id: id, start: place, startOffset: port.unstretched(offset),
      trail: [Step(place: place, nanoseconds: nanoseconds)])
    contents[i].offset = MotionValue(offset)
  }

  /// Follows the finger.
  mutating func move(to point: Point, nanoseconds: Int64) {
    guard var drag, let i = contents.firstIndex(where: { $0.port.id == drag.id }) else { return }
    let port = contents[i].port
    let place = port.place(of: point)
    drag.trail.append(Step(place: place, nanoseconds: nanoseconds))
    drag.trail.removeAll {
      nanoseconds - $0.nanoseconds > Self.trailNanoseconds || $0.nanoseconds > nanoseconds
    }
    contents[i].offset = MotionValue(port.stretched(drag.startOffset + drag.start - place))
    self.drag = drag
  }

  /// Lets go: the content coasts at the finger's speed to a resting place.
  mutating func end(at nanoseconds: Int64) {
    guard let drag, let i = contents.firstIndex(where: { $0.port.id == drag.id }) else {
      self.drag = nil
      return
    }
    self.drag = nil
    var speed = 0.0
    if let first = drag.trail.first, let last = drag.trail.last, last.nanoseconds > first.nanoseconds,
      nanoseconds - last.nanoseconds <= Self.trailNanoseconds
    {
      speed = (first.place - last.place) / (Double(last.nanoseconds - first.nanoseconds) * 1e-9)
    }
    let port = contents[i].port
    let now = contents[i].offset.value(at: nanoseconds)
    let target = port.rest(near: now + speed * Self.glide)
    let way = target - now
    // Critically damped, it reaches the target without passing it at ω = speed / way, and at ω = 1 / glide exactly
    // like unobstructed content. Near an end or a stop, ω is limited below that, so it overshoots and springs back.
    let natural = way * speed > 0 ? speed / way : 2 * .pi / 0.4
    let frequency = min(max(natural, 1 / Self.glide), 2 * .pi / 0.4)
    contents[i].offset.restart(
      from: now, velocity: speed, to: target,
      .spring(Spring(response: 2 * .pi / frequency, dampingFraction: 1)), at: nanoseconds)
  }

  /// Moves content that a finger has stopped to a resting place.
  mutating func settle(at nanoseconds: Int64) {
    for i in contents.indices where !contents[i].offset.isMoving {
      let rest = contents[i].port.rest(near: contents[i].offset.target)
      contents[i].offset.aim(at: rest, .spring(.smooth), at: nanoseconds)
    }
  }

  /// Moves content by a wheel or trackpad step, in points; true if there is any under the pointer.
  mutating func scroll(at point: Point, by way: Point, nanoseconds: Int64) -> Bool {
    guard let id = port(at: point)?.id, let i = contents.firstIndex(where: { $0.port.id == id }) else {
      return false
    }
    let port = contents[i].port
    // A wheel has one axis: it moves content along either.
    let along = port.axis == .vertical ? way.y : (way.x != 0 ? (port.isReversed ? -way.x : way.x) : way.y)
    let wanted = contents[i].offset.target + along
    var target = port.rest(near: wanted)
    if target == contents[i].offset.target {
      // Even a small step goes on to the next resting place.
      let ahead = port.stops.filter { along > 0 ? $0 > target : $0 < target } + [along > 0 ? port.range : 0]
      target = along > 0 ? ahead.min() ?? target : ahead.max() ?? target
      target = min(max(target, 0), port.range)
    }
    contents[i].offset.retarget(to: target, .spring(.interactive), at: nanoseconds)
    return true
  }

  // MARK: - In time

  /// Advances to a frame's time; true while content moves.
  package mutating func advance(to nanoseconds: Int64) -> Bool {
    var isMoving = false
    for i in contents.indices {
      if !contents[i].offset.settle(at: nanoseconds, tolerance: 0.1) { isMoving = true }
      let shows = contents[i].offset.isMoving || drag?.id == contents[i].port.id
      contents[i].indicator.aim(
        at: shows ? 1 : 0,
        shows ? .curve(.easeOutCubic, seconds: 0.15) : .curve(.easeInCubic, seconds: 0.9), at: nanoseconds)
      if !contents[i].indicator.settle(at: nanoseconds, tolerance: 0.01) { isMoving = true }
    }
    return isMoving
  }

  /// All windows and their contents' offsets, on whole pixels.
  package func positions(at nanoseconds: Int64, scale: Double) -> [ScrollPosition] {
    contents.map { content in
      ScrollPosition(
        port: content.port, offset: (content.offset.value(at: nanoseconds) * scale).rounded() / scale,
        indicator: content.port.showsIndicator ? content.indicator.value(at: nanoseconds) : 0)
    }
  }
}

extension Scrollport {
  /// Where a point lies along the axis, from the window's start.
  fileprivate func place(of point: Point) -> Double {
    switch axis {
    case .vertical: point.y - frame.y
    case .horizontal: isReversed ? frame.maxX - point.x : point.x - frame.x
    }
  }

  /// The offset nearest to another that shows a frame of the content whole, clear of the fades.
  func offset(showing rect: Rect, from offset: Double) -> Double {
    let place = place(of: rect)
    let (low, high) = (place.lowerBound, place.upperBound)
    let margin = min(ScrollClip.fade, max((length - (high - low)) / 2, 0))
    if low - margin >= offset, high + margin <= offset + length { return rest(near: offset) }
    let nearest = low - margin < offset ? low - margin : high + margin - length
    let rest = rest(near: nearest)
    let shows = low >= rest - 0.5 && high <= rest + length + 0.5
    if shows { return rest }
    // The nearest stop hides it; the next one towards it doesn't.
    let others = stops.filter { $0 <= range } + [0, range]
    return others.filter { low >= $0 - 0.5 && high <= $0 + length + 0.5 }
      .min { ($0 - offset).magnitude < ($1 - offset).magnitude } ?? rest
  }

  /// The offset shown for a finger's offset: beyond the ends it lags behind.
  fileprivate func stretched(_ offset: Double) -> Double {
    func band(_ way: Double) -> Double {
      length > 0 ? (1 - 1 / (way * Scroller.stretch / length + 1)) * length : 0
    }
    if offset < 0 { return -band(-offset) }
    return offset > range ? range + band(offset - range) : offset
  }

  /// The finger's offset that shows an offset.
  fileprivate func unstretched(_ offset: Double) -> Double {
    func way(_ band: Double) -> Double {
      let band = min(band, 0.99 * length)
      return length > 0 ? (1 / (1 - band / length) - 1) * length / Scroller.stretch : 0
    }
    if offset < 0 { return -way(-offset) }
    return offset > range ? range + way(offset - range) : offset
  }
}
