/// A plugged-in camera: its name, what it offers and, if it can't be used, why.
public struct CameraDevice: Sendable, Equatable, Encodable {
  /// The node, `/dev/videoN`; the number may change each time the camera is plugged in.
  public var path: String
  /// The name the camera gives itself.
  public var name: String
  /// The kernel driver's name: "uvcvideo".
  public var driver: String
  /// Where it is plugged in (`bus_info`): "usb-0000:00:14.0-2".
  public var bus: String
  /// Links under `/dev/v4l/by-id`: they name this camera on any port, unless it has a twin.
  public var byId: [String]
  /// Links under `/dev/v4l/by-path`: they name the port.
  public var byPath: [String]
  /// The pixel formats it offers, in the driver's order.
  public var formats: [CameraFormat]
  /// Its controls with their current values, in ascending order of id.
  public var controls: [CameraControl]
  /// Whether dualcam can run it now.
  public var usable: Bool
  /// Why not; `nil` when it is usable.
  public var problem: String?
  /// Anything else worth knowing, for instance that by-id can't tell two cameras apart.
  public var notes: [String]
  /// The node beside it that tells its frames' times by its own clock, if it sends them; `nil` when there is none.
  public var metadataNode: String?
  /// Whether this looks like a metadata node. Set only for a node that can't be opened; metadata nodes that can be opened
  /// aren't listed.
  public var isMetadata = false
}

/// One pixel format of a camera.
public struct CameraFormat: Sendable, Equatable, Encodable {
  /// Four characters: "MJPG".
  public var fourcc: String
  /// The driver's description of it.
  public var description: String
  /// Whether dualcam takes it without conversion.
  public var usable: Bool
  /// The frame sizes offered in this format; empty when the driver lists none.
  public var sizes: [CameraFrameSize]
}

/// A frame size and the rates that a camera offers at it.
public struct CameraFrameSize: Sendable, Equatable, Encodable {
  /// Width in pixels; for a range of sizes, the largest.
  public var width: Int
  /// Height in pixels; for a range of sizes, the largest.
  public var height: Int
  /// Frames a second, highest first; empty when the driver doesn't say.
  public var fps: [Double]
  /// The smallest size of a stepwise or continuous range; `width` and `height` are the largest. `nil` for a single size.
  public var smallest: Extent?
  /// The increment between sizes in a range; `nil` for a single size.
  public var step: Extent?

  /// A width and a height, both in pixels.
  public struct Extent: Sendable, Equatable, Encodable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
  }
}

extension CameraDevice {
  /// Encodes `problem` even when it is null, so that readers needn't check for the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(name, forKey: .name)
    try container.encode(driver, forKey: .driver)
    try container.encode(bus, forKey: .bus)
    try container.encode(byId, forKey: .byId)
    try container.encode(byPath, forKey: .byPath)
    try container.encode(formats, forKey: .formats)
    try container.encode(controls, forKey: .controls)
    try container.encode(usable, forKey: .usable)
    try container.encode(problem, forKey: .problem)
    try container.encode(notes, forKey: .notes)
    try container.encode(metadataNode, forKey: .metadataNode)
    if isMetadata { try container.encode(true, forKey: .metadata) }
  }

  enum CodingKeys: String, CodingKey {
    case path, name, driver, bus, byId, byPath, formats, controls, usable, problem, notes, metadataNode
    case metadata
  }
}
