import HUDGeometry
import Showroom
import Testing

@testable import GlassChrome

@Suite("All components in all states")
struct ComponentCatalogTests {
  private static let phone = Rect(x: 0, y: 0, width: 420, height: 900)
  private static let tall = Rect(x: 0, y: 0, width: 420, height: 2000)

  private func screen(
    _ state: ComponentCatalog.State, _ environment: LayoutEnvironment = LayoutEnvironment(),
    in room: Rect = phone
  ) throws -> DisplayList {
    try laidOut(state.view, in: room, environment: environment)
  }

  private static func states(_ name: String) throws -> [ComponentCatalog.State] {
    try #require(ComponentCatalog.entry(named: name)).states
  }

  private static func glass(_ group: GlassGroup) -> Rect {
    group.elements.map(\.frame).reduce(group.elements[0].frame) { $0.union($1) }
  }

  @Test("no component and no state of one has another's name")
  func names() {
    #expect(Set(ComponentCatalog.names).count == ComponentCatalog.entries.count)
    for entry in ComponentCatalog.entries {
      #expect(Set(entry.states.map(\.name)).count == entry.states.count, "\(entry.name)")
      #expect(ComponentCatalog.entry(named: entry.name)?.states.count == entry.states.count)
    }
  }

  @Test(
    "is one group of glass with ink on it, says what it is, and can be tapped beside its other targets",
    arguments: ComponentCatalog.names)
  func told(name: String) throws {
    for state in try Self.states(name) {
      let list = try screen(state)
      #expect(list.groups.count == 1 && !list.groups[0].items.isEmpty, "\(state.name)")
      for icon in list.groups[0].items.compactMap(\.icon) {
        #expect(IconSet.icon(named: icon) != nil, "\(state.name): \(icon)")
      }
      #expect(list.accessibility.isEmpty == false, "\(state.name)")
      #expect(list.accessibility.allSatisfy { !$0.label.isEmpty }, "\(state.name)")
      let targets = list.accessibility.filter(\.role.isControl)
      for a in targets {
        #expect(a.frame.width >= 44 && a.frame.height >= 44, "\(state.name) \(a.id)")
        #expect(a.isEnabled || state.name.contains("disabled") || name == "stepper")
        for b in targets where a.id != b.id {
          // A stepper holds its buttons, a picker its options.
          let isNested = a.id.path.hasPrefix(b.id.path + "/") || b.id.path.hasPrefix(a.id.path + "/")
          #expect(isNested || !b.frame.contains(a.frame.center), "\(state.name): \(a.id) in \(b.id)")
        }
      }
    }
  }

  @Test(
    "keeps the rules of glass, its ink on its glass and its lines apart, at every size of type",
    arguments: ComponentCatalog.names)
  func rules(name: String) throws {
    let rules = DisplayRules()
    for state in try Self.states(name) {
      for size in DynamicTypeSize.allCases {
        let environment = LayoutEnvironment(typeSize: size)
        // The layout has checked them; so does this, against a layout that forgets to.
        #expect(throws: Never.self, "\(state.name)") { try rules.check(screen(state, environment)) }
        let list = try screen(state, environment, in: Self.tall)
        for group in list.groups {
          #expect(group.elements.allSatisfy { rules.blurRadius($0) ?? 0 <= 50 })
          let glass = Self.glass(group)
          #expect(glass.x >= 0 && glass.maxX <= Self.tall.maxX, "\(state.name) \(size) \(glass)")
          for item in group.items {
            let frame = item.shownFrame
            #expect(glass.holds(frame), "\(state.name) \(size) \(item.id) \(frame) in \(glass)")
          }
        }
        let words = list.items.filter { $0.kind == .text || $0.kind == .figures }
        for (i, a) in words.enumerated() {
          for b in words[..<i] {
            let common = a.frame.intersection(b.frame)
            #expect(
              min(common.width, common.height) < 1.01, "\(state.name) \(size): \(a.id) over \(b.id)")
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
    for entry in ComponentCatalog.entries {
      for state in entry.states {
        let list = try layout.resolve(
          state.view, in: Self.tall, environment: LayoutEnvironment(typeSize: size))
        let group = try #require(list.groups.first)
        let glass = Self.glass(group)
        for item in group.items {
          #expect(glass.holds(item.shownFrame), "\(entry.name) \(state.name): \(item.id)")
          guard let text = item.text, !size.isAccessibilitySize else { continue }
          #expect(!text.hasSuffix("…"), "\(entry.name) \(state.name): \(text)")
        }
      }
    }
  }

  @Test("from the right is the mirror image, sliders left out", arguments: ComponentCatalog.names)
  func mirror(name: String) throws {
    for state in try Self.states(name) {
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
