import PixelTypes

/// Reads a pyramid for one tile: the primary's picture, mirrored beyond the viewfinder's edges so
/// that it meets the viewfinder without a seam. Also notices when that part of the picture changes.
struct PyramidSampler {
  private let texels: PixelRect
  private let texelSize: Int
  /// The viewfinder whose picture is mirrored, in canvas pixels.
  let anchor: PixelRect
  private var columnTaps: [SplineTap] = []
  private var rowTaps: [SplineTap] = []
  private var stretched = SampleTriple(width: 0, height: 0)
  private var firstRow = 0
  private var plannedSize: PixelSize?
  private var plannedLevel = -1
  private var memory = SceneMemory()

  init(_ tile: SceneTile, anchor: PixelRect) {
    texels = tile.texels
    texelSize = tile.texelSize
    self.anchor = anchor
  }

  /// How much the scene has changed since the tile sampled it.
  ///
  /// - Parameter deviation: as for `sample`.
  func change(_ pyramid: BlurPyramid, deviation: Double) -> SceneChange {
    guard plannedSize == pyramid.size, plannedLevel == level(pyramid, deviation) else { return .plain }
    return memory.change(pyramid)
  }

  private func level(_ pyramid: BlurPyramid, _ deviation: Double) -> Int {
    pyramid.level(nearestTo: deviation * Double(pyramid.size.width) / Double(anchor.width))
  }

  /// Fills `light` from the level of the pyramid whose blur is nearest to `deviation` canvas pixels.
  mutating func sample(_ pyramid: BlurPyramid, deviation: Double, into light: SampleTriple) {
    let level = level(pyramid, deviation)
    if plannedSize != pyramid.size || plannedLevel != level { plan(pyramid, level) }
    memory.remember(pyramid)
    for channel in 0..<3 {
      resample(
        pyramid.levels[level][channel], columns: columnTaps, rows: rowTaps, firstRow: firstRow,
        scratch: stretched[channel], into: light[channel])
    }
  }

  private mutating func plan(_ pyramid: BlurPyramid, _ level: Int) {
    plannedSize = pyramid.size
    plannedLevel = level
    let source = pyramid.levels[level]
    let size = Double(texelSize)
    columnTaps = (0..<texels.width).map { i in
      let x = (Double(texels.x + i) + 0.5) * size
      return SplineTap(
        position: (x - Double(anchor.x)) / Double(anchor.width), levelZeroCount: pyramid.size.width,
        level: level, count: source.width)
    }
    rowTaps = (0..<texels.height).map { i in
      let y = (Double(texels.y + i) + 0.5) * size
      return SplineTap(
        position: (y - Double(anchor.y)) / Double(anchor.height), levelZeroCount: pyramid.size.height,
        level: level, count: source.height)
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
