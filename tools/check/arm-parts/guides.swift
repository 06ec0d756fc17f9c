// The guides on a scene of two colours that leans, with a coarse figure that walks through it.

private struct Stage {
  static let (width, height) = (480, 270)
  var luma = [UInt8](repeating: 0, count: width * height)
  var cb = [UInt8](repeating: 128, count: width / 2 * (height / 2))
  var cr = [UInt8](repeating: 128, count: width / 2 * (height / 2))
  private var random = SeededNumbers(state: 7)

  private static func texture(_ x: Int, _ y: Int) -> Int {
    var z = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
    z = (z ^ z >> 13) &* 0x9E37_79B9_7F4A_7C15
    return Int(z >> 59)
  }

  mutating func paint(_ frame: Int) {
    let (middle, slope) = (90 + frame * 5, 40 + frame / 3)
    func isFigure(_ x: Int, _ y: Int) -> Bool {
      (x - middle) * (x - middle) * 9 + (y - 150) * (y - 150) * 2 < 12_000
    }
    func isSky(_ x: Int, _ y: Int) -> Bool { (y - 130) * 1000 < (x - 240) * slope }
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let value =
          isFigure(x, y) && frame > 3
          ? 150 + Self.texture(x / 3 - frame, y / 3)
          : isSky(x, y) ? 190 - y / 4 : 80 + Self.texture(x / 5, y / 3) * 2
        luma[y * Self.width + x] = UInt8(value + random.below(7) - 3)
      }
    }
    for y in 0..<Self.height / 2 {
      for x in 0..<Self.width / 2 {
        let (isIn, isAbove) = (isFigure(2 * x, 2 * y) && frame > 3, isSky(2 * x, 2 * y))
        cb[y * (Self.width / 2) + x] = isIn ? 100 : isAbove ? 150 : 122
        cr[y * (Self.width / 2) + x] = isIn ? 160 : 126
      }
    }
  }
}

extension Results {
  fileprivate mutating func add(_ points: Point...) {
    for point in points {
      add(point.x)
      add(point.y)
    }
  }

  fileprivate mutating func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let to), .line(let to): add(to)
      case .quad(let control, let to): add(control, to)
      case .cubic(let first, let second, let to): add(first, second, to)
      case .close: add(1)
      }
    }
  }

  fileprivate mutating func add(_ reading: HUDReading) {
    let horizon = reading.horizon
    add(horizon.angleDegrees)
    add(horizon.confidence)
    add(horizon.likelyDegrees ?? -1)
    add(horizon.marginDegrees ?? -1)
    add(horizon.visibility)
    add(horizon.glow)
    add(horizon.center)
    add(reading.silhouette.iou)
    add(reading.silhouette.glow)
    add(reading.silhouette.contour)
    add(Point(reading.subject.box.x, reading.subject.box.y))
    add(Point(reading.subject.box.width, reading.subject.box.height))
    add(reading.subject.powerPoint)
    add(reading.subject.distance)
    add(reading.subject.glow)
  }
}

@c(check_guides) func checkGuides() {
  // Sines, logarithms and roots from the C library, in every way that shapes use them.
  for template in SilhouetteTemplate.builtIn {
    var results = Results()
    results.add(template.path)
    results.add(template.icon)
    results.done()
  }
  for template in [SilhouetteTemplate?.none, SilhouetteTemplate.builtIn.first] {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(template: template), lumaWidth: Stage.width, lumaHeight: Stage.height)
    var stage = Stage()
    var (known, seen) = (0, 0)
    for frame in 0..<24 {
      stage.paint(frame)
      analyzer.update(
        luma: stage.luma.span, bytesPerRow: Stage.width, cb: stage.cb.span, cr: stage.cr.span,
        chromaBytesPerRow: Stage.width / 2, nanoseconds: Int64(frame) * 33_333_333)
      var results = Results()
      results.add(analyzer.reading)
      results.done()
      if analyzer.reading.horizon.isKnown { known += 1 }
      if analyzer.reading.subject.hasSubject { seen += 1 }
    }
    // Readings of nothing would prove nothing.
    precondition(known > 0 && seen > 0)
  }
}
