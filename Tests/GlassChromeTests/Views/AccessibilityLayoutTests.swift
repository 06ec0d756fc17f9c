import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("What a layout tells people who don't see")
struct AccessibilityLayoutTests {
  @Test("a small button at the edge can be tapped on 44 points, on the canvas")
  func target() throws {
    let list = try laidOut(
      Button("close", accessibilityLabel: "Close") { Icon("xmark") }.controlSize(.mini),
      alignment: .topLeading)
    let glass = try #require(list.groups[0].elements.first)
    #expect(glass.id == "close")
    #expect(glass.frame.height == ControlSize.mini.height)
    let button = try #require(list.accessibility.first)
    #expect(list.accessibility.count == 1)
    #expect(button.id == "close" && button.role == .button && button.label == "Close")
    #expect(button.frame == rect(0, 0, 44, 44))
  }

  @Test("outer descriptions win over inner ones, and state is told")
  func overriding() throws {
    let list = try laidOut(
      Button("grid", title: "Grid").accessibilityLabel("Guide lines").accessibilityValue("on")
        .accessibilitySelected().disabled())
    let button = try #require(list.accessibility.first)
    #expect(list.accessibility.count == 1)
    #expect(button.role == .button)
    #expect((button.label, button.value) == ("Guide lines", "on"))
    #expect(button.isSelected && !button.isEnabled)
  }

  @Test("a group tells what is in it, and ornaments aren't told")
  func groups() throws {
    let list = try laidOut(
      onGlass(
        HStack {
          Text("one").id("a")
          Icon("dot")
          Text("two").accessibilityHidden()
        }.accessibilityRole(.group).accessibilityLabel("Status").id("status")))
    #expect(list.accessibility.map(\.label) == ["Status", "one"])
    #expect(list.accessibility.map(\.id.path) == ["glass/status", "glass/status/a"])
  }

  @Test("a button is glass on nothing, a plate on glass, tinted when prominent")
  func styles() throws {
    let alone = try laidOut(Button("go", title: "Go").buttonStyle(.glassProminent))
    #expect(alone.groups[0].elements[0].glass == .regular.tint(.primary).interactive().prominent())
    let onPlate = try laidOut(onGlass(Button("go", title: "Go")))
    #expect(onPlate.groups[0].elements.count == 1)
    let plate = onPlate.groups[0].items[0]
    #expect(plate.ink == .plate(.capsule) && plate.role == nil && plate.opacity == plateStrength)
    #expect(throws: LayoutError.nestedGlass(outer: "glass", inner: "glass/go")) {
      try laidOut(onGlass(Button("go", title: "Go").buttonStyle(.glass)))
    }
  }
}
