/// What the properties of a command do while an instance of it is made: declare themselves, or take their values.
///
/// An instance is made twice: properties are initialized in the order of their declaration, so the second time each finds its
/// value by its place.
final class SettingsReading: @unchecked Sendable {
  // SAFETY: only the task that made it uses it.
  @TaskLocal static var current: SettingsReading?

  private(set) var settings: [Setting] = []
  private var section = ""
  private let values: [[any Sendable]]?
  private var next = 0
  private(set) var groups: [any SettingGroup] = []

  /// - Parameter values: by setting; `nil` to declare.
  init(_ values: [[any Sendable]]? = nil) { self.values = values }

  /// Declares a setting, or returns what it was given: nothing, one value or more.
  func take(_ make: (_ section: String) -> Setting) -> [any Sendable] {
    guard let values else {
      settings.append(make(section))
      return []
    }
    defer { next += 1 }
    return values.indices.contains(next) ? values[next] : []
  }

  /// Makes a group within a section.
  func group<Group: SettingGroup>(_ title: String) -> Group {
    let outer = section
    if !title.isEmpty { section = title }
    defer { section = outer }
    let group = Group()
    groups.append(group)
    return group
  }
}
