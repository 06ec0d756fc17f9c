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
  /// Whether this looks like a metadata node. Only set for a node that may not be opened; metadata nodes that can be opened
  /// are left out of the list.
  public var isMetadata = false
  /// Whether another camera has the same name and serial number, so the by-id link may lead to either.
  var hasTwin = false

  /// The best name to keep in a configuration: by-id where it is unambiguous, else by-path, else the node.
  public var stableName: String {
    (hasTwin ? nil : byId.first) ?? byPath.first ?? path
  }
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
  /// The step in which the sides of a range grow; `nil` for a single size.
  public var step: Extent?

  /// A width and a height, both in pixels.
  public struct Extent: Sendable, Equatable, Encodable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
  }
}

/// A control as `v4l2-ctl --list-ctrls-menus` shows it.
public struct CameraControl: Sendable, Equatable, Encodable {
  /// Lower case, words joined by underscores, as `v4l2-ctl` spells it: "white_balance_automatic".
  public var name: String
  /// The V4L2 control id (`V4L2_CID_…`).
  public var id: UInt32
  /// What kind of value it takes.
  public var type: Kind
  /// The smallest value it takes.
  public var minimum: Int64
  /// The largest value it takes.
  public var maximum: Int64
  /// Values are `minimum` plus a multiple of this.
  public var step: UInt64
  /// The driver's default value.
  public var defaultValue: Int64
  /// `nil` for buttons and for controls that can't be read.
  public var value: Int64?
  /// The items of a menu, by value; empty for other kinds.
  public var menu: [Item]
  /// Any of "grabbed", "read-only", "inactive", "write-only", "volatile".
  public var flags: [String]

  /// The type of a control (`v4l2_ctrl_type`); ``other`` stands for every type that dualcam doesn't know.
  public enum Kind: String, Sendable, Encodable {
    case integer, boolean, menu, button, integer64, integerMenu = "integer-menu", bitmask, string, other
  }

  /// An item of a menu control.
  public struct Item: Sendable, Equatable, Encodable {
    /// The control's value that selects this item.
    public var value: Int64
    /// The driver's label; for an integer menu, the number it stands for.
    public var name: String
  }

  enum CodingKeys: String, CodingKey {
    case name, id, type, minimum, maximum, step
    case defaultValue = "default"
    case value, menu, flags
  }

  /// The name as `v4l2-ctl` spells it: each run of other characters becomes one underscore.
  static func spelling(_ driverName: String) -> String {
    driverName.lowercased()
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "_")
  }
}

extension CameraDevice {
  /// Encodes `problem` even when it is null, so that a reader needn't check whether the key exists.
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
    if isMetadata { try container.encode(true, forKey: .metadata) }
  }

  enum CodingKeys: String, CodingKey {
    case path, name, driver, bus, byId, byPath, formats, controls, usable, problem, notes, metadata
  }
}
