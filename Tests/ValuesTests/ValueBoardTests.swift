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
