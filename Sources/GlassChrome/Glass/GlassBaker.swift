import Geometry
import PixelTypes
import RealModule

/// Computes where each sample of a body of glass looks and how it shines: everything but the light itself.
struct GlassBaker {
  /// What an element contributes to the bevel around it.
  struct Edge: Equatable {
    /// Width of the bevel, pixels.
    var bevel: Float
    /// Longest shift, pixels.
    var longest: Float
    /// How present the glass is: 0 not at all, 1 fully.
    var presence: Float
    /// Share of the sharp scene that the rim shows, 0...1, and that the flat middle shows.
    var lens: Float
    var clear: Float

    /// The look of the flat middle.
    var middle: EdgeLook { .middle(lens: UInt16(clear * lens * 256 + 0.5)) }
  }

  /// The body's field, without its run.
  let field: ShapeField
  /// The body's columns that the field leaves out.
  let run: ColumnRun?
  /// One for all pixels, or one per pixel where different elements merge.
  let edges: [Edge]
  let material: GlassMaterial
  let table: BevelTable
  let scale: Double
  let quality: GlassQuality
  /// Pixels of the canvas that the lens may show, not empty.
  let visible: PixelRect
  let canvas: PlanarPicture
  /// The rows, by channel, of the same glass at another presence; empty if there are none. They shine alike.
  var former: [GlassRows] = []

  /// What lies under a sample.
  private struct Sample: Equatable {
    /// Mean over the sample's pixels; normals and coverage are sums.
    var distance: Float
    var normalX: Float
    var normalY: Float
    var covered: Float
    var edge: Edge
    /// The sample is fully present and shows only the flat middle.
    var isFlat: Bool
  }

  /// A sample's look, and where it looks, in luma pixels of the canvas.
  private struct Look {
    var edge: EdgeLook
    var opacity: UInt16
    var source: SIMD2<Float>
    var mirror: SIMD2<Float>
    var isFlat: Bool
    /// A whole row of such samples looks at one line.
    var isLevel: Bool
  }

  /// The rows of one channel.
  ///
  /// - Parameters:
  ///   - index: 0 luma, 1 Cb, 2 Cr.
  ///   - bending: factor on the shift, for dispersion.
  func rows(_ index: Int, bending: Float = 1) -> GlassRows {
    let channel = GlassChannel(index, area: field.area, visible: visible, canvas: canvas)
    let (width, height) = (field.area.width / channel.across, field.area.height / channel.down)
    let seam = run.map { ($0.at + 1) / channel.across - 1 } ?? width
    let extra = run.map { $0.count / channel.across } ?? 0
    var writer = GlassRowWriter(height: height)
    let shining = former.isEmpty ? [] : former[index].pixels
    for row in 0..<height {
      var before: Sample?
      for stored in 0..<width {
        let column = stored > seam ? stored + extra : stored
        let count = stored == seam ? 1 + extra : 1
        let sample = sample(stored, row, channel)
        if sample.isFlat {
          writer.append(
            GlassRows.Segment(
              kind: .flat, x: Int32(column), count: Int32(count), opacity: 256, look: sample.edge.middle,
              first: 0))
          continue
        }
        // A straight edge continues.
        if sample == before, writer.reaches(column) {
          writer.lengthen(by: count)
          continue
        }
        before = nil
        for column in column..<column + count {
          let next = writer.rows.pixels.count
          let known = next < shining.count ? shining[next] : nil
          guard let look = look(sample, column, row, channel, bending, known) else { break }
          if look.isLevel {
            writer.append(Self.segment(look, column, channel))
            writer.lengthen(by: count - 1)
            before = sample
            break
          }
          writer.append(Self.pixel(look, channel), at: column)
        }
      }
      writer.endRow()
    }
    return writer.rows
  }

  private func sample(_ column: Int, _ row: Int, _ channel: GlassChannel) -> Sample {
    let first = row * channel.down * field.area.width + column * channel.across
    let edge = edges[edges.count == 1 ? 0 : first]
    var sample = Sample(
      distance: 0, normalX: 0, normalY: 0, covered: 0, edge: edge,
      isFlat: edge.presence >= GlassMaterial.presenceOfWhole)
    for dy in 0..<channel.down {
      let start = first + dy * field.area.width
      for i in start..<start + channel.across {
        let distance = field.distance[i]
        let bevel = edges.count == 1 ? edge.bevel : edges[i].bevel
        if distance < max(bevel, 0.5) { sample.isFlat = false }
        if edges.count > 1, edges[i].presence < GlassMaterial.presenceOfWhole { sample.isFlat = false }
        sample.distance += distance
        sample.normalX += field.normalX[i]
        sample.normalY += field.normalY[i]
        sample.covered += min(max(distance + 0.5, 0), 1)
      }
    }
    sample.distance /= Float(channel.across * channel.down)
    return sample
  }

  /// - Parameter known: what it was at another presence of the glass, if it has its own pixel.
  private func look(
    _ sample: Sample, _ column: Int, _ row: Int, _ channel: GlassChannel, _ bending: Float, _ known: EdgeLook?
  ) -> Look? {
    guard sample.covered > 0 else { return nil }
    let samples = Float(channel.across * channel.down)
    let edge = sample.edge
    let opacity = GlassMaterial.opacity(atPresence: edge.presence)
    let coverage = UInt16(sample.covered / samples * 256 + 0.5)
    guard coverage > 0, opacity > 0 else { return nil }
    let place = channel.place(column, row)
    var look = Look(
      edge: edge.middle, opacity: opacity, source: place,
      mirror: place, isFlat: true, isLevel: coverage == 256)
    look.edge.coverage = coverage
    guard sample.distance < edge.bevel || coverage < 256 else { return look }
    var normal = SIMD2(sample.normalX, sample.normalY)
    let length = (normal * normal).sum().squareRoot()
    if length > 1e-6 { normal /= length }
    look.isFlat = false
    look.isLevel = coverage == 256 && abs(normal.x) < 1e-3
    let x = max(sample.distance, 0.25)
    let t = x / max(edge.bevel, 0.001)
    let bevel = table.at(t)
    let u = max(1 - t, 0)
    if quality.refracts {
      let floor = Float(material.floorPoints * scale) * edge.presence
      let shift =
        t < 1
        ? min(bevel.shift(width: edge.bevel * edge.presence, floor: floor), edge.longest)
          * bending : 0
      look.source -= normal * (shift * min(length / samples, 1))
    }
    look.mirror += normal * (3 * x + Float(scale))
    if let known, !look.isLevel {
      look.edge = known
      look.edge.coverage = coverage
    } else {
      let share = quality.refracts ? max(Self.share(u), edge.clear) : edge.clear
      look.edge.lens = UInt16(min(share * edge.lens, 1) * 256 + 0.5)
      shine(&look.edge, x, u, normal)
    }
    look.edge.mirrored =
      material.isOpaque || !quality.drawsEnvironment ? 0 : Self.stored(bevel.mirrored * edge.presence)
    return look
  }

  /// How much of the sharp scene the lens shows at u = 1 − depth / width of the bevel.
  private static func share(_ u: Float) -> Float {
    Float.pow(min(max((u - 0.25) / 0.6, 0), 1), 1.2)
  }

  private static func stored(_ share: Float) -> UInt8 { UInt8(min(max(share, 0), 1) * 255 + 0.5) }

  /// How the edge shines and darkens at a depth of x pixels.
  private func shine(_ look: inout EdgeLook, _ x: Float, _ u: Float, _ normal: SIMD2<Float>) {
    let depth = x / Float(scale)
    let fromLine = (depth - 0.9) / 0.75
    look.rim = Self.stored(Float.exp(-fromLine * fromLine))
    look.glow = Self.stored(Float.exp(-(depth / 5.5) * (depth / 5.5)))
    let turn = Float.atan2(y: normal.y, x: normal.x) / (2 * .pi)
    look.facing = UInt8(truncatingIfNeeded: Int((turn * 256).rounded()))
    let exit = max(0.45 * normal.x + 0.893 * normal.y, 0)
    look.dark = Self.stored(Float(material.innerShadow) * u * u * (0.35 + 0.65 * exit))
    let width = Float(material.borderPoints * scale)
    let border = Float(material.border) * max(0, min(1, width - x + 0.5))
    if material.hasDarkBorder {
      look.dark = max(look.dark, Self.stored(border))
      // A dark line shows best unlit.
      if border > 0 { (look.rim, look.glow) = (0, 0) }
    } else {
      look.border = LightTable.stored(Double(border * border))
    }
    look.light = look.border
    look.depth = UInt8(min(x, 255))
  }

  private static func segment(_ look: Look, _ column: Int, _ channel: GlassChannel) -> GlassRows.Segment {
    var edge = look.edge
    if !look.isFlat {
      let source = channel.row(seenAt: look.source.y)
      (edge.source, edge.fraction_y) = (Int32(source.index), UInt8(source.fraction))
      edge.mirror = Int32(channel.row(mirroredAt: look.mirror.y))
    }
    return GlassRows.Segment(
      kind: look.isFlat ? .flat : .band, x: Int32(column), count: 1, opacity: look.opacity, look: edge,
      first: 0)
  }

  private static func pixel(_ look: Look, _ channel: GlassChannel) -> EdgeLook {
    var edge = look.edge
    let perRow = channel.plane.bytesPerRow
    let (x, y) = (channel.column(seenAt: look.source.x), channel.row(seenAt: look.source.y))
    edge.source = Int32(y.index * perRow + x.index)
    (edge.fraction_x, edge.fraction_y) = (UInt8(x.fraction), UInt8(y.fraction))
    let mirror = (x: channel.column(mirroredAt: look.mirror.x), y: channel.row(mirroredAt: look.mirror.y))
    edge.mirror = Int32(mirror.y * perRow + mirror.x)
    edge.coverage = UInt16((Int(edge.coverage) * Int(look.opacity)) >> 8)
    return edge
  }
}
