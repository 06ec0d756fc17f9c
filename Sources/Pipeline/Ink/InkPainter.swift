import GlassChrome
import PixelTypes

/// Blends coverage into the canvas's planes: luma pixel by pixel, chroma by the mean coverage of the pixels that
/// share a sample.
struct InkPainter {
  private let horizontal: Int
  private let vertical: Int
  // Sum of alpha over the luma pixels of each chroma sample in the present chroma row.
  private var sums: [UInt16]
  private(set) var mask: InkMask

  init(canvas: PixelSize, subsampling: ChromaSubsampling) {
    horizontal = subsampling.horizontal
    vertical = subsampling.vertical
    sums = Array(repeating: 0, count: canvas.width + 2)
    mask = InkMask(canvas: canvas, subsampling: subsampling)
  }

  /// Starts a frame: no ink yet.
  mutating func begin() { mask.clear() }

  /// Draws ink.
  ///
  /// - Parameters:
  ///   - spans: sorted by row, inside the canvas.
  ///   - opacity: 0...1, times the coverage.
  mutating func paint(
    _ spans: CoverageSpans, color: InkColor, opacity: Double, into canvas: PlanarPicture
  ) {
    let opacity = Int32((min(max(opacity, 0), 1) * 256).rounded())
    guard opacity > 0, !spans.isEmpty else { return }
    let bounds = canvas.bounds
    let luma = unsafe PlaneRegion(canvas.luma)
    var chromaRow = -1
    var left = Int.max
    var right = -1
    let list = spans.spans
    for index in list.indices {
      let span = list[index]
      let y = Int(span.y)
      let start = max(Int(span.x), 0)
      let end = min(Int(span.x + span.length), bounds.maxX)
      guard (0..<bounds.maxY).contains(y), start < end else { continue }
      if y / vertical != chromaRow {
        flush(chromaRow, left, right, color, canvas)
        chromaRow = y / vertical
        left = Int.max
        right = -1
      }
      // 0...256
      let alpha = (Int32(span.coverage) * opacity + 127) / 255
      guard alpha > 0 else { continue }
      mask.mark(y: y, from: start, to: end)
      let row = unsafe luma.row(y)
      let ink = Int32(color.y)
      // SAFETY: y and x were clipped to the plane.
      for x in start..<end {
        let old = unsafe Int32(row[x])
        unsafe row[x] = UInt8(truncatingIfNeeded: old + ((ink - old) * alpha + 128) >> 8)
        sums[x / horizontal] &+= UInt16(truncatingIfNeeded: alpha)
      }
      left = min(left, start / horizontal)
      right = max(right, (end - 1) / horizontal)
    }
    flush(chromaRow, left, right, color, canvas)
  }

  private mutating func flush(
    _ row: Int, _ left: Int, _ right: Int, _ color: InkColor, _ canvas: PlanarPicture
  ) {
    guard row >= 0, left <= right, canvas.cb.height > row else { return }
    let cb = unsafe PlaneRegion(canvas.cb).row(row)
    let cr = unsafe PlaneRegion(canvas.cr).row(row)
    let share = Int32(horizontal * vertical)
    // SAFETY: `right` comes from a pixel inside the canvas, so it lies inside the chroma row.
    for x in left...right {
      let alpha = Int32(sums[x]) / share
      sums[x] = 0
      if alpha == 0 { continue }
      let (b, r) = unsafe (Int32(cb[x]), Int32(cr[x]))
      unsafe cb[x] = UInt8(truncatingIfNeeded: b + ((Int32(color.cb) - b) * alpha + 128) >> 8)
      unsafe cr[x] = UInt8(truncatingIfNeeded: r + ((Int32(color.cr) - r) * alpha + 128) >> 8)
    }
  }
}
