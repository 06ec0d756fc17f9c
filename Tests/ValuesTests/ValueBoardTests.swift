import Testing
import Values

@Suite("What held at a picture's time")
struct ValueBoardTests {
  private func number(_ board: ValueBoard, at time: Int64) -> Double? {
    var samples: [ValueSample] = []
    board.sample(at: time, into: &samples)
    if case .number(let number)? = samples.first?.content { return number }
    return nil
  }

  @Test("numbers are interpolated between two, hold after the last, and get too old")
  func times() {
    let board = ValueBoard(patience: 1000)
    #expect(board.put([NamedValue("depth", .number(2), unit: "m")], at: 100))
    #expect(board.put([NamedValue("depth", .number(4), unit: "m")], at: 200))
    #expect(number(board, at: 99) == nil && number(board, at: 100) == 2 && number(board, at: 150) == 3)
    #expect(number(board, at: 200) == 4 && number(board, at: 1200) == 4 && number(board, at: 1201) == nil)
    var samples: [ValueSample] = []
    board.sample(at: 1201, into: &samples)
    #expect(samples == [ValueSample(name: "depth", content: nil, unit: "m", age: 1001)])
  }

  @Test("angles go the short way round, texts and others hold")
  func kinds() {
    for (a, b, half) in [
      (350.0, 10.0, 0.0), (10, 350, 0), (90, 180, 135), (-170, 170, 180), (170, -170, -180),
    ] {
      let board = ValueBoard(patience: 1000)
      _ = board.put([NamedValue("course", .number(a), unit: "°")], at: 0)
      _ = board.put([NamedValue("course", .number(b), unit: "°")], at: 100)
      let found = number(board, at: 50)
      #expect(
        found.map { abs($0).truncatingRemainder(dividingBy: 360) } == abs(half),
        "\(a) to \(b): \(found as Any)")
    }
    let board = ValueBoard(patience: 1000)
    _ = board.put([NamedValue("state", .text("idle"))], at: 0)
    _ = board.put([NamedValue("state", .text("busy"))], at: 100)
    var samples: [ValueSample] = []
    board.sample(at: 99, into: &samples)
    #expect(samples.first?.content == .text("idle"))
  }

  @Test("an angle and the one beside it are told since a time, in degrees; what is no angle isn't")
  func angles() {
    let board = ValueBoard(patience: 1000)
    func told(after time: Int64) -> [String] {
      var found: [String] = []
      board.angles("roll", beside: "pitch", after: time) {
        found.append("\($0) \(($1 * 100).rounded() / 100) \($2.map { "\($0)" } ?? "-")")
      }
      return found
    }
    #expect(told(after: .min).isEmpty)
    _ = board.put([NamedValue("roll", .number(2), unit: "°")], at: 100)
    _ = board.put(
      [NamedValue("pitch", .number(1), unit: "°"), NamedValue("roll", .number(3), unit: "°")], at: 200)
    _ = board.put([NamedValue("roll", .number(4), unit: "°")], at: 300)
    #expect(
      told(after: .min) == ["100 2.0 -", "200 3.0 1.0", "300 4.0 1.0"] && told(after: 200) == ["300 4.0 1.0"])
    _ = board.put([NamedValue("roll", .number(5), unit: "°")], at: 1300)
    #expect(told(after: 300) == ["1300 5.0 -"])
    for (unit, value, text) in [("", 6.0, ["2000 6.0 -"]), ("rad", 1, ["2000 57.3 -"]), ("m", 1, [])] {
      _ = board.put([NamedValue("roll", .number(value), unit: unit)], at: 2000)
      #expect(told(after: 1300) == text)
    }
    _ = board.put([NamedValue("roll", .text("none"))], at: 2001)
    #expect(told(after: 1300).isEmpty)
  }

  @Test("another unit and a clock that jumps back begin anew; more names than fit are refused")
  func strange() {
    let board = ValueBoard(patience: 1000)
    _ = board.put([NamedValue("a", .number(1), unit: "m")], at: 0)
    _ = board.put([NamedValue("a", .number(9), unit: "ft")], at: 100)
    #expect(number(board, at: 50) == nil && number(board, at: 100) == 9)
    _ = board.put([NamedValue("a", .number(5), unit: "ft")], at: 50)
    #expect(number(board, at: 60) == 5)
    #expect(board.put((0..<63).map { NamedValue("b\($0)", .number(0)) }, at: 200))
    #expect(!board.put([NamedValue("c", .number(0)), NamedValue("a", .number(7), unit: "ft")], at: 200))
    #expect(number(board, at: 200) == 7)
    // Far more than is remembered.
    for time in 1000..<2000 {
      _ = board.put([NamedValue("a", .number(Double(time)), unit: "ft")], at: Int64(time))
    }
    #expect(number(board, at: 1999) == 1999 && number(board, at: 1500) == nil)
  }
}
