import Foundation

/// Shows a story before a background: the frames, and where each person is in truth.
struct Film {
  let story: Story
  private let players: [Player]
  private let background: Canvas
  private let shadow: (lean: Double, flat: Double, light: Float)

  static let (columns, rows) = (480, 270)

  init(_ story: Story, seed: Int, background: Canvas, cutOuts: [CutOut]) {
    self.story = story
    let wide = story.pan(story.seconds) == 0 ? Story.width : Story.width + 240
    self.background = background.fitted(width: wide, height: Story.height)
    var random = Random(seed &* 101 &+ 3)
    shadow = (random.within(-0.8...0.8), random.within(0.12...0.3), Float(random.within(0.6...0.8)))
    players = story.people.indices.map { k in
      if !cutOuts.isEmpty {
        return .photographed(cutOuts[(seed &* 5 &+ k &* 3) % cutOuts.count])
      }
      let build = k < story.builds.count ? story.builds[k] : nil
      return .drawn(
        Figure(seed: seed &* 17 &+ k, clothes: seed &* 13 &+ (story.isAlike ? 0 : k), build: build))
    }
  }

  /// A frame, and for each person 1 where they are seen, on a grid of 480 × 270.
  func frame(_ time: Double) -> (canvas: Canvas, truth: [[UInt8]]) {
    var canvas = Canvas(width: Story.width, height: Story.height)
    let pan = Int(story.pan(time))
    for y in 0..<canvas.height {
      let (to, from) = (y * canvas.width, y * background.width + pan)
      for x in 0..<canvas.width {
        canvas.luma[to + x] = background.luma[from + x]
        canvas.cb[to + x] = background.cb[from + x]
        canvas.cr[to + x] = background.cr[from + x]
      }
    }
    story.before(&canvas, time)
    let empty = canvas
    var layers: [(person: Int, pose: Figure.Pose, layer: Layer)] = []
    for (k, place) in story.people.enumerated() {
      guard var pose = place(time) else { continue }
      pose.x -= Double(pan)
      guard pose.x > -300, pose.x < Double(Story.width) + 300 else { continue }
      layers.append((k, pose, players[k].layer(pose)))
    }
    // The nearest, whose feet are lowest in the picture, are drawn last.
    layers.sort { ($0.pose.ground, $1.person) < ($1.pose.ground, $0.person) }
    for (_, pose, layer) in layers { cast(layer, pose, on: &canvas) }
    var covers = [[Float]](repeating: [], count: story.people.count)
    for (person, _, layer) in layers {
      covers[person] = Array(repeating: 0, count: canvas.width * canvas.height)
      for v in 0..<layer.height where layer.top + v >= 0 && layer.top + v < canvas.height {
        for u in 0..<layer.width where layer.left + u >= 0 && layer.left + u < canvas.width {
          let alpha = layer.alpha[v * layer.width + u]
          guard alpha > 0 else { continue }
          let i = (layer.top + v) * canvas.width + layer.left + u
          if let pillar = story.pillar, pillar.contains(layer.left + u) { continue }
          canvas.blend(i, layer.color[v * layer.width + u], alpha)
          for other in covers.indices where other != person && !covers[other].isEmpty {
            covers[other][i] *= 1 - alpha
          }
          covers[person][i] = alpha
        }
      }
    }
    if let pillar = story.pillar {
      for y in 0..<canvas.height {
        for x in pillar { canvas.luma[y * canvas.width + x] = empty.luma[y * canvas.width + x] }
        for x in pillar { canvas.cb[y * canvas.width + x] = empty.cb[y * canvas.width + x] }
        for x in pillar { canvas.cr[y * canvas.width + x] = empty.cr[y * canvas.width + x] }
      }
    }
    story.after(&canvas, time)
    return (canvas, covers.map { Self.reduced($0, width: canvas.width) })
  }

  /// A cast shadow, and one beneath the feet.
  private func cast(_ layer: Layer, _ pose: Figure.Pose, on canvas: inout Canvas) {
    let foot = pose.ground + 0.01 * pose.height
    let top = max(0, Int(foot - shadow.flat * pose.height))
    for y in top..<max(top, min(canvas.height, Int(foot + 0.03 * pose.height))) {
      let rise = max(0, (foot - Double(y)) / shadow.flat)
      for x in max(0, Int(pose.x - 1.3 * pose.height))..<min(canvas.width, Int(pose.x + 1.3 * pose.height)) {
        let (u, v) = (Int(Double(x) - shadow.lean * rise), Int(foot - rise))
        let cover =
          (layer.cover(u, v) + layer.cover(u - 3, v) + layer.cover(u + 3, v) + layer.cover(u, v - 6)) / 4
        let (across, down) = (
          (Double(x) - pose.x) / (0.11 * pose.height), (Double(y) - foot) / (0.018 * pose.height)
        )
        let contact = Float(0.42 * exp(-across * across - down * down))
        let light = (1 - (1 - shadow.light) * cover) * (1 - contact)
        if light < 0.995 { canvas.light(y * canvas.width + x, by: light) }
      }
    }
  }

  private static func reduced(_ cover: [Float], width: Int) -> [UInt8] {
    guard !cover.isEmpty else { return [UInt8](repeating: 0, count: columns * rows) }
    var out = [UInt8](repeating: 0, count: columns * rows)
    for y in 0..<rows {
      for x in 0..<columns {
        let i = 2 * y * width + 2 * x
        out[y * columns + x] = cover[i] + cover[i + 1] + cover[i + width] + cover[i + width + 1] >= 2 ? 1 : 0
      }
    }
    return out
  }
}
