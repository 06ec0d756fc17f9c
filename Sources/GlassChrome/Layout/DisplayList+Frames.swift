import Geometry

extension DisplayItem {
  /// Moves the pen of words and figures.
  mutating func movePen(by way: Point) {
    switch ink {
    case .text(let text, var lettering):
      lettering.origin += way
      ink = .text(text, lettering)
    case .figures(let number, var lettering):
      lettering.origin += way
      ink = .figures(number, lettering)
    case .plate, .icon, .shape, .picture, .edge: break
    }
  }

  /// The item at another place; its pen moves along.
  fileprivate func moved(toX x: Double) -> DisplayItem {
    var item = self
    item.movePen(by: Point(x - frame.x, 0))
    item.frame.x = x
    return item
  }
}

extension ScrollClip {
  fileprivate func mirrored(_ x: (Rect) -> Double) -> ScrollClip {
    var clip = self
    clip.frame.x = x(frame)
    return clip
  }
}

extension GlassGroup {
  /// The smallest rectangle around elements and items.
  var drawnBounds: Rect {
    let frames = elements.map(\.shownFrame) + items.map(\.shownFrame)
    guard let first = frames.first else { return .zero }
    return frames.dropFirst().reduce(first) { $0.union($1) }
  }
}

extension DisplayList {
  /// The list with left and right exchanged within a canvas; words and icons themselves aren't mirrored.
  func mirrored(in canvas: Rect) -> DisplayList {
    func x(_ frame: Rect) -> Double { canvas.x + canvas.maxX - frame.maxX }
    var list = self
    for i in list.groups.indices {
      list.groups[i].bounds.x = x(groups[i].bounds)
      for j in list.groups[i].elements.indices {
        list.groups[i].elements[j].frame.x = x(groups[i].elements[j].frame)
        list.groups[i].elements[j].clip = groups[i].elements[j].clip?.mirrored(x)
      }
      list.groups[i].items = groups[i].items.map { item in
        var moved = item.moved(toX: x(item.frame))
        moved.clip = item.clip?.mirrored(x)
        return moved
      }
    }
    for i in list.accessibility.indices {
      list.accessibility[i].frame.x = x(accessibility[i].frame)
      list.accessibility[i].clip = accessibility[i].clip?.mirrored(x)
    }
    for i in list.scrollports.indices {
      list.scrollports[i].frame.x = x(scrollports[i].frame)
      list.scrollports[i].isReversed.toggle()
    }
    return list
  }
}
