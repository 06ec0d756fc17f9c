import HUDGeometry
import PixelTypes
import RealModule

/// Works out where each sample of a body of glass looks and how it shines: all but the light itself.
struct GlassBaker {
  /// What an element brings to the bevel around it.
  struct Edge: Equatable {
    /// Width of the bevel, pixels.
    var bevel: Float
    /// Longest shift, pixels.
    var longest: Float
    /// 0: not there; 1: wholly.
    var presence: Float
  }

  let field: ShapeField
  /// One for all, or one for each pixel where elements that differ flow together.
  let edges: [Edge]
  let material: GlassMaterial
  let table: BevelTable
  let scale: Double
  let tile: SceneTile
  let environment: SceneTile
  /// How far outside the body its rim mirrors the scene, pixels.
  let reach: Float
  let quality: GlassQuality

  private struct Look {
    var coverage: UInt16
    var opacity: UInt16
    var sourceX: Float
    var sourceY: Float
    var normalX: Float
    var normalY: Float
    var mix: GlassMix
    var isFlat: Bool
  }

  /// - Parameters:
  ///   - isLuma: whether the channel is luma.
  ///   - across: luma pixels to a sample of the channel; `down` likewise.
  ///   - bending: factor on the shift, for dispersion.
  func rows(isLuma: Bool, across: Int, down: Int, bending: Float = 1) -> GlassRows {
    var rows = GlassRows()
    let (width, height) = (field.area.width / across, field.area.height / down)
    rows.starts.reserveCapacity(height + 1)
    for row in 0..<height {
      let level = flatSegment(row, across, down)
      var column = 0
      while column < width {
        let from = column
        while column < width, isFlat(column, row, across, down) { column += 1 }
        if column > from {
          var segment = level
          (segment.x, segment.count) = (Int32(from), Int32(column - from))
          rows.segments.append(segment)
        }
        guard column < width else { break }
        if let look = look(column, row, isLuma, across, down, bending) {
          append(look, column, row, across, down, to: &rows)
          // The next ones may look like this one: a straight edge.
          if let last = rows.segments.last, last.kind == .band {
            let first = column
            while column + 1 < width, isAlike(column + 1, column, row, across, down) { column += 1 }
            rows.segments[rows.segments.count - 1].count += Int32(column - first)
          }
        }
        column += 1
      }
      rows.starts.append(Int32(rows.segments.count))
    }
    return rows
  }

  /// Whether nothing but the flat middle, wholly there, is under a sample.
  private func isFlat(_ column: Int, _ row: Int, _ across: Int, _ down: Int) -> Bool {
    for dy in 0..<down {
      let start = (row * down + dy) * field.area.width + column * across
      for i in start..<start + across {
        let edge = edges[edges.count == 1 ? 0 : i]
        if field.distance[i] < max(edge.bevel, 0.5) || edge.presence < GlassMaterial.presenceOfWhole {
          return false
        }
      }
    }
    return true
  }

  /// Whether two samples of a row lie alike before the same edge.
  private func isAlike(_ column: Int, _ other: Int, _ row: Int, _ across: Int, _ down: Int) -> Bool {
    for dy in 0..<down {
      let start = (row * down + dy) * field.area.width
      for dx in 0..<across {
        let (i, k) = (start + column * across + dx, start + other * across + dx)
        if field.distance[i] != field.distance[k] || field.normalX[i] != field.normalX[k]
          || field.normalY[i] != field.normalY[k] || (edges.count > 1 && edges[i] != edges[k])
        {
          return false
        }
      }
    }
    return true
  }

  private func flatSegment(_ row: Int, _ across: Int, _ down: Int) -> GlassRows.Segment {
    let py = (Double(row) + 0.5) * Double(down)
    let source = tile.line(at: Double(field.area.y) + min(max(py, 0.5), Double(field.area.height) - 0.5))
    return GlassRows.Segment(
      kind: .flat, x: 0, count: 0, line: Int32(source.index), fraction: Int32(source.fraction),
      environment: 0, environmentFraction: 0,
      mix: GlassMix(transmitted: 256, mirrored: 0, light: 0), opacity: 256, first: 0)
  }

  private func look(_ column: Int, _ row: Int, _ isLuma: Bool, _ across: Int, _ down: Int, _ bending: Float)
    -> Look?
  {
    var (distance, nx, ny, covered): (Float, Float, Float, Float) = (0, 0, 0, 0)
    let samples = Float(across * down)
    for dy in 0..<down {
      let start = (row * down + dy) * field.area.width + column * across
      for i in start..<start + across {
        distance += field.distance[i]
        nx += field.normalX[i]
        ny += field.normalY[i]
        covered += min(max(field.distance[i] + 0.5, 0), 1)
      }
    }
    guard covered > 0 else { return nil }
    distance /= samples
    let edge = edges[edges.count == 1 ? 0 : row * down * field.area.width + column * across]
    let opacity = GlassMaterial.opacity(atPresence: edge.presence)
    let coverage = UInt16((covered / samples * 256).rounded())
    guard coverage > 0, opacity > 0 else { return nil }
    let px = (Float(column) + 0.5) * Float(across)
    let py = (Float(row) + 0.5) * Float(down)
    var look = Look(
      coverage: coverage, opacity: opacity, sourceX: px, sourceY: py, normalX: 0, normalY: 0,
      mix: GlassMix(transmitted: 256, mirrored: 0, light: 0), isFlat: true)
    guard distance < edge.bevel || coverage < 256 else { return look }
    let length = (nx * nx + ny * ny).squareRoot()
    if length > 1e-6 { (look.normalX, look.normalY) = (nx / length, ny / length) }
    look.isFlat = false
    let x = max(distance, 0.25)
    if quality.refracts {
      let t = x / max(edge.bevel, 0.001)
      let floor = Float(45 * scale) * edge.presence
      let shift =
        t < 1
        ? min(table.shift(t, width: edge.bevel * edge.presence, floor: floor), edge.longest) * bending : 0
      let whole = min(length / samples, 1)
      look.sourceX -= look.normalX * shift * whole
      look.sourceY -= look.normalY * shift * whole
    }
    look.mix = mix(x, edge, look.normalX, look.normalY, isLuma: isLuma)
    return look
  }

  /// What the edge shows beside what comes through it.
  private func mix(_ x: Float, _ edge: Edge, _ nx: Float, _ ny: Float, isLuma: Bool) -> GlassMix {
    let u = max(1 - x / max(edge.bevel, 0.001), 0)
    // The key light stands above, a little to the left; glass also lights up where it leaves, opposite.
    let facing = -0.45 * nx - 0.893 * ny
    let (near, far) = (max(facing, 0), max(-facing, 0))
    let lobes = 0.62 * near * near + 0.34 * far * far + 0.06
    let hairline = Float(max(0.8 * scale, 0.6))
    let rim = x < 4 * hairline ? Float.exp(-(x / hairline) * (x / hairline) * 0.7) : 0
    let glow = 0.10 * u * u * near
    let width = Float(max(material.borderPoints * scale, 0.5))
    let border = max(0, min(1, width - x + 0.5))
    let light = min(Float(material.keyLight) * (lobes * rim + glow) + Float(material.border) * border, 0.85)
    // Schlick's share lies within a pixel of the edge; the broad term is what the bevel gathers from beside it.
    let mirrored = material.isOpaque || !quality.drawsEnvironment ? 0 : table.mirrored(1 - u) * edge.presence
    let shadow = Float(material.innerShadow) * u * u * (0.35 + 0.65 * far)
    let lightShare = UInt16((light * 256).rounded())
    let mirroredShare = UInt16((mirrored * (1 - light) * 256).rounded())
    let left = 256 - lightShare - mirroredShare
    let dark = min(left, UInt16((shadow * Float(left)).rounded()))
    // Black is luma 0, but chroma 128, which is what the key light has there.
    return GlassMix(
      transmitted: left - dark, mirrored: mirroredShare, light: isLuma ? lightShare : lightShare + dark)
  }

  private func append(
    _ look: Look, _ column: Int, _ row: Int, _ across: Int, _ down: Int, to rows: inout GlassRows
  ) {
    let area = field.area
    let source = tile.line(
      at: Double(area.y) + min(max(Double(look.sourceY), 0.5), Double(area.height) - 0.5),
      steps: look.isFlat ? 16 : GlassRows.fractionSteps)
    let py = (Double(row) + 0.5) * Double(down)
    let around = environment.line(at: Double(area.y) + py + Double(look.normalY * reach))
    // Straight up or down: the whole run looks at one line.
    let isLevel = look.coverage == 256 && (look.isFlat || abs(look.normalX) < 1e-3)
    guard isLevel else {
      appendPixel(look, column, row, across, source, around, to: &rows)
      return
    }
    let segment = GlassRows.Segment(
      kind: look.isFlat ? .flat : .band, x: Int32(column), count: 1, line: Int32(source.index),
      fraction: Int32(source.fraction), environment: look.isFlat ? 0 : Int32(around.index),
      environmentFraction: look.isFlat ? 0 : Int32(around.fraction), mix: look.mix,
      opacity: look.opacity, first: 0)
    if var last = continuing(rows, row, column), last.kind == segment.kind {
      last.count += 1
      var same = segment
      (same.x, same.count) = (last.x, last.count)
      if same == last {
        rows.segments[rows.segments.count - 1] = last
        return
      }
    }
    rows.segments.append(segment)
  }

  /// The segment that ends where `column` begins, in the row being made.
  private func continuing(_ rows: GlassRows, _ row: Int, _ column: Int) -> GlassRows.Segment? {
    guard rows.segments.count > Int(rows.starts[row]), let last = rows.segments.last,
      Int(last.x + last.count) == column
    else { return nil }
    return last
  }

  private func appendPixel(
    _ look: Look, _ column: Int, _ row: Int, _ across: Int, _ source: (index: Int, fraction: Int),
    _ mirrored: (index: Int, fraction: Int), to rows: inout GlassRows
  ) {
    let lines = across == 1 ? tile.lumaLines : tile.cbLines
    let around = across == 1 ? environment.lumaLines : environment.cbLines
    let at = Double(look.sourceX) / Double(across) - 0.5
    let sixteenths = min(max(Int((at * 16).rounded()), 0), (lines.width - 1) * 16)
    let left = min(sixteenths / 16, max(lines.width - 2, 0))
    let px = (Double(column) + 0.5) * Double(across)
    let mirroredX = px + Double(look.normalX * reach) + Double(field.area.x - environment.area.x)
    let mirroredColumn = min(max(Int(mirroredX / Double(across)), 0), around.width - 1)
    rows.pixels.append(
      BentPixel(
        source: Int32(source.index * lines.samplesPerRow + left),
        environment: Int32(mirrored.index * around.samplesPerRow + mirroredColumn),
        environmentFraction: UInt8(mirrored.fraction),
        fractionX: UInt8(min(sixteenths - left * 16, 16)), fractionY: UInt16(source.fraction),
        coverage: UInt16((Int(look.coverage) * Int(look.opacity)) >> 8), mix: look.mix))
    if var last = continuing(rows, row, column), last.kind == .pixels {
      last.count += 1
      rows.segments[rows.segments.count - 1] = last
      return
    }
    rows.segments.append(
      GlassRows.Segment(
        kind: .pixels, x: Int32(column), count: 1, line: 0, fraction: 0, environment: 0,
        environmentFraction: 0,
        mix: GlassMix(transmitted: 256, mirrored: 0, light: 0), opacity: 256,
        first: Int32(rows.pixels.count - 1)))
  }
}
