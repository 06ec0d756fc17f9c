import PixelTypes

/// A plane that ink is blended into.
struct InkTarget {
  let plane: PixelPlane
  /// In the plane's samples, inside it; those outside stay unchanged.
  let clip: PixelRect
  /// Luma pixels per sample of the plane, along rows and down columns.
  let horizontal: Int
  let vertical: Int

  init(_ plane: PixelPlane, clip: PixelRect, horizontal: Int = 1, vertical: Int = 1) {
    self.plane = plane
    self.clip = clip.intersection(plane.bounds)
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Blends a flat colour into a plane wherever spans cover it.
///
/// - Parameters:
///   - spans: in the plane's own samples.
///   - opacity: 0...256, multiplied by the spans' coverage.
func blendSpans(_ spans: CoverageSpans, code: UInt8, opacity: Int, into target: InkTarget) {
  let (plane, clip) = (target.plane, target.clip)
  guard !clip.isEmpty, opacity > 0 else { return }
  for i in spans.firstIndex(from: clip.y)..<spans.spans.count {
    let span = spans.spans[i]
    let y = Int(span.y)
    if y >= clip.maxY { break }
    let start = max(Int(span.x), clip.x)
    let end = min(Int(span.x) + Int(span.length), clip.maxX)
    guard start < end else { continue }
    let share = Int32((Int(span.coverage) * opacity * 257 + 32_768) >> 16)  // 0...256
    let add = Int32(code) * share + 128
    let keep = 256 - share
    // SAFETY: the clip lies within the plane, start and end within the clip.
    let row = unsafe plane.base + y * plane.bytesPerRow
    for x in start..<end {
      unsafe row[x] = UInt8(truncatingIfNeeded: (Int32(row[x]) &* keep &+ add) &>> 8)
    }
  }
}

/// Blends a flat colour into a plane through a coverage mask.
///
/// - Parameters:
///   - x: column of the mask's left edge in luma pixels; `y` its top row. Coverage is averaged over the luma pixels of
///     each sample.
///   - opacity: 0...256, multiplied by the mask's coverage.
func blendMask(_ mask: GlyphMask, x: Int, y: Int, code: UInt8, opacity: Int, into target: InkTarget) {
  guard mask.width > 0, mask.height > 0, opacity > 0 else { return }
  let (plane, clip) = (target.plane, target.clip)
  let (horizontal, vertical) = (target.horizontal, target.vertical)
  let x0 = max(floorHalf(x, horizontal), clip.x)
  let x1 = min(floorHalf(x + mask.width - 1, horizontal) + 1, clip.maxX)
  let y0 = max(floorHalf(y, vertical), clip.y)
  let y1 = min(floorHalf(y + mask.height - 1, vertical) + 1, clip.maxY)
  guard x0 < x1, y0 < y1 else { return }
  // A span: withUnsafeBufferPointer's closure allocates in unoptimised builds.
  let coverage = mask.coverage.span
  for row in y0..<y1 {
    // SAFETY: rows and columns lie in the clip, which lies in the plane; mask positions are tested below.
    let to = unsafe plane.base + row * plane.bytesPerRow
    for column in x0..<x1 {
      var sum = 0
      for dy in 0..<vertical {
        let my = row * vertical + dy - y
        guard my >= 0, my < mask.height else { continue }
        for dx in 0..<horizontal {
          let mx = column * horizontal + dx - x
          guard mx >= 0, mx < mask.width else { continue }
          sum += Int(coverage[my * mask.width + mx])
        }
      }
      guard sum > 0 else { continue }
      let share = Int32((sum * opacity * 257 / (horizontal * vertical) + 32_768) >> 16)
      let mixed = unsafe Int32(to[column]) &* (256 &- share) &+ Int32(code) &* share &+ 128
      unsafe to[column] = UInt8(truncatingIfNeeded: mixed &>> 8)
    }
  }
}

private func floorHalf(_ value: Int, _ divisor: Int) -> Int { divisor == 2 ? value >> 1 : value }
