/// All settings of a program as JSON, for programs that make manuals.
package struct SettingsDump: Encodable {
  private struct Name: Encodable {
    var kind: String
    var name: String
  }

  private struct One: Encodable {
    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    /// Whether its value may stand without its name.
    var isUnnamed: Bool?
    var names: [Name]?
    var preferredName: Name?
    var valueName: String
    var abstract: String
    var defaultValue: String?
    var allValues: [String]?
    var sectionTitle: String?

    init(_ setting: Setting) {
      kind = setting.kind.rawValue
      shouldDisplay = !setting.isHidden
      isOptional = !setting.isRequired
      isRepeating = setting.isRepeating && setting.kind != .flag
      if setting.unnamed != nil { isUnnamed = true }
      if setting.kind != .positional {
        let long = Name(kind: "long", name: setting.name)
        names = (setting.short.map { [Name(kind: "short", name: "\($0)")] } ?? []) + [long]
        preferredName = long
      }
      valueName = setting.valueName
      abstract = setting.help
      defaultValue = setting.defaultText
      allValues = setting.words.isEmpty ? nil : setting.words
      sectionTitle = setting.section.isEmpty ? nil : setting.section
    }
  }

  private struct Tool: Encodable {
    var shouldDisplay = true
    var commandName: String
    var abstract: String
    var discussion: String
    var subcommands: [Tool]?
    var arguments: [One]

    init(_ command: any Command.Type) {
      let configuration = command.configuration
      (commandName, abstract, discussion) = (
        configuration.name, configuration.abstract, configuration.discussion
      )
      subcommands = configuration.subcommands.isEmpty ? nil : configuration.subcommands.map(Tool.init)
      arguments = command.settings.map(One.init)
    }
  }

  private let command: Tool

  package init(_ root: any Command.Type) { command = Tool(root) }
}
