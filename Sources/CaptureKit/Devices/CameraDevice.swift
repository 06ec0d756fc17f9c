/// A camera that is plugged in: what it is called, what it offers and, if it can't be used, why.
public struct CameraDevice: Sendable, Equatable, Encodable {
  /// The node, `/dev/videoN`; the number may change whenever it is plugged in.
  public var path: String
  /// What the camera calls itself.
  public var name: String
  public var driver: String
  /// Where it is plugged in (`bus_info`): "usb-0000:00:14.0-2".
  public var bus: String
  /// Links under `/dev/v4l/by-id`: they name this very camera wherever it is plugged in, unless a twin is there.
  public var byId: [String]
  /// Links under `/dev/v4l/by-path`: they name the port.
  public var byPath: [String]
  public var formats: [CameraFormat]
  public var controls: [CameraControl]
  /// Whether dualcam can run it now.
  public var usable: Bool
  /// Why not; `nil` when it is usable.
  public var problem: String?
  /// What else is to be known, for instance that by-id can't tell two cameras apart.
  public var notes: [String]
  /// Whether it looks like a node for what a camera says about its frames. Only of one that may not be opened: others are
  /// known, and left out.
  public var isMetadata = false
  /// Whether another camera has the same name and serial number, so that its by-id link may lead to either.
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
  /// The driver's words for it.
  public var description: String
  /// Whether dualcam takes it as it is.
  public var usable: Bool
  public var sizes: [CameraFrameSize]
}

/// A size in pixels and the rates that a camera offers at it.
public struct CameraFrameSize: Sendable, Equatable, Encodable {
  public var width: Int
  public var height: Int
  /// Frames a second, highest first; empty when the driver doesn't say.
  public var fps: [Double]
  /// For a stepwise or continuous range, of which `width` and `height` are the largest: the smallest.
  public var smallest: Extent?
  /// For a range: by how much sides may grow.
  public var step: Extent?

  /// Two sides in pixels.
  public struct Extent: Sendable, Equatable, Encodable {
    public var width: Int
    public var height: Int
  }
}

/// A control as `v4l2-ctl --list-ctrls-menus` shows it.
public struct CameraControl: Sendable, Equatable, Encodable {
  /// Lower case, words joined by underscores: "white_balance_automatic".
  public var name: String
  public var id: UInt32
  public var type: Kind
  public var minimum: Int64
  public var maximum: Int64
  public var step: UInt64
  public var defaultValue: Int64
  /// `nil` for buttons and for controls that can't be read.
  public var value: Int64?
  /// Items of a menu by value.
  public var menu: [Item]
  /// "disabled", "grabbed", "read-only", "inactive", "write-only", "volatile".
  public var flags: [String]

  public enum Kind: String, Sendable, Encodable {
    case integer, boolean, menu, button, integer64, integerMenu = "integer-menu", bitmask, string, other
  }

  public struct Item: Sendable, Equatable, Encodable {
    public var value: Int64
    public var name: String
  }

  enum CodingKeys: String, CodingKey {
    case name, id, type, minimum, maximum, step
    case defaultValue = "default"
    case value, menu, flags
  }

  /// The spelling that `v4l2-ctl` gives a driver's name: runs of other characters become one underscore.
  static func spelling(_ driverName: String) -> String {
    driverName.lowercased()
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "_")
  }
}

extension CameraDevice {
  /// With `problem` present even when it is null, so that a reader needn't ask whether the key exists.
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
