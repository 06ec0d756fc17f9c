// https://docs.kernel.org/userspace-api/media/v4l/vidioc-queryctrl.html

import CVideo4Linux
import Glibc

/// Queries a device's controls.
struct ControlSurvey {
  static let mostControls = 256
  static let mostItems = 64

  static func controls<Kernel>(of device: borrowing VideoDevice<Kernel>) -> [CameraControl] {
    var controls: [CameraControl] = []
    var last: UInt32 = 0
    for _ in 0..<mostControls {
      guard let raw = next(after: last, of: device) else { break }
      // Ids ascend; without this check a driver that repeats one would loop forever.
      guard raw.id > last else { break }
      last = raw.id
      if let control = control(raw, of: device) { controls.append(control) }
    }
    return controls
  }

  private static func next<Kernel>(
    after last: UInt32, of device: borrowing VideoDevice<Kernel>
  ) -> v4l2_query_ext_ctrl? {
    var raw = v4l2_query_ext_ctrl()
    raw.id = last | cv4l_next_control
    let code = uninterrupted { device.kernel.queryControl(device.handle, &raw) }
    if code == 0 { return raw }
    guard code == ENOTTY else { return nil }
    // For drivers without the extended call.
    var old = v4l2_queryctrl()
    old.id = last | cv4l_next_control
    guard uninterrupted({ device.kernel.queryOldControl(device.handle, &old) }) == 0 else { return nil }
    raw.id = old.id
    raw.type = old.type
    raw.minimum = Int64(old.minimum)
    raw.maximum = Int64(old.maximum)
    raw.step = UInt64(max(0, old.step))
    raw.default_value = Int64(old.default_value)
    raw.flags = old.flags
    raw.elems = 1
    // SAFETY: both are fixed arrays of 32 bytes inside their structs.
    unsafe withUnsafeMutableBytes(of: &raw.name) { to in
      unsafe withUnsafeBytes(of: &old.name) { unsafe to.copyMemory(from: $0) }
    }
    return raw
  }

  private static func control<Kernel>(
    _ raw: v4l2_query_ext_ctrl, of device: borrowing VideoDevice<Kernel>
  ) -> CameraControl? {
    let kind = CameraControl.Kind(raw.type)
    // Skip headings ("User Controls") and permanently disabled controls.
    guard raw.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, raw.flags & cv4l_control_disabled == 0 else {
      return nil
    }
    var control = CameraControl(
      name: CameraControl.spelling(fieldText(raw.name)), id: raw.id, type: kind, minimum: raw.minimum,
      maximum: raw.maximum, step: raw.step, defaultValue: raw.default_value, menu: [],
      flags: flagNames.filter { raw.flags & $0.flag != 0 }.map(\.name))
    let isPlain = raw.flags & (cv4l_control_has_payload | cv4l_control_write_only) == 0 && raw.elems <= 1
    if isPlain && kind != .button && kind != .string && kind != .other {
      var value: Int64 = 0
      let code = uninterrupted { device.kernel.getControl(device.handle, control.address, &value) }
      if code == 0 { control.value = value }
    }
    if kind == .menu || kind == .integerMenu { control.menu = items(of: control, device) }
    return control
  }

  private static func items<Kernel>(
    of control: CameraControl, _ device: borrowing VideoDevice<Kernel>
  ) -> [CameraControl.Item] {
    let first = max(0, control.minimum)
    guard control.maximum >= first else { return [] }
    var items: [CameraControl.Item] = []
    let last = control.maximum - first < Int64(mostItems) ? control.maximum : first + Int64(mostItems) - 1
    for index in first...last {
      var item = MenuItem(id: control.id, index: UInt32(truncatingIfNeeded: index))
      // Menus may have gaps, reported as EINVAL.
      guard uninterrupted({ device.kernel.queryMenuItem(device.handle, &item) }) == 0 else { continue }
      let name = control.type == .integerMenu ? String(item.value) : item.name
      items.append(CameraControl.Item(value: index, name: name))
    }
    return items
  }

  private static let flagNames: [(flag: UInt32, name: String)] = [
    (cv4l_control_grabbed, "grabbed"), (cv4l_control_read_only, "read-only"),
    (cv4l_control_inactive, "inactive"), (cv4l_control_write_only, "write-only"),
    (cv4l_control_volatile, "volatile"),
  ]
}

extension CameraControl {
  var address: ControlAddress { ControlAddress(id: id, isWide: type == .integer64) }
}

extension CameraControl.Kind {
  init(_ raw: UInt32) {
    self =
      switch v4l2_ctrl_type(raw) {
      case V4L2_CTRL_TYPE_INTEGER: .integer
      case V4L2_CTRL_TYPE_BOOLEAN: .boolean
      case V4L2_CTRL_TYPE_MENU: .menu
      case V4L2_CTRL_TYPE_BUTTON: .button
      case V4L2_CTRL_TYPE_INTEGER64: .integer64
      case V4L2_CTRL_TYPE_INTEGER_MENU: .integerMenu
      case V4L2_CTRL_TYPE_BITMASK: .bitmask
      case V4L2_CTRL_TYPE_STRING: .string
      case v4l2_ctrl_type(cv4l_control_rectangle): .rectangle
      default: .other
      }
  }
}
