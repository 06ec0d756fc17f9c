import CGuides

/// Finds what looks like people in a single frame: MediaPipe's network for video calls (Apache-2.0), which knows one
/// person or a few who fill at least half of the picture's height. It expects somebody: a hill or a palace alone can pass for
/// one, so that others must confirm what it finds.
///
/// It is read in three parts, which may each have their own frame. Allocates nothing once created.
struct PeopleNetwork: Sendable {
  /// 1 for cells that show a person, row by row.
  private(set) var mask: [UInt8]
  /// Whether they reach from the left to the right edge of the picture.
  private(set) var spans = false
  /// Whether a frame is being read.
  var isReading: Bool { layer > 0 }

  /// The next layer; 0 if none is to be read.
  private var layer = 0
  private let columns: Int
  private let rows: Int
  private var scratch: [Float]
  /// The parts of what looks like people; those dropped have no area.
  private(set) var components: MaskComponents

  private static let (width, height) = (256, 144)
  private static let parts = [0, 5, 34, Int(cguides_people_layers())]
  private static let weights: [Float] = {
    var all = [Float](repeating: 0, count: Int(cguides_people_weights()))
    // SAFETY: it has as many as are unpacked.
    unsafe cguides_people_unpack(&all)
    return all
  }()
  /// A part counts as people if it covers this share of the picture, and the network is sure of this share of its cells.
  private static let leastShare = 0.006
  private static let sure: Float = 0.9
  private static let leastSure = 0.4

  /// In cells.
  var leastArea: Int { max(6, Int(Double(columns * rows) * Self.leastShare)) }

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    mask = Array(repeating: 0, count: columns * rows)
    scratch = Array(repeating: 0, count: Int(cguides_people_scratch()))
    components = MaskComponents(columns: columns, rows: rows)
  }

  /// Drops cells that aren't people after all.
  mutating func drop(_ index: Int, of parts: borrowing MaskComponents) {
    let box = parts.components[index].box
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right where parts.labels[i] == UInt8(index + 1) {
        mask[i] = 0
      }
    }
  }

  /// Drops a part.
  mutating func drop(_ index: Int) {
    for i in mask.indices where components.labels[i] == UInt8(index + 1) { mask[i] = 0 }
    components.drop(index)
  }

  /// Takes a frame to read.
  mutating func take(_ picture: borrowing CellPicture) {
    guard columns > 0, rows > 0 else { return }
    // SAFETY: the planes have these columns and rows, and the scratch its size.
    unsafe cguides_people_take(
      picture.luma.lanes, picture.cb.lanes, picture.cr.lanes, Int32(picture.luma.vectors), Int32(columns),
      Int32(rows), picture.hasChroma, &scratch)
    layer = Self.parts[0] + 1
  }

  /// Reads no more of the frame.
  mutating func stop() { layer = 0 }

  /// Reads the next part.
  ///
  /// - Returns: whether that was the last one, so that ``mask`` is new.
  mutating func read() -> Bool {
    guard isReading, let part = Self.parts.firstIndex(of: layer - 1) else { return false }
    let end = Self.parts[part + 1]
    // SAFETY: weights and scratch are complete, and so are the layers before this part.
    unsafe cguides_people_read(Int32(layer - 1), Int32(end), Self.weights, &scratch)
    layer = end + 1
    guard end == Self.parts.last else { return false }
    layer = 0
    conclude()
    return true
  }

  private func probability(_ x: Int, _ y: Int) -> Float {
    let (u, v) = ((2 * x + 1) * Self.width / (2 * columns), (2 * y + 1) * Self.height / (2 * rows))
    return scratch[Int(cguides_people_mask()) + v * Self.width + u]
  }

  private mutating func conclude() {
    for y in 0..<rows { for x in 0..<columns { mask[y * columns + x] = probability(x, y) > 0.5 ? 1 : 0 } }
    _ = components.read(mask, leastArea: leastArea)
    spans = false
    for k in 0..<components.count {
      let box = components.components[k].box
      if isPerson(k) {
        spans = spans || box.left == 0 && box.right == columns
      } else {
        components.drop(k)
      }
    }
    for i in mask.indices { mask[i] = min(1, components.labels[i]) }
  }

  private func isPerson(_ index: Int) -> Bool {
    let (part, label) = (components.components[index], UInt8(index + 1))
    // A sea or a hill, not a body, fills whole rows.
    let whole = (part.box.top..<part.box.bottom).count { y in
      components.labels[y * columns] == label && components.labels[(y + 1) * columns - 1] == label
    }
    guard 2 * whole <= part.box.bottom - part.box.top else { return false }
    var sure = 0
    for y in part.box.top..<part.box.bottom {
      for x in part.box.left..<part.box.right where components.labels[y * columns + x] == label {
        if probability(x, y) > Self.sure { sure += 1 }
      }
    }
    return Double(sure) >= Self.leastSure * Double(part.area)
  }
}
