import GlassChrome
import PixelTypes

/// What is drawn around a stage's viewfinders: `Screen` has it. A steady one allocates nothing.
package protocol StageChrome: AnyObject {
  /// How its glass is drawn.
  var quality: GlassQuality { get }

  /// Changes its look from the next picture on.
  ///
  /// - Throws: ``GlassError``; then the look hasn't changed.
  func restyle(_ style: ChromeStyle) throws(GlassError)
  /// Shows which guides were chosen.
  func select(_ settings: StageSettings)

  /// Sees a camera's new pixels, before ink is drawn on them.
  ///
  /// - Parameters:
  ///   - canvas: has them, if pixels are drawn.
  ///   - draw: draws those of an area.
  func see(
    _ camera: StageCamera, isMain: Bool, on canvas: PlanarPicture, nanoseconds: Int64,
    _ draw: (PixelRect, PlanarPicture) -> Void)
  /// Sees what the stage shows and reads in a picture.
  func look(at stage: Stage, _ moment: Moment)

  /// Continues on another canvas, which holds what was last drawn.
  func goOn(on canvas: PlanarPicture)
  /// Draws it.
  ///
  /// - Parameters:
  ///   - backdrop: the main camera's small picture; `nil` for none.
  ///   - nanoseconds: the picture's time.
  /// - Returns: the tiles drawn.
  func draw(over backdrop: PlanarPicture?, nanoseconds: Int64, into canvas: PlanarPicture) -> TileMap
}
