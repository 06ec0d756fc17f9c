import RealModule

/// Follows what moves before a still camera: its mask, and a smoothed box.
struct SubjectTracker: Sendable {
  /// In fractions of the picture; `nil` without a subject.
  private(set) var box: Rect?
  /// 1 where the subject is, holes filled.
  private(set) var mask: [UInt8]
  /// True when this very frame shows it; false while an earlier one is held.
  private(set) var isFresh = false
  private(set) var model: ForegroundModel
  private(set) var components: MaskComponents
  private var outside: MaskComponents
  private var inverse: [UInt8]
  private var lastSeen: Int64 = 0
  private var last: Int64?

  var columns: Int { model.columns }
  var rows: Int { model.rows }

  /// A subject that is lost is held for this long.
  static let holdNanoseconds: Int64 = 400_000_000
  /// The box's low pass, in seconds.
  private static let smoothing = 0.08
  /// The least share of the picture that is a subject, and the share from which the camera itself moved.
  private static let leastShare = 0.004
  private static let mostShare = 0.7

  init(width: Int, height: Int) {
    model = ForegroundModel(width: width, height: height)
    components = MaskComponents(columns: model.columns, rows: model.rows)
    outside = components
    mask = Array(repeating: 0, count: model.columns * model.rows)
    inverse = mask
  }

  /// Takes the next frame; `nil` where there is no picture.
  mutating func update(_ luma: Span<UInt8>?, bytesPerRow: Int, nanoseconds now: Int64) {
    isFresh = false
    guard let luma, columns > 4, rows > 4 else { return release(now) }
    let (step, overflow) = now.subtractingReportingOverflow(last ?? now)
    let seconds = overflow || step < 0 ? 0 : min(0.5, Double(step) * 1e-9)
    last = now
    let share = model.update(luma, bytesPerRow: bytesPerRow, seconds: seconds)
    guard share < Self.mostShare else {
      model.reset()
      box = nil
      return
    }
    let least = max(6, Int(Double(columns * rows) * Self.leastShare))
    var previous: Point?
    if let box { previous = Point(box.center.x * Double(columns), box.center.y * Double(rows)) }
    guard components.read(model.mask, leastArea: least, previous: previous) else { return release(now) }
    fillMask()
    isFresh = true
    lastSeen = now
    follow(measuredBox(), seconds: seconds)
  }

  private mutating func release(_ now: Int64) {
    let (age, overflow) = now.subtractingReportingOverflow(lastSeen)
    if overflow || age < 0 || age > Self.holdNanoseconds { box = nil }
  }

  /// The chosen parts, and whatever they enclose: what isn't reached from the picture's edge.
  private mutating func fillMask() {
    Self.markSubject(components, &mask, &inverse)
    _ = outside.read(inverse, leastArea: 1)
    Self.fillHoles(outside, columns, rows, &mask)
  }

  private static func markSubject(
    _ components: borrowing MaskComponents, _ mask: inout [UInt8], _ inverse: inout [UInt8]
  ) {
    let labels = components.labels.span
    let parts = components.components.span
    var mask = mask.mutableSpan
    var inverse = inverse.mutableSpan
    for i in labels.indices {
      let label = Int(labels[i])
      let isSubject = label > 0 && parts[label - 1].isSubject
      mask[i] = isSubject ? 1 : 0
      inverse[i] = isSubject ? 0 : 1
    }
  }

  private static func fillHoles(
    _ outside: borrowing MaskComponents, _ columns: Int, _ rows: Int, _ mask: inout [UInt8]
  ) {
    let labels = outside.labels.span
    let parts = outside.components.span
    var mask = mask.mutableSpan
    for i in mask.indices where mask[i] == 0 {
      let label = Int(labels[i])
      guard label > 0 else { continue }
      let part = parts[label - 1]
      let isEnclosed = part.left > 0 && part.top > 0 && part.right < columns && part.bottom < rows
      if isEnclosed { mask[i] = 1 }
    }
  }

  private func measuredBox() -> Rect {
    var (left, top, right, bottom) = (columns, rows, 0, 0)
    for i in 0..<components.count where components.components[i].isSubject {
      let part = components.components[i]
      left = min(left, part.left)
      top = min(top, part.top)
      right = max(right, part.right)
      bottom = max(bottom, part.bottom)
    }
    let (w, h) = (Double(columns), Double(rows))
    return Rect(
      x: Double(left) / w, y: Double(top) / h, width: Double(right - left) / w,
      height: Double(bottom - top) / h)
  }

  private mutating func follow(_ measured: Rect, seconds: Double) {
    // Another subject, or the same after a jump: begin anew.
    guard let old = box, !old.intersection(measured).isEmpty else {
      box = measured
      return
    }
    let k = 1 - Double.exp(-seconds / Self.smoothing)
    box = Rect(
      x: old.x + (measured.x - old.x) * k, y: old.y + (measured.y - old.y) * k,
      width: old.width + (measured.width - old.width) * k,
      height: old.height + (measured.height - old.height) * k)
  }
}
