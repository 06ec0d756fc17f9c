import HUDGeometry
import Showroom
import Testing

@testable import GlassChrome

@Suite("All components in all states")
struct ComponentCatalogTests {
  private static let phone = Rect(x: 0, y: 0, width: 420, height: 900)

  private func screen(
    _ state: ComponentCatalog.State, _ environment: LayoutEnvironment = LayoutEnvironment(),
    in room: Rect = phone
  ) throws -> DisplayList {
    try fakeLayout.resolve(state.view, in: room, environment: environment)
  }

  @Test("the catalog has every component, and no name twice")
  func names() {
    #expect(
      Set(ComponentCatalog.names) == [
        "top-bar", "status-item", "template-shelf", "template-card", "navigation-bar", "tab-bar",
        "hint-pill", "recording-timer", "capture-button", "mode-switcher", "tool-cluster", "camera-switcher",
        "zoom-slider",
        "exposure-slider", "info-panel", "settings-sheet", "library-sheet", "post-shot-sheet", "toast",
        "toggle",
        "segmented-control", "picker", "stepper", "button", "panel", "symbol", "badge",
        "flow-layout", "menu", "popover", "alert", "scroll-view",
      ])
    #expect(Set(ComponentCatalog.names).count == ComponentCatalog.entries.count)
    for entry in ComponentCatalog.entries {
      #expect(Set(entry.states.map(\.name)).count == entry.states.count, "\(entry.name)")
      #expect(ComponentCatalog.entry(named: entry.name)?.states.count == entry.states.count)
    }
  }

  @Test("is one group of glass with ink on it", arguments: ComponentCatalog.names)
  func glass(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      let list = try screen(state)
      #expect(list.groups.count == 1, "\(state.name)")
      #expect(list.groups[0].items.isEmpty == false, "\(state.name)")
    }
  }

  @Test(
    "keeps the rules of glass at every size of type", arguments: ComponentCatalog.names)
  func rules(name: String) throws {
    let rules = DisplayRules()
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      for size in DynamicTypeSize.allCases {
        let list = try screen(state, LayoutEnvironment(typeSize: size))
        // The layout has checked them; so does this, against a layout that forgets to.
        #expect(throws: Never.self, "\(state.name)") { try rules.check(list) }
        for element in list.groups.flatMap(\.elements) {
          #expect(rules.blurRadius(element) ?? 0 <= 50)
        }
      }
    }
  }

  @Test("says what it is, what it is called, and can be tapped", arguments: ComponentCatalog.names)
  func accessibility(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      let list = try screen(state)
      #expect(list.accessibility.isEmpty == false, "\(state.name)")
      for element in list.accessibility {
        #expect(!element.label.isEmpty, "\(state.name) \(element.id)")
        guard element.role.isControl else { continue }
        #expect(element.frame.width >= 44 && element.frame.height >= 44, "\(state.name) \(element.id)")
        #expect(element.isEnabled || state.name.contains("disabled") || name == "stepper")
      }
    }
  }

  @Test("keeps its ink on its glass at every size of type", arguments: ComponentCatalog.names)
  func contained(name: String) throws {
    let tall = Rect(x: 0, y: 0, width: 420, height: 2000)
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      for size in DynamicTypeSize.allCases {
        let list = try screen(state, LayoutEnvironment(typeSize: size), in: tall)
        for group in list.groups {
          let glass = group.elements.map(\.frame).reduce(group.elements[0].frame) { $0.union($1) }
          #expect(glass.x >= 0 && glass.maxX <= tall.maxX, "\(state.name) \(size) \(glass)")
          for item in group.items {
            let frame = item.shownFrame
            #expect(
              glass.holds(frame), "\(state.name) \(size) \(item.id) \(frame) in \(glass)")
          }
        }
      }
    }
  }

  @Test("has lines of text that don't overlap", arguments: ComponentCatalog.names)
  func overlaps(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      for size in [DynamicTypeSize.xSmall, .large, .xxxLarge, .accessibility5] {
        let list = try screen(
          state, LayoutEnvironment(typeSize: size), in: Rect(x: 0, y: 0, width: 420, height: 2000))
        let words = list.groups.flatMap(\.items).filter { item in
          switch item {
          case .text, .figures: true
          default: false
          }
        }
        for (i, a) in words.enumerated() {
          for b in words[..<i] {
            let common = a.frame.intersection(b.frame)
            #expect(
              min(common.width, common.height) < 1.01,
              "\(state.name) \(size): \(a.id) over \(b.id)")
          }
        }
      }
    }
  }

  @Test(
    "set in real fonts stays on its glass, and nothing is cut at ordinary sizes",
    arguments: [DynamicTypeSize.xSmall, .large, .xxxLarge, .accessibility3])
  func realFonts(size: DynamicTypeSize) throws {
    let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1))
    let room = Rect(x: 0, y: 0, width: 420, height: 2000)
    for entry in ComponentCatalog.entries {
      for state in entry.states {
        let list = try layout.resolve(state.view, in: room, environment: LayoutEnvironment(typeSize: size))
        let group = try #require(list.groups.first)
        let glass = group.elements.map(\.frame).reduce(group.elements[0].frame) { $0.union($1) }
        for item in group.items {
          #expect(glass.holds(item.shownFrame), "\(entry.name) \(state.name): \(item.id)")
          guard case .text(let text) = item.unclipped.item, !size.isAccessibilitySize else { continue }
          #expect(!text.text.hasSuffix("…"), "\(entry.name) \(state.name): \(text.text)")
        }
      }
    }
  }

  @Test("has targets whose middles are their own", arguments: ComponentCatalog.names)
  func separateTargets(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      let targets = try screen(state).accessibility.filter(\.role.isControl)
      for a in targets {
        for b in targets where a.id != b.id {
          // A stepper holds its buttons, a picker its options.
          let isNested = a.id.path.hasPrefix(b.id.path + "/") || b.id.path.hasPrefix(a.id.path + "/")
          #expect(isNested || !b.frame.contains(a.frame.center), "\(state.name): \(a.id) in \(b.id)")
        }
      }
    }
  }

  @Test("from the right is the mirror image, sliders left out", arguments: ComponentCatalog.names)
  func mirror(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      let left = try screen(state)
      let right = try screen(state, LayoutEnvironment(direction: .rightToLeft))
      for (a, b) in zip(left.groups, right.groups) {
        #expect(a.items.map(\.id) == b.items.map(\.id))
        for (p, q) in zip(a.elements, b.elements) {
          #expect(abs(Self.phone.width - p.frame.maxX - q.frame.x) < 1e-9)
        }
        guard !name.hasSuffix("slider") else { continue }
        let sliders = left.accessibility.filter { $0.role == .slider }.map(\.id)
        func slides(_ id: ElementID) -> Bool {
          id.path.contains("-thumb/") || sliders.contains { $0.contains(id) }
        }
        for (p, q) in zip(a.items, b.items) where !slides(p.id) {
          #expect(abs(Self.phone.width - p.frame.maxX - q.frame.x) < 1e-9, "\(state.name) \(p.id)")
        }
      }
    }
  }
}

extension Rect {
  /// Holds another, but for a point.
  fileprivate func holds(_ other: Rect) -> Bool {
    other.x >= x - 1 && other.y >= y - 1 && other.maxX <= maxX + 1 && other.maxY <= maxY + 1
  }
}
