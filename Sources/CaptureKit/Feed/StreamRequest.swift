import PixelTypes

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
  /// Controls to set, by V4L2 name as `v4l2-ctl` spells it (`-c name=value`).
  public var controls: [(name: String, value: Int)] = []

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

  /// Whether two requests are equal, including the order of their controls.
  public static func == (a: StreamRequest, b: StreamRequest) -> Bool {
    a.pixelFormat == b.pixelFormat && a.size == b.size && a.framesPerSecond == b.framesPerSecond
      && a.bufferCount == b.bufferCount && a.controls.elementsEqual(b.controls, by: ==)
  }

  /// Hashes all parts, with controls in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pixelFormat)
    hasher.combine(size)
    hasher.combine(framesPerSecond)
    hasher.combine(bufferCount)
    for control in controls {
      hasher.combine(control.name)
      hasher.combine(control.value)
    }
  }
}
