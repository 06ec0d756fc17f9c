import HostResources
import PixelTypes
import Settings
import SettingsFile

/// A file's settings for one command, checked against that command's options.
struct Configuration: Sendable, Equatable {
  /// One setting and its line.
  struct Item: Sendable, Equatable {
    var name: String
    var line: Int
    /// As on the command line; a switch has `true` or `false`.
    var values: [String]
    /// The lines of the values, if each has its own.
    var lines: [Int] = []

    /// The line of the value that a message quotes.
    func line(of message: String) -> Int {
      let own = zip(values, lines).first { value, _ in
        // The whole, or a camera's source.
        [value, String(value.prefix { $0 != "," })].contains {
          message.contains("'\(LookOptions.shown($0))'")
        }
      }
      return own?.1 ?? line
    }
  }

  let path: String
  /// In file order. The command's table overrides the top of the file.
  private(set) var items: [Item] = []

  /// - Throws: ``ConfigurationError`` for the first mistake, even in other commands' tables.
  init(_ document: TOMLDocument, path: String, command: String)
    throws(ConfigurationError)
  {
    self.path = path
    for table in document.tables where table.element != nil && table.name != Self.list {
      throw ConfigurationError(
        path: path, line: table.line,
        reason: "the only list of tables is [[\(Self.list)]]; write [\(Self.shown(table.name))]")
    }
    for table in document.tables
    where table.element == nil && !ConfigurationSchema.commands.contains(table.name) {
      let names = ConfigurationSchema.commands
      let meant = Spelling.nearest(table.name, among: names)
      throw ConfigurationError(
        path: path, line: table.line,
        reason: "there is no command [\(Self.shown(table.name))]; "
          + (meant.map { "did you mean [\($0)]?" } ?? "the commands are \(names.joined(separator: ", "))"))
    }
    var places: [String: Int] = [:]
    try readCameras(document, command)
    for entry in document.entries where entry.element == nil {
      let owner = entry.table ?? command
      guard let setting = ConfigurationSchema.setting(entry.key, of: owner) else {
        throw Self.unknown(entry, of: owner, path)
      }
      let item = Item(
        name: entry.key, line: entry.line, values: try Self.values(entry, setting, path: path))
      guard owner == command else { continue }
      if let place = places[entry.key] {
        // The command's own table is more specific, and comes after everything at the top.
        items[place] = item
      } else {
        places[entry.key] = items.count
        items.append(item)
      }
    }
  }

  /// The name of the list of tables.
  private static let list = "camera"

  /// Takes the list of cameras as the flag of that name.
  private mutating func readCameras(
    _ document: TOMLDocument, _ command: String
  ) throws(ConfigurationError) {
    var item: Item?
    for table in document.tables where table.element != nil {
      let entries = document.entries.filter { $0.table == table.name && $0.element == table.element }
      guard let source = entries.first(where: { $0.key == "source" })?.value.text.map(HomeFolder.expanding)
      else {
        throw ConfigurationError(
          path: path, line: table.line, reason: "this camera has no source; write source = \"/dev/video0\"")
      }
      var parts = [source]
      for entry in entries where entry.key != "source" {
        func refuse(_ reason: String) -> ConfigurationError {
          ConfigurationError(path: path, line: entry.line, reason: "\(Self.shown(entry.key)) \(reason)")
        }
        guard let setting = CameraOptions.settings.first(where: { $0.name == entry.key }) else {
          throw refuse(
            "is no option of a camera" + Spelling.suggestion(for: entry.key, among: CameraOptions.keys))
        }
        var entry = entry
        // A list of one is one.
        if case .array(let values) = entry.value, values.count == 1 { entry.value = values[0] }
        let values = try Self.values(entry, setting, path: path)
        if setting.kind == .flag {
          if values == ["true"] { parts.append(entry.key) }
        } else {
          if values.contains(where: { $0.contains(",") }) { throw refuse("can't contain a comma") }
          parts += values.map { "\(entry.key)=\($0)" }
        }
      }
      item = item ?? Item(name: Self.list, line: table.line, values: [])
      item?.values.append(parts.joined(separator: ","))
      item?.lines.append(table.line)
    }
    if let item, ConfigurationSchema.setting(Self.list, of: command) != nil { items.append(item) }
  }

  private static func unknown(
    _ entry: TOMLDocument.Entry, of command: String, _ path: String
  ) -> ConfigurationError {
    let reason: String
    let others = ConfigurationSchema.commands(with: entry.key)
    if entry.key == "config" {
      reason = "a settings file can't name another one"
    } else if !others.isEmpty {
      let tables = others.map { "[\($0)]" }.joined(separator: " or ")
      reason = "\(entry.key) isn't a setting of \(command); put it under \(tables)"
    } else if let near = Spelling.nearest(
      entry.key, among: ConfigurationSchema.settings(of: command).map(\.name))
    {
      reason = "there is no setting \(shown(entry.key)); did you mean \(near)?"
    } else {
      reason = "there is no setting \(shown(entry.key)); see dualcam \(command) --help"
    }
    return ConfigurationError(path: path, line: entry.line, reason: reason)
  }

  private static func values(
    _ entry: TOMLDocument.Entry, _ setting: Setting, path: String
  ) throws(ConfigurationError) -> [String] {
    func refuse(_ reason: String) -> ConfigurationError {
      ConfigurationError(path: path, line: entry.line, reason: "\(entry.key) \(reason)")
    }
    switch entry.value {
    case .boolean(let value):
      guard setting.kind == .flag || setting.alone != nil else {
        throw refuse("is \(value); it takes a value, not true or false")
      }
      return ["\(value)"]
    case _ where setting.kind == .flag: throw refuse("takes true or false")
    case .array(let values):
      guard setting.isRepeating else { throw refuse("takes one value, not a list") }
      return try values.map { value throws(ConfigurationError) in
        if case .boolean(let value) = value { throw refuse("contains \(value); it takes values") }
        return HomeFolder.expanding(value.text ?? "")
      }
    default: return [HomeFolder.expanding(entry.value.text ?? "")]
    }
  }

  private static func shown(_ name: String) -> String { PlainText.value(name, atMost: 60) }

  /// The setting with this name.
  subscript(name: String) -> Item? { items.first { $0.name == name } }

  mutating func remove(where isRemoved: (Item) -> Bool) { items.removeAll(where: isRemoved) }

  /// Names of settings that differ between two files.
  static func changes(from old: Configuration, to new: Configuration) -> [String] {
    let names = old.items.map(\.name) + new.items.map(\.name).filter { old[$0] == nil }
    return names.filter { name in
      // An absent switch is off.
      let before = old[name]?.values ?? (new[name]?.values == ["false"] ? ["false"] : nil)
      let after = new[name]?.values ?? (old[name]?.values == ["false"] ? ["false"] : nil)
      return before != after
    }
  }
}
