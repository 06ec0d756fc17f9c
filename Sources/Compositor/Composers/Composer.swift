import GlassChrome
import JPEGCodec
import PixelTypes

/// Puts pictures together: of the cameras' frames, and of the ink and chrome that are drawn onto the canvas.
package protocol Composer: AnyObject {
  /// What it is: `splice` or `pixel`.
  var kind: ComposerChoice { get }
  /// How the picture at hand is made.
  var composition: Composition { get }
  /// All pictures' MCUs so far; those of pictures that were encoded whole don't count.
  var total: SpliceCounts { get }

  /// A camera's walk; `nil` if its frames are always decoded.
  func walk(of camera: Int) -> CameraWalk?

  /// Gets ready for a picture: decides which of the cameras' frames are carried over into it.
  ///
  /// - Parameters:
  ///   - inputs: one for each camera.
  ///   - side: walks a large frame beside another.
  func prepare(_ inputs: [CameraInput], beside side: SideThread?)

  /// Brings onto the canvas those pixels of a carried frame that share MCUs with what lies beside its viewfinder.
  func reveal(_ camera: Int, into canvas: PlanarPicture)

  /// Takes note of the tiles in which chrome was drawn. Every picture's count, however it is composed.
  func chromeWasDrawn(_ tiles: TileMap)

  /// Writes the picture.
  ///
  /// - Parameters:
  ///   - ink: which MCUs ink touches.
  ///   - quality: 1...100, libjpeg's scale, if the canvas is encoded whole.
  ///   - side: makes the lower rows beside the upper ones.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  func compose(ink: borrowing InkMask, quality: Int, into output: OutputFrame, beside side: SideThread?)
    throws(JPEGError)

  /// Forgets the pictures so far: nobody got them.
  func forgetCounts()
}

/// How a picture was made.
package enum Composition {
  /// Of the cameras' own data, with what its MCUs were made of.
  case spliced(SpliceCounts)
  /// The canvas was encoded whole; with the reason if it could have been spliced.
  case encoded(because: SpliceObstacle?)
}
