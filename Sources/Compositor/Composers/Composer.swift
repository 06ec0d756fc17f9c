import GlassChrome
import JPEGCodec
import PixelTypes

/// Assembles pictures from the cameras' frames and the ink and chrome drawn on the canvas.
package protocol Composer: AnyObject {
  /// `splice` or `pixel`.
  var kind: ComposerChoice { get }
  /// How the current picture is made.
  var composition: Composition { get }

  /// A camera's walk; `nil` if its frames are always decoded.
  func walk(of camera: Int) -> CameraWalk?

  /// Prepares a picture: decides which cameras' frames are carried over.
  ///
  /// - Parameters:
  ///   - inputs: one for each camera.
  ///   - side: walks one large frame in parallel with another.
  func prepare(_ inputs: [CameraInput], beside side: SideThread?)

  /// Decodes onto the canvas those pixels of a carried frame that share MCUs with its viewfinder's surroundings.
  func reveal(_ camera: Int)

  /// Draws a camera's own pixels of an area of its viewfinder, or of a larger one, into another
  /// picture of the canvas's size and subsampling. Call it before drawing ink there.
  func show(_ area: PixelRect, of camera: Int, into picture: PlanarPicture)

  /// Notes the tiles in which chrome was drawn; call it for every picture, however it is composed.
  func chromeWasDrawn(_ tiles: TileMap)

  /// Writes the picture.
  ///
  /// - Parameters:
  ///   - ink: which blocks ink touches.
  ///   - quality: 1...100 on libjpeg's scale, for encoding the whole canvas.
  ///   - sides: make the lower rows in parallel with the upper ones.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  func compose(ink: borrowing BlockMask, quality: Int, into output: OutputFrame, beside sides: [SideThread])
    throws(JPEGError)
}
