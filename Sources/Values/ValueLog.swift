/// A log of values that is read part by part and then replayed by its own times.
package struct ValueLog {
  package enum Format: String, Sendable, CaseIterable { case csv, gpx, nmea, json }

  /// Why a log can't be used, completing "it …".
  package struct Unfit: Error {
    package let reason: String
  }

  /// The most bytes of a line.
  static let longest = 65_536

  package private(set) var timeline = ValueTimeline()
  /// How many lines, or points, have what.
  package private(set) var problems: [ValueLine.Problem: Int] = [:]
  /// Whether its times count from 1970; `nil` before the first.
  package private(set) var isUTC: Bool?
  private let format: Format
  private var begun: [UInt8] = []
  private var table: CSVTable?
  private var unfit: Unfit?
  private var points = GPXReader()
  private var stream = NMEAStream()
  private var last = Int64.min

  package init(_ format: Format) { self.format = format }

  /// What a log is made of, for messages.
  package static func noun(_ format: Format) -> String { format == .gpx ? "point" : "line" }

  /// The columns of a table that can't be values, as they are written.
  package var leftOut: [String] { table?.leftOut ?? [] }

  /// Takes the log's next bytes.
  package mutating func take(_ bytes: ArraySlice<UInt8>) {
    if format == .gpx {
      for byte in bytes { if let point = points.take(byte) { take(point) } }
      return
    }
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endLine()
      } else if begun.count <= Self.longest {
        begun.append(byte)
      }
    }
  }

  /// Ends the log, so that it can be asked.
  ///
  /// - Parameter patience: how old a value may be, in nanoseconds; `nil` for as its log suggests.
  /// - Throws: why it can't be used.
  package mutating func finish(patience: Int64?) throws(Unfit) {
    endLine()
    if let unfit { throw unfit }
    guard !timeline.isEmpty else {
      let noTime = format == .nmea ? ": none is at or after one with a date (RMC, ZDA)" : ""
      throw Unfit(reason: "has no \(Self.noun(format)) that says a value and its time\(noTime)")
    }
    timeline.settle(patience: patience)
  }

  private mutating func endLine() {
    defer { begun.removeAll(keepingCapacity: true) }
    guard unfit == nil, begun.contains(where: { $0 != 32 && $0 != 9 }) else { return }
    do throws(ValueLine.Problem) {
      guard begun.count <= Self.longest else { throw .endless }
      try read(begun)
    } catch { note(error) }
  }

  private mutating func note(_ problem: ValueLine.Problem) { problems[problem, default: 0] += 1 }

  private mutating func read(_ line: [UInt8]) throws(ValueLine.Problem) {
    switch format {
    case .csv:
      if line.first == UInt8(ascii: "#") { return }
      guard let table else {
        do throws(Unfit) { table = try CSVTable(header: line) } catch { unfit = error }
        return
      }
      var isSpoiled = false
      let (time, values) = try table.read(line, isSpoiled: &isSpoiled)
      if isSpoiled { note(.number) }
      try put(values, at: time)
    case .nmea:
      let values = try NMEASentence.read(line, &stream)
      if values.isEmpty { return }
      guard let now = stream.clock.now else { throw .noTime }
      try put(values, at: .utc(now))
    case .json:
      let (time, values) = try ValueLine.timed(line)
      guard let time else { throw .noTime }
      try put(values, at: time)
    case .gpx: break
    }
  }

  private mutating func take(_ point: GPXReader.Point) {
    if point.isSpoiled { note(.number) }
    guard let time = point.time else { return note(.noTime) }
    add(point.values, at: time)
  }

  /// Takes what was read already.
  package mutating func add(_ values: [NamedValue], at time: LogTime) {
    do throws(ValueLine.Problem) { try put(values, at: time) } catch { note(error) }
  }

  private mutating func put(_ values: [NamedValue], at time: LogTime) throws(ValueLine.Problem) {
    let isUTC = if case .utc = time { true } else { false }
    guard self.isUTC ?? isUTC == isUTC else { throw .otherClock }
    self.isUTC = isUTC
    if time.nanoseconds < last { note(.backwards) }
    last = time.nanoseconds
    for value in values where !timeline.put(value, at: time.nanoseconds) {
      throw timeline.count < ValueTimeline.most ? .tooMany : .full
    }
  }
}
