import Foundation

/// A line of text that says values.
package enum ValueLine {
  /// Why a line says nothing.
  package enum Problem: String, Error, CaseIterable {
    /// A sentence's checksum is another one: a line of noise, or a device at another speed.
    case checksum = "with a wrong checksum"
    /// An end that is missing takes the checksum along.
    case cut = "that are cut: without the checksum that they have otherwise"
    case unreadable = "that can't be read"
    case tooLong = "longer than 4096 bytes"
    case tooMany = "with more names than the 64 that fit"
    /// Of logs that are replayed.
    case endless = "longer than 65536 bytes"
    case noTime = "without a time that can be read"
    /// Since 1970 instead of since the film's beginning, or the other way round.
    case otherClock = "with a time of another kind than the first"
    /// The log's clock jumped, or it is several logs: they are sorted.
    case backwards = "with an earlier time than the one before, which were sorted"
    case number = "with something that is no number that can be told"
    case full = "beyond the 10000000 values that fit"
  }

  /// How lines are written.
  package enum Format: String, Sendable, CaseIterable {
    /// NMEA 0183 sentences.
    case nmea
    /// A JSON object, or `name=value`.
    case json
  }

  /// The most bytes of a line.
  package static let longest = 4096

  /// Reads a line, without its end.
  ///
  /// - Parameter stream: what came before from the same source.
  /// - Returns: the values; none of a line that says others than these.
  package static func read(
    _ line: [UInt8], _ format: Format, _ stream: inout NMEAStream
  ) throws(Problem) -> [NamedValue] {
    guard line.count <= longest else { throw .tooLong }
    switch format {
    case .nmea: return try NMEASentence.read(line, &stream)
    case .json: return line.first == UInt8(ascii: "{") ? values(of: try members(of: line)) : try pairs(line)
    }
  }

  // MARK: - JSON

  fileprivate enum Scalar: Decodable {
    case number(Double)
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }
  }

  /// Reads a line of a log: what it says, and when, by its `time` or `timestamp`.
  static func timed(_ line: [UInt8]) throws(Problem) -> (LogTime?, [NamedValue]) {
    var time: LogTime?
    if line.first == UInt8(ascii: "{") {
      let values = try object(line, time: &time)
      return (time, values)
    }
    var values = try pairs(line)
    guard let index = values.firstIndex(where: { timeNames.contains($0.name) }) else { return (nil, values) }
    switch values.remove(at: index).content {
    case .number(let number): time = LogTime(number)
    case .text(let text): time = LogTime(text)
    }
    return (time, values)
  }

  private static let timeNames = ["time", "timestamp"]

  private static func object(_ line: [UInt8], time: inout LogTime?) throws(Problem) -> [NamedValue] {
    let members = try members(of: line)
    let name = timeNames.first { members[$0] != nil } ?? ""
    switch members[name] {
    case .number(let number): time = LogTime(number)
    case .text(let text): time = LogTime(text)
    case .other, nil: break
    }
    return values(of: members.filter { $0.key != name })
  }

  private static func members(of line: [UInt8]) throws(Problem) -> [String: Scalar] {
    guard let members = try? JSONDecoder().decode([String: Scalar].self, from: Data(line)) else {
      throw .unreadable
    }
    return members
  }

  /// `{"depth":3.2,"unit":"m"}`: the unit is that of all its numbers. Lists, objects and truth values are left out.
  fileprivate static func values(of members: [String: Scalar]) -> [NamedValue] {
    var unit = ""
    if case .text(let text)? = members["unit"], text.count <= NamedValue.longest { unit = text }
    return members.sorted { $0.key < $1.key }.compactMap { name, value in
      guard name != "unit", NamedValue.isName(name) else { return nil }
      switch value {
      case .number(let number): return NamedValue.holds(number) ? NamedValue(name, number, unit) : nil
      case .text(let text):
        return text.count <= NamedValue.longest ? NamedValue(name, .text(NamedValue.plain(text))) : nil
      case .other: return nil
      }
    }
  }

  // MARK: - name=value

  /// `depth=3.2m speed=4.1kn state=idle`, parted by blanks.
  private static func pairs(_ line: [UInt8]) throws(Problem) -> [NamedValue] {
    guard let text = String(validating: line, as: UTF8.self) else { throw .unreadable }
    var values: [NamedValue] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, NamedValue.isName(parts[0]), parts[1].count <= NamedValue.longest else {
        throw .unreadable
      }
      let name = String(parts[0])
      let (content, unit) = NamedValue.content(of: parts[1])
      values.append(NamedValue(name, content, unit: unit))
    }
    return values
  }
}

/// The values that an object of JSON says: `{"depth":3.2,"unit":"m"}`.
package struct NamedValues: Decodable {
  /// In the order of their names.
  package let all: [NamedValue]

  package init(from decoder: any Decoder) throws {
    all = ValueLine.values(of: try [String: ValueLine.Scalar](from: decoder))
  }
}
