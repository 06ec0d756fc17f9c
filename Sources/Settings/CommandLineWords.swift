/// The words of a command line, taken apart by a command's settings.
///
/// Options and positional words may come in any order; `--` ends the options. A value may follow its option, or stand behind
/// an equals sign, as one that begins with a dash must.
struct CommandLineWords {
  private let settings: [Setting]
  /// By setting.
  private(set) var values: [[any Sendable]]
  // Options that no setting has, and words that no place is for.
  private var unknown: [String] = []
  private var rest: [String] = []
  /// What was asked for instead of the command.
  private(set) var wish: Wish?

  /// - Throws: ``ParseError`` for the first value that is missing or wrong.
  init(_ words: [String], _ settings: [Setting]) throws(ParseError) {
    self.settings = settings
    values = Array(repeating: [], count: settings.count)
    var positional: [String] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        positional += words[index...]
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        positional.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      // --output= has none.
      let value = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
      if let place = settings.firstIndex(where: { $0.spellings.contains(parts[0]) }) {
        try take(place, parts[0], value, words, &index)
      } else if !word.hasPrefix("--"), let place = place(joined: word) {
        // -oDIR
        let letter = String(word.prefix(2))
        try take(place, letter, String(word.dropFirst(2)), words, &index)
      } else if let wish = Self.wishes[word] {
        self.wish = self.wish ?? wish
      } else {
        // -help
        if !word.hasPrefix("--"), word.contains("h") { wish = wish ?? .help }
        unknown.append(parts[0])
      }
    }
    try takePlaces(positional)
  }

  private static let wishes: [String: Wish] = [
    "--help": .help, "-h": .help, "--version": .version, "--experimental-dump-help": .settings,
  ]

  private func place(joined word: String) -> Int? {
    settings.firstIndex { $0.kind == .option && $0.short == word.dropFirst().first }
  }

  private mutating func take(
    _ place: Int, _ spelling: String, _ value: String?, _ words: [String], _ index: inout Int
  ) throws(ParseError) {
    let setting = settings[place]
    if setting.kind == .flag {
      if let value { throw .needlessValue(spelling: spelling, value: value) }
      for (other, values) in zip(settings, values)
      where !values.isEmpty && setting.excluded.contains(other.spelling) {
        throw .bothFlags(other.spelling, spelling)
      }
      values[place].append(true)
      return
    }
    var value = value
    if value == nil, index < words.count, words[index] == "-" || !words[index].hasPrefix("-") {
      value = words[index]
      index += 1
    }
    guard let value else { throw .missingValue(setting, spelling: spelling) }
    guard let accepted = setting.accept(value) else {
      throw .invalidValue(setting, spelling: spelling, value: value)
    }
    values[place].append(accepted)
  }

  /// Gives words to the places they stand at; one that takes any number takes what later ones don't need.
  private mutating func takePlaces(_ words: [String]) throws(ParseError) {
    var words = words[...]
    for (place, setting) in settings.enumerated() where setting.kind == .positional {
      let count = setting.isRepeating ? words.count : min(1, words.count)
      for word in words.prefix(count) {
        guard let accepted = setting.accept(word) else {
          throw .invalidValue(setting, spelling: nil, value: word)
        }
        values[place].append(accepted)
      }
      words = words.dropFirst(count)
    }
    rest = Array(words)
  }

  func refuseMissing() throws(ParseError) {
    for (place, setting) in settings.enumerated() where setting.isRequired && values[place].isEmpty {
      throw .missing(setting)
    }
  }

  func refuseRest() throws(ParseError) {
    if let option = unknown.first {
      throw .unknownOption(option, nearest: Self.nearest(option, settings.map(\.spelling)))
    }
    if !rest.isEmpty { throw .unexpected(rest) }
  }

  /// The option that is at most three edits away.
  static func nearest(_ option: String, _ others: [String]) -> String? {
    guard option.count > 2 else { return nil }
    let near = others.filter { !$0.isEmpty }.map { ($0, distance($0, option)) }
    return near.filter { $0.1 < 4 }.min { $0.1 < $1.1 }?.0
  }

  /// Levenshtein's distance: insertions, removals and exchanges of letters.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (place, another) in other.enumerated() {
        (diagonal, row[place + 1]) = (
          row[place + 1], min(diagonal + (letter == another ? 0 : 1), row[place] + 1, row[place + 1] + 1)
        )
      }
    }
    return row[other.count]
  }
}
