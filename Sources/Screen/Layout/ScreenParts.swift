import GlassChrome

extension Rect {
  /// The rectangle without margins at the left and right, and at the top and bottom.
  func inset(_ side: Double, _ end: Double) -> Rect {
    Rect(x: x + side, y: y + end, width: max(width - 2 * side, 0), height: max(height - 2 * end, 0))
  }

  /// What is left of a column or row without a part at its lower or right end, or at the other, and a gap beside it.
  func without(_ part: Rect?, atEnd: Bool, _ isColumn: Bool, _ gap: Double) -> Rect {
    guard let part else { return self }
    if isColumn {
      let (top, bottom) = atEnd ? (y, part.y - gap) : (part.maxY + gap, maxY)
      return Rect(x: x, y: top, width: width, height: max(bottom - top, 0))
    }
    let (left, right) = atEnd ? (x, part.x - gap) : (part.maxX + gap, maxX)
    return Rect(x: left, y: y, width: max(right - left, 0), height: height)
  }
}

extension DisplayList {
  mutating func append(_ other: DisplayList) {
    groups += other.groups
    accessibility += other.accessibility
    scrollports += other.scrollports
  }

  /// Its elements, not drawn now.
  var hidden: [AccessibilityElement] {
    accessibility.map { element in
      var element = element
      element.isHidden = true
      return element
    }
  }

  /// Whether there is a hint or toast.
  var hasMessage: Bool { groups.contains { $0.id == "hint" || $0.id == "toast" } }

  /// Whether one of its texts was truncated.
  var cutsWords: Bool {
    groups.contains { group in
      group.items.contains {
        if case .text(let text, _) = $0.ink { text.contains("…") } else { false }
      }
    }
  }
}

extension GlassElement {
  /// What can be seen of it in a scroll view, and all of it elsewhere; `nil` if it is scrolled out.
  var shown: Rect? {
    let shown = clip.map { frame.intersection($0.frame) } ?? frame
    return shown.width > 0 && shown.height > 0 ? shown : nil
  }
}
