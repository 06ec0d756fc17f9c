import Foundation

/// Somebody cut out of a photograph by a mask: `NAME.jpg` and `NAME-mask.jpg` of one size.
struct CutOut {
  private let picture: Canvas
  private let mask: [UInt8]
  private let box: (left: Int, top: Int, width: Int, height: Int)

  init?(_ path: String) {
    guard let picture = Canvas(jpeg: path),
      let mask = Canvas(jpeg: (path as NSString).deletingPathExtension + "-mask.jpg"),
      mask.width == picture.width, mask.height == picture.height
    else { return nil }
    self.picture = picture
    self.mask = mask.luma
    var (left, top, right, bottom) = (mask.width, mask.height, 0, 0)
    for y in 0..<mask.height {
      for x in 0..<mask.width where mask.luma[y * mask.width + x] >= 128 {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    guard left < right else { return nil }
    box = (left, top, right - left, bottom - top)
  }

  /// At a place and of a height, bent from the feet upwards by a sway.
  func layer(_ pose: Figure.Pose) -> Layer {
    let scale = pose.height / Double(box.height)
    let half = Double(box.width) * scale / 2 + 12
    var layer = Layer(
      left: Int(pose.x - half), top: Int(pose.ground - pose.height - 2), width: Int(2 * half),
      height: Int(pose.height) + 4)
    let way = pose.way ?? 0
    for v in 0..<layer.height {
      let y = Double(v + layer.top) + 0.5
      let rise = (pose.ground - y) / pose.height
      let sway = 0.02 * pose.height * rise * sin(2.3 * pose.time) + 0.01 * pose.height * sin(way / 25)
      let from = Double(box.top) + (1 - rise) * Double(box.height) - 0.5
      guard from >= Double(box.top), from < Double(box.top + box.height) else { continue }
      for u in 0..<layer.width {
        let across = (Double(u + layer.left) + 0.5 - pose.x - sway) / scale
        let x = Double(box.left) + Double(box.width) / 2 + across - 0.5
        guard x >= Double(box.left), x < Double(box.left + box.width) else { continue }
        let cover = Float(Canvas.sample(mask, picture.width, picture.height, x, from)) / 255
        guard cover > 0.05 else { continue }
        let i = Int(from + 0.5) * picture.width + Int(x + 0.5)
        layer.set(u, v, picture.color(min(i, mask.count - 1)), min(1, max(0, (cover - 0.2) / 0.6)))
      }
    }
    return layer
  }
}

/// Whoever plays in a story.
enum Player {
  case drawn(Figure)
  case photographed(CutOut)

  func layer(_ pose: Figure.Pose) -> Layer {
    switch self {
    case .drawn(let figure): figure.layer(pose)
    case .photographed(let person): person.layer(pose)
    }
  }
}
