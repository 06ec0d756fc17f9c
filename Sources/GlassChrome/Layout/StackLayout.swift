import Geometry

extension ChildPlacement {
  /// Divides a stack's room among its children, as SwiftUI does.
  ///
  /// Higher priorities come first, while the rest keep their least size. Within a priority the least flexible child
  /// comes first, and each is proposed an equal part of what remains. Spacers come last. Unlike in SwiftUI, while there
  /// is room for all ideal sizes no child is proposed less, so no text is cut next to free room.
  init(
    stack children: [LayoutNode], _ axis: Axis, _ alignment: Alignment, spacing: Double?,
    _ proposal: ProposedSize, _ engine: LayoutEngine
  ) {
    proposals = Array(repeating: proposal, count: children.count)
    origins = Array(repeating: .zero, count: children.count)
    guard !children.isEmpty else { return }
    let gaps = children.indices.map { i in
      i == 0 ? 0 : spacing ?? (children[i].isSpacer || children[i - 1].isSpacer ? 0 : 8)
    }
    if let room = proposal[axis] {
      share(room - gaps.reduce(0, +), among: children, axis, engine)
    } else {
      for i in children.indices { proposals[i][axis] = nil }
    }
    if proposal[axis.other] == nil { for i in children.indices { proposals[i][axis.other] = nil } }
    let sizes = children.indices.map { Self.size(children[$0], proposals[$0], axis, engine) }
    let guides = sizes.map { $0.guide(alignment, across: axis) }
    let before = guides.max() ?? 0
    let after = zip(sizes, guides).map { $0[axis.other] - $1 }.max() ?? 0
    var pen = 0.0
    for i in children.indices {
      pen += gaps[i]
      let across = before - guides[i]
      origins[i] = axis == .horizontal ? Point(pen, across) : Point(across, pen)
      pen += sizes[i][axis]
    }
    size =
      axis == .horizontal
      ? Dimensions(width: pen, height: before + after) : Dimensions(width: before + after, height: pen)
    size.baseline = zip(sizes, origins).compactMap { size, origin in size.baseline.map { $0 + origin.y } }
      .min()
  }

  /// The size of a child; a spacer grows only along the stack.
  private static func size(
    _ child: LayoutNode, _ proposal: ProposedSize, _ axis: Axis, _ engine: LayoutEngine
  ) -> Dimensions {
    guard case .spacer(let minLength) = child.kind else { return engine.size(child, proposal) }
    let length = max(proposal[axis] ?? minLength, minLength)
    return axis == .horizontal ? Dimensions(width: length, height: 0) : Dimensions(width: 0, height: length)
  }

  private mutating func share(
    _ room: Double, among children: [LayoutNode], _ axis: Axis, _ engine: LayoutEngine
  ) {
    func length(_ i: Int, offered: Double?) -> Double {
      var proposal = proposals[i]
      proposal[axis] = offered
      return Self.size(children[i], proposal, axis, engine)[axis]
    }
    let least = children.indices.map { length($0, offered: 0) }
    let flexibilities = children.indices.map { length($0, offered: .infinity) - least[$0] }
    var left = room
    var waiting = least.reduce(0, +)
    for priority in Set(children.map(\.priority)).sorted(by: >) {
      // Ties in flexibility go to the order of the children.
      let turn = children.indices.filter { children[$0].priority == priority }
        .sorted { (flexibilities[$0], $0) < (flexibilities[$1], $1) }
      for i in turn { waiting -= least[i] }
      var share = max(left - waiting, 0)
      let ideals = turn.map { length($0, offered: nil) }
      var idealsLeft = ideals.reduce(0, +)
      for (k, i) in turn.enumerated() {
        var offered = share / Double(turn.count - k)
        if idealsLeft <= share + 1e-6 {
          offered = max(ideals[k], min(offered, share - (idealsLeft - ideals[k])))
        }
        idealsLeft -= ideals[k]
        proposals[i][axis] = offered
        let taken = length(i, offered: offered)
        // An infinite room, in which flexibility is measured, stays infinite.
        guard share.isFinite else { continue }
        share = max(share - taken, 0)
        left -= taken
      }
    }
  }
}

extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
