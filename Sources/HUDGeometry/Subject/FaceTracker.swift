import RealModule

/// Follows the face of a film's subject: looks for it every .3 s, or .9 s where there seems to be none, a part of the work in each
/// frame, and in between carries it along with the subject's box.
struct FaceTracker: Sendable {
  /// Whether a frame is being read, a part of the work in each of the next ones.
  var isReading: Bool { network.isReading }
  private var network: FaceNetwork
  private let width: Int
  private let height: Int
  /// The face in the frame in which it was last found, and the subject's box there.
  private var face: Face?
  private var faceBox = Rect.zero
  private var lastFound: Int64 = 0
  private var lastLook: Int64?
  /// The subject's box in the frame that is being read.
  private var box = Rect.zero
  /// Looks in a row that found nothing.
  private var misses = 0

  /// Nanoseconds between looks, and once so many in a row have found nothing.
  private static let period: Int64 = 300_000_000
  private static let longPeriod: Int64 = 900_000_000
  private static let mostMisses = 6
  /// A face that isn't found again is forgotten after this long.
  private static let holdNanoseconds: Int64 = 1_000_000_000
  /// How sure the network must be of a new face, and of one where it is known to be.
  private static let leastScore = 0.7
  private static let leastKnownScore = 0.55
  /// How many cells the eyes may be outside the subject's mask, which is of a later frame.
  private static let reach = 4

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    network = FaceNetwork(width: width, height: height)
  }

  /// The face, carried along with the subject's box.
  func face(in box: Rect) -> Face? { face?.moved(from: faceBox, to: box) }

  /// There is no subject.
  mutating func forget() {
    face = nil
    lastLook = nil
    misses = 0
    network.stop()
  }

  /// Does a part of the work on the current frame.
  ///
  /// - Parameters:
  ///   - subject: the subject's smoothed box, in fractions of the picture.
  ///   - bounds: the cells around it.
  ///   - mask: 1 for the subject's cells.
  ///   - cell: a cell's side, in pixels of the luma.
  ///   - luma: the small luma in rows of `bytesPerRow` bytes.
  ///   - cb: half as large, like `cr`, in rows of `chromaBytesPerRow` bytes; if it is too short the frame is grey.
  ///   - mayRead: whether the frame may have such a part.
  /// - Returns: whether one waits for a later frame.
  mutating func update(
    subject: Rect, bounds: CellBox, mask: [UInt8], columns: Int, rows: Int, cell: Int, luma: Span<UInt8>,
    bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int, nanoseconds now: Int64,
    mayRead: Bool
  ) -> Bool {
    let (unseen, isWrong) = now.subtractingReportingOverflow(lastFound)
    if isWrong || unseen < 0 || unseen > Self.holdNanoseconds { face = nil }
    if network.isReading {
      guard mayRead else { return true }
      if network.read() { choose(subject, mask, columns: columns, rows: rows, now) }
      return false
    }
    let period = misses < Self.mostMisses ? Self.period : Self.longPeriod
    guard now.isPast(period, since: lastLook) else { return false }
    guard mayRead else { return true }
    lastLook = now
    box = subject
    var area = FaceArea.body(bounds, cell: cell)
    if misses == 0, let face = face(in: subject) {
      area = FaceArea.around(face.box, width: width, height: height)
    } else if misses % 2 == 0 {
      area = FaceArea.head(bounds, columns: columns, cell: cell) { mask[$0] == 1 }
    }
    network.take(
      luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow, area: area)
    _ = network.read()
    return false
  }

  /// Chooses the subject's face among those found: the one that is known, else the surest.
  private mutating func choose(_ subject: Rect, _ mask: [UInt8], columns: Int, rows: Int, _ now: Int64) {
    let known = face(in: box)
    var best: Face?
    for found in network.faces {
      guard
        found.moved(from: box, to: subject)
          .isOn(columns: columns, rows: rows, reach: Self.reach, isBody: { mask[$0] == 1 })
      else { continue }
      if let known, known.box.contains(found.eyes), found.score >= Self.leastKnownScore {
        best = found
        break
      }
      if found.score >= max(Self.leastScore, best?.score ?? 0) { best = found }
    }
    misses = best == nil ? misses + 1 : 0
    guard let best else { return }
    (face, faceBox, lastFound) = (best, box, now)
  }
}

extension Face {
  /// Where it is once the box around its body has moved and changed its size.
  fileprivate func moved(from old: Rect, to new: Rect) -> Face {
    guard !old.isEmpty else { return self }
    let (across, down) = (new.width / old.width, new.height / old.height)
    func place(_ p: Point) -> Point {
      Point(new.x + (p.x - old.x) * across, new.y + (p.y - old.y) * down)
    }
    var face = self
    let corner = place(Point(box.x, box.y))
    face.box = Rect(x: corner.x, y: corner.y, width: box.width * across, height: box.height * down)
    for k in points.indices { face.points[k] = place(points[k]) }
    return face
  }
}
