import RealModule

/// Follows what moves in front of a still camera: its mask, and a smoothed box.
struct SubjectTracker: Sendable {
  /// In fractions of the picture; `nil` without a subject.
  private(set) var box: Rect?
  /// The subject's face, where it is now; `nil` if none has been found in the last second.
  private(set) var face: Face?
  /// The subject's area, to a fraction of a cell.
  var soft: SoftMask
  /// The same at two pixels to a cell each way, if the small picture has them; otherwise empty.
  var fine: FineMask
  /// 1 if the subject covers at least half of a cell.
  var mask: [UInt8] { soft.mask }
  /// The cells around the subject.
  var bounds = CellBox()
  /// 1 for cells that differ from the scene, holes filled.
  var coarse: [UInt8]
  /// True if the current frame shows the subject; false while an earlier one is held.
  private(set) var isFresh = false
  var model: ForegroundModel
  /// `nil` for photos, in which nobody stirs.
  private var people: PeopleFinder?
  private var faces: FaceTracker?
  /// `nil` for films.
  private var photoPeople: PhotoPeople?
  /// All bodies, of which the subject is one.
  private(set) var bodies: BodyTracker
  /// The last other body that was outlined: as ``soft`` and ``fine``; `nil` until there has been one.
  var other: (soft: SoftMask, fine: FineMask)?
  /// Whether the next frame may have a part of a network's look, and whether one waited for that in the last.
  var mayRead = true
  private(set) var waits = false
  /// Whether the last frame had such a part, and whether others follow.
  private(set) var hasRead = false
  var isReading: Bool { people?.isReading == true || faces?.isReading == true }
  /// Whether bodies close to the subject are part of it, as for a template, which may show several people.
  var joinsNeighbours = false
  private(set) var components: MaskComponents
  var filler: MaskFiller
  private var standing: [UInt8]
  private var lastSeen: Int64 = 0
  private var last: Int64?
  /// Seconds since the scene was learned, and since the candidate was first seen.
  private var sceneAge = 0.0
  private var candidateAge = 0.0
  /// Seconds since the camera was moved.
  private var movedAge = 10.0
  private var usualAgreement = 0.5
  private var candidate: Rect?
  private var isConfirmed = false
  private var wantsPlate = false
  private var hasPlate = false
  /// The subject's box when it last stirred, and the seconds since then.
  private var anchor = Rect.zero
  private var stillAge = 0.0
  private var falseParts = FalseParts()
  private var sway = CameraSway()
  private var pan: PanTest
  private var isPanning = false

  var columns: Int { model.columns }
  var rows: Int { model.rows }

  /// A lost subject is held for this long.
  static let holdNanoseconds: Int64 = 400_000_000
  /// The box's low pass, in seconds.
  private static let smoothing = 0.08
  /// The smallest share of the picture that counts as a subject, and the share above which the camera itself
  /// has moved.
  private static let leastShare = 0.004
  private static let mostShare = 0.7
  /// In seconds: how long a new scene is watched before anything counts as a subject, how long a subject must
  /// have been present, how fast the scene is learned, and how long a moved camera settles.
  private static let watching = 0.3
  private static let confirming = 0.09
  private static let sceneTime = 2.0
  private static let settling = 1.0
  /// After this many seconds without moving by this share of the picture, a subject counts as furniture.
  private static let furnitureTime = 180.0
  private static let stirring = 0.01
  /// More than this isn't shaking: a shift in cells, and a turn in cells at the picture's left and right
  /// edges.
  private static let mostShift = 3.0
  private static let mostTurn = 1.0
  private static let leastAgreement = 0.5
  private static let drop = 0.1

  init(width: Int, height: Int, isPhoto: Bool = false) {
    model = ForegroundModel(width: width, height: height)
    if isPhoto {
      photoPeople = PhotoPeople(columns: model.columns, rows: model.rows, width: width, height: height)
    } else {
      people = PeopleFinder(columns: model.columns, rows: model.rows, width: width, height: height)
      faces = FaceTracker(width: width, height: height)
    }
    components = MaskComponents(columns: model.columns, rows: model.rows)
    bodies = BodyTracker(columns: model.columns, rows: model.rows)
    pan = PanTest(columns: model.columns)
    filler = MaskFiller(columns: model.columns, rows: model.rows)
    soft = SoftMask(columns: model.columns, rows: model.rows)
    let isFine = model.fine.isUsed
    fine = FineMask(columns: isFine ? model.columns : 0, rows: isFine ? model.rows : 0)
    coarse = Array(repeating: 0, count: model.columns * model.rows)
    standing = coarse
  }

  /// Makes the next frame the empty scene.
  mutating func takePlate() { wantsPlate = true }

  /// Takes what masks hide from the next frame on, as ``ForegroundModel/mask(_:width:)``.
  mutating func mask(_ samples: [Bool]?, width: Int) { model.mask(samples, width: width) }

  /// Takes the next frame; `nil` if there is no picture.
  mutating func update(
    _ luma: Span<UInt8>?, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int,
    nanoseconds now: Int64
  ) {
    (isFresh, waits, hasRead) = (false, false, false)
    guard let luma, columns > 4, rows > 4 else { return release(now) }
    load(luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow)
    if photoPeople != nil {
      model.prime()
      let arePeople = photoPeople?.look(
        model.picture, luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr,
        chromaBytesPerRow: chromaBytesPerRow)
      if arePeople == true { takePeople() }
      return
    }
    watch(nanoseconds: now)
    if !hasRead, !waits, faces?.isReading != true {
      let wasReading = people?.isReading == true
      let isWaiting = people?.lookForFaces(
        luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow,
        cell: model.picture.factor, nanoseconds: now, mayRead: mayRead)
      note(isWaiting, isReading: wasReading || people?.isReading == true)
    }
    guard let box else {
      faces?.forget()
      face = nil
      return
    }
    // A frame has one network's work.
    if isFresh, people?.isReading == false {
      let (columns, rows, cell, mask) = (columns, rows, model.picture.factor, soft.mask)
      let wasReading = faces?.isReading == true
      let isWaiting = faces?.update(
        subject: box, bounds: bounds, mask: mask, columns: columns, rows: rows, cell: cell, luma: luma,
        bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow, nanoseconds: now,
        mayRead: mayRead)
      note(isWaiting, isReading: wasReading || faces?.isReading == true)
    }
    face = faces?.face(in: box)
  }

  private mutating func load(
    _ luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int
  ) {
    model.load(luma: luma, bytesPerRow: bytesPerRow)
    if model.picture.accepts(min(cb.count, cr.count), bytesPerRow: chromaBytesPerRow) {
      model.load(cb: cb, cr: cr, bytesPerRow: chromaBytesPerRow)
    }
  }

  /// Makes the people of a photo the subject, before a scene that is guessed where they hide it.
  private mutating func takePeople() {
    guard let photoPeople else { return }
    model.guess(behind: photoPeople.mask, of: photoPeople.mask)
    _ = model.compare()
    guard components.read(model.mask, leastArea: leastArea) else { return }
    if bodies.mayBeSeveral(components) {
      bodies.follow(components, picture: model.picture, leastArea: leastArea, seconds: 0, isPhoto: true)
    }
    guard fillMask() else { return }
    refineMask()
    isFresh = true
    box = measuredBox()
    for found in photoPeople.faces where found.score > face?.score ?? 0 {
      if found.isOn(columns: columns, rows: rows, reach: 3, isBody: { soft.mask[$0] == 1 }) { face = found }
    }
  }

  /// Finds what moves in a frame of a film, which has been loaded.
  private mutating func watch(nanoseconds now: Int64) {
    let seconds = elapsed(until: now)
    isPanning = pan.update(model.picture.luma, seconds: seconds)
    guard model.isPrimed, !wantsPlate else {
      takeScene()
      return lookForPeople(now)
    }
    lookForPeople(now)
    sceneAge += seconds
    movedAge += seconds
    var onlyPeople = !hasPlate && (sceneAge < Self.watching || sway.isLarge)
    if !isPanning, keepsScene(share: model.compare(onlyPeople: onlyPeople)) {
      noteSway(seconds)
    } else {
      // A camera that pans shows a new scene in each frame.
      if isPanning { takeMovedScene() }
      sway.move()
      people?.expect(isEmpty: false)
      guard people?.keep(in: &model) == true else { return forget() }
      onlyPeople = true
      _ = model.compare(onlyPeople: true)
    }
    let isFound = findParts()
    let isWatching = sceneAge < Self.watching && !(onlyPeople && model.hidden.count > 0)
    markStanding(isWatching: isWatching)
    // The first frames all count equally.
    let rate = isWatching ? 0.12 : Float(1 - Double.exp(-seconds / Self.sceneTime))
    guard isFound, !isWatching else {
      model.learn(except: standing, rate: rate, notAligningBy: people?.suspects ?? standing)
      candidate = nil
      isConfirmed = false
      bodies.loseAll(seconds: seconds)
      return release(now)
    }
    let mayBeSeveral = bodies.mayBeSeveral(components)
    if mayBeSeveral {
      bodies.follow(components, picture: model.picture, leastArea: leastArea, seconds: seconds)
    }
    let isSeen = fillMask()
    model.learn(except: standing, rate: rate, notAligningBy: people?.suspects ?? standing)
    guard isSeen else { return release(now) }
    confirm(measuredBox(), seconds: seconds)
    if !mayBeSeveral {
      bodies.followOne(
        bounds, area: components.subjectArea, mask: coarse, picture: model.picture, seconds: seconds,
        isConfirmed: isConfirmed)
    }
    if isFurniture(measuredBox(), seconds: seconds) {
      absorbParts()
      return forget()
    }
    guard isConfirmed else { return release(now) }
    refineMask()
    isFresh = true
    lastSeen = now
    follow(measuredBox(), seconds: seconds)
  }

  /// Seconds since the last frame, at most half of one; 0 if the clock went back.
  private mutating func elapsed(until now: Int64) -> Double {
    let (step, overflow) = now.subtractingReportingOverflow(last ?? now)
    last = now
    return overflow || step < 0 ? 0 : min(0.5, Double(step) * 1e-9)
  }

  /// Takes this frame as the scene.
  private mutating func takeScene() {
    model.prime()
    // A plate is known to be empty: no need to watch it.
    sceneAge = wantsPlate ? Self.watching : 0
    hasPlate = wantsPlate
    wantsPlate = false
    people?.expect(isEmpty: true)
    forget()
  }

  private mutating func lookForPeople(_ now: Int64) {
    guard !hasPlate else { return }
    let wasReading = people?.isLooking == true
    let isWaiting = people?.look(
      in: &model, nanoseconds: now, isMoving: sceneAge < Self.watching || sway.isLarge, mayRead: mayRead)
    note(isWaiting, isReading: wasReading || people?.isLooking == true)
  }

  /// Notes what became of a network's look.
  private mutating func note(_ isWaiting: Bool?, isReading: Bool) {
    waits = waits || isWaiting == true
    hasRead = hasRead || mayRead && isReading
  }

  /// Whether the frame still shows the scene, perhaps from a camera that was knocked; otherwise the
  /// frame becomes the scene.
  ///
  /// - Parameter share: of the picture that differs from the scene.
  private mutating func keepsScene(share: Double) -> Bool {
    let agreement = model.registration.agreement
    let isLost = hasMoved || share > Self.mostShare || agreement < Self.leastAgreement
    if isLost || agreement < usualAgreement - Self.drop {
      // Follow a camera that was knocked once; one that pans, rolls or zooms shows a new scene.
      if movedAge > Self.settling, model.follow() {
        movedAge = 0
      } else if isLost {
        takeMovedScene()
        return false
      }
    }
    usualAgreement += (model.registration.agreement - usualAgreement) * 0.1
    return true
  }

  /// Takes this frame as the scene of a camera that has moved, and soon shows another.
  private mutating func takeMovedScene() {
    model.prime()
    hasPlate = false
    (sceneAge, movedAge) = (Self.watching - Self.settling, 0)
  }

  private mutating func noteSway(_ seconds: Double) {
    let (motion, scale) = (model.registration, 240 / Double(columns))
    sway.update(
      place: motion.shift * scale, turn: Point(motion.roll, motion.zoom) * 120, seconds: seconds)
  }

  private var leastArea: Int { max(6, Int(Double(columns * rows) * Self.leastShare)) }

  /// Finds the parts that differ from the scene, and chooses those of the subject.
  ///
  /// - Returns: whether there are any.
  private mutating func findParts() -> Bool {
    var previous: Point?
    if let box { previous = Point(box.center.x * Double(columns), box.center.y * Double(rows)) }
    _ = components.read(model.mask, leastArea: leastArea)
    falseParts.drop(from: &components, &model)
    return components.choose(previous)
  }

  /// Marks what must not be learned: all parts that are large enough.
  private mutating func markStanding(isWatching: Bool) {
    for i in standing.indices { standing[i] = 0 }
    if model.hidden.count > 0 {
      model.confirmGuess()
      for i in standing.indices { standing[i] = min(1, model.hidden.cells[i]) }
    }
    for i in model.masked.indices where model.masked[i] == 1 { standing[i] = 1 }
    guard !isWatching, components.count > 0 else { return }
    for i in standing.indices where components.labels[i] != 0 { standing[i] = 1 }
  }

  private mutating func forget() {
    box = nil
    bodies.forget()
    candidate = nil
    isConfirmed = false
  }

  private var hasMoved: Bool {
    let motion = model.registration
    let turned = (motion.roll.magnitude + motion.zoom.magnitude) * Double(columns) / 2
    return motion.shift.length > Self.mostShift || turned > Self.mostTurn
  }

  /// Makes all parts part of the scene.
  private mutating func absorbParts() {
    let home = bodies.areSeveral ? bodies.main.flatMap { bodies.bodies[$0].home } : nil
    for k in 0..<components.count where home == nil || home == k {
      model.absorb(components.components[k].box, label: UInt8(k + 1), in: components.labels)
    }
  }

  /// A subject is confirmed if it stays about where it was.
  private mutating func confirm(_ measured: Rect, seconds: Double) {
    if let old = candidate {
      let both = old.intersection(measured)
      let area = both.width * both.height
      if area > 0.4 * min(old.width * old.height, measured.width * measured.height) {
        candidateAge += seconds
      } else {
        candidateAge = 0
        isConfirmed = false
      }
    } else {
      candidateAge = 0
    }
    candidate = measured
    if candidateAge >= Self.confirming { isConfirmed = true }
  }

  /// Whether a subject, in a scene without a plate, has kept stiller for minutes than any person can.
  private mutating func isFurniture(_ measured: Rect, seconds: Double) -> Bool {
    let moved = max(
      max((measured.x - anchor.x).magnitude, (measured.y - anchor.y).magnitude),
      max((measured.maxX - anchor.maxX).magnitude, (measured.maxY - anchor.maxY).magnitude))
    if hasPlate || moved > Self.stirring {
      (anchor, stillAge) = (measured, 0)
      return false
    }
    stillAge += seconds
    return stillAge > Self.furnitureTime
  }

  private mutating func release(_ now: Int64) {
    let (age, overflow) = now.subtractingReportingOverflow(lastSeen)
    if overflow || age < 0 || age > Self.holdNanoseconds { box = nil }
  }

  private func measuredBox() -> Rect {
    let (w, h) = (Double(columns), Double(rows))
    return Rect(
      x: Double(bounds.left) / w, y: Double(bounds.top) / h,
      width: Double(bounds.right - bounds.left) / w, height: Double(bounds.bottom - bounds.top) / h)
  }

  private mutating func follow(_ measured: Rect, seconds: Double) {
    // Another subject, or the same one after a jump: start over.
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
