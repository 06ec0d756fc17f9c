import GlassChrome
import JPEGCodec
import PixelTypes

/// How to assemble pictures.
package enum ComposerChoice: String, Sendable, CaseIterable {
  /// ``splice`` if the canvas and the cameras allow it, else ``pixel``.
  case auto
  /// Carries over the cameras' own JPEG data; codes only chrome and what ink touches.
  case splice
  /// Decodes, draws, encodes.
  case pixel

  /// Why a layout can't be spliced with any frames; `nil` if it can.
  package static func obstacle(to request: CanvasLayout.Request, primary: PixelFormat) -> String? {
    if request.canvas != nil { return "the canvas has its own size, so pictures are scaled" }
    if primary != .mjpeg { return "the primary sends \(primary.rawValue), not JPEGs" }
    return nil
  }

  /// Makes the composer for a canvas and its cameras.
  ///
  /// - Parameters:
  ///   - canvas: in the layout's size.
  ///   - obstacle: why splicing is impossible, if it is.
  ///   - policy: how to show damaged frames.
  ///   - threads: how many can make rows side by side.
  package func composer(
    _ canvas: PlanarPicture, _ layout: CanvasLayout, obstacle: String?, policy: DamagePolicy,
    threads: Int
  ) throws(CompositorError) -> any Composer {
    if self == .splice, let obstacle { throw .usage(reason: "--composer splice: \(obstacle)") }
    do {
      return self == .pixel || obstacle != nil
        ? try PixelComposer(canvas, threads: threads)
        : try SpliceComposer(canvas, layout: layout, policy: policy, threads: threads)
    } catch { throw .codec(error) }
  }
}
