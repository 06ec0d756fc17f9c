// The built-in outlines. A person is drawn as its right half in units of the box's height, x from the middle,
// and mirrored: so both halves agree to the last bit.

extension SilhouetteTemplate {
  /// Head and shoulders, which run out of the picture at the bottom.
  public static let portrait = SilhouetteTemplate(
    name: "portrait", title: "Portrait",
    path: Outline.bust.outline(center: 0.5, scale: 1, top: 0, aspect: 1), aspect: 1)

  /// A standing person from head to foot.
  public static let fullBody = SilhouetteTemplate(
    name: "full-body", title: "Full body",
    path: Outline.standing.outline(center: 0.2, scale: 1, top: 0, aspect: 0.4), aspect: 0.4)

  /// Two people, shoulder to shoulder: a two-shot.
  public static let couple = SilhouetteTemplate(
    name: "couple", title: "Couple", path: Outline.couple(), aspect: 1.4)

  /// A bottle that stands for anything on a table.
  public static let product = SilhouetteTemplate(
    name: "product", title: "Product",
    path: Outline.bottle.outline(center: 0.25, scale: 1, top: 0, aspect: 0.5), aspect: 0.5)
}

/// The right half of a mirror-symmetric outline: from its top on the axis down to its end.
private struct Outline {
  /// A cubic's two control points and end.
  typealias Curve = (Point, Point, Point)

  let top: Double
  let curves: [Curve]

  init(top: Double, _ numbers: [[Double]]) {
    self.top = top
    curves = numbers.map { (Point($0[0], $0[1]), Point($0[2], $0[3]), Point($0[4], $0[5])) }
  }

  static let bust = Outline(
    top: 0.12,
    [
      [0.078, 0.120, 0.136, 0.178, 0.138, 0.268],  // crown to temple
      [0.139, 0.296, 0.137, 0.318, 0.134, 0.338],  // temple to ear
      [0.148, 0.334, 0.153, 0.352, 0.149, 0.376],  // ear
      [0.145, 0.402, 0.136, 0.416, 0.122, 0.412],
      [0.110, 0.456, 0.094, 0.486, 0.074, 0.508],  // cheek to jaw
      [0.068, 0.532, 0.068, 0.556, 0.074, 0.576],  // neck
      [0.084, 0.610, 0.150, 0.628, 0.222, 0.652],  // trapezius
      [0.318, 0.684, 0.366, 0.736, 0.384, 0.834],  // shoulder
      [0.393, 0.886, 0.398, 0.944, 0.400, 1.000],  // upper arm
    ])

  static let standing = Outline(
    top: 0.035,
    [
      [0.030, 0.035, 0.048, 0.058, 0.047, 0.092],  // head
      [0.046, 0.122, 0.036, 0.142, 0.024, 0.154],
      [0.022, 0.164, 0.023, 0.174, 0.027, 0.182],  // neck
      [0.034, 0.196, 0.068, 0.199, 0.090, 0.208],  // trapezius
      [0.114, 0.218, 0.124, 0.240, 0.128, 0.270],  // shoulder
      [0.134, 0.322, 0.142, 0.362, 0.148, 0.404],  // upper arm
      [0.154, 0.446, 0.158, 0.474, 0.160, 0.504],  // forearm
      [0.163, 0.532, 0.160, 0.556, 0.150, 0.558],  // hand
      [0.139, 0.559, 0.137, 0.540, 0.137, 0.518],
      [0.132, 0.482, 0.124, 0.446, 0.117, 0.408],  // inner arm
      [0.111, 0.374, 0.105, 0.338, 0.100, 0.304],  // armpit
      [0.098, 0.344, 0.088, 0.372, 0.087, 0.404],  // waist
      [0.088, 0.444, 0.101, 0.470, 0.102, 0.512],  // hip
      [0.103, 0.590, 0.092, 0.650, 0.088, 0.712],  // thigh
      [0.093, 0.772, 0.078, 0.842, 0.070, 0.908],  // calf
      [0.072, 0.928, 0.098, 0.940, 0.100, 0.955],  // foot
      [0.100, 0.965, 0.060, 0.965, 0.036, 0.962],
      [0.030, 0.930, 0.034, 0.900, 0.035, 0.868],  // inner leg
      [0.038, 0.800, 0.030, 0.760, 0.030, 0.712],
      [0.029, 0.650, 0.016, 0.590, 0.000, 0.540],
    ])

  static let bottle = Outline(
    top: 0.06,
    [
      [0.020, 0.060, 0.035, 0.060, 0.050, 0.060],  // cap
      [0.058, 0.060, 0.062, 0.064, 0.062, 0.072],
      [0.062, 0.095, 0.062, 0.115, 0.062, 0.138],
      [0.062, 0.146, 0.058, 0.150, 0.050, 0.150],
      [0.050, 0.180, 0.050, 0.210, 0.052, 0.250],  // neck
      [0.054, 0.320, 0.165, 0.330, 0.168, 0.440],  // shoulder
      [0.168, 0.600, 0.168, 0.760, 0.168, 0.885],  // side
      [0.168, 0.925, 0.150, 0.940, 0.118, 0.940],  // foot
      [0.080, 0.940, 0.040, 0.940, 0.000, 0.940],
    ])

  /// The whole outline in the unit square of a box `aspect` wide and 1 high.
  func outline(center: Double, scale: Double, top offset: Double, aspect: Double) -> Path {
    func place(_ p: Point, _ side: Double) -> Point {
      Point((center + side * p.x * scale) / aspect, p.y * scale + offset)
    }
    var path = Path()
    path.move(to: place(Point(0, top), 1))
    for (c1, c2, end) in curves { path.cubic(place(c1, 1), place(c2, 1), to: place(end, 1)) }
    if let foot = curves.last?.2, foot.x != 0 { path.line(to: place(foot, -1)) }
    for i in curves.indices.reversed() {
      let begin = i == 0 ? Point(0, top) : curves[i - 1].2
      path.cubic(place(curves[i].1, -1), place(curves[i].0, -1), to: place(begin, -1))
    }
    path.close()
    return path
  }

  /// Two busts in one outline: each up to the shoulder between them, where a soft curve joins them.
  static func couple() -> Path {
    let aspect = 1.4
    let half = bust.curves
    let neck = 6  // as many curves reach from the crown down the neck; the next is the inner shoulder
    func place(_ p: Point, _ side: Double, _ person: Int) -> Point {
      let (center, scale, top) = person == 0 ? (0.43, 0.86, 0.02) : (0.965, 0.80, 0.13)
      return Point((center + side * p.x * scale) / aspect, min(1, p.y * scale + top))
    }
    var path = Path()
    path.move(to: Point(place(half[8].2, -1, 0).x, 1))
    for i in half.indices.reversed() {
      let end = i == 0 ? Point(0, bust.top) : half[i - 1].2
      path.cubic(place(half[i].1, -1, 0), place(half[i].0, -1, 0), to: place(end, -1, 0))
    }
    for i in 0..<neck {
      path.cubic(place(half[i].0, 1, 0), place(half[i].1, 1, 0), to: place(half[i].2, 1, 0))
    }
    // Both inner shoulders are round and fall to a notch between the two.
    let join = Point(0.722 / aspect, 0.790)
    let left = Point(0.632 / aspect, 0.612)
    let right = Point(0.800 / aspect, 0.676)
    path.cubic(place(half[neck].0, 1, 0), Point(left.x - 0.058, left.y - 0.030), to: left)
    path.cubic(Point(left.x + 0.046, left.y + 0.026), Point(join.x - 0.012, join.y - 0.075), to: join)
    path.cubic(Point(join.x + 0.008, join.y - 0.055), Point(right.x - 0.034, right.y + 0.022), to: right)
    path.cubic(
      Point(right.x + 0.054, right.y - 0.035), place(half[neck].0, -1, 1), to: place(half[neck - 1].2, -1, 1))
    for i in (0..<neck).reversed() {
      let end = i == 0 ? Point(0, bust.top) : half[i - 1].2
      path.cubic(place(half[i].1, -1, 1), place(half[i].0, -1, 1), to: place(end, -1, 1))
    }
    for (c1, c2, end) in half { path.cubic(place(c1, 1, 1), place(c2, 1, 1), to: place(end, 1, 1)) }
    path.line(to: Point(place(half[8].2, 1, 1).x, 1))
    path.close()
    return path
  }
}
