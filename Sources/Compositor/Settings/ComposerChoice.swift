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
  ///
  /// - Parameters:
  ///   - main: the main camera's format.
  ///   - size: its frames' size.
  package static func obstacle(
    to request: CanvasLayout.Request, main: PixelFormat, size: PixelSize, in layout: CanvasLayout
  ) -> String? {
    if request.canvas != nil { return "the canvas has its own size, so pictures are scaled" }
    if main != .mjpeg { return "the main camera sends \(main.rawValue), not JPEGs" }
    if layout.viewfinders[0].width != size.width || layout.viewfinders[0].height != size.height {
      return layout.isBesideSheet
        ? "the viewfinders are smaller while a sheet is open beside them"
        : "the main viewfinder hasn't its camera's size, so pictures are scaled"
    }
    let step = PlaceGrid.blocks.step
    if layout.viewfinders.contains(where: { $0.x % step + $0.y % step > 0 }) {
      return "a viewfinder doesn't begin on a multiple of \(step) pixels, as JPEG's blocks do"
    }
    return nil
  }
}
