import RealModule

/// A line fitted to the pixels, and how good it is.
struct RefinedLine: Sendable, Equatable {
  var angleDegrees = 0.0
  /// As in `HorizonLine`.
  var offset = 0.0
  /// The share of the columns crossed that have a clear edge within 1.25 pixels, all of one polarity.
  var coverage = 0.0
}

/// Fits a line to the strongest nearby step in each of up to 160 columns, to fractions of a pixel.
struct LineRefiner: Sendable {
  private static let columns = 160
  private var xs = [Double](repeating: 0, count: columns)
  private var ys = [Double](repeating: 0, count: columns)
  private var steps = [Double](repeating: 0, count: columns)
  private var count = 0
  private var crossed = 0
  /// The weight of an edge by its distance from the line in rows.
  private var closeness = [Int](repeating: 0, count: 64)

  mutating func refine(
    _ line: HorizonLine, in picture: Span<UInt8>, bytesPerRow: Int, width: Int, height: Int,
    pixelAspect: Double
  ) -> RefinedLine {
    var fitted = RefinedLine()
    // From here on in pixels: y = middle − slope · (x − width/2).
    var slope = Double.tan(line.angleDegrees * .pi / 180) / pixelAspect
    var middle = line.offset * Double(width) / pixelAspect + Double(height) / 2
    let wide = max(3, height / 30)
    for round in 0..<3 {
      let reach = round == 0 ? wide : round == 1 ? max(2, wide / 2) : 2
      collect(picture, bytesPerRow, width, height, slope, middle, reach)
      guard count >= 8 else { return fitted }
      fit(&slope, &middle, width, scale: Double(reach))
    }
    fitted.angleDegrees = Double.atan(slope * pixelAspect) * 180 / .pi
    fitted.offset = (middle - Double(height) / 2) * pixelAspect / Double(width)
    judge(&fitted, slope, middle, width)
    return fitted
  }

  private mutating func collect(
    _ picture: Span<UInt8>, _ bytesPerRow: Int, _ width: Int, _ height: Int, _ slope: Double,
    _ middle: Double,
    _ reach: Int
  ) {
    count = 0
    crossed = 0
    let n = min(Self.columns, width - 2)
    guard n > 0 else { return }
    // The nearest wins ties: a farther one must be stronger.
    while closeness.count <= reach { closeness.append(0) }
    for off in 0...reach { closeness[off] = 16 - 4 * 2 * off / (reach + 1) }
    for i in 0..<n {
      let x = 1 + i * (width - 2) / n
      let center = middle - slope * (Double(x) + 0.5 - Double(width) / 2)
      // The edge after a row lies between its middle and the next row's: edge k is at y = k.
      guard center > 3, center < Double(height - 3) else { continue }
      crossed += 1
      let nearest = Int(center.rounded())
      let from = max(2, nearest - reach)
      let to = min(height - 2, nearest + reach)
      guard from <= to else { continue }
      var best = 0
      var row = from
      var above = across(picture, bytesPerRow, x, from - 1)
      for y in from...to {
        let below = across(picture, bytesPerRow, x, y)
        let strength = abs(below - above) * closeness[abs(y - nearest)]
        above = below
        if strength > best {
          best = strength
          row = y
        }
      }
      let d = difference(picture, bytesPerRow, x, row)
      guard d.magnitude >= 8 else { continue }
      let sign = d > 0 ? 1 : -1
      let (a, b, c) = (
        Double(sign * difference(picture, bytesPerRow, x, row - 1)), Double(sign * d),
        Double(sign * difference(picture, bytesPerRow, x, row + 1))
      )
      let bend = a - 2 * b + c
      let part = bend < 0 ? max(-0.5, min(0.5, 0.5 * (a - c) / bend)) : 0
      xs[count] = Double(x) + 0.5 - Double(width) / 2
      ys[count] = Double(row) + part
      steps[count] = Double(d) / 4
      count += 1
    }
  }

  /// Row y around column x, smoothed over three columns, times four.
  private func across(_ picture: Span<UInt8>, _ bytesPerRow: Int, _ x: Int, _ y: Int) -> Int {
    let p = y &* bytesPerRow &+ x
    return Int(picture[p &- 1]) &+ 2 &* Int(picture[p]) &+ Int(picture[p &+ 1])
  }

  /// Four times the step between row y − 1 and row y, over three columns.
  private func difference(_ picture: Span<UInt8>, _ bytesPerRow: Int, _ x: Int, _ y: Int) -> Int {
    guard y >= 1, y * bytesPerRow + x + 1 < picture.count else { return 0 }
    let (above, below) = ((y - 1) * bytesPerRow + x, y * bytesPerRow + x)
    return Int(picture[below - 1]) &+ 2 &* Int(picture[below]) &+ Int(picture[below + 1])
      &- Int(picture[above - 1]) &- 2 &* Int(picture[above]) &- Int(picture[above + 1])
  }

  /// Least squares, reweighted after Tukey.
  private func fit(_ slope: inout Double, _ middle: inout Double, _ width: Int, scale: Double) {
    var scale = scale + 1
    for _ in 0..<4 {
      var (s, sx, sxx, sy, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for i in 0..<count {
        let error = (ys[i] - middle + slope * xs[i]) / scale
        guard error.magnitude < 1 else { continue }
        let tukey = (1 - error * error) * (1 - error * error)
        let weight = tukey * min(steps[i].magnitude, 24)
        s += weight
        sx += weight * xs[i]
        sxx += weight * xs[i] * xs[i]
        sy += weight * ys[i]
        sxy += weight * xs[i] * ys[i]
      }
      let determinant = s * sxx - sx * sx
      guard determinant > 1e-6 * s * s * Double(width) else { return }
      slope = -(s * sxy - sx * sy) / determinant
      middle = (sy + slope * sx) / s
      scale = max(1.5, scale * 0.7)
    }
  }

  private func judge(_ line: inout RefinedLine, _ slope: Double, _ middle: Double, _ width: Int) {
    var (up, down) = (0, 0)
    for i in 0..<count {
      let error = ys[i] - middle + slope * xs[i]
      guard error.magnitude < 1.25 else { continue }
      if steps[i] > 0 { down += 1 } else { up += 1 }
    }
    guard up + down > 0, crossed > 0 else { return }
    // A line that soon leaves the picture crosses few columns and says little.
    let most = Double(max(up, down) - min(up, down))
    line.coverage = most / Double(max(crossed, min(Self.columns, width - 2) / 2))
  }
}

/// A straight line across the picture.
struct HorizonLine: Sendable, Equatable {
  /// > 0: rises to the right.
  var angleDegrees = 0.0
  /// Where it crosses the middle column, in picture widths below the picture's middle.
  var offset = 0.0
  /// Edge weight that voted for it.
  var vote = 0.0
}
