import HUDGeometry
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
    /// How much of the glass is there: 0 nothing, 1 all of it.
    var presence: Float
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
  let tile: SceneTile
  let environment: SceneTile
  /// How far outside the body its rim mirrors the scene, in pixels.
  let reach: Float
  let quality: GlassQuality

  /// A channel's grid.
  private struct Channel {
    var isLuma: Bool
    /// Luma pixels per sample, along rows and down columns.
    var across: Int
    var down: Int
    /// Factor on the shift, for dispersion.
    var bending: Float
  }

  /// What lies under a sample.
  private struct Sample: Equatable {
    /// Mean over the sample's pixels; normals and coverage are sums.
    var distance: Float
    var normalX: Float
    var normalY: Float
    var covered: Float
    var edge: Edge
    /// The sample is wholly there and shows only the flat middle.
    var isFlat: Bool
  }

  private struct Look {
    var coverage: UInt16
    var opacity: UInt16
    var sourceX: Float
    var sourceY: Float
    var normalX: Float
    var normalY: Float
    var mix: GlassMix
    var isFlat: Bool
    /// A whole row of such samples looks at one line.
    var isLevel: Bool { coverage == 256 && (isFlat || abs(normalX) < 1e-3) }
  }

  /// - Parameters:
  ///   - isLuma: whether the channel is luma.
  ///   - across: luma pixels per sample of the channel; `down` likewise.
  ///   - bending: factor on the shift, for dispersion.
  func rows(isLuma: Bool, across: Int, down: Int, bending: Float = 1) -> GlassRows {
    let channel = Channel(isLuma: isLuma, across: across, down: down, bending: bending)
    let (width, height) = (field.area.width / across, field.area.height / down)
    let seam = run.map { ($0.at + 1) / across - 1 } ?? width
    let extra = run.map { $0.count / across } ?? 0
    var writer = GlassRowWriter(height: height)
    for row in 0..<height {
      let middle = flatSegment(row, channel)
      var before: Sample?
      for stored in 0..<width {
        let column = stored > seam ? stored + extra : stored
        let count = stored == seam ? 1 + extra : 1
        let sample = sample(stored, row, channel)
        if sample.isFlat {
          var segment = middle
          (segment.x, segment.count) = (Int32(column), Int32(count))
          writer.append(segment)
          continue
        }
        // A straight edge continues.
        if sample == before, writer.reaches(column) {
          writer.lengthen(by: count)
          continue
        }
        before = nil
        for column in column..<column + count {
          guard let look = look(sample, column, row, channel) else { break }
          if look.isLevel {
            writer.append(segment(look, column, row, channel))
            writer.lengthen(by: count - 1)
            before = sample
            break
          }
          writer.append(pixel(look, column, row, channel), at: column)
        }
      }
      writer.endRow()
    }
    return writer.rows
  }

  private func sample(_ column: Int, _ row: Int, _ channel: Channel) -> Sample {
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

  private func flatSegment(_ row: Int, _ channel: Channel) -> GlassRows.Segment {
    let py = (Double(row) + 0.5) * Double(channel.down)
    let source = tile.line(at: Double(field.area.y) + min(max(py, 0.5), Double(field.area.height) - 0.5))
    return GlassRows.Segment(
      kind: .flat, x: 0, count: 0, line: Int32(source.index), fraction: Int32(source.fraction),
      environment: 0, environmentFraction: 0,
      mix: GlassMix(transmitted: 256, mirrored: 0, light: 0), opacity: 256, first: 0)
  }

  private func look(_ sample: Sample, _ column: Int, _ row: Int, _ channel: Channel) -> Look? {
    guard sample.covered > 0 else { return nil }
    let samples = Float(channel.across * channel.down)
    let edge = sample.edge
    let opacity = GlassMaterial.opacity(atPresence: edge.presence)
    let coverage = UInt16(sample.covered / samples * 256 + 0.5)
    guard coverage > 0, opacity > 0 else { return nil }
    let px = (Float(column) + 0.5) * Float(channel.across)
    let py = (Float(row) + 0.5) * Float(channel.down)
    var look = Look(
      coverage: coverage, opacity: opacity, sourceX: px, sourceY: py, normalX: 0, normalY: 0,
      mix: GlassMix(transmitted: 256, mirrored: 0, light: 0), isFlat: true)
    guard sample.distance < edge.bevel || coverage < 256 else { return look }
    let (nx, ny) = (sample.normalX, sample.normalY)
    let length = (nx * nx + ny * ny).squareRoot()
    if length > 1e-6 { (look.normalX, look.normalY) = (nx / length, ny / length) }
    look.isFlat = false
    let x = max(sample.distance, 0.25)
    let t = x / max(edge.bevel, 0.001)
    let bevel = table.at(t)
    if quality.refracts {
      let floor = Float(45 * scale) * edge.presence
      let shift =
        t < 1
        ? min(bevel.shift(width: edge.bevel * edge.presence, floor: floor), edge.longest)
          * channel.bending : 0
      let whole = min(length / samples, 1)
      look.sourceX -= look.normalX * shift * whole
      look.sourceY -= look.normalY * shift * whole
    }
    look.mix = mix(
      x, edge, bevel.mirrored, look.normalX, look.normalY, isLuma: channel.isLuma)
    return look
  }

  /// How the edge mixes mirrored light, key light and shadow with what comes through.
  private func mix(
    _ x: Float, _ edge: Edge, _ mirrored: Float, _ nx: Float, _ ny: Float, isLuma: Bool
  ) -> GlassMix {
    let u = max(1 - x / max(edge.bevel, 0.001), 0)
    // The key light is above, a little to the left; it also lights the opposite rim, where it exits.
    let facing = -0.45 * nx - 0.893 * ny
    let (near, far) = (max(facing, 0), max(-facing, 0))
    let lobes = 0.62 * near * near + 0.34 * far * far + 0.06
    let hairline = Float(max(0.8 * scale, 0.6))
    let rim = x < 4 * hairline ? Float.exp(-(x / hairline) * (x / hairline) * 0.7) : 0
    let glow = 0.10 * u * u * near
    let width = Float(max(material.borderPoints * scale, 0.5))
    let border = max(0, min(1, width - x + 0.5))
    let light = min(Float(material.keyLight) * (lobes * rim + glow) + Float(material.border) * border, 0.85)
    // Schlick's share lies within a pixel of the edge; the broad term is what the bevel gathers from its surroundings.
    let mirrored = material.isOpaque || !quality.drawsEnvironment ? 0 : mirrored * edge.presence
    let shadow = Float(material.innerShadow) * u * u * (0.35 + 0.65 * far)
    let lightShare = UInt16(light * 256 + 0.5)
    let mirroredShare = UInt16(mirrored * (1 - light) * 256 + 0.5)
    let left = 256 - lightShare - mirroredShare
    let dark = min(left, UInt16(shadow * Float(left) + 0.5))
    // Black is luma 0 but chroma 128, which is also the key light's chroma.
    return GlassMix(
      transmitted: left - dark, mirrored: mirroredShare, light: isLuma ? lightShare : lightShare + dark)
  }

  private func source(_ look: Look) -> (index: Int, fraction: Int) {
    tile.line(
      at: Double(field.area.y) + min(max(Double(look.sourceY), 0.5), Double(field.area.height) - 0.5),
      steps: look.isFlat ? 16 : GlassRows.fractionSteps)
  }

  private func mirrored(_ look: Look, _ row: Int, _ channel: Channel) -> (index: Int, fraction: Int) {
    let py = (Double(row) + 0.5) * Double(channel.down)
    return environment.line(at: Double(field.area.y) + py + Double(look.normalY * reach))
  }

  private func segment(_ look: Look, _ column: Int, _ row: Int, _ channel: Channel) -> GlassRows.Segment {
    let source = source(look)
    let around = look.isFlat ? (index: 0, fraction: 0) : mirrored(look, row, channel)
    return GlassRows.Segment(
      kind: look.isFlat ? .flat : .band, x: Int32(column), count: 1, line: Int32(source.index),
      fraction: Int32(source.fraction), environment: Int32(around.index),
      environmentFraction: Int32(around.fraction), mix: look.mix, opacity: look.opacity, first: 0)
  }

  private func pixel(_ look: Look, _ column: Int, _ row: Int, _ channel: Channel) -> BentPixel {
    let source = source(look)
    let mirrored = mirrored(look, row, channel)
    let lines = channel.across == 1 ? tile.lumaLines : tile.cbLines
    let around = channel.across == 1 ? environment.lumaLines : environment.cbLines
    let at = Double(look.sourceX) / Double(channel.across) - 0.5
    let sixteenths = min(Int(max(at * 16 + 0.5, 0)), (lines.width - 1) * 16)
    let left = min(sixteenths / 16, max(lines.width - 2, 0))
    let px = (Double(column) + 0.5) * Double(channel.across)
    let mirroredX = px + Double(look.normalX * reach) + Double(field.area.x - environment.area.x)
    let mirroredColumn = min(max(Int(mirroredX / Double(channel.across)), 0), around.width - 1)
    return BentPixel(
      source: Int32(source.index * lines.samplesPerRow + left),
      environment: Int32(mirrored.index * around.samplesPerRow + mirroredColumn),
      environmentFraction: UInt8(mirrored.fraction), fractionX: UInt8(min(sixteenths - left * 16, 16)),
      fractionY: UInt16(source.fraction),
      coverage: UInt16((Int(look.coverage) * Int(look.opacity)) >> 8), mix: look.mix)
  }
}
