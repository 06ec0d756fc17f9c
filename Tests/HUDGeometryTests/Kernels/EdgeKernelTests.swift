import CGuides
import TestSupport
import Testing

@testable import HUDGeometry

/// Gradients and edges give the same with wide vectors and without, and what Scharr's and Canny's definitions say.
struct EdgeKernelTests {
  struct Picture {
    let cell: Int
    let columns: Int
    let rows: Int
    let width: Int
    let height: Int
    let stride: Int
    var pixels: [UInt8]

    /// - Parameter contrast: of noise; 256 reaches from black to white.
    init(cell: Int, columns: Int, rows: Int, contrast: Int) {
      (self.cell, self.columns, self.rows) = (cell, columns, rows)
      (width, height) = (columns * cell + 3, rows * cell + 2)
      stride = width + 5
      var random = Seeded(UInt64(cell * 31 + columns))
      pixels = (0..<stride * height).map { _ in UInt8(random.next() % UInt64(contrast)) }
    }

    func luma(_ x: Int, _ y: Int) -> Int { Int(pixels[y * stride + x]) }

    func gradient(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      let across = [-1, 0, 1].map { luma(x + 1, y + $0) - luma(x - 1, y + $0) }
      let down = [-1, 0, 1].map { luma(x + $0, y + 1) - luma(x + $0, y - 1) }
      return (3 * (across[0] + across[2]) + 10 * across[1], 3 * (down[0] + down[2]) + 10 * down[1])
    }
  }

  @Test(
    "gradients are Scharr's and cells their sums, whatever the processor",
    arguments: [(8, 60, 33), (5, 13, 4), (4, 4, 2), (12, 5, 3), (4, 3, 2), (20, 2, 2)], [2, 256])
  func gradients(shape: (Int, Int, Int), contrast: Int) {
    let picture = Picture(cell: shape.0, columns: shape.1, rows: shape.2, contrast: contrast)
    let count = picture.width * picture.height
    var (gx, gy) = ([Int16](repeating: 0, count: count), [Int16](repeating: 0, count: count))
    var (plainX, plainY) = (gx, gy)
    var cells = [cguides_cell](repeating: cguides_cell(), count: picture.columns * picture.rows)
    var plainCells = cells
    var scratch = [Int32](repeating: 0, count: 7 * picture.columns * picture.cell)
    let (cell, columns, rows) = (CInt(picture.cell), CInt(picture.columns), CInt(picture.rows))
    unsafe cguides_gradients(
      picture.pixels, picture.stride, CInt(picture.width), cell, columns, rows, &gx, &gy, &scratch, &cells)
    unsafe cguides_gradients_plain(
      picture.pixels, picture.stride, CInt(picture.width), cell, columns, rows, &plainX, &plainY, &scratch,
      &plainCells)
    #expect(gx == plainX && gy == plainY)
    for row in 0..<picture.rows {
      for column in 0..<picture.columns {
        var sum = cguides_cell()
        for y in row * picture.cell + 1..<(row + 1) * picture.cell + 1 {
          for x in column * picture.cell + 1..<(column + 1) * picture.cell + 1 {
            let g = picture.gradient(x, y)
            #expect(Int(gx[y * picture.width + x]) == g.x && Int(gy[y * picture.width + x]) == g.y)
            sum.xx += Int64(g.x * g.x)
            sum.yy += Int64(g.y * g.y)
            sum.xy += Int64(g.x * g.y)
            sum.ex += Int64((g.x * g.x + g.y * g.y) * x)
            sum.ey += Int64((g.x * g.x + g.y * g.y) * y)
            sum.gx += Int64(g.x)
            sum.gy += Int64(g.y)
            sum.luma += Int64(picture.luma(x, y))
          }
        }
        let i = row * picture.columns + column
        #expect(Self.values(cells[i]) == Self.values(sum))
        #expect(Self.values(plainCells[i]) == Self.values(sum))
      }
    }
  }

  private static func values(_ c: cguides_cell) -> [Int64] {
    [c.xx, c.yy, c.xy, c.ex, c.ey, c.gx, c.gy, c.luma]
  }

  @Test(
    "the brightest and the darkest checks there can be don't overflow a cell", arguments: [8, 10, 16])
  func extremes(cell: Int) {
    // Squares of two by two pixels, so that gradients are as long as they get.
    var picture = Picture(cell: cell, columns: 4, rows: 2, contrast: 2)
    for y in 0..<picture.height {
      for x in 0..<picture.stride {
        picture.pixels[y * picture.stride + x] = (x / 2 + y / 2) % 2 == 0 ? 0 : 255
      }
    }
    let count = picture.width * picture.height
    var (gx, gy) = ([Int16](repeating: 0, count: count), [Int16](repeating: 0, count: count))
    var cells = [cguides_cell](repeating: cguides_cell(), count: 8)
    var scratch = [Int32](repeating: 0, count: 7 * 4 * cell)
    unsafe cguides_gradients(
      picture.pixels, picture.stride, CInt(picture.width), CInt(cell), 4, 2, &gx, &gy, &scratch, &cells)
    var (energy, below) = (0, 0)
    for y in cell + 1...2 * cell {
      for x in 1...cell {
        let g = picture.gradient(x, y)
        energy += g.x * g.x + g.y * g.y
        below += (g.x * g.x + g.y * g.y) * y
      }
    }
    #expect(Int(cells[4].xx + cells[4].yy) == energy && Int(cells[4].ey) == below)
  }

  @Test(
    "edges run where the gradient is greatest across them, whatever the processor",
    arguments: [0, 80, 320, 4000])
  func places(least: Int) {
    let (width, height) = (67, 9)
    var random = Seeded(UInt64(least + 1))
    // Coarse values, so that equal neighbours come up.
    let (gx, gy) = (
      (0..<width * height).map { _ in Int16(Int(random.next() % 17) * 510 - 4080) },
      (0..<width * height).map { _ in Int16(Int(random.next() % 17) * 510 - 4080) }
    )
    for row in 1..<height - 1 {
      for (from, to) in [(2, width - 1), (2, 18), (1, 4), (5, 5)] {
        var (wide, narrow) = ([Int16](repeating: 0, count: width), [Int16](repeating: 0, count: width))
        var (found, plainly): (Int32, Int32) = (0, 0)
        unsafe cguides_edge_places(
          gx, gy, CInt(width), CInt(row), CInt(from), CInt(to), CInt(least), &wide, &found)
        unsafe cguides_edge_places_plain(
          gx, gy, CInt(width), CInt(row), CInt(from), CInt(to), CInt(least), &narrow, &plainly)
        var truth: [Int16] = []
        for x in from..<to {
          let i = row * width + x
          let (ax, ay) = (abs(Int(gx[i])), abs(Int(gy[i])))
          guard max(ax, ay) > least else { continue }
          let (own, step, of) = ax > ay ? (Int(gx[i]), 1, gx) : (Int(gy[i]), width, gy)
          let sign = own.signum()
          if abs(own) > sign * Int(of[i - step]), abs(own) >= sign * Int(of[i + step]) {
            truth.append(Int16(x))
          }
        }
        #expect(Array(wide.prefix(Int(found))) == truth)
        #expect(Array(narrow.prefix(Int(plainly))) == truth)
      }
    }
  }
}
