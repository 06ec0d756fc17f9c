import PixelTypes

/// The format a source delivers, as negotiated or read from its file.
public struct StreamFormat: Sendable, Hashable {
  /// How pixels are stored.
  public var pixelFormat: PixelFormat
  /// The frame's size in pixels.
  public var size: PixelSize
  /// Bytes per row of the first plane, as the driver reports it (`bytesperline`); 0 for compressed formats.
  public var bytesPerRow: Int
  /// Frames a second; `nil` when the source doesn't say.
  public var framesPerSecond: Double?
  /// Range and matrix of the samples; `ColorEncoding.jpeg` for MJPEG.
  public var encoding: ColorEncoding

  /// The turn that sets a frame upright, from its EXIF orientation; the other values are those before the turn.
  public var orientation: PictureTurn

  /// Makes a format from its parts.
  public init(
    pixelFormat: PixelFormat, size: PixelSize, bytesPerRow: Int, framesPerSecond: Double?,
    encoding: ColorEncoding, orientation: PictureTurn = .none
  ) {
    self.pixelFormat = pixelFormat
    self.size = size
    self.bytesPerRow = bytesPerRow
    self.framesPerSecond = framesPerSecond
    self.encoding = encoding
    self.orientation = orientation
  }
}

extension StreamFormat {
  /// For people: `mjpeg 1280x720, 30.0 fps`.
  public var summary: String {
    let rate = framesPerSecond.map { ", \(($0 * 100).rounded() / 100) fps" } ?? ""
    return "\(pixelFormat.rawValue) \(size)\(rate)"
  }
}
