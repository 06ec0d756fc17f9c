import Geometry

/// How far the content of a scroll view has moved.
package struct ScrollPosition: Sendable, Hashable {
  /// The scroll view's window.
  package var port: Scrollport
  /// Points from the content's start to the window's; beyond the range while a finger stretches it.
  package var offset: Double
  /// How visible the scroll indicator is, 0 … 1.
  package var indicator = 0.0

  /// A clip with this position's fades: none at an edge where the content ends.
  func faded(_ clip: ScrollClip) -> ScrollClip {
    var clip = clip
    guard port.fades else { return clip }
    clip.fadeBefore = min(max(offset, 0), ScrollClip.fade)
    clip.fadeAfter = min(max(port.range - offset, 0), ScrollClip.fade)
    if port.isReversed { (clip.fadeBefore, clip.fadeAfter) = (clip.fadeAfter, clip.fadeBefore) }
    return clip
  }
}

extension DisplayAnimator {
  /// An element where its scroll view currently shows it.
  package func placed(_ element: AccessibilityElement) -> AccessibilityElement {
    guard let id = element.clip?.id, let scroll = scrolls.first(where: { $0.port.id == id }) else {
      return element
    }
    var element = element
    element.frame = scroll.port.moved(element.frame, by: scroll.offset)
    return element
  }
}

extension DisplayItem {
  /// Cuts it as its window shows it: unclipped where fully inside, invisible outside.
  mutating func window(_ scroll: ScrollPosition?) {
    guard let own = clip else { return }
    let window = scroll?.faded(own) ?? own
    let sight = window.sight(of: frame)
    clip = sight == .part ? window : nil
    guard sight == .none else { return }
    place(in: frame, opacity: 0)
    // It asks nothing of the glass either.
    wholeOpacity = nil
  }
}

extension ScrollClip {
  /// How far glass in the window has materialized: it disappears as it leaves the window.
  func presence(of glass: Rect) -> Double {
    let all = axis == .horizontal ? glass.width : glass.height
    guard all > 0 else { return 0 }
    let shown = shown(glass)
    let share = (axis == .horizontal ? shown.width : shown.height) / all
    return min(max((share - 0.4) / 0.6, 0), 1)
  }
}

extension DisplayList {
  /// Whether all of an element is visible, unfaded, when its scroll view is at the start.
  package func showsWhole(_ element: AccessibilityElement) -> Bool {
    guard let clip = element.clip else { return true }
    let port = scrollports.first { $0.id == clip.id }
    return (port.map { ScrollPosition(port: $0, offset: 0).faded(clip) } ?? clip).sight(of: element.frame)
      == .whole
  }
}
