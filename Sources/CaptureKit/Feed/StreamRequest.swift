import PixelTypes

/// What the user asks of a source; `nil` leaves the choice to the source.
public struct StreamRequest: Sendable, Hashable {
  public var pixelFormat: PixelFormat?
  public var size: PixelSize?
  public var framesPerSecond: Double?
  /// Kernel buffers for a camera (`--buffers`).
  public var bufferCount: Int
  /// Controls to set, by V4L2 name, as `v4l2-ctl` spells them (`-c name=value`).
  public var controls: [(name: String, value: Int)] = []

  public init(
    pixelFormat: PixelFormat? = nil, size: PixelSize? = nil, framesPerSecond: Double? = nil,
    bufferCount: Int = 6
  ) {
    self.pixelFormat = pixelFormat
    self.size = size
    self.framesPerSecond = framesPerSecond
    self.bufferCount = bufferCount
  }

  public static func == (a: StreamRequest, b: StreamRequest) -> Bool {
    a.pixelFormat == b.pixelFormat && a.size == b.size && a.framesPerSecond == b.framesPerSecond
      && a.bufferCount == b.bufferCount && a.controls.elementsEqual(b.controls, by: ==)
  }

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
