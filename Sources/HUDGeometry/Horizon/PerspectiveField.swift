import CGuides
import RealModule

/// Reads a picture's perspective field (Jin et al., CVPR 2023): for each of some 140 cells which way is up, how sure that
/// is, and whether it lies above the horizon. And how well each roll explains it.
///
/// A convolutional network in integers, so that all processors read the same; the last layer's numbers are logarithms of
/// probabilities, fitted together with the roll's. Lengths are in halves of the picture's longer side, from its middle, y
/// down. With roll R, pitch p and focal length f, up at (x, y) is (−sin R, −cos R) − z·(x, y) with z = tan(p)/f, and
/// what lies above the horizon has −sin R·x − cos R·y + h > 0 with h = f·tan(p).
struct PerspectiveField: Sendable {
  /// The roll's logarithm of probability, in half degrees from −60° to 60°; all the same before the first picture.
  private(set) var likelihood = [Float](
    repeating: -Float.log(Float(HorizonEvidence.bins)), count: HorizonEvidence.bins)

  private static let long = 240
  private static let cell = 16
  private static let rollStep = 4
  private static let rolls = 2 * HorizonEvidence.span / rollStep + 1
  static let leans = 9
  static let heights = 16
  /// Leans z, and heights h, follow one another at this distance from these ones on.
  static let step: Float = 0.2
  static let firstLean: Float = -0.8
  static let firstHeight: Float = -1.5

  private let size: (width: Int, height: Int)
  private let pictureSize: (width: Int, height: Int)
  private let count: Int
  private var scratch: [Int16]
  private var cells: [Float]
  /// Vectors up, and the odds of lying above; padded to eights.
  private var ups: [Float]
  private var skies: [Float]
  private let upTable: [Float]
  private let skyTable: [Float]
  private var upScores = [Float](repeating: 0, count: rolls * leans)
  private var skyScores = [Float](repeating: 0, count: rolls * heights)
  private var coarse = [Float](repeating: 0, count: rolls)
  private let fit = Fit()

  /// What was fitted along with the network: how much cells count, and how likely rolls, leans and heights are.
  private struct Fit {
    var up: Float = 0
    var sky: Float = 0
    var rolls: [Float]
    var leans: [Float]
    var heights: [Float]

    init() {
      let most = PerspectiveField.rolls / 2 + 1
      let count = 2 + most + PerspectiveField.leans + PerspectiveField.heights
      // SAFETY: the table has that many values, for as long as the program runs.
      let values = unsafe Array(UnsafeBufferPointer(start: cguides_field_fit(), count: count))
      (up, sky) = (values[0], values[1])
      rolls = Array(values[2..<2 + most])
      leans = Array(values[2 + most..<2 + most + PerspectiveField.leans])
      heights = Array(values.suffix(PerspectiveField.heights))
    }
  }

  /// - Parameters:
  ///   - width: of the luma, in pixels.
  ///   - height: of the luma, in pixels.
  ///   - aspect: width over height of what it shows.
  init(width: Int, height: Int, aspect: Double) {
    pictureSize = (width, height)
    let share = aspect > 1 ? 1 / aspect : aspect > 0 ? aspect : 1
    let side = max(4 * Self.cell, Int((Double(Self.long) * share).rounded()))
    size = aspect > 1 ? (Self.long, side) : (side, Self.long)
    let (columns, rows) = (
      (size.width + Self.cell - 1) / Self.cell, (size.height + Self.cell - 1) / Self.cell
    )
    count = columns * rows
    scratch = Array(repeating: 0, count: cguides_field_scratch(Int32(size.width), Int32(size.height)))
    cells = Array(repeating: 0, count: 3 * count)
    ups = Array(repeating: 0, count: (2 * count + 7) / 8 * 8)
    skies = Array(repeating: 0, count: (count + 7) / 8 * 8)
    (upTable, skyTable) = Self.tables(size, columns, rows)
  }

  /// For each roll and lean, the direction up in each cell; for each roll and height, on which side of the horizon it is.
  private static func tables(
    _ size: (width: Int, height: Int), _ columns: Int, _ rows: Int
  ) -> (up: [Float], sky: [Float]) {
    let count = columns * rows
    let places = (0..<count).map { i in
      (
        x: (Float(i % columns * cell) + 0.5 - Float(size.width) / 2) / Float(long / 2),
        y: (Float(i / columns * cell) + 0.5 - Float(size.height) / 2) / Float(long / 2)
      )
    }
    let (upRow, skyRow) = ((2 * count + 7) / 8 * 8, (count + 7) / 8 * 8)
    var up = [Float](repeating: 0, count: Self.rolls * leans * upRow)
    var sky = [Float](repeating: 0, count: Self.rolls * heights * skyRow)
    for r in 0..<Self.rolls {
      let roll = Double(r * rollStep - HorizonEvidence.span) * .pi / 180
      let (sine, cosine) = (Float(Double.sin(roll)), Float(Double.cos(roll)))
      for (i, place) in places.enumerated() {
        for k in 0..<leans {
          let z = step * Float(k) + firstLean
          let (x, y) = (-sine - z * place.x, -cosine - z * place.y)
          let length = (x * x + y * y + 1e-8).squareRoot()
          let at = (r * leans + k) * upRow + 2 * i
          (up[at], up[at + 1]) = (x / length, y / length)
        }
        for k in 0..<heights {
          let above = -sine * place.x - cosine * place.y + step * Float(k) + firstHeight
          sky[(r * heights + k) * skyRow + i] = above / (above * above + 0.04).squareRoot()
        }
      }
    }
    return (up, sky)
  }

  // A picture's field takes three steps, which may each have their own frame; they allocate nothing.

  /// Takes a picture's input to the network.
  mutating func take(_ luma: Span<UInt8>, bytesPerRow: Int) {
    let (w, h) = pictureSize
    guard w > 0, h > 0 else { return }
    precondition(bytesPerRow >= w && luma.count >= bytesPerRow * (h - 1) + w)
    // SAFETY: the precondition keeps all samples inside the picture; the scratch was made for this size.
    unsafe luma.withUnsafeBufferPointer { bytes in
      unsafe cguides_field_take(
        bytes.baseAddress, bytesPerRow, Int32(w), Int32(h), Int32(size.width), Int32(size.height), &scratch)
    }
  }

  /// The first half of the network's work.
  mutating func look() {
    // SAFETY: the scratch was made for this size.
    unsafe cguides_field_look(Int32(size.width), Int32(size.height), &scratch)
  }

  /// The second half, and what follows from it.
  mutating func read() {
    // SAFETY: as above; there are three numbers for each cell.
    unsafe cguides_field_read(Int32(size.width), Int32(size.height), &scratch, &cells)
    for i in 0..<count {
      (ups[2 * i], ups[2 * i + 1], skies[i]) = (cells[3 * i], cells[3 * i + 1], cells[3 * i + 2])
    }
    // SAFETY: each table has a row of the field's length for each score.
    unsafe cguides_fit(upTable, Int32(upScores.count), Int32(ups.count), ups, &upScores)
    unsafe cguides_fit(skyTable, Int32(skyScores.count), Int32(skies.count), skies, &skyScores)
    for r in 0..<Self.rolls {
      coarse[r] =
        Self.logOfSum(upScores, r, fit.up, fit.leans) + Self.logOfSum(skyScores, r, fit.sky, fit.heights)
        + fit.rolls[abs(r - Self.rolls / 2)]
    }
    refine()
  }

  /// log Σ exp(gain · score + prior) over a row of scores.
  private static func logOfSum(_ scores: [Float], _ row: Int, _ gain: Float, _ priors: [Float]) -> Float {
    let from = row * priors.count
    var most = -Float.infinity
    for k in priors.indices { most = max(most, gain * scores[from + k] + priors[k]) }
    var sum: Float = 0
    for k in priors.indices { sum += Float.exp(gain * scores[from + k] + priors[k] - most) }
    return most + Float.log(sum)
  }

  /// From steps of 4° to half degrees; the probabilities sum to 1.
  private mutating func refine() {
    var (most, sum) = (-Float.infinity, Float(0))
    for i in likelihood.indices {
      likelihood[i] = cubic(Float(i) / 8, coarse)
      most = max(most, likelihood[i])
    }
    for value in likelihood { sum += Float.exp(value - most) }
    let norm = most + Float.log(sum)
    for i in likelihood.indices { likelihood[i] -= norm }
  }

  /// How well each lean and each height explains the field if the camera is rolled by `degrees`, as logarithms.
  func scores(rolledBy degrees: Double, leans: inout [Float], heights: inout [Float]) {
    let place = max(0, (degrees + Double(HorizonEvidence.span)) / Double(Self.rollStep))
    let row = min(Int(place), Self.rolls - 2)
    let part = Float(min(1, place - Double(row)))
    func mix(_ scores: [Float], _ gain: Float, into mixed: inout [Float]) {
      let count = mixed.count
      for k in 0..<count {
        mixed[k] = gain * (scores[row * count + k] * (1 - part) + scores[(row + 1) * count + k] * part)
      }
    }
    mix(upScores, fit.up, into: &leans)
    mix(skyScores, fit.sky, into: &heights)
  }
}
