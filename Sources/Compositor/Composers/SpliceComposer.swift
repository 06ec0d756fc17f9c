import CaptureKit
import GlassChrome
import JPEGCodec
import PixelTypes

/// Puts pictures together by splicing: what the stage keeps for it beside the cameras.
///
/// The canvas has the primary's tables. A camera whose frames don't fit is drawn by pixels, the others are carried
/// over all the same; only when none can be is the picture the pixel composer's.
package final class SpliceComposer {
  package let sources: [SpliceSource]
  /// What became of each camera's frame in this picture; `nil` where none was new.
  package private(set) var outcomes: [SpliceSource.Outcome?]
  /// Whether the picture at hand is spliced.
  package private(set) var isSplicing = false
  /// Why not, if not.
  package private(set) var obstacle = SpliceObstacle.noFrame
  /// All pictures' MCUs so far.
  package private(set) var total = SpliceCounts()
  private let layout: CanvasLayout
  private let subsampling: ChromaSubsampling
  private var splicer: CanvasSplicer?
  /// The splicer's lower rows, once they are composed beside the upper ones.
  private var lower: LowerRowsTask?
  /// Where ink lies in the picture that is put together.
  private var touched: BlockMask?
  /// The second camera's.
  private let walk: FrameWalk?
  /// Bytes of a frame whose walk takes about half a millisecond: below, handing it over isn't worth it.
  private static let worthHandingOver = 100_000

  package init(layout: CanvasLayout, subsampling: ChromaSubsampling) {
    self.layout = layout
    self.subsampling = subsampling
    sources = layout.viewfinders.map { SpliceSource(rect: $0) }
    outcomes = sources.map { _ in nil }
    walk = sources.count == 2 ? FrameWalk(sources[1]) : nil
  }

  /// Why a layout can't be spliced whatever the frames are; `nil` where it can.
  package static func reason(against request: CanvasLayout.Request, primary: PixelFormat) -> String? {
    if request.canvas != nil { return "the canvas has its own size, so pictures are scaled" }
    if primary != .mjpeg { return "the primary sends \(primary.rawValue), not JPEGs" }
    return nil
  }

  /// What the last picture's MCUs were made of.
  package var counts: SpliceCounts { splicer?.counts ?? SpliceCounts() }

  /// What was made so far was nobody's.
  package func forgetCounts() { total = SpliceCounts() }

  /// Walks the new frames and gets ready for a picture.
  ///
  /// - Parameter side: where a large frame can be walked beside another.
  package func prepare(_ inputs: [CameraInput], beside side: SideThread?) {
    readAll(inputs, side)
    isSplicing = false
    let primary = sources[0]
    if primary.hasPicture, !(splicer?.hasTables(of: primary) ?? false) {
      splicer = nil
      lower = nil
      // Before the first splicer there are no tables: what came is then drawn by pixels.
      do throws(SpliceObstacle) {
        guard primary.subsampling == subsampling else { throw .otherBlocks }
        splicer = try CanvasSplicer(size: layout.canvas, sources: sources)
      } catch { obstacle = error }
    }
    guard splicer != nil else { return }
    splicer?.prepare()
    for index in sources.indices where sources[index].obstacle == nil { isSplicing = true }
    if !isSplicing { obstacle = primary.obstacle ?? .noFrame }
  }

  private func readAll(_ inputs: [CameraInput], _ side: SideThread?) {
    let isAside = side != nil && walk != nil && isLarge(inputs, 0) && isLarge(inputs, 1)
    if isAside, let walk {
      walk.slot = inputs[1].slot
      side?.begin(walk)
    }
    for index in sources.indices {
      outcomes[index] = nil
      guard let slot = newSlot(inputs, index) else { continue }
      guard slot.format.pixelFormat == .mjpeg else {
        sources[index].reset(.notJPEG)
        continue
      }
      let outcome: SpliceSource.Outcome?
      if isAside && index == 1 {
        side?.finish()
        outcome = walk?.outcome
      } else {
        outcome = slot.withBytes { bytes in sources[index].read(bytes) }
      }
      outcomes[index] = outcome
      // A camera that came back with another size is scaled, as the pixel composer does.
      if case .unusable(.otherSize(let size)) = outcome { sources[index].reset(.otherSize(size)) }
    }
  }

  private func newSlot(_ inputs: [CameraInput], _ index: Int) -> FrameSlot? {
    inputs[index].isNew || !sources[index].hasPicture ? inputs[index].slot : nil
  }

  private func isLarge(_ inputs: [CameraInput], _ index: Int) -> Bool {
    guard let slot = newSlot(inputs, index), slot.format.pixelFormat == .mjpeg else { return false }
    return slot.byteCount >= Self.worthHandingOver
  }

  /// Whether a camera is carried over in the picture at hand.
  package func carries(_ index: Int) -> Bool { isSplicing && sources[index].obstacle == nil }

  package func revealShared(viewfinder: Int, into canvas: PlanarPicture) {
    splicer?.revealShared(viewfinder: viewfinder, into: canvas)
  }

  /// Takes over where chrome was drawn. Pictures between, composed otherwise, count too.
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

  /// Writes the picture; see ``CanvasSplicer/compose(_:touched:into:)``.
  ///
  /// - Parameter side: where the lower rows can be put together beside the upper ones.
  package func compose(
    _ canvas: PlanarPicture, touched: borrowing InkMask, into output: OutputFrame, beside side: SideThread?
  ) throws(JPEGError) {
    while true {
      do throws(JPEGError) {
        output.byteCount = try output.withMemory { memory throws(JPEGError) in
          try compose(canvas, touched.blocks, into: &memory, side)
        }
        break
      } catch {
        // Cameras may send far more than any encoder would: rarely, so it is made room for only then.
        guard case .noRoom = error, output.grow() else { throw error }
      }
    }
    total += counts
  }

  private func compose(
    _ canvas: PlanarPicture, _ touched: BlockMask, into memory: inout MutableSpan<UInt8>, _ side: SideThread?
  ) throws(JPEGError) -> Int {
    guard let bands = splicer?.bands, let side, bands.count == 2, !bands[1].rows.isEmpty else {
      return try splicer?.compose(canvas, touched: touched, into: &memory) ?? 0
    }
    if lower == nil {
      lower = LowerRowsTask(capacity: memory.count) { [unowned self] output, offset throws(JPEGError) in
        guard let touched = self.touched else { return offset }
        return try bands[1].compose(canvas, touched: touched, into: &output, at: offset)
      }
    }
    self.touched = touched
    // Held on to, it would be copied when it is drawn to.
    defer { self.touched = nil }
    let start = try splicer?.begin(into: &memory) ?? 0
    return try lower?.follow(in: &memory, from: start, beside: side) { output, offset throws(JPEGError) in
      try bands[0].compose(canvas, touched: touched, into: &output, at: offset)
    } ?? 0
  }
}
