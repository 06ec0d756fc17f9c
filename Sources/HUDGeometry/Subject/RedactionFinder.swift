import RealModule

/// What is to be made unrecognizable.
package enum RedactionTarget: String, Sendable, CaseIterable {
  case faces, people
}

/// Finds faces or people that are to be hidden: rather one too many, and rather too much of each.
///
/// A face must fill a tenth of the square in which ``FaceNetwork`` looks. So each frame is searched in a few squares, by turns the whole
/// frame and squares as high as it is, half and a quarter as high; and again around faces that were found a moment ago.
package struct RedactionFinder: Sendable {
  /// How much of a frame is searched.
  package enum Effort: Sendable {
    /// Some squares, all of them within half a second at 30 frames a second.
    case turn
    /// One, where there is no time for more.
    case least
    /// All.
    case whole
  }

  private let target: RedactionTarget
  private let width: Int
  private let height: Int
  private let squares: [FaceArea]
  private var faces: FaceNetwork
  private var people: PeopleNetwork?
  private var picture: CellPicture
  private var next = 0
  private var frames = 0
  /// Faces found of late, and how many frames ago.
  private var known: [(box: Rect, age: Int, isSure: Bool)] = []

  private static let squaresPerTurn = 5
  /// Faces that the network is less sure of are none: docs/hud.md has what .5 and .7 would find.
  private static let leastScore = 0.6
  /// How many known faces are looked for in a frame.
  private static let knownPerFrame = 2
  private static let longestMemory = 30
  /// The network for people reads one frame in so many.
  private static let framesPerPeople = 3
  /// Squares overlap by this share of their side, so that a face at the edge of one is whole in another.
  private static let overlap = 0.25
  /// Around what was found, in shares of its size; where the network is unsure, as its box may be off by as much.
  private static let margin = 1.0 / 3
  private static let unsureMargin = 2.0 / 3
  private static let sure = 0.7
  /// Hair, above a box that begins at the brows.
  private static let above = 0.25
  /// A body below a face, in shares of the face's width and height.
  private static let (bodyWidth, bodyHeight) = (3.5, 8.0)

  /// - Parameters:
  ///   - target: what is looked for.
  ///   - width: of the small luma, in pixels.
  ///   - height: likewise.
  package init(_ target: RedactionTarget, width: Int, height: Int) {
    (self.target, self.width, self.height) = (target, width, height)
    faces = FaceNetwork(width: width, height: height)
    picture = CellPicture(width: width, height: height)
    if target == .people { people = PeopleNetwork(columns: picture.columns, rows: picture.rows) }
    squares = Self.squares(width, height)
    known.reserveCapacity(64)
  }

  /// All squares, the large ones first.
  private static func squares(_ width: Int, _ height: Int) -> [FaceArea] {
    let (w, h) = (Double(width), Double(height))
    var squares = [FaceArea(x: (w - max(w, h)) / 2, y: (h - max(w, h)) / 2, side: max(w, h))]
    for side in [min(w, h), min(w, h) / 2, min(w, h) / 4] {
      let (across, down) = (places(w, side), places(h, side))
      for y in down { for x in across { squares.append(FaceArea(x: x, y: y, side: side)) } }
    }
    return squares
  }

  /// Where squares begin along a side.
  private static func places(_ length: Double, _ side: Double) -> [Double] {
    let count = max(1, Int(((length - side) / (side * (1 - overlap))).rounded(.up)) + 1)
    guard count > 1 else { return [(length - side) / 2] }
    return (0..<count).map { Double($0) * (length - side) / Double(count - 1) }
  }

  /// Looks at a frame.
  ///
  /// - Parameters:
  ///   - luma: the small luma, in rows of `bytesPerRow` bytes.
  ///   - cb: half as large, like `cr`, in rows of `chromaBytesPerRow` bytes; if it is too short the frame is grey.
  ///   - found: receives what is to be hidden, margins included, in fractions of the frame; it may reach beyond it.
  package mutating func look(
    luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int,
    _ effort: Effort, into found: inout [Rect]
  ) {
    found.removeAll(keepingCapacity: true)
    for index in known.indices { known[index].age += 1 }
    known.removeAll { $0.age > Self.longestMemory }
    // Known ones first, the ones not seen for longest: a look makes them young.
    for _ in 0..<min(Self.knownPerFrame, known.count) {
      guard let oldest = known.indices.max(by: { known[$0].age < known[$1].age }), known[oldest].age > 0
      else { break }
      let box = known[oldest].box
      known[oldest].age = 0
      look(
        FaceArea.around(box, width: width, height: height), luma, bytesPerRow, cb, cr, chromaBytesPerRow,
        &found)
    }
    let count =
      switch effort {
      case .turn: min(Self.squaresPerTurn, squares.count)
      case .least: 1
      case .whole: squares.count
      }
    for _ in 0..<count {
      look(squares[next], luma, bytesPerRow, cb, cr, chromaBytesPerRow, &found)
      next = (next + 1) % squares.count
    }
    if people != nil, effort == .whole || frames % Self.framesPerPeople == 0 {
      findPeople(luma, bytesPerRow, cb, cr, chromaBytesPerRow, &found)
    }
    frames += 1
  }

  /// Looks for faces in a square.
  private mutating func look(
    _ square: FaceArea, _ luma: Span<UInt8>, _ bytesPerRow: Int, _ cb: Span<UInt8>, _ cr: Span<UInt8>,
    _ chromaBytesPerRow: Int, _ found: inout [Rect]
  ) {
    faces.take(
      luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow, area: square
    )
    while faces.isReading { _ = faces.read() }
    for face in faces.faces where face.score >= Self.leastScore {
      remember(face)
      found.append(area(of: face))
      if target == .people, face.score >= Self.sure { found.append(body(below: face)) }
    }
  }

  private mutating func findPeople(
    _ luma: Span<UInt8>, _ bytesPerRow: Int, _ cb: Span<UInt8>, _ cr: Span<UInt8>, _ chromaBytesPerRow: Int,
    _ found: inout [Rect]
  ) {
    picture.load(luma: luma, bytesPerRow: bytesPerRow)
    if picture.accepts(min(cb.count, cr.count), bytesPerRow: chromaBytesPerRow) {
      picture.load(cb: cb, cr: cr, bytesPerRow: chromaBytesPerRow)
    }
    people?.take(picture)
    while people?.isReading == true { _ = people?.read() }
    guard let parts = people?.components else { return }
    let (columns, rows) = (Double(picture.columns), Double(picture.rows))
    for part in parts.components.prefix(parts.count) where part.area > 0 {
      let box = Rect(
        x: Double(part.box.left) / columns, y: Double(part.box.top) / rows,
        width: Double(part.box.right - part.box.left) / columns,
        height: Double(part.box.bottom - part.box.top) / rows)
      // The network expects somebody: a hill alone can pass for one. A face is the witness.
      guard known.contains(where: { $0.isSure && box.contains($0.box.center) }) else { continue }
      // A third of a body's width on all sides.
      let (across, down) = (Self.margin * box.width, Self.margin * box.width * Double(width) / Double(height))
      found.append(
        Rect(
          x: box.x - across, y: box.y - down, width: box.width + 2 * across, height: box.height + 2 * down))
    }
  }

  private mutating func remember(_ face: Face) {
    let box = face.box
    let isSure = face.score >= Self.sure
    for index in known.indices
    where known[index].box.contains(box.center) || box.contains(known[index].box.center) {
      known[index] = (box, 0, isSure || known[index].isSure)
      return
    }
    if known.count < 64 { known.append((box, 0, isSure)) }
  }

  private func area(of face: Face) -> Rect {
    let margin = face.score < Self.sure ? Self.unsureMargin : Self.margin
    let (across, down) = (margin * face.box.width, margin * face.box.height)
    let above = Self.above * face.box.height
    return Rect(
      x: face.box.x - across, y: face.box.y - down - above, width: face.box.width + 2 * across,
      height: face.box.height + 2 * down + above)
  }

  private func body(below face: Face) -> Rect {
    let width = Self.bodyWidth * face.box.width
    return Rect(
      x: face.box.center.x - width / 2, y: face.box.y - Self.margin * face.box.height, width: width,
      height: Self.bodyHeight * face.box.height)
  }
}
