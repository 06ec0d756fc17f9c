import CGuides

/// Bodies that one part of the mask shows together.
extension BodyTracker {
  /// Parts of one body that seemed to be two at first, such as its moving edges, are one body once they are joined.
  mutating func unite(_ c: Int, _ components: MaskComponents) {
    let part = components.components[c]
    guard bodies.contains(where: { $0.home == c && $0.known < Self.knowing }),
      profile.narrowest(part.box, { components.labels[$0] == UInt8(c + 1) }) == nil
    else { return }
    var oldest: Int?
    for k in bodies.indices where bodies[k].home == c {
      if bodies[k].known > oldest.map({ bodies[$0].known }) ?? -1 { oldest = k }
    }
    for k in bodies.indices.reversed() where bodies[k].home == c && k != oldest {
      if bodies[k].known < Self.knowing, bodies[k].doubtful == nil { bodies[k].doubtful = .infinity }
    }
    dropDoubtful()
  }

  /// Gives each cell of a part that several bodies share to the one that it most likely shows.
  mutating func split(
    _ c: Int, _ components: MaskComponents, _ picture: borrowing CellPicture, leastArea: Int, seconds: Double
  ) {
    let (part, label) = (components.components[c], UInt8(c + 1))
    let isOne = profile.narrowest(part.box) { components.labels[$0] == label } == nil
    for k in bodies.indices where bodies[k].home == c {
      bodies[k].isMerged = true
      bodies[k].apart = 0
      if let doubtful = bodies[k].doubtful {
        bodies[k].doubtful = max(0, doubtful + (isOne ? seconds : -seconds))
      }
      var (best, most) = (0.0, -Float.infinity)
      for shift in -3...3 {
        let center = bodies[k].center + Point(Double(shift), 0)
        let fit =
          looks.fit(k, center: center, size: bodies[k].size, picture: picture) {
            components.labels[$0] == label
          }
          - 0.6 * Float(shift.magnitude)
        if fit > most { (best, most) = (Double(shift), fit) }
      }
      bodies[k].center.x += best * 0.5
      bodies[k].velocity.x = max(-90, min(90, bodies[k].velocity.x * 0.95 + best * 1.5))
    }
    var isFirst = true
    for k in bodies.indices where bodies[k].home == c {
      let (center, size) = (bodies[k].center, bodies[k].size)
      var place = cguides_claim(
        left: Int32(part.box.left), top: Int32(part.box.top), right: Int32(part.box.right),
        bottom: Int32(part.box.bottom), center_x: center.x, center_y: center.y, size_x: size.x,
        size_y: size.y,
        tolerance: 0, label: Int32(k + 1), is_first: isFirst)
      looks.claim(
        k, place: &place, parts: components.labels, part: label, picture: picture, costs: &costs,
        labels: &labels)
      isFirst = false
    }
    for _ in 0..<2 { vote(label, part.box, components) }
    for k in bodies.indices where bodies[k].home == c { dropIslands(k, of: c, in: part.box) }
    // Hidden ones leave what little is seen to the others.
    for k in bodies.indices where bodies[k].home == c {
      var area = 0
      for y in part.box.top..<part.box.bottom {
        for i in y &* columns &+ part.box.left..<y &* columns &+ part.box.right
        where labels[i] == UInt8(k + 1) {
          area += 1
        }
      }
      if area < max(leastArea / 2, Int(Self.leastSeen * bodies[k].usualArea)) { leave(k) }
    }
  }

  /// Gives what is seen of a body to another one in the same part.
  mutating func leave(_ k: Int) {
    guard let other = bodies.indices.first(where: { $0 != k && bodies[$0].home == bodies[k].home }) else {
      return
    }
    for i in labels.indices where labels[i] == UInt8(k + 1) { labels[i] = UInt8(other + 1) }
    bodies[k].home = nil
  }

  /// Gives each cell of a part to the body of most cells around it.
  private mutating func vote(_ label: UInt8, _ box: CellBox, _ components: MaskComponents) {
    var by = cguides_votes(
      left: Int32(box.left), top: Int32(box.top), right: Int32(box.right), bottom: Int32(box.bottom),
      bodies: 0)
    for y in box.top..<box.bottom {
      for i in y &* columns &+ box.left..<y &* columns &+ box.right {
        scratch[i] = components.labels[i] == label ? labels[i] : 0
        by.bodies |= 1 << UInt32(scratch[i])
      }
    }
    // SAFETY: both planes have a byte for each cell, of which the box has some; `counts` holds four rows and four bytes.
    unsafe cguides_vote(scratch, Int32(columns), &by, &labels, &counts)
  }

  /// Leaves a body its largest piece, and those a quarter as large; others go to the body beside them.
  private mutating func dropIslands(_ k: Int, of c: Int, in box: CellBox) {
    for i in scratch.indices { scratch[i] = labels[i] == UInt8(k + 1) ? 1 : 0 }
    guard parts.read(scratch, leastArea: 1) else { return }
    var largest = 0
    for p in 0..<parts.count { largest = max(largest, parts.components[p].area) }
    guard let other = bodies.indices.first(where: { $0 != k && bodies[$0].home == c }) else { return }
    for p in 0..<parts.count where 4 * parts.components[p].area < largest {
      let piece = parts.components[p].box
      guard piece.gap(to: box) < 0 else { continue }
      for y in piece.top..<piece.bottom {
        for i in y * columns + piece.left..<y * columns + piece.right where parts.labels[i] == UInt8(p + 1) {
          labels[i] = UInt8(other + 1)
        }
      }
    }
  }

  /// Two that have just parted are exchanged if each looks like the other.
  mutating func exchange(_ components: MaskComponents, _ picture: borrowing CellPicture) {
    for a in bodies.indices where bodies[a].apart < Self.parting && bodies[a].home != nil {
      for b in bodies.indices where b > a && bodies[b].apart < Self.parting {
        guard let (one, two) = homes(a, b) else { continue }
        func unlike(_ k: Int, _ c: Int) -> Float {
          looks.difference(k, in: components.components[c].box, picture: picture) {
            components.labels[$0] == UInt8(c + 1)
          }
        }
        let kept = unlike(a, one) + unlike(b, two)
        guard kept > 1, unlike(a, two) + unlike(b, one) < 0.6 * kept else { continue }
        (bodies[a].home, bodies[b].home) = (two, one)
        (bodies[a].velocity, bodies[b].velocity) = (.zero, .zero)
        (bodies[a].center, bodies[b].center) = (bodies[b].center, bodies[a].center)
      }
    }
  }

  /// The parts that show two bodies, if each has one of its own.
  private func homes(_ a: Int, _ b: Int) -> (Int, Int)? {
    guard let one = bodies[a].home, let two = bodies[b].home, one != two else { return nil }
    let sharing = bodies.count { $0.home == one || $0.home == two }
    return sharing == 2 ? (one, two) : nil
  }

  /// One body that was taken for two is one again if nothing tells them apart.
  mutating func dropDoubtful() {
    for k in bodies.indices.reversed() where bodies[k].doubtful ?? 0 > Self.doubting {
      leave(k)
      remove(k)
    }
  }
}
