import Geometry

/// Sizes of nodes for the rooms proposed to them.
///
/// As in SwiftUI, a parent proposes, a child chooses, and the parent places. A size is a pure
/// function of node and proposal, and is remembered.
struct LayoutEngine {
  let text: any TextMeasuring
  let scale: Double

  func size(_ node: LayoutNode, _ proposal: ProposedSize) -> Dimensions {
    if let known = node.sizes[proposal] { return known }
    let size = measure(node, proposal)
    node.sizes[proposal] = size
    return size
  }

  private func measure(_ node: LayoutNode, _ proposal: ProposedSize) -> Dimensions {
    switch node.kind {
    case .stack, .layers, .flow: return arrangement(of: node, proposal).size
    case .spacer(let minLength):
      // Outside a stack it takes all that is proposed, both ways; a stack handles its own axis.
      return Dimensions(
        width: max(proposal.width ?? minLength, minLength),
        height: max(proposal.height ?? minLength, minLength))
    case .divider:
      let hairline = max(1, scale.rounded()) / scale
      return node.style.axis == .horizontal
        ? Dimensions(width: hairline, height: proposal.height ?? 10)
        : Dimensions(width: proposal.width ?? 10, height: hairline)
    case .text(let string):
      return WrappedText(string, node.style, proposal, text).size
    case .figures(let number):
      let line = text.line(number.widest, size: node.style.fontSize, weight: node.style.weight)
      return Dimensions(width: line.advance, height: line.ascent + line.descent, baseline: line.ascent)
    case .icon(_, let size):
      let side = size ?? Self.iconSide(node.style)
      let line = text.line("0", size: node.style.fontSize, weight: node.style.weight)
      return Dimensions(width: side, height: side, baseline: (side + line.capHeight) / 2)
    case .plate(let shape, _, _), .edge(let shape, _, _):
      let (width, height) = (proposal.width ?? 10, proposal.height ?? 10)
      guard shape == .circle else { return Dimensions(width: width, height: height) }
      return Dimensions(width: min(width, height), height: min(width, height))
    case .path, .picture: return Dimensions(width: proposal.width ?? 10, height: proposal.height ?? 10)
    case .padding(let insets):
      let inner = size(node.children[0], passed(node, proposal))
      return Dimensions(
        width: inner.width + insets.leading + insets.trailing,
        height: inner.height + insets.top + insets.bottom, baseline: inner.baseline.map { $0 + insets.top })
    case .frame(let limits):
      return framed(size(node.children[0], passed(node, proposal)), limits, proposal)
    case .relativeFrame:
      let inner = size(node.children[0], passed(node, proposal))
      return Dimensions(
        width: proposal.width ?? inner.width, height: proposal.height ?? inner.height,
        baseline: inner.baseline)
    case .fixedSize, .offset, .overlay, .background, .beside, .containerShape, .container, .accessibility,
      .glass:
      return size(node.children[0], passed(node, proposal))
    case .scroll(let axis, _):
      var content = size(node.children[0], passed(node, proposal))
      guard let room = proposal[axis] else { return content }
      if axis == .horizontal {
        content.width = min(content.width, room)
      } else if content.height > room {
        content.height = rest(of: node.children[0], passed(node, proposal), within: room)
      }
      return content
    case .thatFits:
      return chosen(node, proposal).map { size($0, proposal) } ?? .zero
    }
  }

  /// Side of an icon's square in points: slightly taller than the capitals.
  static func iconSide(_ style: ViewEnvironment) -> Double { (style.fontSize * 1.25).rounded() }

  /// What a node proposes to its only child, or to the first of two.
  func passed(_ node: LayoutNode, _ proposal: ProposedSize) -> ProposedSize {
    switch node.kind {
    case .padding(let insets): return proposal.shrunk(by: insets)
    case .frame(let limits):
      return ProposedSize(
        width: Self.offered(proposal.width, limits.minWidth, limits.idealWidth, limits.maxWidth),
        height: Self.offered(proposal.height, limits.minHeight, limits.idealHeight, limits.maxHeight))
    case .fixedSize(let horizontal, let vertical):
      return ProposedSize(
        width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    case .relativeFrame(let part): return part.inner(proposal)
    case .scroll(let axis, _):
      var inner = proposal
      inner[axis] = nil
      return inner
    default: return proposal
    }
  }

  /// How a stack, layers or rows arrange their children.
  func arrangement(of node: LayoutNode, _ proposal: ProposedSize) -> ChildPlacement {
    switch node.kind {
    case .stack(let axis, let alignment, let spacing):
      return ChildPlacement(stack: node.children, axis, alignment, spacing: spacing, proposal, self)
    case .flow(let alignment, let spacing):
      return ChildPlacement(rows: node.children, alignment, spacing: spacing, proposal, self)
    case .layers(let alignment): return layers(node.children, alignment, proposal)
    default: return ChildPlacement()
    }
  }

  private func layers(
    _ children: [LayoutNode], _ alignment: Alignment, _ proposal: ProposedSize
  ) -> ChildPlacement {
    var size = Dimensions.zero
    let sizes = children.map { self.size($0, proposal) }
    for child in sizes {
      size.width = max(size.width, child.width)
      size.height = max(size.height, child.height)
    }
    let origins = sizes.map { Self.origin(of: $0, in: size, alignment) }
    for (child, origin) in zip(sizes, origins) {
      guard let baseline = child.baseline else { continue }
      size.baseline = min(size.baseline ?? .infinity, origin.y + baseline)
    }
    return ChildPlacement(size: size, proposals: children.map { _ in proposal }, origins: origins)
  }

  /// Upper leading corner of a view aligned in a room.
  static func origin(of child: Dimensions, in room: Dimensions, _ alignment: Alignment) -> Point {
    guard room.width.isFinite, room.height.isFinite, child.width.isFinite, child.height.isFinite else {
      return .zero
    }
    return Point(
      (room.width - child.width) * alignment.horizontal.fraction,
      (room.height - child.height) * alignment.vertical.fraction)
  }

  /// A frame's own size around its content.
  private func framed(_ content: Dimensions, _ limits: FrameLimits, _ proposal: ProposedSize) -> Dimensions {
    if limits.hugs { return content }
    var frame = Dimensions(
      width: Self.taken(
        proposal.width, content.width, limits.minWidth, limits.idealWidth, limits.maxWidth),
      height: Self.taken(
        proposal.height, content.height, limits.minHeight, limits.idealHeight, limits.maxHeight))
    if let baseline = content.baseline {
      frame.baseline = baseline + Self.origin(of: content, in: frame, limits.alignment).y
    }
    return frame
  }

  private static func offered(
    _ proposed: Double?, _ minimum: Double?, _ ideal: Double?, _ maximum: Double?
  ) -> Double? {
    guard let length = proposed ?? ideal else { return nil }
    return max(min(length, maximum ?? .infinity), minimum ?? 0)
  }

  private static func taken(
    _ proposed: Double?, _ content: Double, _ minimum: Double?, _ ideal: Double?, _ maximum: Double?
  ) -> Double {
    if minimum == nil, maximum == nil { return proposed == nil ? ideal ?? content : content }
    let length = proposed ?? ideal ?? content
    return max(
      min(length, maximum ?? max(content, minimum ?? 0)), minimum ?? min(content, maximum ?? content))
  }

  /// Where the views of the outermost stack along an axis begin, relative to its first view; empty without such a stack.
  func stops(_ node: LayoutNode, _ proposal: ProposedSize, _ axis: Axis) -> [Double] {
    switch node.kind {
    case .stack(axis, _, _):
      let places = arrangement(of: node, proposal).origins.map { axis == .horizontal ? $0.x : $0.y }
      return places.map { $0 - places[0] }
    case .padding, .frame, .container, .glass, .accessibility, .containerShape, .overlay, .background:
      return stops(node.children[0], passed(node, proposal), axis)
    default: return []
    }
  }

  /// Least height of a row that a scroll view's edge halves, in points.
  private static let leastRow = 24.0

  /// Parts of a row at which an edge may cut it: enough to be seen, with its words in the fade.
  private static let cut = (least: 0.35, most: 0.6)
  /// Rows of this height, such as those of pictures, are cut only below a whole one.
  private static let tallRow = 80.0

  /// How much of scrolling content is shown: up to about the middle of a row, so that it shows that there is more.
  private func rest(of node: LayoutNode, _ proposal: ProposedSize, within room: Double) -> Double {
    var (best, tallest) = (0.0, 0.0)
    for row in rows(node, proposal) where row.length >= Self.leastRow {
      let isFirst = row.length >= Self.tallRow && tallest < 0.8 * row.length
      tallest = max(tallest, row.length)
      if isFirst { continue }
      let end = min(row.start + Self.cut.most * row.length, room)
      if end >= row.start + Self.cut.least * row.length { best = max(best, end) }
    }
    // On even pixels, like glass.
    best = (best * scale / 2).rounded(.down) * 2 / scale
    return best > 2 * Self.leastRow ? best : room
  }

  /// The rows of the outermost column, wherever it lies in the content.
  private func rows(_ node: LayoutNode, _ proposal: ProposedSize) -> [(start: Double, length: Double)] {
    switch node.kind {
    case .stack(.vertical, _, _):
      let arrangement = arrangement(of: node, proposal)
      // A column in a column, such as a list below its row, has rows of its own.
      return node.children.indices.flatMap { i in
        let (start, inner) = (arrangement.origins[i].y, rows(node.children[i], arrangement.proposals[i]))
        let own = [(start: start, length: size(node.children[i], arrangement.proposals[i]).height)]
        return (inner.count > 1 ? inner : own.map { ($0.start - start, $0.length) }).map {
          (start + $0.start, $0.length)
        }
      }
    case .padding(let insets):
      return rows(node.children[0], passed(node, proposal)).map { ($0.start + insets.top, $0.length) }
    case .frame, .container, .glass, .accessibility, .containerShape, .overlay, .background:
      return rows(node.children[0], passed(node, proposal))
    default: return []
    }
  }

  /// The first alternative whose ideal size fits, else the last.
  func chosen(_ node: LayoutNode, _ proposal: ProposedSize) -> LayoutNode? {
    guard case .thatFits(let horizontally, let vertically) = node.kind else { return nil }
    return node.children.first { child in
      let ideal = size(
        child,
        ProposedSize(
          width: horizontally ? nil : proposal.width, height: vertically ? nil : proposal.height))
      return (!horizontally || ideal.width <= (proposal.width ?? .infinity) + 1e-6)
        && (!vertically || ideal.height <= (proposal.height ?? .infinity) + 1e-6)
    } ?? node.children.last
  }
}
