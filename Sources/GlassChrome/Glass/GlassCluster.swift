import Geometry

/// Groups a container's elements into connected pieces of glass.
enum GlassCluster {
  /// Elements closer to each other than the container's spacing, in the order of their ids, so that the list's order
  /// has no effect. A union counts as one element around all its members. Invisible glass is left out.
  static func clusters(of group: GlassGroup) -> [[GlassElement]] {
    let elements = united(group.elements.sorted { $0.id.path < $1.id.path }).filter {
      $0.glass.variant != .identity && $0.presence > 0 && $0.frame.width > 0 && $0.frame.height > 0
    }
    var clusters: [[Int]] = []
    for i in elements.indices {
      let reached = clusters.indices.filter { c in
        clusters[c].contains { gap(elements[$0].frame, elements[i].frame) < group.spacing }
      }
      guard let first = reached.first else {
        clusters.append([i])
        continue
      }
      for c in reached.dropFirst().reversed() { clusters[first] += clusters.remove(at: c) }
      clusters[first].append(i)
    }
    return clusters.map { $0.sorted().map { elements[$0] } }
  }

  private static func united(_ elements: [GlassElement]) -> [GlassElement] {
    var united: [GlassElement] = []
    for element in elements {
      if let union = element.union, let i = united.firstIndex(where: { $0.union == union }) {
        united[i].frame = united[i].frame.union(element.frame)
        united[i].presence = max(united[i].presence, element.presence)
        united[i].press = max(united[i].press, element.press)
      } else {
        united.append(element)
      }
    }
    return united
  }

  /// Shortest distance between two rectangles; 0 if they touch or overlap.
  private static func gap(_ a: Rect, _ b: Rect) -> Double {
    let dx = max(a.x - b.maxX, b.x - a.maxX, 0)
    let dy = max(a.y - b.maxY, b.y - a.maxY, 0)
    return (dx * dx + dy * dy).squareRoot()
  }
}
