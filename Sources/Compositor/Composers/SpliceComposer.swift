import CaptureKit
import GlassChrome
import JPEGCodec
import PixelTypes

/// Assembles pictures by splicing.
///
/// The canvas has the main camera's tables. A camera whose frames don't fit is drawn by pixels while
/// the others are carried over; the canvas is encoded whole only if none can be.
package final class SpliceComposer: Composer {
  package let kind = ComposerChoice.splice
  private let layout: CanvasLayout
  private let subsampling: ChromaSubsampling
  private let policy: DamagePolicy
  /// For pictures that can't be spliced.
  private let pixels: PixelComposer
  /// With the main camera's current tables.
  private var splicing: Splicing?
  /// Why there is no splicer.
  private var obstacle = SpliceObstacle.noFrame
  private let threads: Int
  /// The cameras' names, if pictures have their frames inside.
  private let embedded: [String]

  /// - Parameters:
  ///   - policy: how to show damaged frames.
  ///   - embedded: the cameras' names, to have their frames inside pictures; else none.
  ///   - threads: how many can compose rows side by side.
  /// - Throws: ``JPEGError/unavailable``.
  package init(
    _ layout: CanvasLayout, _ subsampling: ChromaSubsampling, policy: DamagePolicy,
    embedding embedded: [String],
    threads: Int
  ) throws(JPEGError) {
    self.embedded = embedded
    (self.layout, self.subsampling, self.policy, self.threads) = (layout, subsampling, policy, threads)
    pixels = PixelComposer(layout.canvas, subsampling, threads: threads)
  }

  package func makeSurface() -> Surface {
    let surface = Surface(
      layout.canvas, subsampling,
      walks: layout.viewfinders.map { CameraWalk(SpliceSource(rect: $0, policy: policy)) })
    for (source, name) in zip(surface.sources, embedded) { source.embeddedName = Array(name.utf8) }
    return surface
  }

  package func prepare(_ surface: Surface, _ inputs: [CameraInput], beside side: SideThread?) {
    readAll(surface.walks, inputs, side)
    let isSplicing = prepareSplicer(surface)
    surface.splicing = isSplicing ? splicing : nil
    surface.obstacle = isSplicing ? nil : obstacle
    for walk in surface.walks { walk.isCarried = isSplicing && walk.source.obstacle == nil }
  }

  private func readAll(_ walks: [CameraWalk], _ inputs: [CameraInput], _ side: SideThread?) {
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
  private func prepareSplicer(_ surface: Surface) -> Bool {
    let main = surface.sources[0]
    if main.hasPicture, !(splicing?.splicer.hasTables(of: main) ?? false) {
      splicing = nil
      // Without a splicer there are no tables, so frames are drawn by pixels.
      do throws(SpliceObstacle) {
        guard main.subsampling == subsampling else { throw .otherBlocks }
        splicing = Splicing(
          try CanvasSplicer(size: layout.canvas, sources: surface.sources, bands: threads))
      } catch { obstacle = error }
    }
    guard let splicing else { return false }
    splicing.splicer.prepare(surface.sources)
    for source in surface.sources where source.obstacle == nil { return true }
    obstacle = main.obstacle ?? .noFrame
    return false
  }

  package func reveal(_ camera: Int, on surface: Surface) {
    guard surface.walks[camera].isCarried else { return }
    surface.splicing?.splicer.revealShared(
      viewfinder: camera, of: surface.sources[camera], into: surface.canvas)
  }

  package func show(_ area: PixelRect, of camera: Int, on surface: Surface, into picture: PlanarPicture) {
    if surface.walks[camera].isCarried {
      surface.sources[camera].show(area, into: picture)
    } else {
      PlaneFill.copy(surface.canvas, area, to: picture)
    }
  }

  package func chromeWasDrawn(_ tiles: TileMap) {
    guard let splicing else { return }
    for row in 0..<tiles.rows {
      var column = 0
      while let run = tiles.run(row: row, from: column) {
        splicing.splicer.chromeWasDrawn(in: run.rect)
        column = run.next
      }
    }
  }

  package func compose(
    _ surface: Surface, quality: Int, into picture: Picture, beside sides: [SideThread]
  ) throws(JPEGError) {
    guard let splicing = surface.splicing else {
      return try pixels.compose(surface, quality: quality, into: picture, beside: sides)
    }
    while true {
      do throws(JPEGError) {
        picture.byteCount = try picture.withMemory { memory throws(JPEGError) in
          try splicing.compose(surface, into: &memory, sides)
        }
        break
      } catch {
        // In rare cases cameras send far more than any encoder would. Make room only then.
        guard case .noRoom = error, picture.grow() else { throw error }
      }
    }
  }

  /// A splicer for the main camera's tables, and what composes its rows in parallel. Pictures keep theirs when the tables change.
  final class Splicing {
    let splicer: CanvasSplicer
    /// Composes the lower rows in parallel; made on first use.
    private var lower: LowerRows?
    /// The surface of the picture being composed.
    private var surface: Surface?

    init(_ splicer: CanvasSplicer) { self.splicer = splicer }

    func compose(
      _ surface: Surface, into memory: inout MutableSpan<UInt8>, _ sides: [SideThread]
    ) throws(JPEGError) -> Int {
      let bands = splicer.bands
      guard !sides.isEmpty, bands.count > 1 else {
        return try splicer.compose(
          surface.canvas, from: surface.sources, touched: surface.ink.mask, into: &memory)
      }
      if lower == nil {
        lower = LowerRows(1..<bands.count, capacity: memory.count) {
          [unowned self] band, output, offset throws(JPEGError) in
          guard let surface = self.surface else { return offset }
          return try bands[band].compose(
            surface.canvas, from: surface.sources, touched: surface.ink.mask, into: &output, at: offset)
        }
      }
      self.surface = surface
      // The surface holds this in turn.
      defer { self.surface = nil }
      let start = try splicer.begin(
        from: surface.sources, touched: surface.ink.mask, into: &memory)
      return try lower?.follow(in: &memory, from: start, beside: sides) { output, offset throws(JPEGError) in
        try bands[0].compose(
          surface.canvas, from: surface.sources, touched: surface.ink.mask, into: &output, at: offset)
      } ?? 0
    }
  }
}
