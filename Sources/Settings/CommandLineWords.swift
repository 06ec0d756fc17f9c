/// A setting's values in a settings file: as on the command line, for a flag `true` or `false`.
package struct FiledSetting: Sendable {
  package let name: String
  package let values: [String]

  package init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
}

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
  // The first number beyond its bounds.
  private var outside: ParseError?

  /// An option as it was typed.
  private typealias Typed = (place: Int, spelling: String, value: String?)

  /// - Parameter file: holds for settings that the words don't give.
  /// - Throws: ``ParseError`` for the first value that is missing or wrong.
  init(_ words: [String], _ settings: [Setting], file: [FiledSetting] = []) throws(ParseError) {
    self.settings = settings
    values = Array(repeating: [], count: settings.count)
    var positional: [String] = []
    let typed = scan(words, &positional)
    for one in typed { try take(one) }
    try takePlaces(positional)
    // The words' own come before the file's.
    let given = Set(values.indices.filter { !values[$0].isEmpty } + typed.map(\.place))
    for item in file {
      guard let place = settings.firstIndex(where: { $0.name == item.name }), !given.contains(place) else {
        continue
      }
      for value in item.values { try accept(value.isEmpty ? nil : value, place, settings[place].spelling) }
    }
  }

  /// The names of the settings that words give.
  static func given(_ words: [String], _ settings: [Setting]) -> Set<String> {
    guard var line = try? CommandLineWords([], settings) else { return [] }
    var positional: [String] = []
    let typed = line.scan(words, &positional)
    for one in typed { line.values[one.place] = [true] }
    _ = line.takeUnnamed(positional[...])
    return Set(zip(settings, line.values).filter { !$1.isEmpty }.map(\.0.name))
  }

  /// The positional words that no setting takes.
  static func left(_ words: [String], _ settings: [Setting]) -> [String] {
    guard var line = try? CommandLineWords([], settings) else { return [] }
    var positional: [String] = []
    for one in line.scan(words, &positional) { line.values[one.place] = [true] }
    try? line.takePlaces(positional)
    return line.rest
  }

  private mutating func scan(_ words: [String], _ positional: inout [String]) -> [Typed] {
    var typed: [Typed] = []
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
      var value = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
      if let place = settings.firstIndex(where: { $0.spellings.contains(parts[0]) }) {
        let takesNext = settings[place].kind == .option && value == nil
        if takesNext, index < words.count, words[index] == "-" || !words[index].hasPrefix("-"),
          settings[place].alone == nil || settings[place].accept(words[index]) != nil
        {
          value = words[index]
          index += 1
        }
        typed.append((place, parts[0], value))
      } else if !word.hasPrefix("--"), let place = place(joined: word) {
        // -oDIR
        typed.append((place, String(word.prefix(2)), String(word.dropFirst(2))))
      } else if let wish = Self.wishes[word] {
        self.wish = self.wish ?? wish
      } else {
        // -help
        if !word.hasPrefix("--"), word.contains("h") { wish = wish ?? .help }
        unknown.append(parts[0])
      }
    }
    return typed
  }

  private static let wishes: [String: Wish] = [
    "--help": .help, "-h": .help, "--version": .version, "--experimental-dump-help": .settings,
  ]

  private func place(joined word: String) -> Int? {
    settings.firstIndex { $0.kind == .option && $0.short == word.dropFirst().first }
  }

  private mutating func take(_ typed: Typed) throws(ParseError) {
    let setting = settings[typed.place]
    if !setting.isRepeating, !values[typed.place].isEmpty { throw .twice(setting) }
    if setting.kind == .flag, let value = typed.value {
      // A file may have set it.
      guard ["true", "false"].contains(value), settings.contains(where: { $0.name == "config" }) else {
        throw .needlessValue(spelling: typed.spelling, value: value)
      }
    }
    try accept(typed.value ?? (setting.kind == .flag ? "true" : nil), typed.place, typed.spelling)
  }

  private mutating func accept(_ value: String?, _ place: Int, _ spelling: String) throws(ParseError) {
    let setting = settings[place]
    if setting.alone != nil, value == "false" { return }
    guard let value = value == nil || value == "true" ? setting.alone ?? value : value else {
      throw .missingValue(setting, spelling: spelling)
    }
    if setting.kind == .flag {
      if value == "true" { values[place].append(true) }
      return
    }
    guard let accepted = setting.accept(value) else {
      throw .invalidValue(setting, spelling: spelling, value: value)
    }
    if let bounds = setting.bounds, !bounds.holds(accepted), outside == nil {
      outside = .outOfBounds(setting, value: value, bounds: bounds.text)
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
    rest = takeUnnamed(words)
  }

  /// Gives words to the settings that know them without a name.
  ///
  /// - Returns: the others.
  private mutating func takeUnnamed(_ words: ArraySlice<String>) -> [String] {
    words.filter { word in
      let place = settings.indices.first {
        settings[$0].unnamed?(word) == true && (values[$0].isEmpty || settings[$0].isRepeating)
      }
      guard let place, let value = settings[place].accept(word) else { return true }
      values[place].append(value)
      return false
    }
  }

  func refuseMissing() throws(ParseError) {
    for (place, setting) in settings.enumerated() where setting.isRequired && values[place].isEmpty {
      throw .missing(setting)
    }
  }

  /// Refuses numbers beyond their bounds, and settings that can't stand together, or alone.
  func refuseContradictions() throws(ParseError) {
    if let outside { throw outside }
    let given = zip(settings, values).filter { !$1.isEmpty }.map(\.0)
    for setting in given {
      for rule in setting.rules {
        switch rule {
        case .excludes(let name):
          if let other = given.first(where: { $0.name == name }) { throw .together(setting, other) }
        case .requires(let name):
          if !given.contains(where: { $0.name == name }) { throw .without(setting, name) }
        }
      }
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
