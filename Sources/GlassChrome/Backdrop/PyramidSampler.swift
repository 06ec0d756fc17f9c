import PixelTypes

/// Reads a pyramid for one tile: the main camera's picture laid over an anchor, mirrored beyond that. Also notices when
/// that part of the picture changes.
struct PyramidSampler {
  private let texels: PixelRect
  private let texelSize: Int
  /// What the picture covers, in canvas pixels; it may extend past the canvas.
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
    pyramid.level(blurring: deviation * Double(pyramid.size.width) / Double(anchor.width))
  }

  /// Fills `light` from the first level of the pyramid whose blur is at least `deviation` canvas pixels.
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
    func taps(_ texels: Range<Int>, from start: Int, over length: Int, _ size: Int, _ count: Int)
      -> [SplineTap]
    {
      texels.map { texel in
        let place = (Double(texel) + 0.5) * Double(texelSize)
        return SplineTap(
          position: (place - Double(start)) / Double(length), levelZeroCount: size, level: level, count: count
        )
      }
    }
    columnTaps = taps(
      texels.x..<texels.maxX, from: anchor.x, over: anchor.width, pyramid.size.width, source.width)
    rowTaps = taps(
      texels.y..<texels.maxY, from: anchor.y, over: anchor.height, pyramid.size.height, source.height)
    let (columns, rows) = (Self.samples(columnTaps), Self.samples(rowTaps))
    firstRow = rows.lowerBound
    stretched = SampleTriple(width: texels.width, height: rows.count)
    memory.aim(
      at: PixelRect(x: columns.lowerBound, y: firstRow, width: columns.count, height: rows.count),
      level: level)
  }

  /// The level's samples that taps read; each tap's indices ascend.
  private static func samples(_ taps: [SplineTap]) -> ClosedRange<Int> {
    Int(taps.map(\.index.0).min() ?? 0)...Int(taps.map(\.index.3).max() ?? 0)
  }
}
