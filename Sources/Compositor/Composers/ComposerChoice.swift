import GlassChrome
import JPEGCodec
import PixelTypes

/// How pictures are put together.
public enum ComposerChoice: String, Sendable, CaseIterable {
  /// ``splice`` if the canvas and the cameras allow it, else ``pixel``.
  case auto
  /// The cameras' own JPEG data is carried over; only what ink touches and chrome is coded.
  case splice
  /// Decode, draw, encode.
  case pixel

  /// Why a layout can't be spliced, whatever the frames are; `nil` if it can.
  package static func obstacle(to request: CanvasLayout.Request, primary: PixelFormat) -> String? {
    if request.canvas != nil { return "the canvas has its own size, so pictures are scaled" }
    if primary != .mjpeg { return "the primary sends \(primary.rawValue), not JPEGs" }
    return nil
  }

  /// The composer for a canvas and its cameras.
  ///
  /// - Parameters:
  ///   - canvas: in the layout's size.
  ///   - obstacle: why splicing is out of the question, if it is.
  ///   - policy: what becomes of damaged frames.
  package func composer(
    _ canvas: PlanarPicture, _ layout: CanvasLayout, obstacle: String?, policy: DamagePolicy
  ) throws(CompositorError) -> any Composer {
    if self == .splice, let obstacle { throw .usage(reason: "--composer splice: \(obstacle)") }
    do {
      return self == .pixel || obstacle != nil
        ? try PixelComposer(canvas) : try SpliceComposer(canvas, layout: layout, policy: policy)
    } catch { throw .codec(error) }
  }
}
