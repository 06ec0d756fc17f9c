import PixelTypes

/// The backdrop of one rectangle of the canvas, in three steps: light on the coarse grid, then codes, then rows
/// stretched to the canvas's width. The canvas's rows are interpolated between those.
final class SceneTile {
  /// Pixels of the canvas that the tile covers.
  let area: PixelRect
  /// The coarse texels under them.
  let texels: PixelRect
  /// Linear light of each texel.
  let light: SampleTriple
  /// Y, Cb, Cr of each texel, in 1/16 code steps.
  let codes: SampleTriple
  /// `codes` stretched along rows: luma as wide as `area`, chroma subsampled.
  let lumaLines: SamplePlane
  let cbLines: SamplePlane
  let crLines: SamplePlane
  /// Share of light that shadows leave, 65,535 for all of it.
  let shade: SamplePlane
  private let grid: SceneGrid
  private let chromaStep: Int
  private var columnTaps: [SplineTap] = []
  private var rowTaps: [SplineTap] = []
  private var stretched: SampleTriple
  private var firstRow = 0
  private var plannedSize: PixelSize?
  private var plannedLevel = -1
  private var memory = SceneMemory()

  init(area: PixelRect, grid: SceneGrid, subsampling: ChromaSubsampling) {
    self.area = area
    self.grid = grid
    texels = grid.texels(covering: area)
    light = SampleTriple(width: texels.width, height: texels.height)
    codes = SampleTriple(width: texels.width, height: texels.height)
    chromaStep = subsampling.horizontal
    let chromaWidth = (area.width + chromaStep - 1) / chromaStep
    lumaLines = SamplePlane(width: area.width, height: texels.height)
    cbLines = SamplePlane(width: chromaWidth, height: texels.height)
    crLines = SamplePlane(width: chromaWidth, height: texels.height)
    shade = SamplePlane(width: texels.width, height: texels.height, fill: .max)
    stretched = SampleTriple(width: 0, height: 0)
  }

  /// Pixels per texel.
  var texelSize: Int { grid.texel }

  /// The plane of stretched rows for a channel: 0 luma, 1 Cb, 2 Cr.
  func lines(_ channel: Int) -> SamplePlane { channel == 0 ? lumaLines : channel == 1 ? cbLines : crLines }

  /// How much the scene has changed since the tile sampled it.
  ///
  /// - Parameter deviation: as for `sample`.
  func change(_ pyramid: BlurPyramid, deviation: Double) -> SceneChange {
    guard plannedSize == pyramid.size, plannedLevel == level(pyramid, deviation) else { return .plain }
    return memory.change(pyramid)
  }

  private func level(_ pyramid: BlurPyramid, _ deviation: Double) -> Int {
    let pixelsPerTexel = Double(grid.anchor.width) / Double(pyramid.size.width)
    return pyramid.level(nearestTo: deviation / pixelsPerTexel)
  }

  /// Fills `light` from the level of the pyramid whose blur is nearest to `deviation` canvas pixels.
  func sample(_ pyramid: BlurPyramid, deviation: Double) {
    let level = level(pyramid, deviation)
    if plannedSize != pyramid.size || plannedLevel != level { plan(pyramid, level) }
    memory.remember(pyramid)
    for channel in 0..<3 {
      resample(
        pyramid.levels[level][channel], columns: columnTaps, rows: rowTaps, firstRow: firstRow,
        scratch: stretched[channel], into: light[channel])
    }
  }

  /// Stretches `codes` into the lines that rows are painted from.
  func stretch() {
    stretchRows(codes.first, firstTexel: texels.x, texel: grid.texel, from: area.x, step: 1, into: lumaLines)
    let (first, texel) = (texels.x, grid.texel)
    stretchRows(codes.second, firstTexel: first, texel: texel, from: area.x, step: chromaStep, into: cbLines)
    stretchRows(codes.third, firstTexel: first, texel: texel, from: area.x, step: chromaStep, into: crLines)
  }

  /// The line above a canvas position, and how far the next one mixes in, 0...`steps`.
  ///
  /// - Parameter y: canvas rows, 0 at the top edge of the first row; clamped to the tile.
  func line(at y: Double, steps: Int = 16) -> (index: Int, fraction: Int) {
    let t = y / Double(grid.texel) - 0.5 - Double(texels.y)
    let held = min(Int(max(t * Double(steps) + 0.5, 0)), (texels.height - 1) * steps)
    let index = min(held / steps, max(texels.height - 2, 0))
    return (index, min(held - index * steps, steps))
  }

  private func plan(_ pyramid: BlurPyramid, _ level: Int) {
    plannedSize = pyramid.size
    plannedLevel = level
    let source = pyramid.levels[level]
    let size = Double(grid.texel)
    columnTaps = (0..<texels.width).map { i in
      let x = (Double(texels.x + i) + 0.5) * size
      return SplineTap(
        position: (x - Double(grid.anchor.x)) / Double(grid.anchor.width), levelZeroCount: pyramid.size.width,
        level: level, count: source.width)
    }
    rowTaps = (0..<texels.height).map { i in
      let y = (Double(texels.y + i) + 0.5) * size
      return SplineTap(
        position: (y - Double(grid.anchor.y)) / Double(grid.anchor.height),
        levelZeroCount: pyramid.size.height, level: level, count: source.height)
    }
    let tops = rowTaps.flatMap { [$0.index.0, $0.index.1, $0.index.2, $0.index.3] }
    firstRow = Int(tops.min() ?? 0)
    stretched = SampleTriple(width: texels.width, height: Int(tops.max() ?? 0) - firstRow + 1)
    let sides = columnTaps.flatMap { [$0.index.0, $0.index.1, $0.index.2, $0.index.3] }
    let first = Int(sides.min() ?? 0)
    memory.aim(
      at: PixelRect(
        x: first, y: firstRow, width: Int(sides.max() ?? 0) - first + 1, height: stretched.height),
      level: level)
  }
}
