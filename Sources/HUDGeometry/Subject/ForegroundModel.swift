// A running mean and a high quantile of the deviation for each cell and channel, updated selectively, after the
// consensus of the change-detection surveys (Bouwmans, "Traditional and recent approaches", 2014) and the per-cell
// tolerances of PBAS (Hofmann et al., CVPRW 2012) and SuBSENSE (St-Charles et al., TIP 2015). Shadows are recognized by
// their chromaticity (Horprasert et al., 1999).

import CGuides
import RealModule

/// Separates the subject from the scene: luma and chroma of each cell against a background first
/// moved and brightened as the camera was.
struct ForegroundModel: Sendable {
  private(set) var picture: CellPicture
  /// 1 for cells with something in front of the scene, row by row; speckles removed.
  private(set) var mask: [UInt8]
  private(set) var registration = SceneRegistration()
  /// The background as this frame would show it.
  private(set) var predictedLuma: CellPlane
  private(set) var predictedCb: CellPlane
  private(set) var predictedCr: CellPlane
  private(set) var isPrimed = false

  private var luma: CellPlane
  private var cb: CellPlane
  private var cr: CellPlane
  /// About the 90th percentile of a scene cell's difference from its mean.
  private var deviation: CellPlane
  private var colorDeviation: CellPlane
  private var tolerance: CellPlane
  /// 1 for cells that show the scene.
  private var trust: CellPlane
  /// Squared differences in units of the tolerance: above 1 differs, near 0 is certainly scene.
  private(set) var scores: CellPlane
  private var scratch: [Lanes]
  /// 1 for cells with a score above 1, with one more cell at either end of each row; also scratch space for
  /// other kernels.
  private var differing: [UInt8]
  private var coarse: CoarseRegistration
  private(set) var fine: FineScene
  /// What people have hidden from the start.
  private(set) var hidden: HiddenScene
  /// 1 for cells that privacy masks hide in this frame, which say nothing; empty without masks.
  private(set) var masked: [UInt8] = []
  /// 1 for cells of the scene that masks have hidden since it was new; empty while there are none.
  private var unseen: [UInt8] = []
  private var anchor: CellPlane
  private var turn = 0

  /// A change in levels that noise hardly makes, and the shift and turn in cells up to which edges hardly do.
  private static let stirring: Float = 16
  private static let stirringShift = 0.4
  /// Levels over two cells that make an edge.
  private static let edge: Float = 24
  /// The smallest differences that count, in levels.
  private static let leastLuma: Float = 6
  private static let leastColor: Float = 4
  /// Any lower score is scene, whatever its surroundings.
  static let certain: Float = 0.2
  private static let highestDeviation: Float = 30
  /// The score of a cell that is masked: no hole that the scene shows through.
  private static let unknown: Float = 0.5
  /// The score of a cell that shows a person.
  private static let person: Float = 4
  /// The misalignment of edges that remains after registration, in cells.
  private static let edgeSlack: Float = 0.12

  var columns: Int { picture.columns }
  var rows: Int { picture.rows }

  init(width: Int, height: Int) {
    picture = CellPicture(width: width, height: height)
    let plane = CellPlane(columns: picture.columns, rows: picture.rows)
    mask = Array(repeating: 0, count: plane.columns * plane.rows)
    luma = plane
    cb = plane
    cr = plane
    anchor = plane
    predictedLuma = plane
    predictedCb = plane
    predictedCr = plane
    deviation = plane
    colorDeviation = plane
    tolerance = plane
    trust = plane
    scores = plane
    scratch = Array(repeating: Lanes(), count: plane.vectors)
    differing = Array(repeating: 0, count: (plane.columns + 2) * plane.rows + 4)
    coarse = CoarseRegistration(columns: plane.columns, rows: plane.rows)
    fine = FineScene(columns: plane.columns, rows: plane.rows, factor: picture.factor)
    hidden = HiddenScene(columns: plane.columns, rows: plane.rows)
  }

  mutating func load(luma: Span<UInt8>, bytesPerRow: Int) {
    picture.load(luma: luma, bytesPerRow: bytesPerRow)
    fine.load(luma, bytesPerRow: bytesPerRow)
  }

  mutating func load(cb: Span<UInt8>, cr: Span<UInt8>, bytesPerRow: Int) {
    picture.load(cb: cb, cr: cr, bytesPerRow: bytesPerRow)
  }

  /// Takes what masks hide from the next frame on.
  ///
  /// - Parameters:
  ///   - samples: of the small luma, row by row, true where it is hidden; `nil` without masks.
  ///   - width: of the small luma.
  mutating func mask(_ samples: [Bool]?, width: Int) {
    guard let samples else { return masked = [] }
    if masked.isEmpty { masked = Array(repeating: 0, count: mask.count) }
    if unseen.isEmpty { unseen = masked }
    for y in 0..<rows {
      for x in 0..<columns {
        var isMasked = false
        for v in y * picture.factor..<(y + 1) * picture.factor {
          for u in x * picture.factor..<(x + 1) * picture.factor where samples[v * width + u] {
            isMasked = true
          }
        }
        masked[y * columns + x] = isMasked ? 1 : 0
      }
    }
  }

  /// Makes the frame the scene.
  mutating func prime() {
    for i in luma.lanes.indices {
      luma.lanes[i] = picture.luma.lanes[i]
      cb.lanes[i] = picture.cb.lanes[i]
      cr.lanes[i] = picture.cr.lanes[i]
    }
    fine.prime()
    hidden.clear()
    deviation.fill(1.5)
    colorDeviation.fill(1)
    tolerance.fill(8)
    trust.fill(1)
    for i in mask.indices { mask[i] = 0 }
    unseen = masked
    registration.reset()
    isPrimed = true
  }
  /// Compares the frame with the scene. Returns the share of the picture that differs.
  ///
  /// - Parameter onlyPeople: whether only what is close to people may be part of the mask.
  mutating func compare(onlyPeople: Bool = false) -> Double {
    registration.update(
      frame: picture.luma, background: luma, trust: trust, tolerance: tolerance, predicted: &predictedLuma,
      scratch: &scratch)
    let (shift, gain) = (registration.shift, registration.gain)
    predictedLuma.scale(by: gain)
    if picture.hasChroma {
      cb.warp(by: shift, gain: gain, into: &predictedCb, scratch: &scratch)
      cr.warp(by: shift, gain: gain, into: &predictedCr, scratch: &scratch)
    }
    judge()
    leaveOutMasked()
    let share = clean() - learnUnmasked()
    guard onlyPeople else { return hidden.count == 0 ? share : markPeople(share) }
    for i in mask.indices where mask[i] == 1 {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      if hidden.count == 0 || !hidden.isNear(x, y) { mask[i] = 0 }
    }
    return hidden.count == 0 ? share : markPeople(share)
  }

  /// Behind people, where the scene is only guessed, the mask is where they were last found, and what differs from the guess.
  ///
  /// - Returns: the share of the picture that differs from a scene that is known.
  private mutating func markPeople(_ share: Double) -> Double {
    var guessed = 0
    for i in mask.indices where hidden.cells[i] > 0 {
      guessed += Int(mask[i])
      guard hidden.people[i] == 1, masked.isEmpty || masked[i] == 0 else { continue }
      mask[i] = 1
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      scores[x, y] = max(scores[x, y], Self.person)
    }
    return share - Double(guessed) / Double(max(1, mask.count))
  }

  /// Guesses the scene behind people, from what is seen around them.
  ///
  /// - Parameters:
  ///   - new: 1 for cells that show people who weren't followed before.
  ///   - people: 1 for cells that show anybody.
  mutating func guess(behind new: [UInt8], of people: [UInt8]) {
    hidden.hide(new, of: people)
    hidden.gather(luma: luma, cb: cb, cr: cr)
    let box = hidden.unguessed
    for y in box.top..<max(box.top, box.bottom) {
      for x in box.left..<box.right {
        guard let color = hidden.color(y * columns + x) else { continue }
        (luma[x, y], cb[x, y], cr[x, y]) = (color.x, color.y, color.z)
        (deviation[x, y], colorDeviation[x, y]) = (4, 2)
        fine.fill(column: x, row: y, with: color.x)
      }
    }
    hidden.settle()
    luma.pad()
    cb.pad()
    cr.pad()
  }

  /// Remembers this frame, to tell later what has stirred since.
  mutating func setAnchor() {
    for i in anchor.lanes.indices { anchor.lanes[i] = picture.luma.lanes[i] }
  }

  /// Marks cells that have changed clearly since then, with one beside them.
  ///
  /// - Returns: false if the camera has moved, so that nothing can be said.
  func markStirred(_ cells: inout [UInt8]) -> Bool {
    let turn = (registration.roll.magnitude + registration.zoom.magnitude) * Double(columns) / 2
    guard registration.shift.length + turn < Self.stirringShift else { return false }
    let gain = registration.gain
    for y in 0..<rows {
      var before = false
      for x in 0..<columns {
        let stirs = (picture.luma[x, y] - anchor[x, y] * gain).magnitude > Self.stirring
        if stirs && before { (cells[y * columns + x - 1], cells[y * columns + x]) = (1, 1) }
        before = stirs
      }
    }
    return true
  }

  /// How many cells had an edge when the scene was new, and how many of these have not changed.
  func edges(outside people: [UInt8], still stirred: [UInt8]) -> (all: Int, still: Int) {
    var (all, still) = (0, 0)
    for y in 1..<max(1, rows - 1) {
      for x in 1..<max(1, columns - 1) where people[y * columns + x] == 0 {
        let across = (anchor[x + 1, y] - anchor[x - 1, y]).magnitude
        guard max(across, (anchor[x, y + 1] - anchor[x, y - 1]).magnitude) > Self.edge else { continue }
        all += 1
        still += 1 - Int(stirred[y * columns + x])
      }
    }
    return (all, still)
  }

  /// Where the people are in this frame.
  mutating func place(_ people: [UInt8]) { hidden.place(people) }

  /// Takes a later look at the people: what they no longer hide is the scene.
  mutating func look(at people: [UInt8]) {
    hidden.look(people)
    for i in hidden.cells.indices where hidden.isVisible(i) {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      absorb(x: x, y: y)
      hidden.reveal(i)
    }
  }

  /// A guess that the frame confirms needs no further look.
  mutating func confirmGuess() {
    for i in mask.indices where hidden.cells[i] > 0 && mask[i] == 0 { hidden.reveal(i) }
  }

  /// Sets `scores`: each cell's squared difference in units of the tolerance, or that of its chroma alone in
  /// a shadow.
  private mutating func judge() {
    // An uncorrected roll moves the edges of the picture by this many cells.
    let slack = Self.edgeSlack + min(2, Float(registration.roll.magnitude) * Float(columns) / 2)
    var by = cguides_judging(
      columns: Int32(columns), rows: Int32(rows), slack: slack, least_luma: Self.leastLuma,
      least_color: Self.leastColor, has_chroma: picture.hasChroma)
    // SAFETY: all planes are of this size.
    unsafe cguides_judge(
      picture.luma.lanes, picture.cb.lanes, picture.cr.lanes, predictedLuma.lanes, predictedCb.lanes,
      predictedCr.lanes, deviation.lanes, colorDeviation.lanes, &tolerance.lanes, &scores.lanes, &by)
  }

  /// What is masked, or was until now, neither differs nor is certainly scene.
  private mutating func leaveOutMasked() {
    for i in unseen.indices where isMasked(i) {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      scores[x, y] = Self.unknown
    }
  }

  /// Takes it from the mask, and what isn't masked any more into the scene.
  ///
  /// - Returns: the share of the picture that it was.
  private mutating func learnUnmasked() -> Double {
    var count = 0
    for i in unseen.indices where isMasked(i) {
      count += Int(mask[i])
      mask[i] = 0
      guard masked.isEmpty || masked[i] == 0 else { continue }
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      absorb(x: x, y: y)
      unseen[i] = 0
    }
    // All of it is seen.
    if masked.isEmpty { unseen = [] }
    return Double(count) / Double(max(1, mask.count))
  }

  private func isMasked(_ i: Int) -> Bool { unseen[i] == 1 || !masked.isEmpty && masked[i] == 1 }

  /// From `scores` to `mask`: a cell counts if it isn't certainly scene and at least 4 of the 9 around it differ.
  private mutating func clean() -> Double {
    var count: Int32 = 0
    // SAFETY: the mask has a byte for each cell, `differing` two more for each row.
    unsafe cguides_clean(
      scores.lanes, Int32(columns), Int32(rows), Self.certain, &differing, &mask, &count)
    return Double(count) / Double(max(1, mask.count))
  }

  /// Learns the scene from cells with nothing in front of it. `subject` is 1 for cells with something in
  /// front; these and two cells around them are left alone. `rate` is the share of a difference that is
  /// learned. `suspects` is 1 for cells that may move by themselves, so the next frame isn't aligned by them.
  mutating func learn(except subject: [UInt8], rate: Float, notAligningBy suspects: [UInt8]) {
    precondition(subject.count >= columns * rows)
    // SAFETY: a byte of the mask for each cell; `differing` is longer than a row and four bytes.
    unsafe cguides_trust(subject, Int32(columns), Int32(rows), &trust.lanes, &differing)
    // Once the scene is known: every other row in turn, twice as fast.
    let step = rate > 0.1 ? 1 : 2
    turn = (turn + 1) % step
    let rate = rate * Float(step)
    // The background's cell p is the frame's p − shift.
    var lesson = cguides_lesson(
      columns: Int32(columns), rows: Int32(rows), first: Int32(turn), step: Int32(step),
      across: Int32((-registration.shift.x).rounded()), along: Int32((-registration.shift.y).rounded()),
      inverse_gain: 1 / registration.gain, rate: rate, rise: min(0.5, 5 * rate), fall: rate / 2,
      highest: Self.highestDeviation)
    precondition(abs(lesson.across) <= 8)
    // SAFETY: all planes are of this size, and the shift across stays within a row's padding.
    unsafe cguides_learn(
      picture.luma.lanes, predictedLuma.lanes, trust.lanes, &luma.lanes, &deviation.lanes, &lesson)
    if picture.hasChroma {
      unsafe cguides_learn_color(
        picture.cb.lanes, picture.cr.lanes, predictedCb.lanes, predictedCr.lanes, trust.lanes, &cb.lanes,
        &cr.lanes, &colorDeviation.lanes, &lesson)
    }
    fine.learn(
      trust: trust, shift: registration.shift, gain: registration.gain, rate: rate / Float(step))
    for i in suspects.indices where suspects[i] == 1 {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      trust[x, y] = 0
    }
  }

  /// Aligns the finer scene with the frame within a box of cells. Returns whether it could.
  mutating func predictFine(_ box: CellBox) -> Bool {
    guard fine.reaches(registration.shift) else { return false }
    fine.predict(box, shift: registration.shift, gain: registration.gain)
    return true
  }

  /// Looks for the learned scene elsewhere in the frame after the camera was knocked, and moves the model there. Parts
  /// new to the camera are learned from scratch.
  ///
  /// - Returns: whether the scene was found; if so, the frame has been compared with it.
  mutating func follow() -> Bool {
    if registration.agreement > 0.7 {
      move(by: Int(registration.shift.x.rounded()), Int(registration.shift.y.rounded()))
    } else if let (dx, dy) = coarse.shift(frame: picture.luma, background: luma) {
      move(by: dx, dy)
    } else {
      return false
    }
    registration.reset()
    _ = compare()
    return registration.agreement > 0.6
  }

  /// The scene as seen by a camera that has moved: cell p becomes what p + (dx, dy) was.
  private mutating func move(by dx: Int, _ dy: Int) {
    // Cell by cell, in an order that overwrites no source; this is rare.
    func ordered(_ count: Int, _ forwards: Bool, _ i: Int) -> Int { forwards ? i : count - 1 - i }
    for v in 0..<rows {
      let y = ordered(rows, dy >= 0, v)
      let fromY = y + dy
      for u in 0..<columns {
        let x = ordered(columns, dx >= 0, u)
        let fromX = x + dx
        if fromX >= 0, fromX < columns, fromY >= 0, fromY < rows {
          luma[x, y] = luma[fromX, fromY]
          cb[x, y] = cb[fromX, fromY]
          cr[x, y] = cr[fromX, fromY]
          deviation[x, y] = deviation[fromX, fromY]
          colorDeviation[x, y] = colorDeviation[fromX, fromY]
        } else {
          luma[x, y] = picture.luma[x, y]
          cb[x, y] = picture.cb[x, y]
          cr[x, y] = picture.cr[x, y]
          deviation[x, y] = 4
          colorDeviation[x, y] = 2
        }
      }
    }
    let before = unseen
    for i in unseen.indices {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      let isInside = x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows
      unseen[i] = isInside ? before[i + dy * columns + dx] : masked.isEmpty ? 0 : masked[i]
    }
    fine.move(by: dx, dy)
    hidden.move(by: dx, dy)
    trust.fill(1)
    luma.pad()
    cb.pad()
    cr.pad()
  }

  /// Makes one cell of the frame part of the scene.
  mutating func absorb(x: Int, y: Int) {
    let column = max(0, min(columns - 1, x + Int(registration.shift.x.rounded())))
    let row = max(0, min(rows - 1, y + Int(registration.shift.y.rounded())))
    let inverseGain = 1 / registration.gain
    fine.absorb(column: column, row: row, x: x, y: y, inverseGain: inverseGain)
    luma[column, row] = picture.luma[x, y] * inverseGain
    cb[column, row] = picture.cb[x, y] * inverseGain
    cr[column, row] = picture.cr[x, y] * inverseGain
  }
}
