import GlassChrome
import HostResources

/// Describes the screen as one line of JSON, for readers who can't see it: role, label, value and frame of each element,
/// in points from the canvas's top left corner, y down.
package enum ScreenDescription {
  /// - Returns: `{"width":…,"height":…,"elements":[{"id":…,"role":…,"label":…,"frame":{…},…}]}`.
  package static func json(
    _ elements: [AccessibilityElement], canvasWidth: Double, canvasHeight: Double
  ) -> [UInt8] {
    var json = JSONBytes(capacity: 256 + elements.count * 192)
    json.beginObject()
    json.key("width")
    json.value(canvasWidth, decimals: 2)
    json.key("height")
    json.value(canvasHeight, decimals: 2)
    json.key("elements")
    json.beginArray()
    for element in elements { append(element, to: &json) }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private static func append(_ element: AccessibilityElement, to json: inout JSONBytes) {
    json.beginObject()
    json.key("id")
    json.value(element.id.path)
    json.key("role")
    json.value(element.role.rawValue)
    json.key("label")
    json.value(element.label)
    if let value = element.value {
      json.key("value")
      json.value(value)
    }
    json.key("frame")
    json.beginObject()
    json.key("x")
    json.value(element.frame.x, decimals: 2)
    json.key("y")
    json.value(element.frame.y, decimals: 2)
    json.key("width")
    json.value(element.frame.width, decimals: 2)
    json.key("height")
    json.value(element.frame.height, decimals: 2)
    json.endObject()
    json.key("enabled")
    json.value(element.isEnabled)
    json.key("selected")
    json.value(element.isSelected)
    if let hint = element.hint {
      json.key("hint")
      json.value(hint)
    }
    if element.isFocused {
      json.key("focused")
      json.value(true)
    }
    if !element.isVisible {
      json.key("visible")
      json.value(false)
    }
    if let adjustment = element.adjustment { append(adjustment, to: &json) }
    json.endObject()
  }

  private static func append(_ adjustment: AccessibilityElement.Adjustment, to json: inout JSONBytes) {
    json.key("adjustment")
    json.beginObject()
    json.key("value")
    json.value(adjustment.value, decimals: 4)
    json.key("minimum")
    json.value(adjustment.range.lowerBound, decimals: 4)
    json.key("maximum")
    json.value(adjustment.range.upperBound, decimals: 4)
    json.key("detents")
    json.beginArray()
    for detent in adjustment.detents { json.value(detent, decimals: 4) }
    json.endArray()
    json.endObject()
  }
}
