import Synchronization

/// Properties that are settings.
package protocol SettingGroup: Sendable, SendableMetatype {
  init()
  /// Refuses values that don't go together.
  func validate() throws
}

extension SettingGroup {
  package func validate() throws {}
}

/// A command: its settings, and what it does.
package protocol Command: SettingGroup {
  static var configuration: CommandDescription { get }
  /// Names of the ten settings that most people need, if there are more than a newcomer can take in.
  static var usual: [String] { get }
  /// What does the same as an option that it doesn't have but people try, by that option's name.
  static var tried: [String: String] { get }
  mutating func run() throws
}

/// What a command is called and is about.
package struct CommandDescription: Sendable {
  package let name: String
  /// A sentence.
  package let abstract: String
  /// What its page says before its options: paragraphs, and sections with headings in capitals.
  package let discussion: String
  package let version: String
  package let subcommands: [any Command.Type]

  package init(
    _ name: String, abstract: String, discussion: String = "", version: String = "",
    subcommands: [any Command.Type] = []
  ) {
    (self.name, self.abstract, self.discussion) = (name, abstract, discussion)
    (self.version, self.subcommands) = (version, subcommands)
  }
}

extension Command {
  package static var usual: [String] { [] }
  package static var tried: [String: String] { [:] }
  package static var commandName: String { configuration.name }
}

extension SettingGroup {
  /// All its settings, in the order of their declaration.
  package static var settings: [Setting] { SettingsCache.settings(of: self) }

  /// The settings as a command line has them.
  ///
  /// - Parameters:
  ///   - words: for a command, what follows its name.
  ///   - file: a settings file's, for what the words don't give.
  /// - Throws: ``ParseError``; what `validate` throws; a ``Wish`` for something else.
  package static func parse(_ words: [String], file: [FiledSetting] = []) throws -> Self {
    let line = try CommandLineWords(words, settings, file: file)
    do {
      try line.refuseMissing()
      try line.refuseContradictions()
      let reading = SettingsReading(line.values)
      let group = SettingsReading.$current.withValue(reading) { Self() }
      for part in reading.groups { try part.validate() }
      try group.validate()
      if let wish = line.wish { throw wish }
      try line.refuseRest()
      return group
    } catch {
      throw line.wish ?? error
    }
  }
}

extension Command {
  /// The command of a command line: one of its own, or itself.
  ///
  /// - Parameters:
  ///   - words: what follows the program's name.
  ///   - file: a settings file's, for what the words don't give.
  /// - Throws: as ``parse(_:file:)``.
  package static func parse(line words: [String], file: [FiledSetting] = []) throws -> any Command {
    if words.first == "help" { throw Wish.help }
    let command = configuration.subcommands.first { $0.commandName == words.first }
    return try command?.parse(Array(words.dropFirst()), file: file) ?? parse(words)
  }

  /// The names of the settings that words after the command's name give.
  package static func given(_ words: [String]) -> Set<String> { CommandLineWords.given(words, settings) }

  /// The words after the command's name that are neither options nor values of any setting.
  package static func left(_ words: [String]) -> [String] { CommandLineWords.left(words, settings) }
}

/// Each group's settings, found once.
private enum SettingsCache {
  private static let found = Mutex<[ObjectIdentifier: [Setting]]>([:])

  static func settings<One: SettingGroup>(of group: One.Type) -> [Setting] {
    if let settings = found.withLock({ $0[ObjectIdentifier(group)] }) { return settings }
    let reading = SettingsReading()
    _ = SettingsReading.$current.withValue(reading) { One() }
    found.withLock { $0[ObjectIdentifier(group)] = reading.settings }
    return reading.settings
  }
}

/// A refusal in words.
package struct ValidationError: Error, CustomStringConvertible {
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}

/// Ends the process with this code, and no message.
package struct ExitCode: Error {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }
}

/// Something other than running the command.
package enum Wish: Error {
  case help
  case version
  /// All settings as JSON.
  case settings
}
