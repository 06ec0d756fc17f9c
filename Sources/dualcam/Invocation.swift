import ArgumentParser
import Pipeline
import SettingsFile
import Synchronization

/// What a process was started with: the command line, and the file of settings that it names.
///
/// Settings of the file are put in front of the command line's, so that a later one of the same name wins; a list
/// on the command line takes the place of the file's.
struct Invocation: Sendable {
  /// `record`, where it is a command that takes a file.
  let command: String?
  /// All that follows the command, without `--switch=false`.
  private let rest: [String]
  private let given: Set<String>
  private let schema: ConfigurationSchema?
  /// Path of the file.
  let path: String?
  private(set) var configuration: Configuration?

  /// The one of this process, for those who read the file again.
  static let current = Mutex<Invocation?>(nil)

  /// Reads the file, if one is named.
  ///
  /// - Throws: ``ConfigurationError``; a `ValidationError` where two files are named.
  init(_ arguments: [String]) throws {
    let options = Array(arguments.dropFirst())
    guard let name = arguments.first, ConfigurationSchema.commands.contains(name) else {
      (command, rest, given, schema, path) = (nil, arguments, [], nil, nil)
      return
    }
    command = name
    let path = try Self.path(in: options)
    self.path = path
    let needsSchema = path != nil || options.contains { $0.hasSuffix("=true") || $0.hasSuffix("=false") }
    guard needsSchema, !options.contains("--help"), !options.contains("-h") else {
      (rest, given, schema) = (options, [], nil)
      return
    }
    let schema = ConfigurationSchema.current
    self.schema = schema
    (rest, given) = Self.resolve(options, name, schema)
    if let path { configuration = try load(path) }
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
      if path != nil { throw ValidationError("--config is there twice; one file has all settings") }
      path = found
    }
    return path
  }

  /// Which settings a command line has, and what of it to parse.
  private static func resolve(
    _ options: [String], _ command: String, _ schema: ConfigurationSchema
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
      guard option.hasPrefix("-"), option != "-", let setting = schema.setting(spelled: option, of: command)
      else {
        rest.append(option)
        continue
      }
      given.insert(setting.name)
      if setting.isSwitch {
        // How a switch of the file is taken back.
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
    guard let command, let schema else { return nil }
    let document = try ConfigurationFile.read(path)
    var configuration = try Configuration(document, path: path, command: command, schema: schema)
    let given = given
    configuration.remove { given.contains($0.name) }
    return configuration
  }

  // MARK: - Commands

  /// The command with its settings.
  ///
  /// - Throws: ``ConfigurationError`` where the file is to blame, else what the parser
  ///   throws.
  func parse() throws -> any ParsableCommand {
    do { return try Dualcam.parseAsRoot(arguments(without: nil)) } catch {
      guard let configuration else { throw error }
      if let blamed = blame(error, configuration) { throw blamed }
      throw mention(Dualcam.message(for: error)) ?? error
    }
  }

  private func arguments(without index: Int?) -> [String] {
    guard let command else { return rest }
    guard let configuration, let schema else { return [command] + rest }
    return [command] + configuration.arguments(of: command, schema: schema, without: index) + rest
  }

  /// The error as one of the file's, where without one of its settings it would be none, or another.
  private func blame(_ error: any Error, _ configuration: Configuration) -> ConfigurationError? {
    let message = Dualcam.message(for: error)
    for index in configuration.items.indices {
      do { _ = try Dualcam.parseAsRoot(arguments(without: index)) } catch let other {
        // A setting that is needed must not be blamed for being there.
        guard Dualcam.message(for: other) != message, !Dualcam.message(for: other).hasPrefix("Missing") else {
          continue
        }
      }
      return ConfigurationError(
        path: configuration.path, line: configuration.items[index].line, reason: message)
    }
    return nil
  }

  /// An error of a command that was parsed, as one of the file's where it names a setting of it.
  func explain(_ error: any Error) -> any Error {
    switch PipelineError(error) {
    case .usage(let reason), .file(.misused(let reason)), .picture(.usage(let reason)):
      return mention(reason) ?? error
    default: break
    }
    return error is ValidationError ? mention(Dualcam.message(for: error)) ?? error : error
  }

  /// The file's fault, where a message has the name of one of its settings as it stands on a command line.
  private func mention(_ message: String) -> ConfigurationError? {
    guard let configuration, let command, let schema else { return nil }
    let words = Set(message.split { !($0.isLetter || $0 == "-" || $0.isNumber) }.map(String.init))
    for item in configuration.items {
      guard let spelling = schema.setting(item.name, of: command)?.spelling, words.contains(spelling) else {
        continue
      }
      return ConfigurationError(path: configuration.path, line: item.line, reason: message)
    }
    return nil
  }

  // MARK: - Again

  /// The file read again.
  ///
  /// - Returns: the launch with it, and names of settings that are others now.
  /// - Throws: as ``init(_:)``.
  func reloaded() throws(ConfigurationError) -> (launch: Invocation, changes: [String]) {
    guard let path, let old = configuration else { return (self, []) }
    var launch = self
    launch.configuration = try load(path)
    return (launch, launch.configuration.map { Configuration.changes(from: old, to: $0) } ?? [])
  }
}
