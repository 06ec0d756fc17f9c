import GlassChrome
import JPEGCodec
import PixelTypes

/// Assembles pictures from the cameras' frames and the ink and chrome drawn on a surface.
///
/// ``compose(_:quality:into:beside:)`` may run while the next picture is prepared on another surface.
package protocol Composer: AnyObject {
  /// `splice` or `pixel`.
  var kind: ComposerChoice { get }

  /// A surface to draw pictures on.
  func makeSurface() -> Surface

  /// Prepares a picture: decides which cameras' frames are carried over.
  ///
  /// - Parameters:
  ///   - inputs: one for each camera.
  ///   - side: walks one large frame in parallel with another.
  func prepare(_ surface: Surface, _ inputs: [CameraInput], beside side: SideThread?)

  /// Decodes onto the canvas those pixels of a carried frame that share MCUs with its viewfinder's surroundings.
  func reveal(_ camera: Int, on surface: Surface)

  /// Draws a camera's own pixels of an area of its viewfinder, or of a larger one, into another
  /// picture of the canvas's size and subsampling. Call it before drawing ink there.
  func show(_ area: PixelRect, of camera: Int, on surface: Surface, into picture: PlanarPicture)

  /// Notes the tiles in which chrome was drawn; call it for every picture, however it is composed.
  func chromeWasDrawn(_ tiles: TileMap)

  /// Writes the picture.
  ///
  /// - Parameters:
  ///   - surface: with all ink and chrome.
  ///   - quality: 1...100 on libjpeg's scale, for encoding the whole canvas.
  ///   - sides: make the lower rows in parallel with the upper ones.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  func compose(_ surface: Surface, quality: Int, into picture: Picture, beside sides: [SideThread])
    throws(JPEGError)
}

extension ComposerChoice {
  /// Makes the composer for a canvas and its cameras.
  ///
  /// - Parameters:
  ///   - subsampling: the canvas's.
  ///   - obstacle: why splicing is impossible, if it is.
  ///   - policy: how to show damaged frames.
  ///   - embedded: the names of the cameras if pictures have their frames inside, as far as they carry them; else none.
  ///   - threads: how many can make rows side by side.
  package func composer(
    _ layout: CanvasLayout, _ subsampling: ChromaSubsampling, obstacle: String?, policy: DamagePolicy,
    embedding embedded: [String], threads: Int
  ) throws(CompositorError) -> any Composer {
    if self == .splice, let obstacle { throw .usage(reason: "--composer splice: \(obstacle)") }
    do {
      return self == .pixel || obstacle != nil
        ? PixelComposer(layout.canvas, subsampling, threads: threads)
        : try SpliceComposer(
          layout, subsampling, policy: policy, embedding: embedded, threads: threads)
    } catch { throw .codec(error) }
  }
}
