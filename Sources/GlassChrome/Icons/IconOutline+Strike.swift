import Geometry

extension IconOutline {
  /// The icon with a slash from its upper left to its lower right. Above the slash there is a gap;
  /// below, lines run into it: with gaps on both sides, small icons fall apart.
  func struckThrough() -> IconOutline {
    var strokes = Path()
    for subpath in self.strokes.subpaths { strokes.append(Self.clear(subpath)) }
    strokes.move(to: Point(3.75, 3.75))
    strokes.line(to: Point(20.25, 20.25))
    var fills = Path()
    for subpath in self.fills.subpaths where Self.isClear(subpath.bounds.center) { fills.append(subpath) }
    return IconOutline(name: name + ".off", strokes: strokes, fills: fills)
  }

  /// From the slash's centre line to where the icon's lines end: half of both lines, and the gap between.
  private static let clearance = lineWidth + 1.1
  /// Shorter remnants look like blots, not lines.
  private static let shortest = 1.8

  private static func isClear(_ p: Point) -> Bool {
    let above = (p.x - p.y) / 2.0.squareRoot()
    return above < 0 || above > clearance
  }

  /// The parts of a subpath clear of the slash, found to 1/20 unit.
  private static func clear(_ subpath: Path) -> Path {
    let length = subpath.length()
    let steps = max(Int(length * 20), 1)
    var kept = Path()
    var start: Double?
    func isOpen(_ step: Int) -> Bool {
      subpath.point(atLength: length * Double(step) / Double(steps)).map(isClear) ?? false
    }
    // Positions along a path are slow to find. No line clears or crosses the slash within 1/4 unit.
    var (wasOpen, ahead) = (isOpen(0), 0)
    for step in 0...steps {
      if step > ahead {
        let next = min(step + 4, steps)
        ahead = isOpen(next) == wasOpen ? next : step
      }
      let at = length * Double(step) / Double(steps)
      let isOpen = ahead > step ? wasOpen : isOpen(step)
      wasOpen = isOpen
      if isOpen, start == nil { start = at }
      if let from = start, !isOpen || step == steps {
        if at - from > shortest { kept.append(subpath.trimmed(fromLength: from, toLength: at)) }
        start = nil
      }
    }
    return kept
  }
}
