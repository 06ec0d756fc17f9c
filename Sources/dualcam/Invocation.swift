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
  let command: String?
  /// Everything after the command, without `--switch=false`.
  private let rest: [String]
  private let given: Set<String>
  /// Path of the file.
  let path: String?
  private(set) var configuration: Configuration?

  /// This process's invocation, for rereading the file.
  static let current = Mutex<Invocation?>(nil)

  /// Reads the file, if one is named.
  ///
  /// - Throws: ``ConfigurationError``; a `ValidationError` if two files are named.
  init(_ commandLine: [String]) throws {
    // The parser has one kind of help; `HelpPage` has the other.
    let arguments = Plan.naming(optionsOfJobIn: commandLine.map { $0 == HelpPage.allFlag ? "--help" : $0 })
    let options = Array(arguments.dropFirst())
    try Self.refuseTwice(options, of: arguments.first ?? "")
    guard let name = arguments.first, ConfigurationSchema.commands.contains(name) else {
      (command, rest, given, path) = (nil, arguments, [], nil)
      return
    }
    command = name
    let path = try Self.path(in: options)
    self.path = path
    guard !options.contains("--help"), !options.contains("-h") else {
      (rest, given) = (options, [])
      return
    }
    (rest, given) = Self.resolve(options, name)
    if let path { configuration = try load(path) }
  }

  /// Refuses an option that takes one value and is given two: the parser would take the last in silence.
  private static func refuseTwice(_ options: [String], of command: String) throws {
    let heads = options.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0.count > 1 }
      .map { String($0.hasPrefix("--") ? $0.prefix { $0 != "=" } : $0.prefix(2)) }
    var seen: Set<String> = []
    for head in heads {
      guard let setting = ConfigurationSchema.setting(spelled: head, of: command),
        setting.kind != .flag, !setting.isRepeating, !seen.insert(setting.name).inserted
      else { continue }
      throw ValidationError("\(setting.spelling) is given twice; it takes one value")
    }
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

  /// The arguments to parse, and the names of the settings they give.
  private static func resolve(
    _ options: [String], _ command: String
  ) -> (rest: [String], given: Set<String>) {
    var rest: [String] = []
    var given: Set<String> = []
    var index = 0
    while index < options.count {
      let option = options[index]
      index += 1
      if option == "--" {
        rest.append(contentsOf: options[(index - 1)...])
        break
      }
      guard option.hasPrefix("-"), option != "-",
        let setting = ConfigurationSchema.setting(spelled: option, of: command)
      else {
        rest.append(option)
        continue
      }
      given.insert(setting.name)
      if setting.kind == .flag {
        // Undoes a switch set in the file.
        if option == setting.spelling + "=false" { continue }
        rest.append(option == setting.spelling + "=true" ? setting.spelling : option)
      } else {
        rest.append(option)
        // Its value isn't the next option.
        if setting.spellings.contains(option), index < options.count {
          rest.append(options[index])
          index += 1
        }
      }
    }
    return (rest, given)
  }

  private func load(_ path: String) throws(ConfigurationError) -> Configuration? {
    guard let command else { return nil }
    let document = try TOMLDocument(reading: path)
    var configuration = try Configuration(document, path: path, command: command)
    let given = given
    configuration.remove { given.contains($0.name) }
    return configuration
  }

  // MARK: - Commands

  /// The command with its settings.
  ///
  /// - Throws: ``ConfigurationError`` if the file is to blame, otherwise the parser's error.
  func parse() throws -> any Command {
    do { return try Dualcam.parse(line: arguments(without: nil)) } catch let error as ParseError {
      // What the command line gives isn't taken from the file.
      guard let name = error.setting?.name, let item = configuration?[name] else { throw error }
      throw blamed(item, "\(error)")
    } catch {
      guard let configuration else { throw error }
      if let blamed = blame(error, configuration) { throw blamed }
      throw mention(Dualcam.message(for: error)) ?? error
    }
  }

  private func arguments(without index: Int?) -> [String] {
    guard let command else { return rest }
    guard let configuration else { return [command] + rest }
    return [command] + configuration.arguments(of: command, without: index) + rest
  }

  /// The error attributed to the file, if leaving out one of its settings removes or changes it.
  private func blame(_ error: any Error, _ configuration: Configuration) -> ConfigurationError? {
    let message = Dualcam.message(for: error)
    for index in configuration.items.indices {
      do { _ = try Dualcam.parse(line: arguments(without: index)) } catch let other {
        // Leaving out a required setting changes the error too; don't blame it for that.
        guard Dualcam.message(for: other) != message, !Dualcam.message(for: other).hasPrefix("Missing") else {
          continue
        }
      }
      return blamed(configuration.items[index], message)
    }
    return nil
  }

  private func blamed(_ item: Configuration.Item, _ message: String) -> ConfigurationError {
    ConfigurationError(path: configuration?.path ?? "", line: item.line, reason: Complaint.text(message))
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
    guard let configuration, let command else { return nil }
    let words = Set(message.split { !($0.isLetter || $0 == "-" || $0.isNumber) }.map(String.init))
    for item in configuration.items {
      guard let spelling = ConfigurationSchema.setting(item.name, of: command)?.spelling,
        words.contains(spelling)
      else {
        continue
      }
      return blamed(item, message)
    }
    return nil
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
