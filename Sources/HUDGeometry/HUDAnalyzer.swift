import PixelTypes
import RealModule

/// Reads the HUD's guides from the small luma of one camera, frame by frame.
///
/// A pure function of the frames and times so far, or of each frame alone for photos: the same input gives
/// the same readings. `init` and the first frames with a larger subject allocate all memory. Later updates
/// allocate nothing, unless a copy of the analyzer or of its reading's contour is kept across them.
public struct HUDAnalyzer: Sendable {
  /// What to look for; ``select(template:grid:)`` changes a part of it.
  public private(set) var settings: HUDSettings
  /// Width of the small luma in pixels.
  public let lumaWidth: Int
  /// Height of the small luma in pixels.
  public let lumaHeight: Int
  /// The reading of the last frame.
  public private(set) var reading = HUDReading()

  private(set) var horizon: HorizonTracker
  private(set) var subject: SubjectTracker
  /// As they were at first, for each photo; `nil` for a film. Their tables take long to make, and copies share them.
  private let unused: (horizon: HorizonTracker, subject: SubjectTracker)?
  /// What masks hide of each photo; `nil` without masks.
  private var masked: [Bool]?
  /// For how many frames the horizon's estimate has given way to looks.
  private var rests = 0
  private var silhouette: SilhouetteMatcher
  private var powerPoints: PowerPointTracker
  private var composition: CompositionTracker
  private var hints = HintScheduler()
  /// The subject that hints are about, and since when it has been there.
  private var believed: (id: Int, since: Int64)?

  /// Makes an analyzer for one camera; negative sizes count as 0, and then nothing is ever found.
  ///
  /// - Parameters:
  ///   - settings: what to look for, and the viewfinder's size.
  ///   - lumaWidth: width of the small luma in pixels, typically 240 … 480.
  ///   - lumaHeight: its height, typically 135 … 270.
  public init(settings: HUDSettings, lumaWidth: Int, lumaHeight: Int) {
    self.settings = settings
    self.lumaWidth = max(0, lumaWidth)
    self.lumaHeight = max(0, lumaHeight)
    horizon = HorizonTracker(
      width: self.lumaWidth, height: self.lumaHeight, viewfinderAspect: settings.aspect,
      followsReference: settings.levelReference, isPhoto: settings.arePhotos,
      reducesMotion: settings.reducesMotion)
    horizon.take(fieldOfView: settings.fieldOfViewDegrees)
    horizon.levelDegrees = settings.levelDegrees
    subject = SubjectTracker(
      width: self.lumaWidth, height: self.lumaHeight, isPhoto: settings.arePhotos)
    subject.joinsNeighbours = settings.template != nil
    if settings.plate { subject.takePlate() }
    silhouette = SilhouetteMatcher(settings: settings, of: subject)
    powerPoints = PowerPointTracker(settings: settings)
    composition = CompositionTracker(columns: subject.columns, rows: subject.rows)
    unused = settings.arePhotos ? (horizon, subject) : nil
  }

  /// Changes the template and the grid, and so the power points, from the next frame on; horizon and subject continue.
  public mutating func select(template: SilhouetteTemplate?, grid: Grid) {
    if template != settings.template {
      settings.template = template
      subject.joinsNeighbours = template != nil
      silhouette = SilhouetteMatcher(settings: settings, of: subject)
      reading.silhouette = SilhouetteReading()
    }
    if grid != settings.grid {
      settings.grid = grid
      powerPoints = PowerPointTracker(settings: settings)
      reading.subject = SubjectReading()
    }
  }

  /// Takes another field of view as known from the next frame on.
  ///
  /// - Parameters:
  ///   - degrees: from the left to the right edge of the camera's frames; `nil` to estimate it.
  ///   - zoom: how many times the middle of the frames is enlarged.
  public mutating func take(fieldOfViewDegrees degrees: Double?, zoom: Double = 1) {
    settings.fieldOfViewDegrees = degrees.map {
      2 * Double.atan(Double.tan($0 * .pi / 360) / zoom) * 180 / .pi
    }
    horizon.take(fieldOfView: settings.fieldOfViewDegrees)
  }

  /// Takes another roll as level from the next frame on, in degrees; a level reference keeps its own.
  public mutating func take(levelDegrees degrees: Double) {
    settings.levelDegrees = degrees
    horizon.levelDegrees = degrees
  }

  /// Takes what an attitude sensor on the camera's rig has said since the last frame, as a witness of the next frame's horizon. The
  /// pictures teach how its angles become the camera's roll; until then, and without motion, it says nothing. Stills and level
  /// references don't ask it.
  ///
  /// - Parameters:
  ///   - attitude: in the order of their times. Those from after the frame help, too.
  ///   - frameNanoseconds: when the next frame was taken, by the samples' clock.
  public mutating func take(attitude: borrowing [AttitudeSample], frameNanoseconds: Int64) {
    if !settings.arePhotos { horizon.hear(attitude, frame: frameNanoseconds) }
  }

  /// What the last picture said of its attitude by itself, for the other cameras of the rig; `nil` if it wasn't sure.
  public private(set) var attitude: AttitudeSample?

  /// Takes what each camera's last picture said of its attitude by itself. Cameras that move together are found to be on one rig; then
  /// each is a witness of the others' horizon.
  ///
  /// - Parameters:
  ///   - cameras: by their numbers.
  ///   - number: this camera's.
  ///   - frameNanoseconds: when the next frame was taken, by the clock of all.
  public mutating func take(
    cameras: borrowing [AttitudeSample?], as number: Int, frameNanoseconds: Int64
  ) {
    if !settings.arePhotos { horizon.hear(cameras: cameras, as: number, frame: frameNanoseconds) }
  }

  /// Takes what another analyzer of the same camera learned of its sensor and of other cameras.
  package mutating func takeWitnesses(of other: HUDAnalyzer) { horizon.takeWitnesses(of: other.horizon) }

  /// Forgets everything but the settings.
  private mutating func startOver(with unused: (horizon: HorizonTracker, subject: SubjectTracker)) {
    (horizon, subject) = unused
    if let masked { subject.mask(masked, width: lumaWidth) }
    horizon.take(fieldOfView: settings.fieldOfViewDegrees)
    horizon.levelDegrees = settings.levelDegrees
    silhouette = SilhouetteMatcher(settings: settings, of: subject)
    powerPoints = PowerPointTracker(settings: settings)
    composition = CompositionTracker(columns: subject.columns, rows: subject.rows)
    (hints, believed, reading, rests) = (HintScheduler(), nil, HUDReading(), 0)
    attitude = nil
  }

  /// Takes the next frame as a plate: the scene without its subject. Anything that stands in front
  /// of it afterwards is found for as long as it stays.
  public mutating func takePlate() { subject.takePlate() }

  /// Takes what privacy masks hide from the next frame on: no subject is found there.
  ///
  /// - Parameter samples: of the small luma, row by row, true where it is hidden; `nil` without masks.
  package mutating func mask(_ samples: [Bool]?) {
    precondition(samples.map { $0.count == lumaWidth * lumaHeight } ?? true)
    masked = samples
    subject.mask(samples, width: lumaWidth)
  }

  /// The subject's mask, for measuring it and drawing it: `columns × rows` values row by row, 255 inside, at
  /// the outline's resolution; no cells unless the last frame showed the subject. Allocates.
  public var subjectMask: (columns: Int, rows: Int, cells: [UInt8]) {
    if subject.fine.rows > 0 {
      return (
        subject.fine.columns, subject.fine.rows, subject.isFresh ? subject.fine.mask.map { $0 * 255 } : []
      )
    }
    return (subject.columns, subject.rows, subject.isFresh ? subject.mask.map { $0 * 255 } : [])
  }

  /// Reads one frame of luma alone.
  ///
  /// - Parameters:
  ///   - luma: `lumaHeight` rows of `bytesPerRow` bytes (the last may end after its pixels); a span
  ///     that is too short counts as a frame in which nothing was found.
  ///   - bytesPerRow: at least `lumaWidth`.
  ///   - nanoseconds: when the frame was taken, on any clock that runs forward.
  ///   - finished: called for each part, in order, when its work on this frame is done.
  public mutating func update(
    luma: Span<UInt8>, bytesPerRow: Int, nanoseconds: Int64, finished: (HUDPart) -> Void = { _ in }
  ) {
    let none = InlineArray<1, UInt8>(repeating: 0)
    update(
      luma: luma, bytesPerRow: bytesPerRow, cb: none.span, cr: none.span, chromaBytesPerRow: 0,
      nanoseconds: nanoseconds, finished: finished)
  }

  /// Reads one frame from its small pictures.
  ///
  /// - Parameters:
  ///   - luma: of the analyzer's size.
  ///   - color: half as large (sizes rounded down), for its chroma, which is 4:4:4; `nil` for luma alone.
  ///   - nanoseconds: when the frame was taken, on any clock that runs forward.
  ///   - finished: called for each part, in order, when its work on this frame is done.
  package mutating func update(
    luma: PixelPlane, color: PlanarPicture?, nanoseconds: Int64, finished: (HUDPart) -> Void = { _ in }
  ) {
    luma.withBytes { bytes in
      guard let color else {
        update(luma: bytes, bytesPerRow: luma.bytesPerRow, nanoseconds: nanoseconds, finished: finished)
        return
      }
      color.cb.withBytes { cb in
        color.cr.withBytes { cr in
          update(
            luma: bytes, bytesPerRow: luma.bytesPerRow, cb: cb, cr: cr,
            chromaBytesPerRow: color.cb.bytesPerRow, nanoseconds: nanoseconds, finished: finished)
        }
      }
    }
  }

  /// Reads one frame in colour, which separates the subject from the scene much better than luma alone.
  ///
  /// - Parameters:
  ///   - luma: as in ``update(luma:bytesPerRow:nanoseconds:finished:)``.
  ///   - bytesPerRow: of the luma; at least `lumaWidth`.
  ///   - cb: `lumaHeight / 2` rows of `chromaBytesPerRow` bytes, each with `lumaWidth / 2` samples about 128 (sizes
  ///     rounded down); a span that is too short counts as no colour.
  ///   - cr: the same.
  ///   - chromaBytesPerRow: of both chroma planes.
  ///   - nanoseconds: when the frame was taken, on any clock that runs forward.
  ///   - finished: called for each part, in order, when its work on this frame is done (even if the settings leave it
  ///     out), so that a caller with a clock can time each part.
  public mutating func update(
    luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int,
    nanoseconds: Int64, finished: (HUDPart) -> Void = { _ in }
  ) {
    if let unused { startOver(with: unused) }
    let isWhole =
      lumaWidth > 0 && lumaHeight > 0 && bytesPerRow >= lumaWidth
      && luma.count >= bytesPerRow * (lumaHeight - 1) + lumaWidth
    // A frame with several outlines has a part of the horizon's estimate, or of a network's look; if both wait, looks
    // have two frames of three.
    horizon.isBusy = subject.isFresh
    rests = rests < 2 && (subject.waits || rests == 1 && subject.isReading) ? rests + 1 : 0
    horizon.mayWork = rests == 0
    let isCrowded = subject.isFresh && subject.bodies.areSeveral
    (horizon.hasWorked, subject.mayRead) = (false, true)
    if settings.detectsHorizon {
      horizon.update(
        isWhole ? luma : nil, bytesPerRow: bytesPerRow, nanoseconds: nanoseconds, reading: &reading.horizon)
      attitude = horizon.own
      subject.mayRead = !(isCrowded && horizon.hasWorked)
    }
    finished(.horizon)
    let isLooking = settings.tracksSubject || settings.template != nil
    if isLooking {
      subject.update(
        isWhole ? luma : nil, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow,
        nanoseconds: nanoseconds)
    }
    finished(.subject)
    if isLooking {
      silhouette.update(subject, nanoseconds: nanoseconds, reading: &reading.silhouette)
      silhouette.outline(&subject, contour: reading.silhouette.contour, reading: &reading.subjects)
    }
    finished(.silhouette)
    if settings.tracksSubject {
      powerPoints.update(
        box: subject.box, eyes: subject.face?.eyes, nanoseconds: nanoseconds, reading: &reading.subject)
      reading.subject.id = subject.box == nil ? 0 : subject.bodies.mainID
    }
    if isLooking, isWhole {
      composition.update(subject, nanoseconds: nanoseconds, reading: &reading.composition)
    }
    var violation = Violation()
    violation.consider(reading.horizon)
    let isBelieved = believes(
      settings.template != nil ? reading.silhouette.hasSubject : reading.subject.hasSubject,
      nanoseconds: nanoseconds)
    if isBelieved, settings.template != nil, reading.silhouette.state != .snapped {
      violation.consider(offset: silhouette.offset)
      violation.consider(scale: silhouette.scale)
    } else if isBelieved, settings.template == nil, reading.subject.state != .snapped {
      violation.consider(offset: powerPoints.offset)
    }
    hints.update(violation, nanoseconds: nanoseconds)
    reading.hint = hints.current
    finished(.snap)
  }

  /// Whether the same subject has been there for a second: hints send nobody after a glimpse.
  private mutating func believes(_ hasSubject: Bool, nanoseconds now: Int64) -> Bool {
    guard hasSubject else {
      believed = nil
      return false
    }
    if believed?.id != subject.bodies.mainID || now < believed?.since ?? now {
      believed = (subject.bodies.mainID, now)
    }
    return now &- (believed?.since ?? now) >= 1_000_000_000
  }
}

extension SilhouetteMatcher {
  /// For outlines as a tracker gives them.
  fileprivate init(settings: HUDSettings, of subject: borrowing SubjectTracker) {
    self.init(
      settings: settings, columns: subject.columns, rows: subject.rows, isFine: subject.fine.rows > 0)
  }
}
