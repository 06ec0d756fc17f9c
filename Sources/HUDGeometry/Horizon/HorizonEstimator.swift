import RealModule

/// What one picture says about its horizon.
public struct HorizonEstimate: Sendable, Equatable {
  /// −60 … 60; > 0 rises to the right in the picture.
  public var angleDegrees = 0.0
  /// The probability that the angle is within 1°, 0 … 1.
  public var confidence = 0.0
  /// In nine pictures out of ten the truth lies within this many degrees of the angle.
  public var marginDegrees = Double(HorizonEvidence.span)
  /// How far the camera looks up, −60 … 60.
  public var pitchDegrees = 0.0
  /// In nine pictures out of ten the true pitch lies within this many degrees of it.
  public var pitchMarginDegrees = Double(HorizonEvidence.span)
  /// A point on the line, as fractions of the picture from its top left; x is always the middle.
  public var center = Point(0.5, 0.5)

  /// An estimate that knows nothing: level, with no confidence and the widest margin.
  public init() {}
}

/// Finds the horizon in a single picture.
///
/// The witnesses are the directions of straight segments and of all edges, read as level and as upright
/// (uprights for every place of the zenith, since they lean when the camera looks up or down); long lines;
/// and lines that divide the picture. A small network with the same weights at all angles turns their
/// evidence into the probability of each roll: the peak is the answer, and the mass around it the confidence.
/// Uprights that agree, or else a line across the picture, give the answer more exactly.
public struct HorizonEstimator: Sendable {
  private(set) var cells: EdgeCells
  private(set) var scan: SegmentScan
  private(set) var split: RegionSplit
  private(set) var evidence = HorizonEvidence()
  private(set) var network = HorizonNetwork()
  var pitch: PitchEstimator
  private var uprights = UprightFit()
  /// The last picture's: the network's, made narrower by uprights.
  private(set) var posterior = AnglePosterior()
  private var refiner = LineRefiner()
  var field: PerspectiveField
  /// What stands still on the pictures and says nothing of the scene, such as burned-in text.
  var fixed: FixedParts

  /// Makes an estimator for pictures of one size; allocates everything it needs.
  ///
  /// - Parameters:
  ///   - width: of the luma, in pixels.
  ///   - height: of the luma, in pixels.
  ///   - viewfinderAspect: width over height of what the luma shows, in case its pixels aren't square.
  public init(width: Int, height: Int, viewfinderAspect: Double) {
    cells = EdgeCells(width: width, height: height, viewfinderAspect: viewfinderAspect)
    fixed = FixedParts(cells)
    split = RegionSplit(columns: cells.columns, rows: cells.rows)
    scan = SegmentScan(width: width, height: height, pixelAspect: cells.pixelAspect)
    pitch = PitchEstimator(aspect: viewfinderAspect)
    field = PerspectiveField(width: width, height: height, aspect: viewfinderAspect)
  }

  /// Reads one picture; allocates nothing.
  ///
  /// - Parameters:
  ///   - luma: `height` rows of `bytesPerRow` bytes, the last of at least `width`.
  ///   - bytesPerRow: at least `width`.
  public mutating func estimate(_ luma: Span<UInt8>, bytesPerRow: Int) -> HorizonEstimate {
    readEdges(luma, bytesPerRow: bytesPerRow)
    field.take(luma, bytesPerRow: bytesPerRow)
    field.look()
    field.read()
    findFlatSegments()
    var estimate = conclude(luma, bytesPerRow: bytesPerRow)
    if estimate.confidence > 0 {
      readPitch(rolledBy: estimate.angleDegrees)
      estimate.pitchDegrees = pitch.posterior.center(within: PitchEstimator.stretch)
      estimate.pitchMarginDegrees = pitch.posterior.margin(about: estimate.pitchDegrees, holding: 0.9)
    }
    return estimate
  }

  // The parts of an estimate, which in an unchanged scene each have their own frame.

  mutating func readEdges(_ luma: Span<UInt8>, bytesPerRow: Int) {
    cells.read(luma, bytesPerRow: bytesPerRow, hiding: &fixed)
    scan.readSteep(cells)
  }

  mutating func findFlatSegments() { scan.readFlat(cells) }

  /// - Parameters:
  ///   - luma: the picture, or a later one of the same scene.
  ///   - bytesPerRow: of the luma.
  ///   - roll: from the first picture to the later one, in degrees.
  ///   - fieldRoll: from the perspective field's picture to the first one.
  /// - Returns: the first picture's angle, and the later one's centre.
  mutating func conclude(
    _ luma: Span<UInt8>, bytesPerRow: Int, turnedBy roll: Double = 0, sinceField fieldRoll: Double = 0
  ) -> HorizonEstimate {
    var estimate = HorizonEstimate()
    guard cells.totalWeight > 0 else {
      network.forget()
      posterior.forget()
      return estimate
    }
    split.read(cells)
    evidence.read(cells, scan, split, field, turnedBy: fieldRoll)
    network.read(evidence)
    let peak = network.posterior.peak().angleDegrees
    estimate.angleDegrees = peak
    uprights.fit(scan, evidence, width: cells.width, near: peak)
    estimate.angleDegrees += uprights.trust * (uprights.angleDegrees - peak)
    posterior.take(
      network.posterior, about: uprights.angleDegrees, deviation: UprightFit.spread, trust: uprights.trust)
    let best = posterior.peak()
    estimate.confidence = best.mass
    estimate.marginDegrees = posterior.margin(
      about: best.angleDegrees, holding: AnglePosterior.ninetyPercent)
    pitch.line = nil
    guard var line = evidence.heaviestLine(near: peak) else { return estimate }
    line.angleDegrees += roll
    let fitted = refiner.refine(
      line, in: luma, bytesPerRow: bytesPerRow, width: cells.width, height: cells.height,
      pixelAspect: cells.pixelAspect)
    // A line all the way across is accurate to far better than half a degree, but it may be the foot of a wall,
    // seen at a slant: uprights count before it.
    let angle = fitted.angleDegrees - roll
    let isNear = (angle - peak).magnitude < 2
    if isNear {
      let trust = max(0, min(1, (fitted.coverage - 0.85) / 0.1))
      pitch.line = (offset: fitted.offset * Double.cos(fitted.angleDegrees * .pi / 180), trust: trust)
      estimate.angleDegrees += (1 - uprights.trust) * trust * (angle - peak)
    }
    let offset = fitted.coverage > 0.5 && isNear ? fitted.offset : line.offset
    let y = 0.5 + offset / cells.pixelAspect * Double(cells.width) / Double(cells.height)
    estimate.center = Point(0.5, max(0, min(1, y)))
    return estimate
  }

  /// Reads the pitch of the picture that was concluded, whose field must have been read.
  mutating func readPitch(rolledBy degrees: Double) { pitch.read(evidence, scan, field, rolledBy: degrees) }

  /// The last picture's evidence, for fitting the network: curves over the rolls from −60° to 60° in half
  /// degrees, one after the other, then the logarithms of the amounts of evidence. Allocates.
  public var evidenceCurves: [Float] { evidence.curves + evidence.amounts }
}
