/// Finds the points of tracks in GPX (topografix.com/GPX/1/1), byte by byte, and reads of them what GPX and the usual extensions say.
/// It keeps nothing else: no entity is expanded, nothing is nested, and a tag has ``longest`` bytes at most.
struct GPXReader {
  struct Point {
    var time: LogTime?
    var values: [NamedValue] = []
    /// Whether some of it couldn't be read.
    var isSpoiled = false
  }

  static let longest = 4096

  private enum State {
    case text, tag
    /// Until these bytes.
    case skip(StaticString)
  }

  /// What a point's elements are called, without their prefix, and the units of GPX and of Garmin's TrackPointExtension.
  private static let known: [String: (name: String, unit: String)] = [
    "ele": ("altitude", "m"), "speed": ("speed", "m/s"), "course": ("course", "°"), "depth": ("depth", "m"),
    "hr": ("heart_rate", "bpm"), "cad": ("cadence", "rpm"), "atemp": ("temperature", "°C"),
    "power": ("power", "W"),
  ]

  private var state = State.text
  private var tag: [UInt8] = []
  private var text: [UInt8] = []
  /// The last bytes, to find the end of what is skipped.
  private var tail: [UInt8] = []
  private var point: Point?
  private var element: String?

  /// Takes a byte.
  ///
  /// - Returns: the point that it ends.
  mutating func take(_ byte: UInt8) -> Point? {
    switch state {
    case .text:
      if byte == UInt8(ascii: "<") {
        tag.removeAll(keepingCapacity: true)
        state = .tag
      } else if element != nil, text.count < NamedValue.longest {
        text.append(byte)
      }
    case .tag:
      if byte == UInt8(ascii: ">") {
        state = .text
        return end()
      }
      // One that is longer is no point's.
      if tag.count < Self.longest { tag.append(byte) }
      if tag.count == 3, tag.elementsEqual("!--".utf8) { skip(to: "-->") }
      if tag.count == 8, tag.elementsEqual("![CDATA[".utf8) { skip(to: "]]>") }
    case .skip(let end):
      tail.append(byte)
      if tail.count > 3 { tail.removeFirst() }
      if tail.elementsEqual("\(end)".utf8) { state = .text }
    }
    return nil
  }

  private mutating func skip(to end: StaticString) {
    tail.removeAll(keepingCapacity: true)
    state = .skip(end)
  }

  /// A tag is over.
  private mutating func end() -> Point? {
    guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { return nil }
    let isEnd = first == UInt8(ascii: "/")
    let words = String(decoding: isEnd ? tag[1...] : tag[...], as: UTF8.self)
    let name = words.prefix { !$0.isWhitespace && $0 != "/" }
    let own = name.split(separator: ":").last.map(String.init) ?? ""
    if own == "trkpt" {
      let last = point
      (point, element) = (isEnd ? nil : Self.position(words.dropFirst(name.count)), nil)
      // One that ends at once, or that another one cut, has no time.
      guard !isEnd, tag.last == UInt8(ascii: "/") else { return last }
      defer { point = nil }
      return point
    }
    guard point != nil else { return nil }
    if !isEnd {
      element = tag.last == UInt8(ascii: "/") ? nil : own
      text.removeAll(keepingCapacity: true)
    } else if element == own {
      read(own)
      element = nil
    }
    return nil
  }

  private mutating func read(_ element: String) {
    let text = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
    if element == "time" {
      // A position has no time of a film.
      if case .utc(let time)? = LogTime(text) { point?.time = .utc(time) }
    } else if let (name, unit) = Self.known[element] {
      if let number = Double(text), NamedValue.holds(number) {
        point?.values.append(NamedValue(name, number, unit))
      } else {
        point?.isSpoiled = true
      }
    }
  }

  /// The position in a tag's attributes.
  private static func position(_ attributes: Substring) -> Point {
    var point = Point()
    func number(_ name: String, most: Double) -> Double? {
      for mark in ["\"", "'"] {
        for part in attributes.ranges(of: "\(name)=\(mark)") {
          let isWhole =
            part.lowerBound == attributes.startIndex
            || attributes[attributes.index(before: part.lowerBound)].isWhitespace
          guard isWhole else { continue }
          let text = attributes[part.upperBound...].prefix { "\($0)" != mark }
          return Double(text).flatMap { $0.magnitude <= most ? $0 : nil }
        }
      }
      return nil
    }
    if let lat = number("lat", most: 90), let lon = number("lon", most: 180) {
      point.values = [NamedValue("lat", lat, "°"), NamedValue("lon", lon, "°")]
    } else {
      point.isSpoiled = true
    }
    return point
  }
}
