import CaptureKit
import GlassChrome
import JPEGCodec
import PixelTypes

/// Assembles pictures by splicing.
///
/// The canvas has the primary's tables. A camera whose frames don't fit is drawn by pixels while
/// the others are carried over; the canvas is encoded whole only if none can be.
package final class SpliceComposer: Composer {
  package let kind = ComposerChoice.splice
  private let walks: [CameraWalk]
  private let canvas: PlanarPicture
  /// For pictures that can't be spliced.
  private let pixels: PixelComposer
  private var splicer: CanvasSplicer?
  private var isSplicing = false
  /// Why the current picture isn't spliced, if it isn't.
  private var obstacle = SpliceObstacle.noFrame
  /// Composes the lower rows in parallel; made on first use.
  private var lower: LowerRows?
  private let threads: Int
  /// Where ink lies in the current picture.
  private var touched: BlockMask?

  /// - Parameters:
  ///   - canvas: in the layout's size.
  ///   - policy: how to show damaged frames.
  ///   - threads: how many can compose rows side by side.
  /// - Throws: ``JPEGError/unavailable``.
  package init(
    _ canvas: PlanarPicture, layout: CanvasLayout, policy: DamagePolicy, threads: Int
  ) throws(JPEGError) {
    (self.canvas, self.threads) = (canvas, threads)
    pixels = try PixelComposer(canvas, threads: threads)
    walks = layout.viewfinders.map { CameraWalk(SpliceSource(rect: $0, policy: policy)) }
  }

  package func walk(of camera: Int) -> CameraWalk? { walks[camera] }

  package var composition: Composition {
    isSplicing ? .spliced(splicer?.counts ?? SpliceCounts()) : .encoded(because: obstacle)
  }

  package func prepare(_ inputs: [CameraInput], beside side: SideThread?) {
    readAll(inputs, side)
    isSplicing = prepareSplicer()
    for walk in walks { walk.isCarried = isSplicing && walk.source.obstacle == nil }
  }

  private func readAll(_ inputs: [CameraInput], _ side: SideThread?) {
    for (walk, input) in zip(walks, inputs) { walk.take(input) }
    for first in stride(from: 0, to: walks.count, by: 2) {
      let second = first + 1 < walks.count ? walks[first + 1] : nil
      guard let side, let second, walks[first].isLong, second.isLong else {
        walks[first].run()
        second?.run()
        continue
      }
      side.begin(second)
      walks[first].run()
      side.finish()
    }
  }

  /// - Returns: whether any camera's frame can be carried over.
  private func prepareSplicer() -> Bool {
    let primary = walks[0].source
    if primary.hasPicture, !(splicer?.hasTables(of: primary) ?? false) {
      splicer = nil
      lower = nil
      // Without a splicer there are no tables, so frames are drawn by pixels.
      do throws(SpliceObstacle) {
        guard primary.subsampling == canvas.subsampling else { throw .otherBlocks }
        splicer = try CanvasSplicer(size: canvas.size, sources: walks.map(\.source), bands: threads)
      } catch { obstacle = error }
    }
    guard splicer != nil else { return false }
    splicer?.prepare()
    for walk in walks where walk.source.obstacle == nil { return true }
    obstacle = primary.obstacle ?? .noFrame
    return false
  }

  package func reveal(_ camera: Int) {
    if walks[camera].isCarried { splicer?.revealShared(viewfinder: camera, into: canvas) }
  }

  package func show(_ area: PixelRect, of camera: Int, into picture: PlanarPicture) {
    if walks[camera].isCarried {
      walks[camera].source.show(area, into: picture)
    } else {
      PlaneFill.copy(canvas, area, to: picture)
    }
  }

  package func chromeWasDrawn(_ tiles: TileMap) {
    guard splicer != nil else { return }
    for row in 0..<tiles.rows {
      var column = 0
      while column < tiles.columns {
        let first = column
        while column < tiles.columns, tiles[column, row] { column += 1 }
        if column > first {
          splicer?.chromeWasDrawn(
            in: PixelRect(
              x: first * TileMap.width, y: row * TileMap.height, width: (column - first) * TileMap.width,
              height: TileMap.height))
        }
        column += 1
      }
    }
  }

  package func compose(
    ink: borrowing BlockMask, quality: Int, into picture: Picture, beside sides: [SideThread]
  ) throws(JPEGError) {
    guard isSplicing else {
      return try pixels.compose(ink: ink, quality: quality, into: picture, beside: sides)
    }
    while true {
      do throws(JPEGError) {
        picture.byteCount = try picture.withMemory { memory throws(JPEGError) in
          try compose(ink, into: &memory, sides)
        }
        break
      } catch {
        // In rare cases cameras send far more than any encoder would. Make room only then.
        guard case .noRoom = error, picture.grow() else { throw error }
      }
    }
  }

  private func compose(
    _ touched: BlockMask, into memory: inout MutableSpan<UInt8>, _ sides: [SideThread]
  ) throws(JPEGError) -> Int {
    guard let bands = splicer?.bands, !sides.isEmpty, bands.count > 1 else {
      return try splicer?.compose(canvas, touched: touched, into: &memory) ?? 0
    }
    if lower == nil {
      lower = LowerRows(1..<bands.count, capacity: memory.count) {
        [unowned self] band, output, offset throws(JPEGError) in
        guard let touched = self.touched else { return offset }
        return try bands[band].compose(canvas, touched: touched, into: &output, at: offset)
      }
    }
    self.touched = touched
    // A second reference would force a copy at the next drawing.
    defer { self.touched = nil }
    let start = try splicer?.begin(into: &memory) ?? 0
    return try lower?.follow(in: &memory, from: start, beside: sides) { output, offset throws(JPEGError) in
      try bands[0].compose(canvas, touched: touched, into: &output, at: offset)
    } ?? 0
  }
}
