/// Decides which power point the subject is meant for, and measures the distance to it.
struct PowerPointTracker: Sendable {
  /// The subject switches to another point only if it is nearer by more than this share of the diagonal.
  static let switchMargin = 0.01

  private let points: [Point]
  /// The length of a fraction's x and y in shares of the diagonal.
  private let unit: Point
  private var index = -1
  private var machine = SnapMachine(thresholds: .subject)
  private var glow: Glow
  /// From the subject to its power point, in shares of the diagonal.
  private(set) var offset = Point.zero

  init(settings: HUDSettings) {
    glow = Glow(reducesMotion: settings.reducesMotion)
    points = settings.grid.powerPoints(aspect: settings.aspect)
    let (w, h) = (Double(settings.viewfinderWidth), Double(settings.viewfinderHeight))
    let diagonal = (w * w + h * h).squareRoot()
    unit = Point(w / diagonal, h / diagonal)
  }

  /// Takes the subject's box in fractions of the viewfinder, or `nil` without one, and the middle between its eyes if that is
  /// known: eyes belong on power points, or else the box's centre.
  mutating func update(
    box: Rect?, eyes: Point? = nil, nanoseconds: Int64, reading: inout SubjectReading
  ) {
    reading.hasSubject = box != nil
    reading.box = box ?? .zero
    reading.eyes = box == nil ? nil : eyes
    let place = box.map { eyes ?? $0.center }
    choose(place)
    if let place, index >= 0 {
      offset = offset(to: points[index], from: place)
      machine.update(offset.length, nanoseconds: nanoseconds)
      reading.distance = offset.length
    } else {
      machine.update(nil, nanoseconds: nanoseconds)
      reading.distance = 1
      offset = .zero
    }
    glow.update(machine.state.isLit, nanoseconds: nanoseconds)
    reading.powerPoint = index
    reading.state = machine.state
    reading.glow = glow.value
  }

  private mutating func choose(_ place: Point?) {
    guard let place, !points.isEmpty else {
      index = -1
      return
    }
    var nearest = 0
    var shortest = Double.infinity
    for i in points.indices {
      let distance = offset(to: points[i], from: place).length
      if distance < shortest { (nearest, shortest) = (i, distance) }
    }
    let current = index < 0 ? .infinity : offset(to: points[index], from: place).length
    if shortest + Self.switchMargin < current { index = nearest }
  }

  private func offset(to target: Point, from p: Point) -> Point {
    Point((target.x - p.x) * unit.x, (target.y - p.y) * unit.y)
  }
}
