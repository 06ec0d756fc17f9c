import Foundation

/// Land near the camera that isn't level: heights in metres, x and z from the camera.
struct Terrain {
  enum Form { case dune, cliff, verge, terrace }

  private let form: Form
  private let yaw: Double
  /// Rise along `yaw` as a slope, within `reach` metres either way.
  private let grade: Double
  private let reach: Double
  private let relief: (height: Double, length: Double)
  /// Half the width of a road; how far a cliff is; how high a terrace's steps are.
  private let width: Double
  /// How high a cliff is; how high a road's banks are on either side.
  private let rise: SIMD2<Double>
  private let bend: Double
  private let noise: Lattice

  init(_ form: Form, noise: Lattice, _ random: inout Seeded) {
    self.form = form
    self.noise = noise
    yaw = random.between(0, 2 * .pi)
    switch form {
    case .dune:
      grade = random.between(0.1, 0.55)
      reach = random.between(8, 60)
      relief = (random.between(0.5, 4), random.between(15, 60))
      width = 0
      rise = .zero
    case .cliff:
      grade = random.between(0, 0.15)
      reach = random.between(5, 30)
      relief = (random.between(0.3, 2), random.between(4, 20))
      width = random.between(4, 40)
      rise = SIMD2(random.between(8, 80), 0)
    case .verge:
      grade = random.between(-0.15, 0.15)
      reach = random.between(40, 400)
      relief = (random.between(0.5, 5), random.between(40, 200))
      width = random.between(1.2, 4)
      rise = SIMD2(random.between(-2, 4), random.between(-2, 4))
    case .terrace:
      grade = random.between(0.15, 0.6)
      reach = random.between(40, 150)
      relief = (random.between(2, 12), random.between(30, 120))
      width = random.between(0.8, 3)
      rise = .zero
    }
    bend = random.between(-0.004, 0.004)
  }

  /// Metres along `yaw` and aside of it; a road's middle bends.
  private func place(_ x: Double, _ z: Double) -> (along: Double, aside: Double) {
    let (s, c) = (sin(yaw), cos(yaw))
    let along = s * x + c * z
    return (along, c * x - s * z - bend * along * along / (1 + abs(along) / 60))
  }

  func elevation(_ x: Double, _ z: Double) -> Double {
    let (along, aside) = place(x, z)
    var height =
      relief.height * (noise.sum(x / relief.length, z / relief.length, octaves: form == .dune ? 3 : 5) - 0.5)
      * 2
    height += grade * reach * tanh(along / reach)
    switch form {
    case .dune: break
    case .cliff:
      let edge = aside - width - 6 * (noise.sum(along / 15, 3, octaves: 4) - 0.5)
      height += rise.x * smooth(edge / 3) * (0.8 + 0.4 * noise.sum(along / 40, 9, octaves: 3))
    case .verge:
      // The road itself is smooth.
      let bank = aside > 0 ? rise.x : rise.y
      height =
        grade * reach * tanh(along / reach) + relief.height * 0.3
        * (noise.sum(along / 80, 5, octaves: 2) - 0.5)
        + (abs(aside) < width
          ? 0
          : bank * smooth((abs(aside) - width) / 4) + (height - grade * reach * tanh(along / reach))
            * smooth((abs(aside) - width) / 8))
    case .terrace:
      let step = (height / width).rounded(.down)
      height = (step + smooth((height / width - step - 0.75) * 4)) * width
    }
    return height
  }

  /// What the land is like there, 0...1.
  func albedo(_ x: Double, _ z: Double, distance: Double) -> Double {
    let grain = noise.sum(x * 3, z * 3, octaves: 5, finest: distance / 60) - 0.5
    let (along, aside) = place(x, z)
    switch form {
    case .dune:
      // Ripples across the wind.
      return 0.62 + 0.15 * grain + 0.06 * sin(along * 9 + 4 * noise.sum(x, z, octaves: 2))
        / (1 + distance / 8)
    case .cliff:
      let strata = noise.sum((elevation(x, z) + 0.3 * along) / 1.5, along / 25, octaves: 4) - 0.5
      return 0.4 + 0.35 * grain + 0.35 * strata
    case .verge:
      if abs(aside) < width { return abs(abs(aside) - width + 0.25) < 0.07 ? 0.8 : 0.22 + 0.12 * grain }
      return 0.33 + 0.5 * grain
    case .terrace:
      let share = elevation(x, z) / width - (elevation(x, z) / width).rounded(.down)
      return (share > 0.06 && share < 0.94 ? 0.2 : 0.42) + 0.4 * grain
    }
  }

  /// No land is higher.
  var highest: Double { relief.height * 1.3 + abs(grade) * reach + 1.2 * max(0, rise.max()) + width }

  private func smooth(_ t: Double) -> Double {
    let t = min(1, max(0, t))
    return t * t * (3 - 2 * t)
  }
}
