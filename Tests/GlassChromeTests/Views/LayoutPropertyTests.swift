import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome

/// Views made at random, the same for the same seed.
struct RandomViews {
  private var random: Seeded
  init(seed: UInt64) { random = Seeded(seed) }

  mutating func next(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }

  /// Stacks of stacks of leaves and controls; `depth` levels at most.
  mutating func view(depth: Int) -> ViewNode {
    if depth == 0 || next(4) == 0 { return leaf() }
    let count = 1 + next(3)
    var children: [ViewNode] = []
    for _ in 0..<count { children.append(view(depth: depth - 1)) }
    let content = ViewNode(.list(children))
    let spacing = Double(next(12))
    switch next(4) {
    case 0:
      return VStack(alignment: HorizontalAlignment.allCases[next(3)], spacing: spacing) { content }.node
    case 1: return ZStack(alignment: .topLeading) { content }.node
    default:
      return HStack(alignment: VerticalAlignment.allCases[next(4)], spacing: spacing) { content }.node
    }
  }

  private mutating func leaf() -> ViewNode {
    let words = ["one", "two three", "a longer line of text"][next(3)]
    switch next(7) {
    case 0: return Text(words).font(TextStyle.allCases[next(11)]).node
    case 1: return Spacer(minLength: Double(next(10))).node
    case 2: return Icon("camera").padding(Double(next(6)))
    case 3:
      return RoundedRectangle(cornerRadius: 4).frame(
        minWidth: 4, maxWidth: Double(10 + next(60)), maxHeight: 20)
    case 4: return Figures(slot: 0, format: .decimal).layoutPriority(Double(next(3)))
    case 5: return Button("b\(next(1_000_000))", title: words).controlSize(ControlSize.allCases[next(5)])
    default: return Text(words).lineLimit(1 + next(2)).padding(.leading, 3)
    }
  }
}

@Suite("Any layout")
struct LayoutPropertyTests {
  private let room = Rect(x: 10, y: 20, width: 400, height: 300)

  private func list(_ seed: UInt64, _ environment: LayoutEnvironment = LayoutEnvironment()) throws
    -> DisplayList
  {
    var views = RandomViews(seed: seed)
    return try laidOut(
      views.view(depth: 4).frame(maxWidth: .infinity, maxHeight: .infinity)
        .glassEffect(.regular, in: .rect(cornerRadius: 24)), in: room, environment: environment)
  }

  @Test(
    "is the same each time, has finite frames and targets of 44 points at least",
    arguments: 0..<60 as Range<UInt64>)
  func sound(seed: UInt64) throws {
    let screen = try list(seed)
    #expect(try list(seed) == screen)
    for frame in screen.items.map(\.frame) + screen.accessibility.map(\.frame) {
      #expect(frame.x.isFinite && frame.y.isFinite && frame.width >= 0 && frame.height >= 0)
      #expect(frame.width.isFinite && frame.height.isFinite)
    }
    for element in screen.accessibility where element.role.isControl {
      #expect(element.frame.width >= 44 && element.frame.height >= 44)
    }
  }

  @Test("from the right is the exact mirror image", arguments: 0..<60 as Range<UInt64>)
  func mirror(seed: UInt64) throws {
    let left = try list(seed)
    let right = try list(seed, LayoutEnvironment(direction: .rightToLeft))
    #expect(left.groups.count == right.groups.count)
    for (a, b) in zip(left.groups, right.groups) {
      for (p, q) in zip(a.items, b.items) {
        let (p, q) = (p.frame, q.frame)
        #expect(abs(room.x + room.maxX - p.maxX - q.x) < 1e-9)
        #expect((p.y, p.width, p.height) == (q.y, q.width, q.height))
      }
      #expect(a.items.map(\.id) == b.items.map(\.id))
    }
  }

  @Test(
    "of a stack adds up: widths and gaps are its width, and nobody overlaps",
    arguments: 0..<60 as Range<UInt64>)
  func sums(seed: UInt64) throws {
    var views = RandomViews(seed: seed)
    let children = (0..<4).map { _ in views.view(depth: 2) }
    let spacing = Double(views.next(10))
    for axis in Axis.allCases {
      let root = try NodeBuilder.build(
        ViewNode(.stack(axis, .center, spacing: spacing), ViewNode(.list(children))),
        style: Self.style)
      let engine = LayoutEngine(text: FakeMeasurer(), scale: 1)
      for room in [nil, 40, 150, 400] as [Double?] {
        let proposal = ProposedSize(width: room, height: room)
        let stack = engine.arrangement(of: root, proposal)
        var pen = 0.0
        for (i, child) in root.children.enumerated() {
          let start = axis == .horizontal ? stack.origins[i].x : stack.origins[i].y
          #expect(abs(start - pen) < 1e-9)
          let length =
            child.isSpacer
            ? (i + 1 < root.children.count
              ? (axis == .horizontal ? stack.origins[i + 1].x : stack.origins[i + 1].y) - spacing
              : stack.size[axis])
              - start
            : engine.size(child, stack.proposals[i])[axis]
          #expect(length >= 0)
          pen += length + spacing
        }
        if !root.children.isEmpty { #expect(abs(pen - spacing - stack.size[axis]) < 1e-9) }
      }
    }
  }

  @Test("keeps children inside their stack when there is room for all", arguments: 0..<60 as Range<UInt64>)
  func inside(seed: UInt64) throws {
    var views = RandomViews(seed: seed)
    let view = views.view(depth: 3)
    let size = try fakeLayout.size(of: view)
    let screen = try laidOut(
      view.fixedSize().frame(width: size.width, height: size.height)
        .frame(width: 4000, height: 4000).glassEffect(.regular, in: .rect(cornerRadius: 0)),
      in: Rect(x: 0, y: 0, width: 4000, height: 4000))
    let own = Rect(
      x: 2000 - size.width / 2 - 1, y: 2000 - size.height / 2 - 1, width: size.width + 2,
      height: size.height + 2)
    for item in screen.groups[0].items {
      #expect(item.frame.x >= own.x && item.frame.maxX <= own.maxX)
      #expect(item.frame.y >= own.y && item.frame.maxY <= own.maxY)
    }
  }

  private static let style = ViewEnvironment(layout: LayoutEnvironment())
}
