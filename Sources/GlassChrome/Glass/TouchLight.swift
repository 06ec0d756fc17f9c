import PixelTypes
import RealModule

/// The light of fingers on the rims near them, spreading softly along those rims.
struct TouchLight {
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
  func lit(_ rows: GlassRows, _ channel: GlassChannel) -> GlassRows {
    var writer = GlassRowWriter(height: rows.starts.count - 1)
    for row in 0..<rows.starts.count - 1 {
      let reached = columns(channel.place(0, row).y, channel)
      for segment in rows.segments[Int(rows.starts[row])..<Int(rows.starts[row + 1])] {
        let columns = Int(segment.x)..<Int(segment.x + segment.count)
        switch segment.kind {
        case .flat: writer.append(segment)
        case .pixels:
          for x in columns {
            var look = rows.pixels[Int(segment.first) + x - columns.lowerBound]
            if reached.contains(x) { light(&look, channel.place(x, row)) }
            writer.append(look, at: x)
          }
        case .band:
          let part = reached.clamped(to: columns)
          writer.append(segment, over: columns.lowerBound..<part.lowerBound)
          for x in part {
            let place = channel.place(x, row)
            var look = Self.pixel(segment, place.x, channel)
            light(&look, place)
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
  private func columns(_ y: Float, _ channel: GlassChannel) -> Range<Int> {
    let far = Self.farthest * reach
    var (left, right) = (Float.infinity, -Float.infinity)
    for finger in fingers where abs(finger.point.y - y) < far {
      (left, right) = (min(left, finger.point.x - far), max(right, finger.point.x + far))
    }
    guard left < right else { return 0..<0 }
    func column(_ x: Float) -> Int {
      min(max((Int(x) - channel.area.x) / channel.across, 0), channel.area.width / channel.across)
    }
    return column(left)..<column(right)
  }

  private func light(_ look: inout EdgeLook, _ place: SIMD2<Float>) {
    var light: Float = 0
    for finger in fingers {
      let way = (place - finger.point) / reach
      light = max(light, finger.strength * Float.exp(-(way * way).sum()))
    }
    guard light > Self.faintest else { return }
    let share = Self.brightest * light * Float(look.rim) / 255
    look.border = max(look.border, LightTable.stored(Double(share)))
  }

  /// One sample of a straight edge, with its middle at `x`.
  private static func pixel(_ band: GlassRows.Segment, _ x: Float, _ channel: GlassChannel) -> EdgeLook {
    var look = band.look
    let (perRow, source) = (channel.plane.bytesPerRow, channel.column(seenAt: x))
    look.source = Int32(Int(look.source) * perRow + source.index)
    look.fraction_x = UInt8(source.fraction)
    look.mirror = Int32(Int(look.mirror) * perRow + channel.column(mirroredAt: x))
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
