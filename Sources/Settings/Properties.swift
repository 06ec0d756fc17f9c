/// A setting with a value: `--name VALUE`.
///
/// Initializers take the name without dashes, a letter, the help, the numbers that it may be, what it goes with, and what
/// shells offer.
@propertyWrapper
package struct Option<Value: Sendable>: Sendable {
  private var value: Value?

  package var wrappedValue: Value {
    get {
      guard let value else { preconditionFailure("a required option is read before it was parsed") }
      return value
    }
    set { value = newValue }
  }

  /// One that has a value if none is given.
  package init(
    wrappedValue: Value, _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [], completion: Completion? = nil
  ) where Value: SettingValue {
    let own = Declaration(.option, name, short, help, bounds, rules, completion)
    value = own.given(Value.self, or: wrappedValue.shownText).last ?? wrappedValue
  }

  /// One that has none.
  ///
  /// - Parameter unnamed: the words that are its value without its name.
  package init<One: SettingValue>(
    _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [], completion: Completion? = nil, unnamed: (@Sendable (String) -> Bool)? = nil
  ) where Value == One? {
    let own = Declaration(.option, name, short, help, bounds, rules, completion, unnamed)
    value = .some(own.given(One.self).last)
  }

  /// One that has none, and may be given without a value.
  ///
  /// - Parameter alone: what it then is; in a settings file that is `true`.
  package init<One: SettingValue>(_ name: String, alone: One, help: Help) where Value == One? {
    let own = Declaration(.option, name, nil, help, nil, [], nil, nil, alone: alone.shownText)
    value = .some(own.given(One.self).last)
  }

  /// One that must be given.
  package init(
    _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [], completion: Completion? = nil
  ) where Value: SettingValue {
    let own = Declaration(.option, name, short, help, bounds, rules, completion)
    value = own.given(Value.self, isRequired: true).last
  }

  /// One that may be given more than once.
  ///
  /// - Parameter unnamed: the words that are values of it without its name.
  package init<One: SettingValue>(
    wrappedValue: [One], _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [], completion: Completion? = nil, unnamed: (@Sendable (String) -> Bool)? = nil
  ) where Value == [One] {
    let own = Declaration(.option, name, short, help, bounds, rules, completion, unnamed)
    let given = own.given(One.self, isRepeating: true)
    value = given.isEmpty ? wrappedValue : given
  }
}

/// A setting that is there or not: `--name`.
@propertyWrapper
package struct Flag<Value: Sendable>: Sendable {
  package var wrappedValue: Value

  package init(
    wrappedValue: Bool, _ name: String, short: Character? = nil, help: Help, rules: [SettingRule] = []
  ) where Value == Bool {
    self.wrappedValue = Declaration(.flag, name, short, help, nil, rules).isGiven || wrappedValue
  }

  /// A flag for each of some values, of which one may be given.
  package init<One: FlagValue>() where Value == One? {
    let given = One.allCases.filter { one in
      let others = One.allCases.filter { $0 != one }.map { SettingRule.excludes($0.rawValue) }
      return Declaration(.flag, one.rawValue, nil, Help(one.help), nil, others).isGiven
    }
    wrappedValue = given.first
  }
}

/// A setting without a name, by its place.
@propertyWrapper
package struct Argument<Value: Sendable>: Sendable {
  private var value: Value?

  package var wrappedValue: Value {
    get {
      guard let value else { preconditionFailure("a required argument is read before it was parsed") }
      return value
    }
    set { value = newValue }
  }

  /// One that must be given.
  package init(_ name: String, help: Help, completion: Completion? = nil) where Value: SettingValue {
    value =
      Declaration(.positional, name, nil, help, nil, [], completion).given(Value.self, isRequired: true).last
  }

  /// One that needn't.
  package init<One: SettingValue>(_ name: String, help: Help, completion: Completion? = nil)
  where Value == One? {
    value = .some(Declaration(.positional, name, nil, help, nil, [], completion).given(One.self).last)
  }

  /// One that has a value if none is given.
  package init(wrappedValue: Value, _ name: String, help: Help, completion: Completion? = nil)
  where Value: SettingValue {
    let own = Declaration(.positional, name, nil, help, nil, [], completion)
    value = own.given(Value.self, or: wrappedValue.shownText).last ?? wrappedValue
  }

  /// As many as are given, at least one.
  package init<One: SettingValue>(_ name: String, help: Help, completion: Completion? = nil)
  where Value == [One] {
    let own = Declaration(.positional, name, nil, help, nil, [], completion)
    value = own.given(One.self, isRequired: true, isRepeating: true)
  }

  /// As many as are given, also none.
  package init<One: SettingValue>(
    wrappedValue: Value, _ name: String, help: Help, completion: Completion? = nil
  ) where Value == [One] {
    let own = Declaration(.positional, name, nil, help, nil, [], completion)
    value = own.given(One.self, isRepeating: true)
  }
}

/// Settings that several commands have.
@propertyWrapper
package struct OptionGroup<Group: SettingGroup>: Sendable {
  package var wrappedValue: Group

  /// - Parameter title: the section of the help that they stand in, unless they are in one already.
  package init(title: String = "") {
    wrappedValue = SettingsReading.current?.group(title) ?? Group()
  }
}

/// What a property says of its setting.
private struct Declaration {
  let kind: Setting.Kind
  let name: String
  let short: Character?
  let help: Help
  let bounds: SettingBounds?
  let rules: [SettingRule]
  let completion: Completion?
  let unnamed: (@Sendable (String) -> Bool)?
  let alone: String?

  init(
    _ kind: Setting.Kind, _ name: String, _ short: Character?, _ help: Help, _ bounds: SettingBounds?,
    _ rules: [SettingRule], _ completion: Completion? = nil, _ unnamed: (@Sendable (String) -> Bool)? = nil,
    alone: String? = nil
  ) {
    (self.kind, self.name, self.short, self.help) = (kind, name, short, help)
    (self.bounds, self.rules, self.completion) = (bounds, rules, completion)
    (self.unnamed, self.alone) = (unnamed, alone)
  }

  /// Whether a flag is given.
  var isGiven: Bool {
    SettingsReading.current?.take { setting(String.self, nil, false, true, $0) }.isEmpty == false
  }

  /// Declares the setting, or gives its values.
  ///
  /// - Parameter text: what it is if none is given.
  func given<Value: SettingValue>(
    _ type: Value.Type, or text: String? = nil, isRequired: Bool = false, isRepeating: Bool = false
  ) -> [Value] {
    let given = SettingsReading.current?.take { setting(type, text, isRequired, isRepeating, $0) }
    return given?.compactMap { $0 as? Value } ?? []
  }

  private func setting<Value: SettingValue>(
    _ type: Value.Type, _ text: String?, _ isRequired: Bool, _ isRepeating: Bool, _ section: String
  ) -> Setting {
    let words = Value.allValueStrings
    return Setting(
      kind: kind, name: name, short: short, valueName: help.valueName ?? name, help: help.text,
      section: section, defaultText: text, words: words, expected: Value.expected, isRequired: isRequired,
      isRepeating: isRepeating, isHidden: help.isHidden, alone: alone, bounds: bounds, rules: rules,
      completion: completion ?? (words.isEmpty ? .none : .words(words)), unnamed: unnamed,
      accept: { Value(argument: $0) })
  }
}
