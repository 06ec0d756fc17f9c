import CJPEGReference
import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

extension Seeded {
  init(_ seed: Int) { self.init(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15) }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A kind of JPEG that a camera may send.
struct CameraKind: Sendable, CustomTestStringConvertible {
  var width = 72
  var height = 40
  var luma = (across: 2, down: 1)
  var chroma = (across: 1, down: 1)
  var components = 3
  var quality = 85
  var restart = 0
  var optimized = false
  var progressive = false

  var testDescription: String {
    "\(width)x\(height) \(components)c \(luma.across)x\(luma.down),\(chroma.across)x\(chroma.down) q\(quality) "
      + "dri\(restart)\(optimized ? " opt" : "")"
  }

  /// Every sampling that webcams use, sizes that aren't multiples of anything, with and without restarts.
  static let all: [CameraKind] = {
    var kinds: [CameraKind] = []
    for (luma, chroma) in [
      ((2, 1), (1, 1)), ((2, 2), (1, 2)), ((2, 2), (1, 1)), ((1, 1), (1, 1)), ((1, 2), (1, 1)),
    ] {
      for (size, quality, restart) in [
        ((72, 40), 85, 0), ((64, 48), 40, 4), ((37, 29), 98, 1), ((16, 16), 70, 0), ((129, 65), 92, 7),
        ((1, 1), 90, 0),
      ] {
        kinds.append(
          CameraKind(
            width: size.0, height: size.1, luma: luma, chroma: chroma, quality: quality, restart: restart,
            optimized: quality == 92))
      }
    }
    for restart in [0, 3] {
      kinds.append(
        CameraKind(width: 61, height: 43, luma: (1, 1), components: 1, quality: 88, restart: restart))
      kinds.append(
        CameraKind(width: 61, height: 43, luma: (2, 2), components: 1, quality: 100, restart: restart))
    }
    return kinds
  }()

  /// A picture with gradients, edges and noise.
  func encoded(seed: Int) throws -> [UInt8] {
    var random = Seeded(seed)
    let samples: [UInt8] = Places(0..<width, 0..<height).flatMap { x, y in
      let edge = (x / 11 + y / 7 + seed) % 3 == 0 ? 90 : 0
      return (0..<components).map { c -> UInt8 in
        let gradient = (x * 2 + y * 3 + c * 40) % 120
        return UInt8(min(255, 30 + gradient + edge + random.below(24)))
      }
    }
    return try encoded(samples)
  }

  /// - Parameter samples: all components of a pixel after each other.
  func encoded(_ samples: [UInt8]) throws -> [UInt8] {
    var kind = cjpegref_kind(
      width: Int32(width), height: Int32(height), components: Int32(components),
      luma_across: Int32(luma.across),
      luma_down: Int32(luma.down), chroma_across: Int32(chroma.across), chroma_down: Int32(chroma.down),
      quality: Int32(quality), restart_interval: Int32(restart), optimize: optimized ? 1 : 0,
      progressive: progressive ? 1 : 0)
    var output = [UInt8](repeating: 0, count: width * height * 6 + 4096)
    var written = 0
    let code = unsafe cjpegref_encode(samples, &kind, &output, output.count, &written)
    try #require(code == 0)
    return Array(output[..<written])
  }
}

/// A picture's coefficients as libjpeg-turbo reads them.
struct ReferenceCoefficients {
  let shape: cjpegref_shape
  let values: [Int16]

  init(_ jpeg: [UInt8]) throws {
    var shape = cjpegref_shape()
    var values = [Int16](repeating: 0, count: 4_000_000)
    let code = unsafe cjpegref_coefficients(jpeg, jpeg.count, &shape, &values, values.count)
    try #require(code == 0)
    self.shape = shape
    self.values = values
  }

  /// A block by its place in an MCU, 64 values in natural order.
  func block(_ layout: ScanLayout, mcu: Int, block: Int) -> [Int16] {
    let component = layout.component(ofBlock: block)
    let inside = block - Int(layout.firstBlock[component])
    let across = Int(layout.across[component])
    let column = mcu % layout.columns * across + inside % across
    let row = mcu / layout.columns * Int(layout.down[component]) + inside / across
    let shapeColumns = component == 0 ? shape.columns.0 : shape.columns.1
    let offset = component == 0 ? shape.offset.0 : component == 1 ? shape.offset.1 : shape.offset.2
    let start = offset + (row * Int(shapeColumns) + column) * 64
    return Array(values[start..<start + 64])
  }

  /// All blocks of an MCU.
  func mcu(_ layout: ScanLayout, _ mcu: Int) -> [Int16] {
    (0..<layout.blocksPerMCU).flatMap { block(layout, mcu: mcu, block: $0) }
  }
}

func headers(of jpeg: [UInt8]) throws -> JPEGHeaders {
  var headers = JPEGHeaders()
  try headers.parse(jpeg.span)
  return headers
}

/// Parses and walks.
func walked(_ jpeg: [UInt8], _ scan: inout WalkedScan, detail: WalkedScan.Detail = .dc) throws -> WalkReport {
  scan.walk(jpeg.span, headers: try headers(of: jpeg), detail: detail)
}

/// Walks through a JPEG that is whole.
func walkedWhole(_ jpeg: [UInt8]) throws -> WalkedScan {
  var scan = WalkedScan()
  try check(walked(jpeg, &scan).isWhole)
  return scan
}

/// The picture in a JPEG, whatever its damage.
func decoded(_ jpeg: [UInt8]) throws -> PlanarPicture {
  var decoder = try JPEGDecoder()
  let header = try decoder.readHeader(jpeg.span)
  let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
  _ = try decoder.decode(jpeg.span, into: picture)
  return picture
}

extension PixelPlane {
  var places: Places { Places(0..<width, 0..<height) }
}

extension PixelRect {
  var places: Places { Places(x..<maxX, y..<maxY) }
}

/// A picture whose samples are the lower bytes of what their places give.
func picture(
  _ width: Int, _ height: Int, _ subsampling: ChromaSubsampling, luma: (Int, Int) -> Int,
  chroma: (Int, Int) -> Int
) -> PlanarPicture {
  let picture = PlanarPicture(
    size: PixelSize(clampingWidth: width, height: height), subsampling: subsampling)
  for (x, y) in picture.luma.places { picture.luma[x, y] = UInt8(truncatingIfNeeded: luma(x, y)) }
  for (x, y) in picture.cb.places {
    let sample = UInt8(truncatingIfNeeded: chroma(x, y))
    (picture.cb[x, y], picture.cr[x, y]) = (sample, sample)
  }
  return picture
}

func encoded(_ picture: PlanarPicture, quality: Int = 90) throws -> [UInt8] {
  var encoder = JPEGEncoder()
  return try encoder.encode(picture, quality: quality)
}

func largestDifference(_ a: PixelPlane, _ b: PixelPlane) -> Int {
  var largest = 0
  for (x, y) in a.places { largest = max(largest, abs(Int(a[x, y]) - Int(b[x, y]))) }
  return largest
}

/// An MCU's coefficients as the splicer reads them.
func coefficients(_ scan: borrowing WalkedScan, _ mcu: Int) -> [Int16] {
  var values = [Int16](repeating: 7, count: 64 * scan.layout.blocksPerMCU)
  var span = values.mutableSpan
  _ = scan.readMCU(mcu, into: &span)
  return values
}

/// `#expect` for conditions on noncopyable values, which it refuses to take apart.
func check(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(condition, sourceLocation: sourceLocation)
}
