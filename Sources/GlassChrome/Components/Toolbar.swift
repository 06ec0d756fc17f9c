/// Where a toolbar's item stands.
public enum ToolbarItemPlacement: Sendable, Hashable, CaseIterable {
  /// After the items before it.
  case automatic
  /// At the leading end, and at the trailing one.
  case topBarLeading, topBarTrailing
  /// In the middle: a title.
  case principal
  /// At the leading end: gives something up.
  case cancellationAction
  /// At the trailing end, prominent: the screen's main action.
  case confirmationAction
}

/// A part of a toolbar: an item, a group of them, or a gap.
public protocol ToolbarContent: Sendable {
  /// What it comes down to.
  var toolbarElements: [ToolbarElement] { get }
}

/// An item or a gap of a toolbar.
public struct ToolbarElement: Sendable {
  enum Kind: Sendable {
    case item(ToolbarItemPlacement, ViewNode)
    case gap(width: Double?)
  }

  let kind: Kind
  var sharesBackground = true
}

/// A view in a toolbar.
public struct ToolbarItem: ToolbarContent {
  /// The item.
  public let toolbarElements: [ToolbarElement]

  /// An item, such as a button.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> some View) {
    toolbarElements = [ToolbarElement(kind: .item(placement, content().node))]
  }
}

/// Views in a toolbar that stand together.
public struct ToolbarItemGroup: ToolbarContent {
  /// One item for each view.
  public let toolbarElements: [ToolbarElement]

  /// A view for each item.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> some View) {
    toolbarElements = content().node.elements.map { ToolbarElement(kind: .item(placement, $0)) }
  }
}

/// A gap in a toolbar: the glass ends before it and begins anew after it.
public struct ToolbarSpacer: ToolbarContent {
  /// How long a gap is.
  public enum Sizing: Sendable, Hashable, CaseIterable { case fixed, flexible }

  /// The gap.
  public let toolbarElements: [ToolbarElement]

  /// A gap, by default as long as there is space.
  ///
  /// - Parameters:
  ///   - sizing: fixed, or as long as there is space.
  ///   - spacing: points of a fixed gap.
  public init(_ sizing: Sizing = .flexible, spacing: Double = 12) {
    toolbarElements = [ToolbarElement(kind: .gap(width: sizing == .fixed ? max(spacing.finite, 0) : nil))]
  }
}

extension ToolbarContent {
  /// Sets whether it shares its glass with its neighbours; `hidden` stands alone, on glass of its own.
  public func sharedBackgroundVisibility(_ visibility: Visibility) -> some ToolbarContent {
    var elements = toolbarElements
    for i in elements.indices { elements[i].sharesBackground = visibility != .hidden }
    return ToolbarElements(toolbarElements: elements)
  }
}

/// Whether something is shown.
public enum Visibility: Sendable, Hashable, CaseIterable { case automatic, visible, hidden }

private struct ToolbarElements: ToolbarContent { let toolbarElements: [ToolbarElement] }

/// Builds a toolbar from its parts, with `if`, `if`–`else` and `for`.
@resultBuilder
public enum ToolbarContentBuilder {
  /// A part.
  public static func buildExpression(_ content: some ToolbarContent) -> [ToolbarElement] {
    content.toolbarElements
  }
  /// Several parts in order.
  public static func buildBlock(_ parts: [ToolbarElement]...) -> [ToolbarElement] { parts.flatMap { $0 } }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [ToolbarElement]?) -> [ToolbarElement] { part ?? [] }
  /// The `if` branch.
  public static func buildEither(first part: [ToolbarElement]) -> [ToolbarElement] { part }
  /// The `else` branch.
  public static func buildEither(second part: [ToolbarElement]) -> [ToolbarElement] { part }
  /// A `for` loop.
  public static func buildArray(_ parts: [[ToolbarElement]]) -> [ToolbarElement] { parts.flatMap { $0 } }
}

/// A row of controls: neighbours share one capsule of glass, and gaps divide it.
public struct Toolbar: View {
  private let elements: [ToolbarElement]

  /// A toolbar of items, groups and gaps.
  public init(@ToolbarContentBuilder content: () -> [ToolbarElement]) { elements = content() }

  /// What stands on one piece of glass, or a gap.
  private enum Part {
    case shared([ViewNode])
    case alone(ViewNode)
    case title(ViewNode)
    case prominent(ViewNode)
    case gap(width: Double?)
  }

  /// The capsules in one container, 12 points apart.
  public var body: some View {
    GlassEffectContainer(spacing: 8) {
      HStack(spacing: 0) {
        for (i, part) in parts.enumerated() { view(part).id("part-\(i)") }
      }
    }
    .dynamicTypeSize(...DynamicTypeSize.xxxLarge)
    .accessibilityLabel("Toolbar").accessibilityRole(.group)
    .id("toolbar")
  }

  @ViewBuilder
  private func view(_ part: Part) -> ViewNode {
    switch part {
    case .shared(let items):
      HStack(spacing: 4) {
        for item in items { item.buttonStyle(.plain).frame(minWidth: 44, minHeight: 44) }
      }
      .padding(.horizontal, 6).frame(minHeight: 48)
      .glassEffect(.regular.interactive(), in: .capsule)
    case .alone(let item):
      item.buttonStyle(.glass).buttonBorderShape(.circle).frame(minWidth: 48, minHeight: 48)
    case .title(let item):
      item.font(.headline).lineLimit(1).padding(.horizontal, 20).frame(minHeight: 48)
        .glassEffect(.regular, in: .capsule)
    case .prominent(let item): item.buttonStyle(.glassProminent).frame(minHeight: 48)
    case .gap(let width):
      if let width { Spacer(minLength: 0).frame(width: width, height: 1) } else { Spacer(minLength: 12) }
    }
  }

  /// The elements in the order of their places, with a gap wherever the glass ends.
  private var parts: [Part] {
    func placed(_ places: [ToolbarItemPlacement]) -> [ToolbarElement] {
      elements.filter { element in
        if case .item(let place, _) = element.kind { places.contains(place) } else { false }
      }
    }
    let flexible = ToolbarElement(kind: .gap(width: nil))
    let flowing = elements.filter { element in
      if case .item(let place, _) = element.kind { place == .automatic } else { true }
    }
    let before = placed([.cancellationAction]) + placed([.topBarLeading])
    let middle = placed([.principal])
    let after = placed([.topBarTrailing]) + placed([.confirmationAction])
    if before.isEmpty, middle.isEmpty, after.isEmpty { return Self.parts(flowing) }
    let spaced = flowing.filter { if case .item = $0.kind { true } else { false } }
    return Self.parts(before + [flexible] + middle + (middle.isEmpty ? [] : [flexible]) + spaced + after)
  }

  private static func parts(_ elements: [ToolbarElement]) -> [Part] {
    var parts: [Part] = []
    for element in elements {
      switch element.kind {
      case .gap(let width): parts.append(.gap(width: width))
      case .item(let place, let view):
        if case .shared(let items)? = parts.last, element.sharesBackground, place != .principal,
          place != .confirmationAction
        {
          parts[parts.count - 1] = .shared(items + [view])
          continue
        }
        if let last = parts.last {
          if case .gap = last {} else { parts.append(.gap(width: 12)) }
        }
        switch place {
        case .principal: parts.append(.title(view))
        case .confirmationAction: parts.append(.prominent(view))
        default: parts.append(element.sharesBackground ? .shared([view]) : .alone(view))
        }
      }
    }
    return parts
  }
}

extension View {
  /// Puts a toolbar above the view.
  public func toolbar(@ToolbarContentBuilder content: () -> [ToolbarElement]) -> ViewNode {
    VStack(spacing: 12) {
      Toolbar(content: content).frame(maxWidth: .infinity)
      self
    }.node
  }
}
