import Compositor
import GlassChrome
import PixelTypes

extension Stage {
  /// A stage with a screen around its viewfinders, unless the settings have none.
  ///
  /// - Parameter former: the stage it replaces, whose screen and threads it continues.
  /// - Throws: ``CompositorError``.
  package convenience init(
    cameras: [CameraDescription], subsampling: ChromaSubsampling, settings: StageSettings,
    continuing former: Stage? = nil
  ) throws(CompositorError) {
    try self.init(
      cameras: cameras, subsampling: subsampling, settings: settings, continuing: former
    ) { (layout, canvas) throws(GlassError) in
      guard settings.drawsChrome else { return nil }
      return try StageScreen(
        settings, layout, canvas, names: cameras.prefix(layout.viewfinders.count).map(\.name),
        continuing: former?.screen)
    }
  }

  /// The screen around its viewfinders; `nil` for none.
  package var screen: StageScreen? { chrome as? StageScreen }
}
