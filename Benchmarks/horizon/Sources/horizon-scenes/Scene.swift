import Foundation

/// A place seen from a metre and a half above its ground, with y up: what light comes from each direction.
struct Scene {
  /// In the order of their seeds.
  enum Kind: String, CaseIterable {
    case street, room, hills, forest, coast, night, fog, works, dune, cliff, verge, terrace
  }

  private enum Ground { case flat, hilly, land, sea }

  let kind: Kind
  private var ground = Ground.flat
  /// Heights of the ground in metres, of a wavelength in metres.
  private var relief = (height: 0.0, length: 1.0)
  private var boxes: [Box] = []
  private var trunks: [Trunk] = []
  private var terrain: Terrain?
  /// How high a sea stands that the land falls to, from the land's zero.
  private var sea = -Double.infinity
  /// What lies farther than 8 m is out of focus by a Gaussian of that many radians.
  private(set) var defocus = 0.0
  /// How much light is lost per metre.
  private var haze = 0.0002
  private var sun = Vector(0.4, 0.6, 0.5)
  private var isNight = false
  private var isIndoors = false
  private let noise: Lattice
  private let eye: Vector

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    var random = Seeded(state: seed &* 977 &+ UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
    noise = Lattice(seed: random.next())
    sun = unit(Vector(random.between(-1, 1), random.between(0.3, 1), random.between(-1, 1)))
    var height = 1.5
    switch kind {
    case .street, .night, .fog:
      boxes = Self.street(&random)
      isNight = kind == .night
      if kind == .fog { haze = random.between(0.015, 0.05) }
    case .works: boxes = Self.yard(&random)
    case .room:
      boxes = Self.room(&random)
      isIndoors = true
    case .hills:
      ground = .hilly
      relief = (random.between(30, 120), random.between(300, 900))
      trunks = []
      haze = random.between(0.0001, 0.0006)
    case .forest:
      ground = .hilly
      relief = (random.between(1, 6), random.between(20, 60))
      trunks = Self.trees(&random)
      haze = 0.003
    case .coast:
      ground = .sea
      boxes = Self.boats(&random)
      height = random.between(2, 12)
      haze = random.between(0.00003, 0.0003)
    case .dune, .cliff, .verge, .terrace:
      ground = .land
      let forms: [Kind: Terrain.Form] = [.dune: .dune, .cliff: .cliff, .verge: .verge]
      let land = Terrain(forms[kind] ?? .terrace, noise: noise, &random)
      terrain = land
      haze = random.between(0.0001, 0.001)
      if kind == .dune || kind == .cliff { sea = land.elevation(0, 0) - random.between(1, 12) }
      if kind == .dune || random.between(0, 1) < 0.3 { defocus = random.between(0, 0.015) }
      if kind == .verge || kind == .terrace { trunks = Self.posts(&random) }
    }
    eye = Vector(0, 0, 0)
    if ground == .hilly || ground == .land { height += elevation(0, 0) }
    for i in boxes.indices { boxes[i].center.y -= height }
    base = -height
    for i in trunks.indices {
      trunks[i].foot.y = base + elevation(trunks[i].foot.x, trunks[i].foot.z) - 0.3
    }
  }

  private var base = 0.0

  private func elevation(_ x: Double, _ z: Double) -> Double {
    if let terrain { return terrain.elevation(x, z) }
    guard ground == .hilly else { return 0 }
    return relief.height * (noise.sum(x / relief.length, z / relief.length, octaves: 6) - 0.5) * 2
  }

  // MARK: What stands there

  private static func street(_ random: inout Seeded) -> [Box] {
    var boxes: [Box] = []
    let yaw = random.between(0, 2 * .pi)
    let width = random.between(5, 11)
    for side in [-1.0, 1] {
      var along = -160.0
      while along < 160 {
        let (front, depth) = (random.between(6, 18), random.between(8, 14))
        let height = random.between(5, 22)
        if random.between(0, 1) > 0.15 {
          boxes.append(
            box(
              yaw, along + front / 2, side * (width + depth / 2 + random.between(0, 1.5)),
              Vector(depth / 2, height / 2, front / 2), bottom: 0, .facade, &random))
        }
        along += front + (random.between(0, 1) > 0.7 ? random.between(2, 6) : 0)
      }
    }
    for _ in 0..<14 {
      // Parked cars.
      let side: Double = Bool.random(using: &random) ? 1 : -1
      boxes.append(
        box(
          yaw, random.between(-70, 70), side * (width - 1.6), Vector(0.9, 0.45, 2.1), bottom: 0.3, .plaster,
          &random))
    }
    return boxes
  }

  private static func yard(_ random: inout Seeded) -> [Box] {
    (0..<40).map { _ in
      let (angle, away) = (random.between(0, 2 * .pi), random.between(6, 60))
      var made = box(
        random.between(0, 2 * .pi), 0, 0,
        Vector(random.between(0.5, 3), random.between(0.5, 5), random.between(0.5, 3)), bottom: 0, .crate,
        &random)
      made.center.x = away * sin(angle)
      made.center.z = away * cos(angle)
      return made
    }
  }

  private static func room(_ random: inout Seeded) -> [Box] {
    let (width, depth, height) = (random.between(2, 5), random.between(2.5, 6), random.between(2.4, 3.2))
    let yaw = random.between(0, 2 * .pi)
    var boxes = [
      box(yaw, 0, 0, Vector(width, height / 2, depth), bottom: 0, .plaster, &random)
    ]
    boxes[0].brightness = random.between(0.6, 0.9)
    for _ in 0..<9 {
      let half = Vector(random.between(0.2, 0.8), random.between(0.2, 1), random.between(0.2, 0.8))
      let side: Double = Bool.random(using: &random) ? 1 : -1
      boxes.append(
        box(
          yaw + (random.between(0, 1) > 0.8 ? random.between(-0.5, 0.5) : 0),
          random.between(-depth + half.z, depth - half.z), side * (width - half.x), half, bottom: 0, .wood,
          &random))
    }
    for _ in 0..<5 {
      // Pictures and shelves on the walls.
      let side: Double = Bool.random(using: &random) ? 1 : -1
      let half = Vector(0.03, random.between(0.2, 0.5), random.between(0.2, 0.7))
      boxes.append(
        box(
          yaw, random.between(-depth + 1, depth - 1), side * (width - 0.04), half,
          bottom: random.between(1, 1.6),
          .wood, &random))
    }
    return boxes
  }

  private static func boats(_ random: inout Seeded) -> [Box] {
    (0..<5).map { _ in
      let (angle, away) = (random.between(0, 2 * .pi), random.between(60, 500))
      var made = box(
        random.between(0, 2 * .pi), 0, 0, Vector(2, random.between(1, 3), random.between(4, 12)), bottom: 0,
        .plaster,
        &random)
      made.center.x = away * sin(angle)
      made.center.z = away * cos(angle)
      return made
    }
  }

  private static func trees(_ random: inout Seeded) -> [Trunk] {
    (0..<160).map { _ in
      let (angle, away) = (random.between(0, 2 * .pi), 2.5 + 45 * random.between(0, 1).squareRoot())
      return Trunk(
        foot: Vector(away * sin(angle), 0, away * cos(angle)),
        lean: SIMD2(random.between(-0.07, 0.07), random.between(-0.07, 0.07)),
        radius: random.between(0.06, 0.35), height: random.between(6, 20),
        brightness: random.between(0.1, 0.35))
    }
  }

  /// Bushes' stems and posts, which lean as they like.
  private static func posts(_ random: inout Seeded) -> [Trunk] {
    (0..<12).map { _ in
      let (angle, away) = (random.between(0, 2 * .pi), random.between(6, 60))
      return Trunk(
        foot: Vector(away * sin(angle), 0, away * cos(angle)),
        lean: SIMD2(random.between(-0.2, 0.2), random.between(-0.2, 0.2)),
        radius: random.between(0.03, 0.15), height: random.between(0.8, 5),
        brightness: random.between(0.1, 0.5))
    }
  }

  /// A box on the ground, `along` a street of direction `yaw` and `aside` of its middle.
  private static func box(
    _ yaw: Double, _ along: Double, _ aside: Double, _ half: Vector, bottom: Double, _ surface: Box.Surface,
    _ random: inout Seeded
  ) -> Box {
    let (s, c) = (sin(yaw), cos(yaw))
    return Box(
      center: Vector(c * aside + s * along, bottom + half.y, -s * aside + c * along), half: half, yaw: yaw,
      surface: surface, brightness: random.between(0.25, 0.85), seed: random.next())
  }

  // MARK: Light

  /// The light from a direction, 0...1, of what is at least `start` metres away, and how far that is.
  func light(_ way: Vector, from start: Double = 0) -> (light: Double, distance: Double) {
    var nearest = Double.infinity
    var seen = 0.0
    for box in boxes {
      guard let hit = box.hit(eye, way), hit.distance < nearest, hit.distance >= start else { continue }
      nearest = hit.distance
      seen = shade(albedo(box, hit.place, hit.normal, hit.distance), hit.normal, way * hit.distance)
      if isNight, box.surface == .facade, isLit(box, hit.place, hit.normal) { seen = 0.9 }
    }
    for trunk in trunks {
      guard let hit = trunk.hit(eye, way), hit.distance < nearest, hit.distance >= start else { continue }
      nearest = hit.distance
      let bark = noise.sum(hit.place.x * 30, hit.place.y * 4, octaves: 3, finest: hit.distance / 20)
      seen = shade(trunk.brightness * (0.5 + bark), hit.normal, way * hit.distance)
    }
    if let (distance, normal) = ground(way, from: start), distance < nearest {
      nearest = distance
      seen = shade(groundAlbedo(way * distance, distance), normal, way * distance)
    }
    let air = isNight ? 0.04 : 0.75
    guard nearest < .infinity else { return (sky(way), .infinity) }
    let kept = exp(-haze * nearest)
    return (min(1, max(0, seen * kept + air * (1 - kept))), nearest)
  }

  /// Far hills or roofs, which hide the level edge of flat ground: how high they stand, as a slope.
  private func ridge(_ way: Vector) -> Double {
    guard ground == .flat || kind == .verge || kind == .terrace else { return kind == .forest ? 0.04 : -1 }
    let around = atan2(way.x, way.z)
    // Two turns of noise blended, so that the ends meet.
    let share = around / (2 * .pi) + 0.5
    let (a, b) = (noise.sum(around * 3, 7, octaves: 6), noise.sum((around - 2 * .pi) * 3, 7, octaves: 6))
    return 0.02 + 0.16 * (a * (1 - share) + b * share)
  }

  private func sky(_ way: Vector) -> Double {
    let slope = way.y / (way.x * way.x + way.z * way.z).squareRoot()
    if !isIndoors, slope < ridge(way), slope > -0.5 {
      let far = 0.22 + 0.2 * (noise.sum(atan2(way.x, way.z) * 40, slope * 40, octaves: 4) - 0.5)
      return isNight ? 0.02 : far + (kind == .fog ? 0.5 : 0.2)
    }
    if kind == .forest {
      let leaves = noise.sum(atan2(way.x, way.z) * 25, atan2(way.y, 1) * 30, octaves: 5)
      if leaves > 0.62 - 0.35 * max(0, way.y) { return 0.1 + 0.35 * (leaves - 0.4) }
    }
    if isNight { return 0.03 + 0.03 * max(0, 0.3 - way.y) }
    let up = max(way.y, 0.02)
    let clouds = noise.sum(way.x / up * 0.7 + 40, way.z / up * 0.7, octaves: 5, finest: 0.05 / up)
    let plain = 0.78 - 0.3 * up
    let cover = min(1, max(0, (clouds - 0.5) * 5)) * min(1, way.y * 6)
    return max(0, plain + 0.2 * cover)
  }

  /// Distance and normal of the ground in a direction.
  private func ground(_ way: Vector, from start: Double) -> (Double, Vector)? {
    switch ground {
    case .flat, .sea:
      guard way.y < -1e-6 else { return nil }
      return (base / way.y, Vector(0, 1, 0))
    case .hilly, .land:
      let water = way.y < -1e-6 ? (base + sea) / way.y : .infinity
      let end = min(ground == .land ? 2000 : 20_000, water)
      let highest = terrain?.highest ?? relief.height * 1.2
      let stride = ground == .land ? 0.012 : 0.004
      var (distance, last) = (max(0.3, start), max(0.3, start))
      while distance < end {
        let place = way * distance
        let above = place.y - base - elevation(place.x, place.z)
        if above < 0 { break }
        if place.y > base + highest, way.y > 0 { return nil }
        last = distance
        distance += max(above * 0.4, distance * stride)
      }
      if distance >= end { return water < .infinity ? (max(start, water), Vector(0, 1, 0)) : nil }
      for _ in 0..<12 {
        let middle = (last + distance) / 2
        let place = way * middle
        if place.y - base - elevation(place.x, place.z) < 0 { distance = middle } else { last = middle }
      }
      let (place, step) = (way * distance, max(0.05, distance * 0.003))
      let height = elevation(place.x, place.z)
      return (
        distance,
        unit(
          Vector(
            height - elevation(place.x + step, place.z), step, height - elevation(place.x, place.z + step)))
      )
    }
  }

  private func groundAlbedo(_ place: Vector, _ distance: Double) -> Double {
    let grain = noise.sum(place.x * 3, place.z * 3, octaves: 5, finest: distance / 60)
    switch ground {
    case .land where place.y > base + sea + 0.02:
      return terrain?.albedo(place.x, place.z, distance: distance) ?? 0
    case .sea, .land:
      // Waves are broad across the view and glitter near the sun.
      let waves = noise.sum(place.x * 0.8, place.z * 0.8, octaves: 5, finest: distance / 15)
      return 0.25 + 0.35 * (waves - 0.5) + 0.1 * exp(-distance / 300)
    case .hilly:
      return 0.3 + 0.5 * (grain - 0.5) + 0.2 * (noise.sum(place.x / 40, place.z / 40, octaves: 3) - 0.5)
    case .flat:
      let tiles = place.x.truncatingRemainder(dividingBy: 1.2).magnitude < 0.03
      return 0.35 + 0.3 * (grain - 0.5) + (isIndoors && tiles && distance < 12 ? -0.15 : 0)
    }
  }

  private func albedo(_ box: Box, _ place: Vector, _ normal: Vector, _ distance: Double) -> Double {
    let own = Lattice(seed: box.seed)
    let (across, up) = (abs(normal.y) > 0.5 ? place.z : place.x + place.z, place.y + box.half.y)
    let grain = own.sum(across * 8, up * 8, octaves: 4, finest: distance / 25) - 0.5
    switch box.surface {
    case .plaster: return box.brightness + 0.12 * grain
    case .wood: return box.brightness * 0.7 + 0.4 * (own.sum(across * 2, up * 30, octaves: 3) - 0.5)
    case .crate:
      let plank = up.truncatingRemainder(dividingBy: 0.4) < 0.04
      return plank ? 0.1 : box.brightness * 0.8 + 0.3 * grain
    case .facade:
      guard abs(normal.y) < 0.5 else { return 0.3 + 0.2 * grain }
      let (x, y) = window(across, up)
      if isPane(x, y) {
        return 0.12 + 0.15 * own.value((across / 2.6).rounded(.down), (up / 3.1).rounded(.down))
      }
      if isPane((x - 0.5) * 0.85 + 0.5, (y - 0.5) * 0.85 + 0.5) { return 0.9 }
      return box.brightness + 0.25 * grain
    }
  }

  private func window(_ across: Double, _ up: Double) -> (Double, Double) {
    (across / 2.6 - (across / 2.6).rounded(.down), up / 3.1 - (up / 3.1).rounded(.down))
  }

  private func isPane(_ x: Double, _ y: Double) -> Bool { x > 0.28 && x < 0.72 && y > 0.3 && y < 0.8 }

  private func isLit(_ box: Box, _ place: Vector, _ normal: Vector) -> Bool {
    guard abs(normal.y) < 0.5 else { return false }
    let (across, up) = (place.x + place.z, place.y + box.half.y)
    let (x, y) = window(across, up)
    return isPane(x, y)
      && Lattice(seed: box.seed).value((across / 2.6).rounded(.down) * 3.7, (up / 3.1).rounded(.down) * 2.3)
        > 0.6
  }

  private func shade(_ albedo: Double, _ normal: Vector, _ place: Vector) -> Double {
    if isNight { return albedo * (0.02 + 0.5 / (1 + dot(place, place) / 40)) }
    if isIndoors { return albedo * (0.45 + 0.4 * max(0, dot(normal, sun)) + 0.15 * normal.y) }
    return albedo * (0.35 + 0.75 * max(0, dot(normal, sun)))
  }
}
