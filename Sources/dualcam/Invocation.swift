import HostResources
import Pipeline
import Settings
import SettingsFile
import Synchronization

/// How the process was started: the command line and the settings file that it names.
///
/// The file's settings precede the command line's, and the last of two with the same name wins; a
/// list on the command line replaces the file's.
struct Invocation: Sendable {
  /// Such as `record`; `nil` for a command that takes no settings file.
  let command: (any Command.Type)?
  /// All words, the command among them.
  private let words: [String]
  /// Path of the file.
  let path: String?
  /// Whether nobody named it.
  let isDefault: Bool
  private(set) var configuration: Configuration?

  /// This process's invocation, for rereading the file.
  static let current = Mutex<Invocation?>(nil)

  /// Reads the file, if one is named or a default one is there.
  ///
  /// - Parameter defaults: where the default one may be: ``DefaultSettings/places``.
  /// - Throws: ``ConfigurationError``; a `ValidationError` if two files are named.
  init(_ commandLine: [String], defaults: [String] = []) throws {
    // The parser has one kind of help; `HelpPage` has the other.
    let plain = commandLine.map { $0 == HelpPage.allFlag ? "--help" : Self.expandingHome($0) }
    var words = Plan.naming(optionsOfJobIn: plain)
    let name = words.first ?? ""
    command =
      ConfigurationSchema.commands.contains(name)
      ? Dualcam.configuration.subcommands.first { $0.commandName == name } : nil
    let named = command == nil ? nil : try Self.path(in: Array(words.dropFirst()))
    let usual = named == nil && command != nil ? DefaultSettings.path(among: defaults) : nil
    if let usual { words.insert("--config=\(usual)", at: 1) }
    self.words = words
    path = named == DefaultSettings.none ? nil : named ?? usual
    isDefault = usual != nil
    guard let path, !words.contains("--help"), !words.contains("-h") else { return }
    configuration = try load(path)
  }

  /// A word with the home folder in place of `~/`, where a shell leaves that as it is: `--output=~/out`.
  private static func expandingHome(_ word: String) -> String {
    guard word.hasPrefix("-") else { return HomeFolder.expanding(word) }
    let head = word.prefix { $0 != "=" && $0 != "~" }
    let name = word.dropFirst(head.count).hasPrefix("=") ? head + "=" : head
    // -o~/out, but no long option without an equals sign.
    guard name.hasSuffix("=") || !name.hasPrefix("--") && name.count == 2 else { return word }
    return name + HomeFolder.expanding(String(word.dropFirst(name.count)))
  }

  private static func path(in options: [String]) throws -> String? {
    var path: String?
    for (index, option) in options.enumerated() {
      if option == "--" { break }
      var found: String?
      if option == "--config", index + 1 < options.count {
        found = options[index + 1]
      } else if option.hasPrefix("--config=") {
        found = String(option.dropFirst("--config=".count))
      }
      guard let found else { continue }
      if path != nil { throw ValidationError("--config is given twice; put all settings in one file") }
      path = found
    }
    return path
  }

  /// What a user should know who named no file.
  var note: String? {
    guard isDefault, let configuration, !configuration.items.isEmpty else { return nil }
    return "settings from \(configuration.path); --config none leaves them out"
  }

  private func load(_ path: String) throws(ConfigurationError) -> Configuration? {
    guard let command else { return nil }
    let document = try TOMLDocument(reading: path)
    var configuration = try Configuration(document, path: path, command: command.commandName)
    // A list on the command line replaces the file's.
    let given = command.given(Array(words.dropFirst()))
    configuration.remove { given.contains($0.name) }
    return configuration
  }

  // MARK: - Commands

  /// The command with its settings.
  ///
  /// - Throws: ``ConfigurationError`` if the file is to blame, otherwise the parser's error.
  func parse() throws -> any Command {
    do { return try parse(without: nil) } catch let error as ParseError {
      let items = error.settings.compactMap { configuration?[$0.name] }
      guard let first = items.min(by: { $0.line < $1.line }) else { throw error }
      throw blamed(first, "\(error)")
    } catch {
      guard let configuration else { throw error }
      if let blamed = blame(error, configuration) { throw blamed }
      throw mention(Dualcam.message(for: error)) ?? error
    }
  }

  private func parse(without index: Int?) throws -> any Command {
    let items = configuration?.items ?? []
    return try Dualcam.parse(
      line: words,
      file: items.indices.filter { $0 != index }.map { FiledSetting(items[$0].name, items[$0].values) })
  }

  /// The error attributed to the file, if leaving out one of its settings removes or changes it.
  private func blame(_ error: any Error, _ configuration: Configuration) -> ConfigurationError? {
    let message = Dualcam.message(for: error)
    for index in configuration.items.indices {
      do { _ = try parse(without: index) } catch let other {
        // Leaving out a required setting changes the error too; don't blame it for that.
        if Dualcam.message(for: other) == message { continue }
        if case ParseError.missing = other { continue }
      }
      return blamed(configuration.items[index], message)
    }
    return nil
  }

  private func blamed(_ item: Configuration.Item, _ message: String) -> ConfigurationError {
    ConfigurationError(
      path: configuration?.path ?? "", line: item.line(of: message), reason: Complaint.text(message))
  }

  /// A parsed command's error, attributed to the file if it names one of the file's settings.
  func explain(_ error: any Error) -> any Error {
    switch PipelineError(error) {
    case .usage(let reason), .file(.misused(let reason)), .picture(.usage(let reason)):
      return mention(reason) ?? error
    case .capture(.badSource(let text, _)):
      let item = configuration?.items.first { item in
        item.values.contains { $0 == text || $0.hasPrefix(text + ",") }
      }
      return item.map { blamed($0, "\(error)") } ?? error
    default: break
    }
    return error is ValidationError ? mention(Dualcam.message(for: error)) ?? error : error
  }

  /// The file's error, if the message contains the flag of one of its settings.
  private func mention(_ message: String) -> ConfigurationError? {
    guard let configuration else { return nil }
    let words = Set(message.split { !($0.isLetter || $0 == "-" || $0.isNumber) }.map(String.init))
    let item = configuration.items.first { words.contains("--\($0.name)") }
    return item.map { blamed($0, message) }
  }

  // MARK: - Reload

  /// Rereads the file.
  ///
  /// - Returns: the invocation with it, and the names of changed settings.
  /// - Throws: as ``init(_:)``.
  func reloaded() throws(ConfigurationError) -> (launch: Invocation, changes: [String]) {
    guard let path, let old = configuration else { return (self, []) }
    var launch = self
    launch.configuration = try load(path)
    return (launch, launch.configuration.map { Configuration.changes(from: old, to: $0) } ?? [])
  }
}
