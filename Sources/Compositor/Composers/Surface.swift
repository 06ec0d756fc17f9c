import GlassChrome
import JPEGCodec
import PixelTypes

/// What one picture is drawn on, until it is coded.
///
/// A stage needs one. With a second it draws the next picture while the last is coded: nothing that ``Stage/draw(_:)``
/// changes belongs to both.
package final class Surface {
  /// Holds the chrome, and the pixels of viewfinders that aren't carried over.
  package let canvas: PlanarPicture
  /// The cameras' frames on their way to the splicer; none if all are decoded.
  package let walks: [CameraWalk]
  let sources: [SpliceSource]
  /// Draws ink on the canvas, and knows where it did.
  var ink: InkPainter
  /// Carries frames over into the current picture; `nil` if all of it is encoded.
  var splicing: SpliceComposer.Splicing?
  /// Why the current picture isn't spliced; `nil` if it is, or if pixels were requested.
  var obstacle: SpliceObstacle?
  /// Where another surface has newer chrome.
  private var outdated: TileMap
  /// Whether its picture has yet to be coded.
  var isHeld = false

  init(_ size: PixelSize, _ subsampling: ChromaSubsampling, walks: [CameraWalk]) {
    canvas = PlanarPicture(size: size, subsampling: subsampling)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 18)
    self.walks = walks
    sources = walks.map(\.source)
    ink = InkPainter(canvas: size, subsampling: subsampling)
    outdated = TileMap(canvas: size)
    outdated.markAll()
  }

  /// How the last picture was made.
  var composition: Composition {
    splicing.map { .spliced($0.splicer.counts) } ?? .encoded(because: obstacle)
  }

  /// Notes that another surface has newer chrome in these tiles.
  func miss(_ tiles: TileMap) { outdated.formUnion(tiles) }

  /// Continues after the last picture, which lies on another surface and may be coded meanwhile.
  func follow(_ last: Surface) {
    for (walk, former) in zip(walks, last.walks) { walk.follow(former) }
    // With the viewfinders, which are drawn anew.
    for row in 0..<outdated.rows {
      var column = 0
      while let run = outdated.run(row: row, from: column) {
        PlaneFill.copy(last.canvas, run.rect, to: canvas)
        column = run.next
      }
    }
    outdated.clear()
  }
}
