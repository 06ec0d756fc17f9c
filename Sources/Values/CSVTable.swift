/// A table of comma-separated values (RFC 4180), also with semicolons or tabs: what its first line says of the others.
struct CSVTable {
  private struct Column {
    var index: Int
    var name: String
    var unit: String
  }

  private let delimiter: UInt8
  private var columns: [Column] = []
  /// Columns of the time: one, or those of date and time.
  private var times: [Int] = []
  private var timeUnit = ""
  /// The columns that can't be values, as they are written.
  private(set) var leftOut: [String] = []

  private static let timeNames = [
    "timestamp", "datetime", "date_time", "time_utc", "utc_time", "utc", "time", "unix_time", "epoch",
    "elapsed",
    "elapsed_time", "seconds", "t",
  ]
  /// What loggers write where there is nothing.
  private static let nothing: Set<String> = ["", "-", "--", "–", "n/a", "na", "null", "none"]

  /// Reads the first line: `time,depth [m],speed (kn),heading/°`.
  ///
  /// - Throws: why it is none.
  init(header line: [UInt8]) throws(ValueLog.Unfit) {
    var line = line[...]
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    func count(_ byte: UInt8) -> Int { line.count { $0 == byte } }
    delimiter =
      [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].max { count($0) < count($1) } ?? 44
    let fields = Self.fields(Array(line), delimiter)
    let named = fields.map(Self.column)
    func place(_ name: String) -> Int? { named.firstIndex { $0.name == name } }
    if let date = place("date"), let time = place("time") {
      times = [date, time]
    } else if let found = Self.timeNames.lazy.compactMap(place).first {
      (times, timeUnit) = ([found], named[found].unit)
    } else {
      throw ValueLog.Unfit(
        reason:
          "its first line names no column 'time' or 'timestamp', but \(fields.prefix(8).map { "'\($0)'" }.joined(separator: ", "))"
      )
    }
    for (index, column) in named.enumerated() where !times.contains(index) {
      guard NamedValue.isName(column.name), columns.count < ValueBoard.most else {
        if !fields[index].isEmpty { leftOut.append(fields[index]) }
        continue
      }
      var name = column.name
      var number = 2
      while columns.contains(where: { $0.name == name }) {
        (name, number) = ("\(column.name)_\(number)", number + 1)
      }
      if NamedValue.isName(name) { columns.append(Column(index: index, name: name, unit: column.unit)) }
    }
    if columns.isEmpty { throw ValueLog.Unfit(reason: "its first line names no column beside the time") }
  }

  /// A column's name and unit: `Water temperature [°C]` is `water_temperature`.
  private static func column(_ text: String) -> (name: String, unit: String) {
    var (name, unit) = (text[...], Substring())
    if let open = text.firstIndex(where: { $0 == "[" || $0 == "(" }),
      let close = text[open...].firstIndex(of: text[open] == "[" ? "]" : ")")
    {
      (name, unit) = (text[..<open], text[text.index(after: open)..<close])
    } else if let slash = text.firstIndex(of: "/") {
      (name, unit) = (text[..<slash], text[text.index(after: slash)...])
    }
    let words = name.lowercased().split {
      !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")
    }
    let shown = unit.trimming.prefix(NamedValue.longest)
    return (words.joined(separator: "_"), shown == "deg" ? "°" : String(shown))
  }

  /// Reads another line.
  ///
  /// - Parameters:
  ///   - isSpoiled: set if a number in it can't be told.
  func read(_ line: [UInt8], isSpoiled: inout Bool) throws(ValueLine.Problem) -> (time: LogTime, [NamedValue])
  {
    let fields = Self.fields(line, delimiter)
    guard let last = times.max(), last < fields.count else { throw .unreadable }
    let text = times.map { fields[$0] }.joined(separator: " ")
    guard let time = LogTime(number(text).map { "\($0)" } ?? text, unit: timeUnit) else { throw .noTime }
    var values: [NamedValue] = []
    values.reserveCapacity(columns.count)
    for column in columns where column.index < fields.count {
      let field = fields[column.index]
      if Self.nothing.contains(field.lowercased()) { continue }
      if let number = number(field) {
        if NamedValue.holds(number) {
          values.append(NamedValue(column.name, number, column.unit))
        } else {
          isSpoiled = true
        }
      } else if field.count <= NamedValue.longest {
        values.append(NamedValue(column.name, .text(NamedValue.plain(field)), unit: column.unit))
      } else {
        isSpoiled = true
      }
    }
    return (time, values)
  }

  /// Where semicolons part the columns, a comma may be a number's point.
  private func number(_ field: String) -> Double? {
    Double(field) ?? (delimiter == UInt8(ascii: ",") ? nil : Double(field.replacing(",", with: ".")))
  }

  /// A line's fields, without quotes and blanks around them.
  private static func fields(_ line: [UInt8], _ delimiter: UInt8) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    func end() { fields.append(String(decoding: field, as: UTF8.self).trimming) }
    for byte in line {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == delimiter, !isQuoted {
        end()
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
    }
    end()
    return fields
  }
}

extension StringProtocol {
  /// Without blanks at its ends.
  fileprivate var trimming: String {
    var rest = self[...]
    while rest.first?.isWhitespace ?? false { rest.removeFirst() }
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return String(rest)
  }
}
