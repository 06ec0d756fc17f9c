import PixelTypes
import RealModule

/// The light of fingers on the rims near them, spreading softly along those rims.
struct TouchLight {
  /// A channel of a body of glass.
  struct Grid {
    /// The body's pixels, and those that lie on the canvas.
    var area: PixelRect
    var visible: PixelRect
    /// Luma pixels per sample, along rows and down columns.
    var across: Int
    var down: Int
    /// Of the canvas.
    var plane: PixelPlane

    /// - Parameter channel: 0 luma, 1 Cb, 2 Cr.
    init(area: PixelRect, visible: PixelRect, channel: Int, canvas: PlanarPicture) {
      (self.area, self.visible) = (area, visible)
      across = channel == 0 ? 1 : canvas.subsampling.horizontal
      down = channel == 0 ? 1 : canvas.subsampling.vertical
      plane = canvas.plane(channel)
    }
  }

  /// Points over which the light fades, and its share of white at its brightest.
  private static let reach = 46.0
  private static let brightest: Float = 0.6
  /// Light too faint to show, and how many times `reach` from a finger it ends.
  private static let faintest: Float = 0.01
  private static let farthest: Float = 2.15

  /// Places in canvas pixels, and how strongly the glass responds, 0...1.
  private let fingers: [(point: SIMD2<Float>, strength: Float)]
  /// Pixels.
  private let reach: Float

  /// The light on interactive elements; `nil` if no finger is on them.
  ///
  /// - Parameter scale: pixels per point.
  init?(_ elements: [GlassElement], scale: Double) {
    fingers = elements.compactMap { element in
      guard element.glass.isInteractive, element.touchStrength > Double(Self.faintest),
        let touch = element.touch
      else { return nil }
      return (SIMD2(Float(touch.x * scale), Float(touch.y * scale)), Float(min(element.touchStrength, 1)))
    }
    guard !fingers.isEmpty else { return nil }
    reach = Float(Self.reach * scale)
  }

  /// Rows with this light: straight edges split into pixels where it reaches them.
  func lit(_ rows: GlassRows, _ grid: Grid) -> GlassRows {
    var writer = GlassRowWriter(height: rows.starts.count - 1)
    for row in 0..<rows.starts.count - 1 {
      let y = Float(grid.area.y) + (Float(row) + 0.5) * Float(grid.down)
      let reached = columns(y, grid)
      for segment in rows.segments[Int(rows.starts[row])..<Int(rows.starts[row + 1])] {
        let columns = Int(segment.x)..<Int(segment.x + segment.count)
        switch segment.kind {
        case .flat: writer.append(segment)
        case .pixels:
          for x in columns {
            var look = rows.pixels[Int(segment.first) + x - columns.lowerBound]
            if reached.contains(x) { light(&look, x, y, grid) }
            writer.append(look, at: x)
          }
        case .band:
          let part = reached.clamped(to: columns)
          writer.append(segment, over: columns.lowerBound..<part.lowerBound)
          for x in part {
            var look = Self.pixel(segment, x, grid)
            light(&look, x, y, grid)
            writer.append(look, at: x)
          }
          writer.append(segment, over: part.upperBound..<columns.upperBound)
        }
      }
      writer.endRow()
    }
    return writer.rows
  }

  /// The columns that the light may reach at a height in luma pixels.
  private func columns(_ y: Float, _ grid: Grid) -> Range<Int> {
    let far = Self.farthest * reach
    var (left, right) = (Float.infinity, -Float.infinity)
    for finger in fingers where abs(finger.point.y - y) < far {
      (left, right) = (min(left, finger.point.x - far), max(right, finger.point.x + far))
    }
    guard left < right else { return 0..<0 }
    func column(_ x: Float) -> Int {
      min(max((Int(x) - grid.area.x) / grid.across, 0), grid.area.width / grid.across)
    }
    return column(left)..<column(right)
  }

  private func light(_ look: inout EdgeLook, _ column: Int, _ y: Float, _ grid: Grid) {
    let place = SIMD2(Float(grid.area.x) + (Float(column) + 0.5) * Float(grid.across), y)
    var light: Float = 0
    for finger in fingers {
      let way = (place - finger.point) / reach
      light = max(light, finger.strength * Float.exp(-(way * way).sum()))
    }
    guard light > Self.faintest else { return }
    let share = Self.brightest * light * Float(look.rim) / 255
    look.border = max(look.border, LightTable.stored(Double(share)))
  }

  /// One sample of a straight edge.
  private static func pixel(_ band: GlassRows.Segment, _ column: Int, _ grid: Grid) -> EdgeLook {
    var look = band.look
    let (perRow, place) = (grid.plane.bytesPerRow, grid.area.x / grid.across + column)
    let low = grid.visible.x / grid.across
    let high = max(grid.visible.maxX / grid.across - 1, low)
    let held = min(max(place, low), high)
    // If the canvas has a next sample, it mixes with that.
    let index = min(held, max(high - 1, low))
    look.source = Int32(Int(look.source) * perRow + index)
    look.fraction_x = UInt8((held - index) * EdgeLook.steps)
    look.mirror = Int32(Int(look.mirror) * perRow + min(max(place, 0), grid.plane.width - 1))
    look.coverage = UInt16((Int(look.coverage) * Int(band.opacity)) >> 8)
    return look
  }
}

extension GlassRowWriter {
  /// A part of a segment; nothing if that is empty.
  fileprivate mutating func append(_ segment: GlassRows.Segment, over columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    var part = segment
    (part.x, part.count) = (Int32(columns.lowerBound), Int32(columns.count))
    append(part)
  }
}

extension GlassElement {
  /// This element without the fingers on it.
  var untouched: Self {
    var element = self
    (element.press, element.touch, element.touchStrength) = (0, nil, 0)
    return element
  }
}
