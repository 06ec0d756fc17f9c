import TestSupport
import Testing

@testable import Geometry
@testable import HUDGeometry
@testable import PathTruth

struct SVGPathTests {
  @Test(
    "every command and number form is read",
    arguments: [
      ("M1 2L3,4", "M1 2L3 4"),
      ("m1 2 3 4 5 6", "M1 2L4 6L9 12"),
      ("M0 0h5v-2H1V3z", "M0 0L5 0L5-2L1-2L1 3Z"),
      ("M1.5.5-3e2,1e1", "M1.5 0.5L-300 10"),
      ("M0,0c1,1 2,1 3,0s2-1 3,0", "M0 0C1 1 2 1 3 0C4-1 5-1 6 0"),
      ("M0 0q1 1 2 0t2 0T6 0", "M0 0Q1 1 2 0Q3-1 4 0Q5 1 6 0"),
      ("M0 0S1 1 2 0", "M0 0C0 0 1 1 2 0"),
      ("M1 1h2zm1 1h1", "M1 1L3 1ZM2 2L3 2"),
      ("M1 1h2zh3", "M1 1L3 1ZM1 1L4 1"),
      ("M0 0a0 1 0 0 1 5 5", "M0 0L5 5"),
      ("  \n", ""), ("", ""), ("M+1-.5", "M1-0.5"),
      // Implied commands: lines after a move, of its kind; anything else repeats.
      ("M1 1 2 2m1 1 1 1z m1 1", "M1 1L2 2M3 3L4 4ZM4 4"),
      ("m1 1h1 2v1 2", "M1 1L2 1L4 1L4 2L4 4"),
      ("M0 0Q1 1 2 0 3 1 4 0", "M0 0Q1 1 2 0Q3 1 4 0"),
      ("M0 0q1 1 2 0 1 1 2 0t1 1 1 1", "M0 0Q1 1 2 0Q3 1 4 0Q5-1 5 1Q5 3 6 2"),
      // `S` and `T` mirror a curve of their own kind only.
      ("M0 0Q1 1 2 0S3 1 4 0", "M0 0Q1 1 2 0C2 0 3 1 4 0"),
      ("M0 0C1 1 1 1 2 0T4 0", "M0 0C1 1 1 1 2 0Q2 0 4 0"),
      ("M0 0T2 2T4 0", "M0 0Q0 0 2 2Q4 4 4 0"),
      // White space of every kind, commas between numbers, exponents, numbers that touch.
      ("\t\r\n\u{c}M\n1\t,\r2 , 3,4", "M1 2L3 4"),
      ("M1e1.5e1-1E-1+2e+0", "M10 5L-0.1 2"), ("M0.1.2.3.4", "M0.1 0.2L0.3 0.4"), ("M1.,2.", "M1 2"),
      // After a close the next command begins where the subpath did.
      ("M1 2l3 0zl1 1", "M1 2L4 2ZM1 2L2 3"), ("M1 1zz", "M1 1Z"), ("m1 1zm1 1", "M1 1ZM2 2"),
    ])
  func readsGrammar(_ text: String, _ expected: String) throws {
    #expect(try Path(svg: text).svg() == expected)
  }

  @Test(
    "what is not path data is refused where it goes wrong",
    arguments: [
      ("L1 2", GeometryError.unexpectedByte(UInt8(ascii: "L"), offset: 0)),
      ("M1", .unexpectedEnd(offset: 2)),
      ("M,1 2", .unexpectedByte(UInt8(ascii: ","), offset: 1)),
      ("M1 2,", .unexpectedEnd(offset: 5)),
      ("M1 2,,3 4", .unexpectedByte(UInt8(ascii: ","), offset: 5)),
      ("M1 2,L3 4", .unexpectedByte(UInt8(ascii: "L"), offset: 5)),
      ("M1 2z,", .unexpectedByte(UInt8(ascii: ","), offset: 5)),
      ("M1 2 x", .unexpectedByte(UInt8(ascii: "x"), offset: 5)),
      ("M1 2Z3", .unexpectedByte(UInt8(ascii: "3"), offset: 5)),
      ("M1e999 0", .invalidNumber(offset: 1)), ("M0 0L1000001 0", .invalidNumber(offset: 5)),
      ("M0 0a1 1 0 2 0 1 1", .unexpectedByte(UInt8(ascii: "2"), offset: 11)),
    ])
  func refusesGarbage(_ text: String, _ error: GeometryError) {
    #expect(throws: error) { try Path(svg: text) }
  }

  @Test(
    "arcs are read however their flags are parted",
    arguments: [
      "A5 3 20 1 0 10 4", "A5,3,20,1,0,10,4", "A5 3 20 1010 4", "A5 3 20 10 10 4", "A5 3 20,1,0,10,4",
      "A5 3 20 1 010 4", "a5 3 20 108 3", "A5-3 20 1010 4", "A5 3 20 1\n0+10 4",
    ])
  func arcFlags(_ text: String) throws {
    let expected = try Path(svg: "M2 1A5 3 20 1 0 10 4")
    #expect(try Path(svg: "M2 1" + text).svg(decimals: 9) == expected.svg(decimals: 9))
  }

  @Test("an arc from its centre's form to its ends' and back is the same arc", arguments: 0..<60)
  func arcTruth(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let (rx, ry) = (0.5 + 9 * random.unit(), 0.5 + 9 * random.unit())
    let degrees = 360 * random.unit()
    let (from, sweep) = (6.28 * random.unit(), (random.unit() - 0.5) * 12.4)
    let frame = AffineTransform.scale(rx, ry).then(.rotation(radians: degrees * .pi / 180))
      .then(.translation(random.unit() * 9, random.unit() * 9))
    func truth(_ share: Double) -> Point {
      let angle = from + share * sweep
      return frame.apply(AffineTransform.rotation(radians: angle).apply(Point(1, 0)))
    }
    var path = Path()
    path.move(to: truth(0))
    path.arc(
      radii: Point(rx, ry), rotationDegrees: degrees, isLarge: sweep.magnitude > .pi, isClockwise: sweep > 0,
      to: truth(1))
    #expect(path.currentPoint == truth(1))
    // One cubic a quarter turn keeps within 2.8 · 10⁻⁴ of the larger radius.
    let bound = 2.8e-4 * max(rx, ry)
    for k in 0...20 {
      let distance = path.nearest(to: truth(Double(k) / 20))?.position.distance ?? .infinity
      #expect(distance < bound)
    }
  }

  @Test("up to an error, what came before is kept: whole commands only")
  func prefix() throws {
    let text = "M1 2L3 4 5,6H9.5Q1 2 3 4C1 2 3 4 5 6A5 3 20 1 0 10 4z m1 1"
    let whole = try Path(svg: text)
    for count in 0...text.utf8.count {
      let (path, error) = Path.readingPrefix(ofSVG: String(text.prefix(count)))
      #expect(path.elements.count <= whole.elements.count)
      if error != nil || count == text.utf8.count {
        // The last number may have been cut short; all before it are as they were.
        #expect(path.elements.dropLast() == whole.elements.prefix(max(0, path.elements.count - 1)))
      }
    }
    let (path, error) = Path.readingPrefix(ofSVG: "M1 2L3 4L5")
    #expect(path.svg() == "M1 2L3 4" && error == .unexpectedEnd(offset: 10))
    #expect(Path.readingPrefix(ofSVG: "L1 2").path.isEmpty)
  }

  @Test("random bytes are read or refused, in the same way each time", arguments: 0..<4)
  func randomBytes(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n\0é#".unicodeScalars)
    for _ in 0..<400 {
      var text = "M"
      for _ in 0..<Int(random.unit() * 40) {
        text.unicodeScalars.append(alphabet[Int(random.unit() * Double(alphabet.count))])
      }
      let (path, error) = Path.readingPrefix(ofSVG: text)
      #expect((error == nil) == ((try? Path(svg: text)) != nil))
      if error == nil {
        #expect((try? Path(svg: path.svg(decimals: 9)))?.elements.count == path.elements.count)
      }
    }
  }

  @Test("arcs lie on their circle, run the way their flags say, and need no space between flags")
  func arcs() throws {
    for (text, highest) in [("M0 0A5 5 0 0 1 10 0", -5.0), ("M0 0A5 5 0 0010 0", 5.0)] {
      let path = try Path(svg: text)
      for line in path.flattened(tolerance: 0.001) {
        for p in line.points { #expect(abs(p.distance(to: Point(5, 0)) - 5) < 0.003) }
        let tops = line.points.map { $0.y * (highest < 0 ? -1 : 1) }
        #expect(abs((tops.max() ?? 0) - 5) < 0.003)
      }
    }
    let large = try Path(svg: "M0 0a5 5 0 1 1 5 5").bounds
    #expect(abs(large.width - 10) < 0.01 && abs(large.height - 10) < 0.01)
    // Radii too small to reach are scaled up.
    #expect(abs(try Path(svg: "M0 0A1 1 0 0 1 10 0").bounds.height - 5) < 0.01)
    let turned = try Path(svg: "M0 0A8 3 30 0 1 9 4")
    #expect(turned.currentPoint == Point(9, 4))
  }

  @Test("writing and reading again gives the same path", arguments: 0..<20)
  func roundTrip(_ seed: Int) throws {
    var random = Seeded(UInt64(seed))
    var path = Path()
    func p() -> Point {
      Point((random.unit() * 4e4).rounded() / 1e3 - 20, (random.unit() * 4e4).rounded() / 1e3)
    }
    for _ in 0..<30 {
      switch Int(random.unit() * 5) {
      case 0: path.move(to: p())
      case 1: path.line(to: p())
      case 2: path.quad(control: p(), to: p())
      case 3: path.cubic(p(), p(), to: p())
      default: path.close()
      }
    }
    let text = path.svg(decimals: 3)
    let again = try Path(svg: text)
    #expect(again.svg(decimals: 3) == text)
    #expect(again.elements.count == path.elements.count)
  }

  @Test("whatever a path holds, it can be flattened, filled, stroked and compared", arguments: 0..<4)
  func wild(_ seed: Int) {
    var random = Seeded(UInt64(100 + seed))
    func number() -> Double {
      let wild = [0, 1e-300, 1e-9, 1, 640, 1e9, 1e30, 1e60, 1e150, 1e300, .infinity, .nan, 1e16, 1e19]
      return wild[Int(random.unit() * Double(wild.count))] * (random.unit() < 0.5 ? -1 : 1)
    }
    func point() -> Point { Point(number(), number()) }
    for round in 0..<100 {
      var path = Path()
      path.move(to: point())
      for _ in 0..<(round % 20 == 0 ? 2 : 6) {
        switch Int(random.unit() * 5) {
        case 0: path.line(to: point())
        case 1: path.quad(control: point(), to: point())
        case 2: path.cubic(point(), point(), to: point())
        case 3:
          path.arc(
            radii: point(), rotationDegrees: number(), isLarge: random.unit() < 0.5,
            isClockwise: random.unit() < 0.5, to: point())
        default: path.close()
        }
      }
      _ = path.bounds
      _ = path.flattened(tolerance: 0.1)
      _ = MaskRasterizer.mask(of: path, columns: 16, rows: 9)
      _ = path.svg()
      // Lines are compared with lines: a curve has a thousand here, and time goes with their square.
      guard round % 20 == 0 else { continue }
      let square = Path.rect(.unit)
      #expect((0...1).contains(path.intersectionOverUnion(square, tolerance: 10)))
    }
  }

  @Test("numbers are rounded, never in exponents, never minus zero")
  func numbers() {
    var path = Path()
    path.move(to: Point(-0.00001, 1.99999))
    path.line(to: Point(.nan, 1e300))
    #expect(path.svg(decimals: 3) == "M0 2L0 1000000000")
    #expect(path.svg(decimals: 0) == "M0 2L0 1000000000")
  }
}
