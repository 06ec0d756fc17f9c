import PixelTypes

/// What a shell offers for a value.
package struct Completion: Sendable {
  /// The words for a partly typed value.
  let words: @Sendable (_ prefix: String) -> [String]
  /// Whether the shell is to offer files, too: those with these endings, or all.
  let files: [String]?

  private init(_ files: [String]?, _ words: @escaping @Sendable (String) -> [String] = { _ in [] }) {
    (self.files, self.words) = (files, words)
  }

  package static let none = Completion(nil)
  /// - Parameter extensions: without dots; none for all files.
  package static func file(extensions: [String] = []) -> Completion { Completion(extensions) }
  package static let directory = Completion(["/"])
  package static func words(_ words: [String]) -> Completion { Completion(nil) { _ in words } }
  package static func made(_ words: @escaping @Sendable (_ prefix: String) -> [String]) -> Completion {
    Completion(nil, words)
  }
}

/// What may stand at the end of a command line.
package struct CompletionOffer {
  private let root: any Command.Type
  private let list: (_ folder: String) -> [(name: String, isFolder: Bool)]

  /// - Parameter list: the contents of a folder, without hidden ones.
  package init(
    _ root: any Command.Type, list: @escaping (_ folder: String) -> [(name: String, isFolder: Bool)]
  ) { (self.root, self.list) = (root, list) }

  /// The words that begin with the last one, each with what it means or nothing.
  ///
  /// - Parameter words: after the program's name; the last is being typed.
  package func words(_ words: [String]) -> [(word: String, meaning: String)] {
    let typed = words.last ?? ""
    let subcommands = root.configuration.subcommands
    guard words.count > 1 else {
      return
        (subcommands.map { ($0.commandName, $0.configuration.abstract) } + [
          ("help", "Show help information.")
        ])
        .filter { $0.0.hasPrefix(typed) }
    }
    guard words[0] != "help" else {
      return subcommands.map { ($0.commandName, $0.configuration.abstract) }.filter { $0.0.hasPrefix(typed) }
    }
    guard let command = subcommands.first(where: { $0.commandName == words[0] }) else { return [] }
    let settings = command.settings.filter { !$0.isHidden }
    if let end = typed.firstIndex(of: "="), typed.hasPrefix("--"),
      let setting = settings.first(where: { $0.spelling == typed[..<end] })
    {
      let head = String(typed[...end])
      return values(setting, String(typed[typed.index(after: end)...])).map { (head + $0, "") }
    }
    if let setting = settings.first(where: {
      $0.kind == .option && $0.spellings.contains(words[words.count - 2])
    }) {
      return values(setting, typed).map { ($0, "") }
    }
    if typed.hasPrefix("-") {
      let options = settings.flatMap { setting in setting.spellings.map { ($0, setting.help) } }
      return (options + [("--help", "Show help information."), ("--help-all", "Show all options.")])
        .filter { $0.0.hasPrefix(typed) }
    }
    return place(of: words.dropFirst().dropLast(), settings).map { values($0, typed).map { ($0, "") } } ?? []
  }

  /// The positional setting that the word after these is for.
  private func place(of words: ArraySlice<String>, _ settings: [Setting]) -> Setting? {
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word.hasPrefix("-"), word != "-" {
        isValue = settings.contains { $0.kind == .option && $0.spellings.contains(word) }
      } else {
        count += 1
      }
    }
    let places = settings.filter { $0.kind == .positional }
    return count < places.count
      ? places[count] : places.last { $0.isRepeating } ?? settings.first { $0.unnamed != nil }
  }

  private func values(_ setting: Setting, _ prefix: String) -> [String] {
    let words = setting.completion.words(prefix)
    guard let endings = setting.completion.files else { return words.filter { $0.hasPrefix(prefix) } }
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let files = list(folder.isEmpty ? "." : folder).compactMap { file -> String? in
      if file.isFolder { return folder + file.name + "/" }
      let isOffered = endings.isEmpty || endings.contains { file.name.hasSuffix(".\($0)") }
      return isOffered ? folder + file.name : nil
    }
    return (words + files).filter { $0.hasPrefix(prefix) }
  }
}

/// The script that makes a shell ask the program what to offer.
package enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The argument by which it asks, before the words typed so far.
  package static let request = "---complete"

  /// The script for a program of this name.
  package func text(for name: String) -> String {
    DataFile.text("Settings/Shells/complete.\(rawValue)").replacing("dualcam", with: name)
  }
}
