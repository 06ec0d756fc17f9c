extension Path {
  /// Appends one command.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let p): move(to: p)
    case .line(let p): line(to: p)
    case .quad(let c, let p): quad(control: c, to: p)
    case .cubic(let c1, let c2, let p): cubic(c1, c2, to: p)
    case .close: close()
    }
  }

  /// The subpaths, each as its own path that begins with its move.
  public var subpaths: [Path] {
    var parts: [Path] = []
    for element in elements {
      if case .move = element { parts.append(Path()) }
      parts[parts.count - 1].append(element)
    }
    return parts
  }

  /// Whether the last subpath is closed.
  public var isClosed: Bool { elements.last == .close }

  /// The same drawing, with every subpath from its end to its start; reversing twice gives the path back.
  public var reversed: Path {
    var path = Path()
    for part in subpaths {
      var open = Path()
      for element in part.elements where element != .close { open.append(element) }
      path.move(to: open.currentPoint)
      for segment in open.segments.reversed() { path.append(segment.reversed) }
      // The closing line, from the end to the start, now leads from the start to the end.
      if part.isClosed { path.close() }
    }
    return path
  }

  /// The part between two lengths along the drawing, measured over all its subpaths; closed
  /// subpaths open where they are cut.
  ///
  /// - Parameters:
  ///   - from: where the part begins, in the caller's units.
  ///   - to: where it ends; nothing remains unless it is beyond `from`.
  ///   - tolerance: how exactly to measure lengths.
  public func trimmed(fromLength from: Double, toLength to: Double, tolerance: Double = 1e-9) -> Path {
    var path = Path()
    var passed = 0.0
    for segment in segments {
      let length = segment.arcLength(tolerance: tolerance)
      let begin = passed
      passed += length
      guard from < to, begin < to, passed > from else { continue }
      // Whole pieces are copied unchanged, without rounding.
      var piece = segment
      if from > begin || to < passed {
        let t0 = segment.parameter(atLength: from - begin, tolerance: tolerance)
        let t1 = to < passed ? segment.parameter(atLength: to - begin, tolerance: tolerance) : 1
        piece = segment.subsegment(from: t0, to: t1)
      }
      if path.isEmpty || path.currentPoint != piece.start { path.move(to: piece.start) }
      path.append(piece)
    }
    return path
  }

  /// The parts before and after a length along the drawing.
  public func split(atLength length: Double, tolerance: Double = 1e-9) -> (Path, Path) {
    (
      trimmed(fromLength: -.infinity, toLength: length, tolerance: tolerance),
      trimmed(fromLength: length, toLength: .infinity, tolerance: tolerance)
    )
  }

  /// The point `length` along the drawing, clamped to its ends; `nil` if nothing is drawn.
  public func point(atLength length: Double, tolerance: Double = 1e-9) -> Point? {
    var rest = length
    var last: Point?
    for segment in segments {
      let here = segment.arcLength(tolerance: tolerance)
      if rest <= here { return segment.point(at: segment.parameter(atLength: rest, tolerance: tolerance)) }
      rest -= here
      last = segment.end
    }
    return last
  }
}
