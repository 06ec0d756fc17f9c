import RealModule

/// Measures how the picture is composed around its subject.
struct CompositionTracker: Sendable {
  private var symmetry: SymmetryFinder
  private var lastLook: Int64?
  private var last: Int64 = 0
  /// The box's centre in the last frame, and its speed in widths of the picture a second.
  private var place: Double?
  private var speed = 0.0
  private var isMoving = false

  /// Nanoseconds between looks for symmetry.
  private static let period: Int64 = 500_000_000
  /// An axis is told from this probability on.
  private static let leastSymmetry = 0.5
  /// The speed's low pass, in seconds.
  private static let smoothing = 0.3
  /// Speeds from which a subject is going somewhere, and below which it no longer is.
  private static let going = 0.06
  private static let staying = 0.03
  /// A face looks aside if its nose is this share of its width off the middle between its eyes.
  private static let aside = 0.12

  init(columns: Int, rows: Int) { symmetry = SymmetryFinder(columns: columns, rows: rows) }

  /// Takes a frame and its subject.
  mutating func update(
    _ subject: borrowing SubjectTracker, nanoseconds now: Int64, reading: inout CompositionReading
  ) {
    let (age, overflow) = now.subtractingReportingOverflow(lastLook ?? now)
    if lastLook == nil || overflow || age < 0 || age >= Self.period {
      symmetry.look(at: subject.model.picture.luma)
      lastLook = now
    }
    reading.axis = symmetry.confidence < Self.leastSymmetry ? nil : symmetry.axis
    reading.symmetry = symmetry.confidence
    follow(subject.box, now)
    reading.headroom = subject.face.flatMap { Self.headroom(of: $0, on: subject) }
    reading.leadRoom = nil
    guard let box = subject.box else { return }
    if isMoving {
      reading.leadsRight = speed > 0
      reading.leadRoom = max(0, speed > 0 ? 1 - box.maxX : box.x)
    } else if let face = subject.face, face.turn.magnitude > Self.aside {
      reading.leadsRight = face.turn > 0
      reading.leadRoom = max(0, face.turn > 0 ? 1 - face.box.maxX : face.box.x)
    }
  }

  private mutating func follow(_ box: Rect?, _ now: Int64) {
    let (step, overflow) = now.subtractingReportingOverflow(last)
    last = now
    guard let box, let place, !overflow, step > 0, step < 500_000_000 else {
      (place, speed, isMoving) = (box?.center.x, 0, false)
      return
    }
    let seconds = Double(step) * 1e-9
    let k = 1 - Double.exp(-seconds / Self.smoothing)
    speed += ((box.center.x - place) / seconds - speed) * k
    self.place = box.center.x
    isMoving = speed.magnitude > (isMoving ? Self.staying : Self.going)
  }

  /// From the highest cell of the subject above its face.
  private static func headroom(of face: Face, on subject: borrowing SubjectTracker) -> Double? {
    let (columns, rows) = (subject.columns, subject.rows)
    let eyes = Int(face.eyes.y * Double(rows))
    guard eyes >= 0, eyes < rows else { return nil }
    let left = max(0, Int(face.box.x * Double(columns)))
    let right = min(columns, Int((face.box.maxX * Double(columns)).rounded(.up)))
    var crown: Int?
    for x in left..<max(left, right) {
      var y = eyes
      while y >= 0, subject.mask[y * columns + x] == 1 { y -= 1 }
      if y < eyes { crown = min(crown ?? rows, y + 1) }
    }
    return crown.map { Double($0) / Double(rows) }
  }
}

extension Face {
  /// How far the nose is to the right of the middle between the eyes, in widths of the face: which way it looks.
  var turn: Double { box.width > 0 ? (points[2].x - eyes.x) / box.width : 0 }
}
