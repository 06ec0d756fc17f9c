import Geometry

extension DisplayItem {
  /// The item at another place; its pen moves along.
  func moved(toX x: Double) -> DisplayItem {
    var frame = frame
    let step = x - frame.x
    frame.x = x
    switch self {
    case .clipped(let item, let clip): return .clipped(item.moved(toX: x), to: clip)
    case .plate(let id, _, let form, let role, let strength, let tint):
      return .plate(id: id, frame: frame, form: form, role: role, strength: strength, tint: tint)
    case .icon(let id, let name, _, let role, let opacity, let effects):
      return .icon(id: id, name: name, frame: frame, role: role, opacity: opacity, effects: effects)
    case .shape(let id, let path, _, let lineWidth, let role, let opacity):
      return .shape(id: id, path: path, frame: frame, lineWidth: lineWidth, role: role, opacity: opacity)
    case .picture(let id, let thumbnail, _, let form, let opacity):
      return .picture(id: id, thumbnail: thumbnail, frame: frame, form: form, opacity: opacity)
    case .edge(let id, _, let form, let role, let lineWidth, let opacity):
      return .edge(id: id, frame: frame, form: form, role: role, lineWidth: lineWidth, opacity: opacity)
    case .text(var item):
      item.frame = frame
      item.origin.x += step
      return .text(item)
    case .figures(var item):
      item.frame = frame
      item.origin.x += step
      return .figures(item)
    }
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
        let moved = item.moved(toX: x(item.frame))
        guard case .clipped(let inner, let clip) = moved else { return moved }
        return .clipped(inner, to: clip.mirrored(x))
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
