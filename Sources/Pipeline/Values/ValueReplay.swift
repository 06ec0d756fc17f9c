import CaptureKit
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import PixelTypes
import Recordings
import Values

/// What logs beside files say of each picture, by its frame's time; and what a recording's lines said when it is a source again.
final class ValueReplay: ValueSupply {
  private struct Log {
    let source: ValueSource
    let timeline: ValueTimeline
    /// Whether it counts from 1970.
    let isUTC: Bool
  }

  private let logs: [Log]
  private let lines: RecordedValues?
  private let offset: Int64
  private let tell: (String) -> Void
  /// What is subtracted from frames' times in files that don't say when they were taken; `nil` before the first frame.
  private var begins: Int64??
  /// When frames were taken, by the clock of the logs.
  private var asked: ClosedRange<Int64>?
  private var hasFound = false
  /// The log that has an attitude, its time at this picture, and until when its sensor was heard.
  private var sensor: (log: Int, time: Int64, heard: Int64)?
  /// The picture's time, by the clock of the frames, and what its line says of the attitude.
  private var picture: (nanoseconds: Int64, line: AttitudeSample?) = (0, nil)
  /// When the last line's was said.
  private var said: Int64?
  private let problems: [String]
  let messages = Inbox<String>(most: 1)

  /// The most bytes of a log.
  private static let largest = 4 << 30

  /// Looks whether the logs are there, before the process is confined to them.
  static func check(_ settings: JobSettings) throws(FileError) {
    for source in settings.values where !FileManager.default.fileExists(atPath: source.path) {
      throw .io(path: source.path, reason: SystemCall.text(ENOENT))
    }
  }

  /// Reads the logs; `nil` if there are none.
  ///
  /// - Parameter tell: called with what people should know.
  /// - Throws: `FileError` for one that can't be read, or says nothing.
  init?(_ settings: JobSettings, tell: @escaping (String) -> Void) throws(FileError) {
    lines = try settings.sources.first.flatMap { source throws(FileError) in
      try RecordedValues(source.specification)
    }
    if settings.values.isEmpty, lines == nil { return nil }
    self.tell = tell
    offset = Int64(settings.valuesOffset / .nanoseconds(1))
    let patience = settings.valuesAge.map { Int64($0 / .nanoseconds(1)) }
    var remarks: [String] = []
    logs = try settings.values.map { source throws(FileError) in
      try Self.read(source, patience: patience, tell: tell, remarks: &remarks)
    }
    problems = remarks
  }

  private static func read(
    _ source: ValueSource, patience: Int64?, tell: (String) -> Void, remarks: inout [String]
  ) throws(FileError) -> Log {
    let format = ValueLog.Format(rawValue: source.format.rawValue)
    var log = ValueLog(format ?? .json)
    if format != nil {
      try BoundedFile.read(source.path, limit: largest) { log.take($0) }
    } else {
      try RecordedValues.all(source.path) { log.add($1, at: $0) }
    }
    do { try log.finish(patience: patience) } catch {
      throw .unfit(path: source.path, reason: "it \(error.reason)")
    }
    let noun = format.map(ValueLog.noun) ?? "line"
    let problems = ValueLine.Problem.allCases.compactMap { problem in
      log.problems[problem].map { "\($0.counted(noun)) \(problem.rawValue)" }
    }
    if !problems.isEmpty { remarks.append("\(source): \(problems.joined(separator: ", "))") }
    if !log.leftOut.isEmpty {
      let shown = log.leftOut.prefix(8).map { PlainText.value($0) }.joined(separator: ", ")
      tell(
        "\(source): leaves out \(log.leftOut.count.counted("column")) (\(shown)): names begin with a letter, and 64 fit"
      )
    }
    return Log(source: source, timeline: log.timeline, isUTC: log.isUTC ?? false)
  }

  func start() {}

  func close() {}

  var remarks: [String] { problems + [missed].compactMap(\.self) }

  /// That no picture found anything, if so.
  private var missed: String? {
    guard !hasFound, let asked, let log = logs.first, let span = log.timeline.span else { return nil }
    let isUTC = log.isUTC && begins.flatMap(\.self) == nil
    func text(_ time: Int64) -> String {
      isUTC ? UTCText.text(time) : "\(DecimalText.fixed(Double(time) / 1e9, decimals: 1)) s"
    }
    return
      "\(log.source) says nothing of any picture: it is of \(text(span.lowerBound)) to \(text(span.upperBound)), they are of "
      + "\(text(asked.lowerBound)) to \(text(asked.upperBound)); --values-offset shifts it"
  }

  /// What comes so much later may be of this moment, in nanoseconds: a log is known ahead.
  private static let lookahead: Int64 = 400_000_000
  /// Of a longer time without pictures only the end is heard.
  private static let longest: Int64 = 2_000_000_000

  func takeAttitude(into samples: inout [AttitudeSample]) {
    samples.removeAll(keepingCapacity: true)
    guard let (index, time, heard) = sensor else {
      if let line = picture.line { samples.append(line) }
      return
    }
    let end = time &+ Self.lookahead
    // A film that begins anew.
    let start = heard > end ? time &- Self.longest : max(heard, time &- Self.longest)
    logs[index].timeline.angles("roll", beside: "pitch", after: start, upTo: end) {
      samples.append(AttitudeSample(picture.nanoseconds &+ ($0 &- time), $1, $2))
    }
    sensor?.heard = end
  }

  func sample(at nanoseconds: Int64, of frame: FrameSlot?, into samples: inout [ValueSample]) {
    samples.removeAll(keepingCapacity: true)
    guard let frame else { return }
    if begins == nil { begin(frame) }
    picture = (nanoseconds, nil)
    for (index, log) in logs.enumerated() {
      guard let time = time(of: frame, log) else { continue }
      if sensor.map({ $0.log == index }) ?? log.timeline.hasAngle("roll") {
        sensor = (index, time, sensor?.heard ?? .min)
      }
      if log.source == logs.first?.source {
        asked = min(asked?.lowerBound ?? time, time)...max(asked?.upperBound ?? time, time)
      }
      log.timeline.sample(at: time, into: &samples)
    }
    if !hasFound { hasFound = samples.contains { $0.content != nil } }
    lines?.sample(of: frame, into: &samples)
    if sensor == nil { picture.line = attitude(samples, at: nanoseconds) }
  }

  /// What a line says of it, unless the one before said the same.
  private func attitude(_ samples: [ValueSample], at nanoseconds: Int64) -> AttitudeSample? {
    guard let age = samples.first(where: { $0.name == "roll" })?.age, let roll = Self.angle("roll", samples),
      said.map({ $0 != nanoseconds &- age }) ?? true
    else { return nil }
    said = nanoseconds &- age
    // It was said then, or is what held at the frame's time between two.
    return AttitudeSample(nanoseconds &- age / 2, roll, Self.angle("pitch", samples))
  }

  /// In degrees.
  private static func angle(_ name: String, _ samples: [ValueSample]) -> Double? {
    guard let said = samples.first(where: { $0.name == name }), case .number(let number) = said.content else {
      return nil
    }
    return ValueUnit.degrees(number, said.unit)
  }

  /// A frame's time by the clock of a log.
  private func time(of frame: FrameSlot, _ log: Log) -> Int64? {
    guard log.isUTC else { return frame.time.nanoseconds &- offset }
    if let begins, let begins { return begins &+ frame.time.nanoseconds &- offset }
    return frame.utc.map { $0 &- offset }
  }

  /// Decides at the first frame how the logs and the film go together.
  private func begin(_ frame: FrameSlot) {
    begins = .some(nil)
    guard frame.utc == nil, let log = logs.first(where: \.isUTC), let start = log.timeline.span?.lowerBound
    else { return }
    begins = start
    tell(
      "the film doesn't say when it was taken: its beginning is taken for \(UTCText.text(start)), when \(log.source) begins; --values-offset shifts that"
    )
  }
}
