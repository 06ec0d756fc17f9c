import Geometry

extension ChildPlacement {
  /// Places views in rows that break where the room ends.
  init(
    rows children: [LayoutNode], _ alignment: Alignment, spacing: Double, _ proposal: ProposedSize,
    _ engine: LayoutEngine
  ) {
    let room = proposal.width ?? .infinity
    let sizes = children.map { child in
      let ideal = engine.size(child, .ideal)
      let offered = ProposedSize(width: ideal.width > room ? room : nil, height: nil)
      proposals.append(offered)
      return ideal.width > room ? engine.size(child, offered) : ideal
    }
    let rows = Self.rows(of: sizes, room, spacing)
    let widths = rows.map { row in row.reduce(-spacing) { $0 + sizes[$1].width + spacing } }
    size.width = max(widths.max() ?? 0, 0)
    origins = Array(repeating: .zero, count: children.count)
    for (row, width) in zip(rows, widths) {
      let height = row.map { sizes[$0].height }.max() ?? 0
      var x = (size.width - width) * alignment.horizontal.fraction
      for i in row {
        let across = LayoutEngine.origin(
          of: sizes[i], in: Dimensions(width: sizes[i].width, height: height), alignment)
        origins[i] = Point(x, size.height + across.y)
        x += sizes[i].width + spacing
      }
      if size.height == 0 { size.baseline = row.compactMap { sizes[$0].baseline }.min() }
      size.height += height + spacing
    }
    size.height = max(size.height - spacing, 0)
  }

  /// The indices of the views in each row.
  private static func rows(of sizes: [Dimensions], _ room: Double, _ spacing: Double) -> [[Int]] {
    var rows: [[Int]] = []
    var left = 0.0
    for i in sizes.indices {
      if !rows.isEmpty, sizes[i].width + spacing <= left + 1e-6 {
        rows[rows.count - 1].append(i)
        left -= sizes[i].width + spacing
      } else {
        rows.append([i])
        left = room - sizes[i].width
      }
    }
    return rows
  }
}
