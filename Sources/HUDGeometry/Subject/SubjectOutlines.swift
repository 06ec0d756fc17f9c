/// One of several subjects: a body that stands out from the scene.
public struct SubjectOutline: Sendable, Equatable {
  /// Counts up from 1. It stays the same while bodies cross and touch, and for one that has been lost for less than a second.
  public var id = 0
  /// The box around the outline, in fractions of the viewfinder from its top left.
  public var box = Rect.zero
  /// The outline in fractions of the viewfinder, y down.
  public var contour = Path()
}

/// All subjects of a frame that has more than one, the one that guides refer to first.
///
/// The next frame reuses the outlines' storage: a copy kept across an update costs that update allocations.
public struct SubjectOutlines: Sendable, Equatable, RandomAccessCollection {
  private var all: [SubjectOutline] = []
  /// How many there are: 0, or 2 … 8.
  public private(set) var count = 0

  /// The index of the first one.
  public var startIndex: Int { 0 }
  /// One past the last one's index.
  public var endIndex: Int { count }

  /// No subjects.
  public init() {}

  /// Subjects with these outlines, numbered from 1.
  package init(_ contours: [Path]) {
    for (k, contour) in contours.enumerated() { add(id: k + 1) { $0.append(contour) } }
  }

  /// The subject at an index.
  public subscript(index: Int) -> SubjectOutline {
    precondition(index >= 0 && index < count, "There are \(count) subjects, so there is none at \(index)")
    return all[index]
  }

  /// Whether both have the same subjects.
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

  mutating func clear() { count = 0 }

  /// Adds a subject, whose outline `draw` appends to an empty path; leaves it out if it draws nothing.
  mutating func add(id: Int, draw: (inout Path) -> Void) {
    if count == all.count { all.append(SubjectOutline()) }
    all[count].contour.removeAll(keepingCapacity: true)
    draw(&all[count].contour)
    guard !all[count].contour.isEmpty else { return }
    (all[count].id, all[count].box) = (id, Self.box(around: all[count].contour))
    count += 1
  }

  /// The box around an outline's cubics, to a small share of a cell; `Path.bounds` allocates.
  private static func box(around path: Path) -> Rect {
    var (low, high) = (Point(1, 1), Point.zero)
    var pen = Point.zero
    func add(_ p: Point) {
      low = Point(Swift.min(low.x, p.x), Swift.min(low.y, p.y))
      high = Point(Swift.max(high.x, p.x), Swift.max(high.y, p.y))
    }
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p), .quad(_, let p):
        add(p)
        pen = p
      case .cubic(let a, let b, let p):
        let curve = CubicBezier(pen, a, b, p)
        for k in 1...8 { add(curve.point(at: Double(k) / 8)) }
        pen = p
      case .close: break
      }
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
