import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Glass: flowing together")
struct MergingTests {
  private typealias Fixtures = PainterFixtures

  private static let canvas = ChromeFixtures.size(160, 100)

  /// What the painter makes of a list: its bodies' fields laid over one another. Distances inside at pixel centres.
  private func field(_ elements: [GlassElement], spacing: Double) -> [Float] {
    var field = [Float](repeating: -100, count: Self.canvas.width * Self.canvas.height)
    let group = Fixtures.list(elements, spacing: spacing).groups[0]
    for cluster in GlassCluster.clusters(of: group) {
      let body = Fixtures.body(cluster, spacing: spacing, canvas: Self.canvas)
      let area = body.area
      let all = PixelRect(x: 0, y: 0, width: Self.canvas.width, height: Self.canvas.height)
      for (x, y) in area.intersection(all).places {
        let i = y * Self.canvas.width + x
        field[i] = max(field[i], body.shape.field.distance[(y - area.y) * area.width + x - area.x])
      }
    }
    return field
  }

  /// Connected parts of the shape, four neighbours to a pixel.
  private func parts(_ field: [Float]) -> Int {
    let width = Self.canvas.width
    var isSeen = field.map { $0 <= 0 }
    var parts = 0
    for start in field.indices where !isSeen[start] {
      parts += 1
      isSeen[start] = true
      var work = [start]
      while let i = work.popLast() {
        for next in [i - 1, i + 1, i - width, i + width] where field.indices.contains(next) && !isSeen[next] {
          isSeen[next] = true
          work.append(next)
        }
      }
    }
    return parts
  }

  private func pair(_ gap: Double, _ form: GlassForm = .circle) -> [GlassElement] {
    [
      Fixtures.element("a", 20.25, 30, 40, 40, form), Fixtures.element("b", 60.25 + gap, 30, 40, 40, form),
    ]
  }

  @Test("two shapes begin to bend where their gap is under the spacing")
  func begins() {
    for (gap, least, most) in [(24.0, 0.0, 0.0), (16.25, 0, 0), (14.25, 0.02, 0.08), (12.25, 0.15, 0.3)] {
      // The pixel at the right end of the first; bends by (16 − gap)² / 64.
      let at = 50 * Self.canvas.width + 60
      let bend = Double(
        field(pair(gap), spacing: 16)[at] - field(pair(gap), spacing: 0)[at])
      #expect(bend >= least && bend <= most, "gap \(gap)")
    }
  }

  @Test(
    "and are one from half the spacing on, not before", arguments: [GlassForm.circle, .rect(cornerRadius: 8)])
  func joins(form: GlassForm) {
    for gap in [7.75, 7, 4, 1] { #expect(parts(field(pair(gap, form), spacing: 16)) == 1, "gap \(gap)") }
    for gap in [9.5, 11, 15] { #expect(parts(field(pair(gap, form), spacing: 16)) == 2, "gap \(gap)") }
    for gap in [7.0, 2] { #expect(parts(field(pair(gap, form), spacing: 0)) == 2) }
  }

  @Test("the neck between them grows the nearer they come")
  func monotone() {
    var last = 0.0
    for gap in stride(from: 17.5, through: 0.5, by: -1) {
      // Its height in the column half way; shapes that touch not yet have none.
      let field = field(pair(gap), spacing: 16)
      let column = Int(60.25 + gap / 2)
      let neck = (0..<Self.canvas.height).reduce(0.0) { sum, y in
        sum + Double(min(max(field[y * Self.canvas.width + column] + 0.5, 0), 1))
      }
      #expect(neck > last - 0.1, "gap \(gap)")
      last = max(last, neck)
    }
    #expect(last > 18)
  }

  @Test("aligned bars that meet don't bulge")
  func aligned() {
    let bars = [
      Fixtures.element("a", 10, 30, 60, 30, .rect(cornerRadius: 4)),
      Fixtures.element("b", 74, 30, 60, 30, .rect(cornerRadius: 4)),
    ]
    let field = field(bars, spacing: 16)
    #expect(parts(field) == 1)
    let width = Self.canvas.width
    for x in 0..<width {
      // Rows 29 and 60 lie half a pixel outside; unweakened the middle would swell by 4.
      #expect(field[29 * width + x] < -0.15)
      #expect(field[60 * width + x] < -0.15)
    }
    // Between them it is filled.
    #expect(field[45 * width + 72] > 1)
  }

  @Test("a union is one shape whatever the gap")
  func union() throws {
    var far = pair(38)
    #expect(parts(field(far, spacing: 16)) == 2)
    for i in far.indices { far[i].union = "u" }
    #expect(parts(field(far, spacing: 0)) == 1)
  }

  @Test("neighbours in a corner, in a row and in a heap leave nothing cut off at the edge of what is drawn")
  func margins() {
    let corner = [
      Fixtures.element("a", 30, 30, 40, 40, .circle), Fixtures.element("b", 66, 34, 40, 40, .circle),
      Fixtures.element("c", 48, 62, 34, 34, .circle), Fixtures.element("d", 40, 24, 60, 30),
    ]
    for elements in [corner, Array(corner[..<3]), Array(corner[1...]), pair(3)] {
      for spacing in [8.0, 20, 40] {
        let body = Fixtures.body(elements, spacing: spacing, canvas: Self.canvas)
        let (width, height) = (body.area.width, body.area.height)
        var deepest = -Float.infinity
        for x in 0..<width {
          deepest = max(
            deepest, body.shape.field.distance[x], body.shape.field.distance[(height - 1) * width + x])
        }
        for y in 0..<height {
          deepest = max(
            deepest, body.shape.field.distance[y * width], body.shape.field.distance[y * width + width - 1])
        }
        #expect(deepest < -0.5)
      }
    }
  }

  @Test("a merged shape's field is a distance, with normals along it")
  func isDistance() {
    let body = Fixtures.body(pair(5), spacing: 16, canvas: Self.canvas)
    let width = body.area.width
    var lengths: [Double] = []
    var turns: [Double] = []
    for (x, y) in Places(1..<width - 1, 1..<body.area.height - 1) {
      let i = y * width + x
      guard body.shape.field.distance[i] > 1, body.shape.field.distance[i] < 8 else { continue }
      let gx = Double(body.shape.field.distance[i + 1] - body.shape.field.distance[i - 1]) / 2
      let gy = Double(body.shape.field.distance[i + width] - body.shape.field.distance[i - width]) / 2
      lengths.append(abs((gx * gx + gy * gy).squareRoot() - 1))
      let (nx, ny) = (Double(body.shape.field.normalX[i]), Double(body.shape.field.normalY[i]))
      turns.append(abs(gx * ny - gy * nx))
    }
    #expect(lengths.count > 300)
    #expect(Fixtures.percentile(lengths, 0.5) < 0.01)
    #expect(Fixtures.percentile(turns, 0.5) < 0.02)
    #expect(Fixtures.percentile(turns, 0.95) < 0.08)
  }

  @Test(
    "no row of a merged shape is turned inside out, wherever its contour lies to the pixels", arguments: 0..<4
  )
  func rows(seed: Int) {
    var random = Seeded(UInt64(seed))
    for _ in 0..<6 {
      var elements: [GlassElement] = []
      for i in 0..<4 {
        let x = Double(14 + i % 2 * 66) + Double.random(in: 0..<1, using: &random)
        let y = Double(8 + i / 2 * 40) + Double(Int.random(in: 0...4, using: &random)) / 4
        let form = GlassForm.rect(cornerRadius: Double.random(in: 6...17, using: &random))
        elements.append(Fixtures.element(ElementID("e\(i)"), x, y, 60, 34, form))
      }
      let body = Fixtures.body(elements, spacing: 14, canvas: Self.canvas)
      let (distance, width) = (body.shape.field.distance, body.area.width)
      // A distance changes by one from pixel to pixel at most.
      var steepest: Float = 0
      for i in distance.indices.dropFirst(width) {
        steepest = max(steepest, abs(distance[i] - distance[i - width]))
        if i % width > 0 { steepest = max(steepest, abs(distance[i] - distance[i - 1])) }
      }
      #expect(steepest < 1.01)
    }
  }

  @Test("where elements of other bevels flow together, what is looked at and the rim run on without a seam")
  func seams() {
    // Bevels of 6 and 17 pixels, in one bar.
    let bars = [
      Fixtures.element("a", 10, 20, 60, 60, .rect(cornerRadius: 8)),
      Fixtures.element("b", 72, 20, 60, 60, .rect(cornerRadius: 28)),
    ]
    let body = Fixtures.body(bars, spacing: 16, canvas: Self.canvas, material: Fixtures.pure())
    var looks: [Int: Fixtures.Look] = [:]
    for look in Fixtures.looks(body, on: Self.canvas) { looks[Int(look.at.y) * 160 + Int(look.at.x)] = look }
    // Along the upper edge of the neck: how far the look of a pixel is from half way between its neighbours'.
    var worst = 0.0
    var count = 0
    for (x, y) in Places(56..<88, 26..<46) {
      guard let left = looks[y * 160 + x - 1], let middle = looks[y * 160 + x],
        let right = looks[y * 160 + x + 1],
        // Nearer to a notch light fans out for good reason.
        body.shape.field.distance[(y - body.area.y) * body.area.width + x - body.area.x] > 4.5
      else { continue }
      count += 1
      worst = max(worst, abs(middle.source.y - (left.source.y + right.source.y) / 2))
    }
    #expect(count > 150)
    #expect(worst < 1.2)
  }

  @Test("light that enters a thin neck from above and from below meets without a seam")
  func ridge() {
    let body = Fixtures.body(pair(6.5), spacing: 16, canvas: Self.canvas, material: Fixtures.pure())
    let column = 64
    let looks = Fixtures.looks(body, on: Self.canvas).filter { Int($0.at.x) == column && $0.coverage == 256 }
    #expect(looks.count > 4 && looks.count < 20)
    let ways = looks.map { $0.source.y - $0.at.y }
    // Downwards in the upper half, upwards in the lower one.
    #expect((ways.max() ?? 0) > 2 && (ways.min() ?? 0) < -2)
    let jumps = zip(ways, ways.dropFirst()).map { abs($1 - $0) }
    #expect((jumps.max() ?? 99) < ((ways.max() ?? 0) - (ways.min() ?? 0)) * 0.6)
  }

  @Test("glass that comes pulls at its neighbours no more than it is there")
  func comes() {
    func swelling(_ presence: Double) -> Double {
      var elements = pair(4)
      elements[1].presence = presence
      var alone = elements
      alone.removeLast()
      // What lies left of the middle of the first one's right edge belongs to the first.
      let width = Self.canvas.width
      func near(_ field: [Float]) -> Double {
        field.indices.reduce(0) { sum, i in
          i % width < 62 ? sum + Double(min(max(field[i] + 0.5, 0), 1)) : sum
        }
      }
      return near(field(elements, spacing: 16)) - near(field(alone, spacing: 16))
    }
    let whole = swelling(1)
    #expect(whole > 5)
    #expect(swelling(0.01) < whole / 10)
    #expect(swelling(0.5) < whole * 0.8)
    #expect(swelling(0.5) > whole * 0.2)
  }
}
