import PixelTypes

/// A value for a control.
public struct ControlValue: Sendable, Hashable {
  /// The control's V4L2 name as `v4l2-ctl` spells it.
  public var name: String
  /// The value to set.
  public var value: Int64

  /// Names a control and a value for it.
  public init(_ name: String, _ value: Int64) { (self.name, self.value) = (name, value) }
}

/// What the user requests of a source; `nil` leaves the choice to the source.
public struct StreamRequest: Sendable, Hashable {
  /// The pixel format to request.
  public var pixelFormat: PixelFormat?
  /// The frame size to request, in pixels; a camera's default is 1280×720.
  public var size: PixelSize?
  /// Frames a second to request; a camera's default is 30.
  public var framesPerSecond: Double?
  /// Number of kernel buffers for a camera (`--buffers`), clamped to 3...32.
  public var bufferCount: Int
  /// Controls to set, in this order (`-c name=value`).
  public var controls: [ControlValue] = []

  /// Makes a request without controls; omitted values are left to the source.
  public init(
    pixelFormat: PixelFormat? = nil, size: PixelSize? = nil, framesPerSecond: Double? = nil,
    bufferCount: Int = 6
  ) {
    self.pixelFormat = pixelFormat
    self.size = size
    self.framesPerSecond = framesPerSecond
    self.bufferCount = bufferCount
  }
}
