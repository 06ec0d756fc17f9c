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

  /// Makes a control from its parts; checks nothing.
  public init(
    name: String, id: UInt32, type: Kind, minimum: Int64, maximum: Int64, step: UInt64, defaultValue: Int64,
    value: Int64? = nil, menu: [Item] = [], flags: [String] = []
  ) {
    self.name = name
    self.id = id
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.defaultValue = defaultValue
    self.value = value
    self.menu = menu
    self.flags = flags
  }

  /// The type of a control (`v4l2_ctrl_type`); ``other`` covers every type that dualcam doesn't know.
  public enum Kind: String, Sendable, Encodable {
    case integer, boolean, menu, button, integer64, integerMenu = "integer-menu", bitmask, string, rectangle,
      other
  }

  /// Whether it is the rectangle in which a UVC camera's automatics measure: `V4L2_CID_UVC_REGION_OF_INTEREST_RECT`,
  /// https://docs.kernel.org/userspace-api/media/drivers/uvcvideo.html
  public var isRegionOfInterest: Bool {
    type == .rectangle && name.hasPrefix("region_of_interest") && !flags.contains("read-only")
  }

  /// Whether it chooses the automatics that measure there: `V4L2_CID_UVC_REGION_OF_INTEREST_AUTO`.
  var choosesRegionAutomatics: Bool { type == .bitmask && name.hasPrefix("region_of_interest_auto") }
  /// The bits for automatic exposure (0) and focus (3), if the camera has them.
  var exposureAndFocus: Int64 { maximum & 0b1001 }

  /// An item of a menu control.
  public struct Item: Sendable, Equatable, Encodable {
    /// The control's value that selects this item.
    public var value: Int64
    /// The driver's label; for an integer menu, the number it stands for.
    public var name: String

    /// Makes an item from its value and label.
    public init(value: Int64, name: String) {
      self.value = value
      self.name = name
    }
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
