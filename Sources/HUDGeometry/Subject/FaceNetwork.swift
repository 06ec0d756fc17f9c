import CGuides
import RealModule

/// Finds faces in a square part of a frame: MediaPipe's short-range detector (BlazeFace, Bazarevsky et al. 2019, Apache-2.0),
/// which knows faces that fill a tenth of the part or more.
///
/// A part is read in three steps, which may each have their own frame. Allocates nothing once created.
struct FaceNetwork: Sendable {
  /// The faces of the last part that was read, the surest first.
  private(set) var faces: [Face]
  /// Whether a part is being read.
  var isReading: Bool { layer > 0 }

  /// The next layer, from 1; 0 if none is to be read.
  private var layer = 0
  private let width: Int
  private let height: Int
  private var area = FaceArea()
  private var scratch: [Float]
  /// What may be faces, in pixels of the network's picture.
  private var candidates: [Face]

  /// The network's picture is a square of so many pixels.
  private static let pixels = 128.0
  private static let steps = [0, 1, 4, Int(cguides_faces_layers())]
  private static let weights: [Float] = {
    var all = [Float](repeating: 0, count: Int(cguides_faces_weights()))
    // SAFETY: it has as many as are unpacked.
    unsafe cguides_faces_unpack(&all)
    return all
  }()
  /// Faces that the network is less sure of are none.
  static let leastScore = 0.4
  /// Candidates that overlap by more (intersection over union) are one face.
  private static let mostOverlap = 0.3
  private static let most = 128

  /// - Parameters:
  ///   - width: of the small luma, in pixels.
  ///   - height: its height.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    scratch = Array(repeating: 0, count: Int(cguides_faces_scratch()))
    (faces, candidates) = ([], [])
    faces.reserveCapacity(Self.most)
    candidates.reserveCapacity(Self.most)
  }

  /// Takes a part of a frame to read; where it reaches beyond the picture it is black.
  ///
  /// - Parameters:
  ///   - luma: of the network's size, in rows of `bytesPerRow` bytes.
  ///   - cb: half as large, like `cr`, in rows of `chromaBytesPerRow` bytes; if it is too short the frame is grey.
  ///   - area: the part.
  mutating func take(
    luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int,
    area: FaceArea
  ) {
    guard width > 0, height > 0, area.side >= 1, bytesPerRow >= width,
      luma.count >= bytesPerRow * (height - 1) + width
    else { return }
    self.area = area
    let (halfWidth, halfHeight) = (width / 2, height / 2)
    let hasChroma =
      halfWidth > 0 && halfHeight > 0 && chromaBytesPerRow >= halfWidth
      && min(cb.count, cr.count) >= chromaBytesPerRow * (halfHeight - 1) + halfWidth
    // SAFETY: the checks keep all samples inside their planes; the scratch has its size.
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe cb.withUnsafeBufferPointer { cb in
        unsafe cr.withUnsafeBufferPointer { cr in
          var picture = unsafe cguides_faces_picture(
            width: Int32(width), height: Int32(height), luma: luma.baseAddress, bytes_per_row: bytesPerRow,
            cb: hasChroma ? cb.baseAddress : nil, cr: hasChroma ? cr.baseAddress : nil,
            chroma_bytes_per_row: chromaBytesPerRow)
          unsafe cguides_faces_take(&picture, Float(area.x), Float(area.y), Float(area.side), &scratch)
        }
      }
    }
    layer = 1
  }

  /// Reads no more of the part.
  mutating func stop() { layer = 0 }

  /// Reads the next step.
  ///
  /// - Returns: whether that was the last one, so that ``faces`` are new.
  mutating func read() -> Bool {
    guard isReading, let step = Self.steps.firstIndex(of: layer - 1) else { return false }
    let end = Self.steps[step + 1]
    // SAFETY: weights and scratch are complete, and so are the layers before this step.
    unsafe cguides_faces_read(Int32(layer - 1), Int32(end), Self.weights, &scratch)
    layer = end + 1
    guard end == Self.steps.last else { return false }
    layer = 0
    conclude()
    return true
  }

  private mutating func conclude() {
    candidates.removeAll(keepingCapacity: true)
    var head = Int(cguides_faces_heads())
    for (across, each, stride) in [(16, 2, 40), (8, 6, 104)] {
      for y in 0..<across {
        for x in 0..<across {
          let place = Point(
            (Double(x) + 0.5) * Self.pixels / Double(across), (Double(y) + 0.5) * Self.pixels / Double(across)
          )
          for k in 0..<each { consider(scratch[head + k], at: place, head + each + 16 * k) }
          head += stride
        }
      }
    }
    merge()
  }

  /// - Parameters:
  ///   - odds: their logarithm.
  ///   - place: where the face is looked for.
  ///   - first: of its numbers in the scratch.
  private mutating func consider(_ odds: Float, at place: Point, _ first: Int) {
    let score = 1 / (1 + Double.exp(-Double(max(-50, min(50, odds)))))
    guard score >= Self.leastScore, candidates.count < Self.most else { return }
    var face = Face(score: score)
    let (w, h) = (Double(scratch[first + 2]), Double(scratch[first + 3]))
    guard w > 0, h > 0 else { return }
    face.box = Rect(
      x: place.x + Double(scratch[first]) - w / 2, y: place.y + Double(scratch[first + 1]) - h / 2, width: w,
      height: h)
    for k in face.points.indices {
      face.points[k] = Point(
        place.x + Double(scratch[first + 4 + 2 * k]), place.y + Double(scratch[first + 5 + 2 * k]))
    }
    candidates.append(face)
  }

  /// Makes one face of the candidates that overlap with a surer one: their mean, weighted by their scores.
  private mutating func merge() {
    faces.removeAll(keepingCapacity: true)
    while let best = candidates.max(by: { $0.score < $1.score }), best.score > 0 {
      var (sum, weight) = (Face(), 0.0)
      for k in candidates.indices where Self.overlap(candidates[k].box, best.box) > Self.mostOverlap {
        sum.add(candidates[k], weight: candidates[k].score)
        weight += candidates[k].score
        candidates[k].score = 0
      }
      sum.place(
        at: Point(area.x, area.y), scale: area.side / Self.pixels, weight: weight, width: width,
        height: height)
      sum.score = best.score
      faces.append(sum)
    }
  }

  private static func overlap(_ a: Rect, _ b: Rect) -> Double {
    let both = a.intersection(b)
    let area = both.width * both.height
    return area / (a.width * a.height + b.width * b.height - area)
  }
}

extension Face {
  fileprivate mutating func add(_ other: Face, weight: Double) {
    box = Rect(
      x: box.x + weight * other.box.x, y: box.y + weight * other.box.y,
      width: box.width + weight * other.box.width, height: box.height + weight * other.box.height)
    for k in points.indices {
      points[k] = Point(points[k].x + weight * other.points[k].x, points[k].y + weight * other.points[k].y)
    }
  }

  /// Turns a weighted sum in the network's pixels into fractions of a picture of `width × height`.
  fileprivate mutating func place(at origin: Point, scale: Double, weight: Double, width: Int, height: Int) {
    let (w, h, k) = (Double(width), Double(height), scale / weight)
    box = Rect(
      x: (origin.x + box.x * k) / w, y: (origin.y + box.y * k) / h, width: box.width * k / w,
      height: box.height * k / h)
    for i in points.indices {
      points[i] = Point((origin.x + points[i].x * k) / w, (origin.y + points[i].y * k) / h)
    }
  }
}
