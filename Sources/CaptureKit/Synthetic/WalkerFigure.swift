import Glibc

/// A limb: a rounded bar between two points, with a radius at each end, in fractions of the figure's height or,
/// once placed, in pixels.
struct Limb {
  var ax: Float
  var ay: Float
  var radiusA: Float
  var bx: Float
  var by: Float
  var radiusB: Float
  var paint: WalkerFigure.Paint

  var left: Float { min(ax - radiusA, bx - radiusB) }
  var right: Float { max(ax + radiusA, bx + radiusB) }
  var top: Float { min(ay - radiusA, by - radiusB) }
  var bottom: Float { max(ay + radiusA, by + radiusB) }

  /// The limb scaled to a figure `height` high, with the figure's origin at a point.
  func placed(x: Float, y: Float, height: Float) -> Limb {
    Limb(
      ax: x + ax * height, ay: y + ay * height, radiusA: radiusA * height, bx: x + bx * height,
      by: y + by * height, radiusB: radiusB * height, paint: paint)
  }

  /// How much of a pixel the limb covers, and how bright it is there: lit from the upper left, as if round.
  @inline(__always)
  func sample(_ x: Float, _ y: Float) -> (coverage: Float, shade: Float) {
    let (dx, dy) = (bx - ax, by - ay)
    let (px, py) = (x - ax, y - ay)
    let t = min(1, max(0, (px * dx + py * dy) / max(1e-6, dx * dx + dy * dy)))
    let (ox, oy) = (px - t * dx, py - t * dy)
    let radius = radiusA + (radiusB - radiusA) * t
    let distance = (ox * ox + oy * oy).squareRoot()
    let coverage = min(1, max(0, radius - distance + 0.5))
    // Only the offset across the axis, so that collinear limbs join without a seam.
    let length = max(1e-3, (dx * dx + dy * dy).squareRoot())
    let across = (px * dy - py * dx) / length / max(1, radius)
    let light = across * (-0.8 * dy + 0.5 * dx) / length
    return (coverage, 1 + 0.26 * light - 0.06 * light * light)
  }
}

/// A walking person made of limbs, seen at a slight angle. The origin is on the ground below the hips, x to the
/// right, y down; lengths are fractions of the figure's height.
struct WalkerFigure {
  /// A limb's covering; limbs on the far side are darker.
  enum Paint: Int {
    case skin, hair, jacket, farJacket, trousers, farTrousers, shoes
  }

  static let limbCount = 18

  /// The limbs from back to front.
  private(set) var limbs: InlineArray<18, Limb>

  /// - Parameters:
  ///   - phase: of the gait, in radians; each leg takes one step per turn.
  ///   - stride: 0 standing, 1 walking.
  ///   - facing: 1 to the right, −1 to the left.
  init(phase: Float, stride: Float, facing: Float) {
    limbs = InlineArray(
      repeating: Limb(ax: 0, ay: 0, radiusA: 0, bx: 0, by: 0, radiusB: 0, paint: .skin))
    var next = 0
    func add(_ paint: Paint, _ a: Joint, _ radiusA: Float, _ b: Joint, _ radiusB: Float) {
      limbs[next] = Limb(
        ax: a.x * facing, ay: a.y, radiusA: radiusA, bx: b.x * facing, by: b.y, radiusB: radiusB, paint: paint
      )
      next += 1
    }
    let far = Leg(hip: (0.022, Self.hipY), phase: phase + .pi, stride: stride)
    let near = Leg(hip: (-0.022, Self.hipY), phase: phase, stride: stride)
    let lean = 0.035 * stride
    let shoulderX = lean * 0.30
    let farArm = Arm(shoulder: (0.072 + shoulderX, -0.775), phase: phase + .pi, stride: stride)
    let nearArm = Arm(shoulder: (-0.078 + shoulderX, -0.77), phase: phase, stride: stride)

    add(.farJacket, farArm.shoulder, 0.036, farArm.elbow, 0.029)
    add(.farJacket, farArm.elbow, 0.029, farArm.hand, 0.023)
    add(.skin, farArm.hand, 0.021, Self.end(farArm.hand, 0.02, 0.2), 0.019)
    add(.farTrousers, far.hip, 0.056, far.knee, 0.040)
    add(.farTrousers, far.knee, 0.040, far.ankle, 0.027)
    add(.shoes, far.ankle, 0.024, Self.end(far.ankle, 0.052, far.shinAngle + 1.35), 0.017)
    add(.trousers, near.hip, 0.058, near.knee, 0.042)
    add(.trousers, near.knee, 0.042, near.ankle, 0.029)
    add(.shoes, near.ankle, 0.025, Self.end(near.ankle, 0.056, near.shinAngle + 1.35), 0.018)
    add(.trousers, far.hip, 0.058, near.hip, 0.060)
    add(.skin, (shoulderX, -0.80), 0.030, (shoulderX + 0.006, -0.87), 0.029)
    add(.jacket, (-0.062 + shoulderX, -0.768), 0.046, (0.058 + shoulderX, -0.772), 0.044)
    add(.jacket, (shoulderX, -0.745), 0.086, (0, -0.51), 0.076)
    add(.hair, (shoulderX - 0.006, -0.938), 0.054, (shoulderX - 0.012, -0.905), 0.050)
    add(.skin, (shoulderX + 0.012, -0.925), 0.047, (shoulderX + 0.014, -0.888), 0.037)
    add(.jacket, nearArm.shoulder, 0.041, nearArm.elbow, 0.032)
    add(.jacket, nearArm.elbow, 0.032, nearArm.hand, 0.025)
    add(.skin, nearArm.hand, 0.023, Self.end(nearArm.hand, 0.022, 0.25), 0.020)
    standOnGround()
  }

  private typealias Joint = (x: Float, y: Float)
  private static let hipY: Float = -0.50

  /// The other end of a bone. Straight down from a joint is angle 0; forward is positive.
  private static func end(_ from: Joint, _ length: Float, _ angle: Float) -> Joint {
    (from.x + length * sinf(angle), from.y + length * cosf(angle))
  }

  private struct Leg {
    let hip, knee, ankle: Joint
    let shinAngle: Float

    /// The knee bends while its leg comes forward.
    init(hip: Joint, phase: Float, stride: Float) {
      let angle = 0.40 * stride * sinf(phase)
      let bend = stride * 0.75 * powf(max(0, cosf(phase)), 1.5) + 0.05 * stride
      self.hip = hip
      shinAngle = angle - bend
      knee = WalkerFigure.end(hip, 0.235, angle)
      ankle = WalkerFigure.end(knee, 0.215, shinAngle)
    }
  }

  private struct Arm {
    let shoulder, elbow, hand: Joint

    init(shoulder: Joint, phase: Float, stride: Float) {
      let angle = -0.42 * stride * sinf(phase) + 0.03
      self.shoulder = shoulder
      elbow = WalkerFigure.end(shoulder, 0.155, angle)
      hand = WalkerFigure.end(elbow, 0.135, angle + 0.12 + 0.28 * stride)
    }
  }

  /// Puts the lower foot on the ground, which makes the body rise and fall.
  private mutating func standOnGround() {
    var lowest: Float = -1
    for index in 0..<Self.limbCount {
      lowest = max(lowest, limbs[index].bottom)
    }
    for index in 0..<Self.limbCount {
      limbs[index].ay -= lowest
      limbs[index].by -= lowest
    }
  }

  /// The smallest rectangle around the parts of the limbs between two vertical lines; `nil` when there are none.
  /// Exact for limbs that lie entirely between them, within a hundredth of a limb's length for cut ones.
  func bounds(from minX: Float, to maxX: Float) -> (left: Float, top: Float, right: Float, bottom: Float)? {
    var bounds: (left: Float, top: Float, right: Float, bottom: Float) = (9, 9, -9, -9)
    let steps = 32
    for index in 0..<Self.limbCount {
      let limb = limbs[index]
      for step in 0...steps {
        // A limb is the union of discs along its axis; only the part of each between the lines counts.
        let t = Float(step) / Float(steps)
        let x = interpolate(limb.ax, limb.bx, t)
        let y = interpolate(limb.ay, limb.by, t)
        let radius = interpolate(limb.radiusA, limb.radiusB, t)
        let outside = max(0, minX - x, x - maxX)
        guard outside < radius else { continue }
        let half = (radius * radius - outside * outside).squareRoot()
        bounds.left = min(bounds.left, max(minX, x - radius))
        bounds.right = max(bounds.right, min(maxX, x + radius))
        bounds.top = min(bounds.top, y - half)
        bounds.bottom = max(bounds.bottom, y + half)
      }
    }
    return bounds.left < bounds.right ? bounds : nil
  }

  /// The smallest rectangle around all limbs.
  var bounds: (left: Float, top: Float, right: Float, bottom: Float) {
    var bounds: (left: Float, top: Float, right: Float, bottom: Float) = (9, 9, -9, -9)
    for index in 0..<Self.limbCount {
      bounds.left = min(bounds.left, limbs[index].left)
      bounds.right = max(bounds.right, limbs[index].right)
      bounds.top = min(bounds.top, limbs[index].top)
      bounds.bottom = max(bounds.bottom, limbs[index].bottom)
    }
    return bounds
  }
}
