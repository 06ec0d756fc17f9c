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
  ///   - primary: the main camera's format.
  ///   - isWhole: whether its viewfinder has its frames' size.
  package static func obstacle(
    to request: CanvasLayout.Request, primary: PixelFormat, isWhole: Bool = true
  ) -> String? {
    if request.canvas != nil { return "the canvas has its own size, so pictures are scaled" }
    if primary != .mjpeg { return "the primary sends \(primary.rawValue), not JPEGs" }
    if !isWhole { return "the viewfinders are smaller while a sheet is open beside them" }
    return nil
  }
}
