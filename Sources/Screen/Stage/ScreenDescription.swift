import Compositor
import GlassChrome
import HostResources

/// Describes the screen as one line of JSON, for readers who can't see it: each viewfinder's frame, and each element's role,
/// label, value and frame, in points from the canvas's top left corner, y down.
package enum ScreenDescription {
  /// A stage's screen; without elements if it has none.
  ///
  /// - Parameter hasSettings: whether to add what the settings sheet can show, open or not.
  package static func json(of stage: Stage, hasSettings: Bool) -> [UInt8] {
    let (canvas, scale) = (stage.layout.canvas, stage.layout.scale)
    let viewfinders = stage.cameras.map { camera in
      let rect = camera.rect
      return Viewfinder(
        frame: Rect(
          x: Double(rect.x) / scale, y: Double(rect.y) / scale, width: Double(rect.width) / scale,
          height: Double(rect.height) / scale), camera: camera.id, zoom: camera.zoom)
    }
    return json(
      stage.screen?.chrome.accessibility ?? [], settings: hasSettings ? stage.screen?.settings ?? [] : [],
      viewfinders: viewfinders,
      canvasWidth: Double(canvas.width) / scale,
      canvasHeight: Double(canvas.height) / scale)
  }

  /// What shows a camera.
  package struct Viewfinder {
    /// In points.
    var frame: Rect
    /// The camera's name.
    var camera: String
    /// How many times the middle of its frames is enlarged.
    var zoom: Double
  }

  /// - Returns: `{"width":…,"height":…,"viewfinders":[{"camera":…,"zoom":…,"x":…,…},…],"elements":[{"id":…,"role":…,"label":…,"frame":{…},…}],
  ///   "settings":[{"id":…,"title":…,"settings":[…]}]}`, the last with all that the settings sheet can show, open or not.
  package static func json(
    _ elements: [AccessibilityElement], settings: [SettingsPage] = [], viewfinders: [Viewfinder],
    canvasWidth: Double,
    canvasHeight: Double
  ) -> [UInt8] {
    var json = JSONBytes(capacity: 256 + elements.count * 192)
    json.beginObject()
    json.member("width", canvasWidth, decimals: 2)
    json.member("height", canvasHeight, decimals: 2)
    json.beginArray("viewfinders")
    for viewfinder in viewfinders {
      json.beginObject()
      json.member("camera", viewfinder.camera)
      json.member("zoom", viewfinder.zoom, decimals: 4)
      json.members(of: viewfinder.frame, decimals: 2)
      json.endObject()
    }
    json.endArray()
    json.beginArray("elements")
    for element in elements { append(element, to: &json) }
    json.endArray()
    if !settings.isEmpty {
      json.beginArray("settings")
      for page in settings { append(page, to: &json) }
      json.endArray()
    }
    json.endObject()
    return json.bytes
  }

  private static func append(_ page: SettingsPage, to json: inout JSONBytes) {
    json.beginObject()
    json.member("id", page.id)
    json.member("title", page.title)
    json.beginArray("settings")
    for setting in page.settings {
      json.beginObject()
      json.member("id", page.name(of: setting))
      json.member("kind", setting.kind.name)
      json.member("label", setting.label)
      json.member("value", setting.value)
      json.member("enabled", setting.isEnabled)
      append(setting.kind, to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private static func append(_ kind: ScreenSetting.Kind, to json: inout JSONBytes) {
    switch kind {
    case .slider(let value, let range, let detents, let isLogarithmic):
      json.member("logarithmic", isLogarithmic)
      append(AccessibilityElement.Adjustment(value: value, range: range, detents: detents), to: &json)
    case .stepper(let value, let range):
      let range = Double(range.lowerBound)...Double(range.upperBound)
      append(AccessibilityElement.Adjustment(value: Double(value), range: range, detents: []), to: &json)
    case .toggle(let isOn): json.member("selected", isOn)
    case .picker(let options, let selected), .segments(let options, let selected):
      json.member("choice", selected)
      json.beginArray("options")
      for option in options {
        json.beginObject()
        json.member("id", option.id)
        json.member("label", option.title)
        json.endObject()
      }
      json.endArray()
    case .button, .reading: break
    }
  }

  private static func append(_ element: AccessibilityElement, to json: inout JSONBytes) {
    json.beginObject()
    json.member("id", element.id.path)
    json.member("role", element.role.rawValue)
    json.member("label", element.label)
    if let value = element.value {
      json.member("value", value)
    }
    json.beginObject("frame")
    json.members(of: element.frame, decimals: 2)
    json.endObject()
    json.member("enabled", element.isEnabled)
    json.member("selected", element.isSelected)
    if let hint = element.hint {
      json.member("hint", hint)
    }
    if element.isFocused {
      json.member("focused", true)
    }
    if !element.isVisible {
      json.member("visible", false)
    }
    if let adjustment = element.adjustment { append(adjustment, to: &json) }
    json.endObject()
  }

  private static func append(_ adjustment: AccessibilityElement.Adjustment, to json: inout JSONBytes) {
    json.beginObject("adjustment")
    json.member("value", adjustment.value, decimals: 4)
    json.member("minimum", adjustment.range.lowerBound, decimals: 4)
    json.member("maximum", adjustment.range.upperBound, decimals: 4)
    json.beginArray("detents")
    for detent in adjustment.detents { json.value(detent, decimals: 4) }
    json.endArray()
    json.endObject()
  }
}

extension JSONBytes {
  /// A rectangle's members: `x`, `y`, `width`, `height`.
  package mutating func members(of box: Rect, decimals: Int) {
    member("x", box.x, decimals: decimals)
    member("y", box.y, decimals: decimals)
    member("width", box.width, decimals: decimals)
    member("height", box.height, decimals: decimals)
  }
}
