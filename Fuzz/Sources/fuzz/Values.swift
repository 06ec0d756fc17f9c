@testable import Compositor
@testable import Values

/// An input as lines of both formats, and as a stamp of what they said: values can be told, and are never older than they are.
func say(_ input: Span<UInt8>) {
  let lines = array(input).split(whereSeparator: { $0 == 10 || $0 == 13 }).map(Array.init)
  for format in ValueLine.Format.allCases {
    let board = ValueBoard(patience: 1000)
    var samples: [ValueSample] = []
    for (time, line) in lines.enumerated() {
      guard let values = try? ValueLine.read(line, format) else { continue }
      for value in values {
        precondition(NamedValue.isName(value.name))
        if case .number(let number) = value.content { precondition(number.magnitude <= 1e11, "\(number)") }
      }
      _ = board.put(values, at: Int64(100 * time))
      board.sample(at: Int64(100 * time - 50), into: &samples)
      precondition(samples.count <= ValueBoard.most && samples.allSatisfy { $0.age >= 0 })
    }
    for line in lines {
      guard let stamp = try? PictureStamp(String(decoding: line, as: UTF8.self), corner: .topLeft) else {
        continue
      }
      precondition(stamp.text(nanoseconds: 0, isLocal: false, camera: "", values: samples).count < 20_000)
    }
  }
}
