@testable import Compositor
@testable import Values

/// An input as lines of both formats, and as a stamp of what they said: values can be told, and are never older than they are.
func say(_ input: Span<UInt8>) {
  replay(array(input))
  let lines = array(input).split(whereSeparator: { $0 == 10 || $0 == 13 }).map(Array.init)
  for format in ValueLine.Format.allCases {
    let board = ValueBoard(patience: 1000)
    var samples: [ValueSample] = []
    var stream = NMEAStream()
    for (time, line) in lines.enumerated() {
      guard let values = try? ValueLine.read(line, format, &stream) else { continue }
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

/// An input as a log of each format, whole and in small parts: both say the same, and nothing that can't be told.
private func replay(_ bytes: [UInt8]) {
  for format in ValueLog.Format.allCases {
    let (whole, parts) = (asked(bytes, format, by: .max), asked(bytes, format, by: 7))
    precondition(whole == parts, "\(format)")
    for sample in whole ?? [] {
      precondition(NamedValue.isName(sample.name) && sample.age >= 0)
      if case .number(let number)? = sample.content { precondition(number.magnitude <= 1e11, "\(number)") }
    }
  }
}

/// What a log says at its beginning, in its middle and at its end; `nil` if it can't be used.
private func asked(_ bytes: [UInt8], _ format: ValueLog.Format, by step: Int) -> [ValueSample]? {
  var log = ValueLog(format)
  var rest = bytes[...]
  while !rest.isEmpty {
    log.take(rest.prefix(step))
    rest = rest.dropFirst(step)
  }
  do { try log.finish(patience: nil) } catch { return nil }
  guard let span = log.timeline.span else { preconditionFailure("a log that says nothing") }
  var all: [ValueSample] = []
  for time in [span.lowerBound, span.lowerBound / 2 + span.upperBound / 2, span.upperBound] {
    var samples: [ValueSample] = []
    log.timeline.sample(at: time, into: &samples)
    precondition(samples.count <= ValueBoard.most)
    all += samples
  }
  precondition(!all.isEmpty)
  return all
}
