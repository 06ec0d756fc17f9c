/// The people of a photo: what looks like people and has a face. Nothing stirs in a photo, so faces are the witnesses.
struct PhotoPeople: Sendable {
  /// The surest face of each part.
  private(set) var faces: [Face] = []
  /// 1 for cells that show people, row by row.
  var mask: [UInt8] { people.mask }
  private var people: PeopleNetwork
  private var network: FaceNetwork
  private let columns: Int
  private let rows: Int
  /// Parts that may be people, in which no face has been looked for.
  private var areUnseen: [Bool]

  /// How sure the network must be of a face.
  private static let leastScore = 0.7
  /// The most parts in which faces are looked for, the largest first.
  private static let mostParts = 4

  init(columns: Int, rows: Int, width: Int, height: Int) {
    self.columns = columns
    self.rows = rows
    people = PeopleNetwork(columns: columns, rows: rows)
    network = FaceNetwork(width: width, height: height)
    areUnseen = Array(repeating: false, count: MaskComponents.most)
  }

  /// Looks for people in a photo.
  ///
  /// - Parameters:
  ///   - picture: the photo on cells.
  ///   - luma: the small luma in rows of `bytesPerRow` bytes.
  ///   - cb: half as large, like `cr`, in rows of `chromaBytesPerRow` bytes; if it is too short the photo is grey.
  /// - Returns: whether there are any.
  mutating func look(
    _ picture: borrowing CellPicture, luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>,
    chromaBytesPerRow: Int
  ) -> Bool {
    faces.removeAll(keepingCapacity: true)
    people.take(picture)
    while people.isReading { _ = people.read() }
    for k in areUnseen.indices {
      areUnseen[k] = k < people.components.count && people.components.components[k].area > 0
    }
    for _ in 0..<Self.mostParts {
      guard let part = largestUnseen() else { break }
      areUnseen[part] = false
      var best: Face?
      for area in areas(of: part, cell: picture.factor) {
        network.take(
          luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow,
          area: area)
        while network.isReading { _ = network.read() }
        for face in network.faces where face.score >= max(Self.leastScore, best?.score ?? 0) {
          if isOn(part, face) { best = face }
        }
      }
      if let best { faces.append(best) } else { people.drop(part) }
    }
    for part in areUnseen.indices where areUnseen[part] { people.drop(part) }
    return !faces.isEmpty
  }

  /// All of a part, and its upper share.
  private func areas(of part: Int, cell: Int) -> [FaceArea] {
    let (box, label) = (people.components.components[part].box, UInt8(part + 1))
    let head = FaceArea.head(box, columns: columns, cell: cell) { people.components.labels[$0] == label }
    return [FaceArea.body(box, cell: cell), head]
  }

  private func isOn(_ part: Int, _ face: Face) -> Bool {
    face.isOn(columns: columns, rows: rows, reach: 1) { people.components.labels[$0] == UInt8(part + 1) }
  }

  private func largestUnseen() -> Int? {
    var largest: Int?
    for k in areUnseen.indices where areUnseen[k] {
      let most = largest.map { people.components.components[$0].area } ?? 0
      if people.components.components[k].area > most { largest = k }
    }
    return largest
  }
}
