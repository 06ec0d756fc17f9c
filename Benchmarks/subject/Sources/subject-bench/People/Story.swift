import Foundation

/// What happens in a film of people before a photographed background, at 960 × 540 and 30 frames a second.
struct Story {
  static let (width, height) = (960, 540)

  var name: String
  var seconds: Double
  /// When somebody who is there from the start first stirs.
  var stirs: Double?
  /// Where each person is at a time; `nil`: not there.
  var people: [(Double) -> Figure.Pose?] = []
  /// Two who are dressed alike.
  var isAlike = false
  var builds: [Figure.Build?] = []
  /// Columns of the background before which nobody passes.
  var pillar: Range<Int>?
  /// What happens to the background, and to everything.
  var before: (inout Canvas, Double) -> Void = { _, _ in }
  var after: (inout Canvas, Double) -> Void = { _, _ in }
  /// How far the camera has turned, in pixels.
  var pan: (Double) -> Double = { _ in 0 }

  typealias Pose = Figure.Pose

  /// Along a line at a constant speed, from one side of the picture to the other if it takes long enough.
  static func walk(
    from x: Double, speed: Double, ground: Double, height: Double, start: Double = 0.8,
    until: Double = .infinity
  ) -> (Double) -> Pose? {
    { time in
      guard time >= start else { return nil }
      let way = (min(time, until) - start) * speed.magnitude
      return Pose(
        x: x + way * (speed < 0 ? -1 : 1), ground: ground, height: height, degrees: speed < 0 ? 168 : 12,
        way: time < until ? way : nil, time: time < until ? 0 : time)
    }
  }

  /// In from a side, standing for a while, then back or on.
  static func visit(
    from x: Double, to place: Double, speed: Double, ground: Double, height: Double, start: Double,
    stays: Double,
    leavesTo exit: Double
  ) -> (Double) -> Pose? {
    { time in
      guard time >= start else { return nil }
      let arrival = start + (place - x).magnitude / speed
      if time < arrival {
        let way = (time - start) * speed
        return Pose(
          x: x + (place > x ? way : -way), ground: ground, height: height, degrees: place > x ? 15 : 165,
          way: way)
      }
      if time < arrival + stays {
        return Pose(x: place, ground: ground, height: height, degrees: 85, way: nil, time: time)
      }
      let way = (time - arrival - stays) * speed
      return Pose(
        x: place + (exit > place ? way : -way), ground: ground, height: height,
        degrees: exit > place ? 15 : 165,
        way: way)
    }
  }

  /// Stands from the start, stock-still, sways from a time on and at last walks off.
  static func stand(
    at x: Double, ground: Double, height: Double, stirs: Double, leaves: Double
  ) -> (Double) -> Pose? {
    { time in
      var pose = Pose(x: x, ground: ground, height: height, degrees: 88, way: nil, time: max(0, time - stirs))
      if time > leaves {
        pose.way = (time - leaves) * 160
        pose.x += (time - leaves) * 160
        (pose.degrees, pose.time) = (15, 0)
      }
      return pose
    }
  }

  /// - Parameter seed: of sizes, speeds and places.
  static func all(seed: Int) -> [Story] {
    var random = Random(seed &* 31 &+ 5)
    let big = random.within(300...390)
    let small = big * random.within(0.8...0.98)
    let speed = random.within(130...230)
    let ground = random.within(470...515)
    let far = ground - random.within(10...30)
    var list: [Story] = []

    list.append(
      Story(name: "alone", seconds: 8, people: [walk(from: -120, speed: speed, ground: ground, height: big)]))
    var one = Story(name: "one stands first", seconds: 8, stirs: 1)
    one.people = [
      stand(at: random.within(300...620), ground: ground, height: big * 1.15, stirs: 1, leaves: 5)
    ]
    list.append(one)
    var pair = Story(name: "two stand first", seconds: 8, stirs: 1)
    pair.people = [
      stand(at: 330, ground: ground, height: big * 1.1, stirs: 1, leaves: 5.5),
      stand(at: 600, ground: ground, height: small * 1.1, stirs: 1.1, leaves: 5),
    ]
    list.append(pair)
    let crossing = [
      walk(from: -100, speed: speed, ground: ground, height: big),
      walk(from: 1060, speed: -speed * random.within(0.8...1.2), ground: far, height: small),
    ]
    list.append(Story(name: "crossing", seconds: 8, people: crossing))
    list.append(Story(name: "crossing, alike", seconds: 8, people: crossing, isAlike: true))
    let gap = big * random.within(0.24...0.32)
    list.append(
      Story(
        name: "side by side", seconds: 10,
        people: [
          visit(
            from: -200, to: 420, speed: speed, ground: ground, height: big, start: 0.7, stays: 3,
            leavesTo: 1100),
          visit(
            from: -200 + gap, to: 420 + gap, speed: speed, ground: ground + 4, height: small, start: 0.7,
            stays: 3,
            leavesTo: 1100),
        ]))
    list.append(
      Story(
        name: "meet and part", seconds: 10,
        people: [
          visit(
            from: -110, to: 470 - gap / 2, speed: speed, ground: ground, height: big, start: 0.6, stays: 2.2,
            leavesTo: -200),
          visit(
            from: 1070, to: 470 + gap / 2, speed: speed, ground: far, height: small, start: 0.6, stays: 2.4,
            leavesTo: 1200),
        ]))
    list.append(
      Story(
        name: "three, one passes", seconds: 10,
        people: [
          visit(
            from: -110, to: 380, speed: speed, ground: ground, height: big, start: 0.6, stays: 9,
            leavesTo: 1200),
          visit(
            from: 1070, to: 590, speed: speed, ground: ground, height: small, start: 0.7, stays: 9,
            leavesTo: 1200),
          walk(from: -100, speed: speed * 0.9, ground: far - 12, height: small * 0.9, start: 4),
        ]))
    var child = Story(name: "with a child", seconds: 8, builds: [.tall, .child])
    child.people = [
      walk(from: -120, speed: speed * 0.7, ground: ground, height: big),
      walk(from: -120 + big * 0.27, speed: speed * 0.7, ground: ground + 6, height: big * 0.6),
    ]
    list.append(child)
    var pillar = Story(name: "behind a pillar", seconds: 8, pillar: 520..<600)
    pillar.people = [
      walk(from: -100, speed: speed * 0.9, ground: ground, height: big),
      walk(from: -330, speed: speed * 0.9, ground: far, height: small),
    ]
    list.append(pillar)
    list += nuisances(seed: seed, ground: ground, height: big, speed: speed)
    // A body that fills most of the frame.
    list.append(
      Story(
        name: "close, one comes", seconds: 8,
        people: [
          visit(
            from: -420, to: 470, speed: 2.2 * speed, ground: 1150 + ground - 500, height: 2.9 * big, start: 0.6, stays: 3.5,
            leavesTo: 1400)
        ]))
    return list
  }

  /// Films in which other things change than people, without anybody and with one who walks.
  private static func nuisances(seed: Int, ground: Double, height: Double, speed: Double) -> [Story] {
    var list: [Story] = []
    let lamp = (x: 560.0 + Double(seed % 3) * 90, y: 170.0)
    func glow(_ canvas: inout Canvas, _ time: Double) {
      guard time > 2.5 else { return }
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let away =
            ((Double(x) - lamp.x) * (Double(x) - lamp.x) + (Double(y) - lamp.y) * (Double(y) - lamp.y))
            .squareRoot()
          if away < 150 { canvas.light(y * Self.width + x, by: Float(1 + 0.6 * exp(-away * away / 3600))) }
          if away < 17 { canvas.blend(y * Self.width + x, Color(255, 244, 214), Float(min(1, 17 - away))) }
        }
      }
    }
    func room(_ canvas: inout Canvas, _ time: Double) {
      guard time > 2.5 else { return }
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          canvas.light(y * Self.width + x, by: Float(1.55 - 0.35 * Double(x) / Double(Self.width)))
        }
      }
    }
    func wind(_ canvas: inout Canvas, _ time: Double) {
      let source = canvas
      for y in 20..<280 {
        for x in 120..<420 {
          let (u, v) = (Double(x - 270) / 150, Double(y - 150) / 130)
          let hold = max(0, 1 - u * u - v * v)
          let gust = 0.6 + 0.4 * sin(0.9 * time)
          let dx = 11 * hold * gust * sin(2.7 * time + Double(y) / 40 + Double(x) / 90)
          let dy = 4 * hold * gust * sin(3.4 * time + Double(x) / 35)
          let i = y * Self.width + x
          let (p, q) = (Double(x) + dx, Double(y) + dy)
          canvas.luma[i] = Canvas.sample(source.luma, source.width, source.height, p, q)
          canvas.cb[i] = Canvas.sample(source.cb, source.width, source.height, p, q)
          canvas.cr[i] = Canvas.sample(source.cr, source.width, source.height, p, q)
        }
      }
    }
    func cloud(_ canvas: inout Canvas, _ time: Double) {
      let edge = (time - 1) * 170
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let inside = max(0, min(1, (edge - Double(x) - Double(y) * 0.4) / 50))
          let ahead = max(0, min(1, (edge - 330 - Double(x) - Double(y) * 0.4) / 50))
          canvas.light(y * Self.width + x, by: Float(1 - 0.34 * (inside - ahead)))
        }
      }
    }
    let walker = walk(from: -120, speed: speed, ground: ground, height: height)
    for (name, change) in [("light", room), ("lamp", glow), ("wind", wind), ("shadow", cloud)] {
      var story = Story(name: name + ", nobody", seconds: 8)
      if name == "light" { story.after = change } else { story.before = change }
      list.append(story)
      story.name = name + ", one walks"
      story.people = [walker]
      list.append(story)
    }
    var pan = Story(name: "pan, nobody", seconds: 8)
    pan.pan = { $0 < 2 ? 0 : $0 < 5 ? ($0 - 2) * 60 : 180 }
    list.append(pan)
    pan.name = "pan, one walks"
    pan.people = [walker]
    list.append(pan)
    return list
  }
}
