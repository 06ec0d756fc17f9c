/// A setting with a value: `--name VALUE`.
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

  private init(_ value: Value?) { self.value = value }

  /// One that has a value if none is given.
  package init(
    wrappedValue: Value, _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [],
    completion: Completion? = nil
  ) where Value: SettingValue {
    let given = SettingsReading.current?.take { section in
      .make(
        Declaration(
          kind: .option, name: name, short: short, help: help, completion: completion, bounds: bounds,
          rules: rules),
        Value.self,
        section: section, defaultText: wrappedValue.shownText, isRequired: false, isRepeating: false)
    }
    self.init(given?.last as? Value ?? wrappedValue)
  }

  /// One that has none.
  package init<One: SettingValue>(
    _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [],
    completion: Completion? = nil
  ) where Value == One? {
    let given = SettingsReading.current?.take { section in
      .make(
        Declaration(
          kind: .option, name: name, short: short, help: help, completion: completion, bounds: bounds,
          rules: rules),
        One.self,
        section: section, defaultText: nil, isRequired: false, isRepeating: false)
    }
    self.init(.some(given?.last as? One))
  }

  /// One that must be given.
  package init(
    _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [],
    completion: Completion? = nil
  ) where Value: SettingValue {
    let given = SettingsReading.current?.take { section in
      .make(
        Declaration(
          kind: .option, name: name, short: short, help: help, completion: completion, bounds: bounds,
          rules: rules),
        Value.self,
        section: section, defaultText: nil, isRequired: true, isRepeating: false)
    }
    self.init(given?.last as? Value)
  }

  /// One that may be given more than once.
  package init<One: SettingValue>(
    wrappedValue: [One], _ name: String, short: Character? = nil, help: Help, bounds: SettingBounds? = nil,
    rules: [SettingRule] = [],
    completion: Completion? = nil
  ) where Value == [One] {
    let given = SettingsReading.current?.take { section in
      .make(
        Declaration(
          kind: .option, name: name, short: short, help: help, completion: completion, bounds: bounds,
          rules: rules),
        One.self,
        section: section, defaultText: nil, isRequired: false, isRepeating: true)
    }
    self.init(given.flatMap { $0.isEmpty ? nil : $0.compactMap { $0 as? One } } ?? wrappedValue)
  }
}

/// A setting that is there or not: `--name`.
@propertyWrapper
package struct Flag<Value: Sendable>: Sendable {
  package var wrappedValue: Value

  package init(
    wrappedValue: Bool, _ name: String, short: Character? = nil, help: Help, rules: [SettingRule] = []
  ) where Value == Bool {
    let given = SettingsReading.current?.take { section in
      .make(
        Declaration(kind: .flag, name: name, short: short, help: help, rules: rules), String.self,
        section: section,
        defaultText: nil, isRequired: false, isRepeating: true)
    }
    self.wrappedValue = given.map { $0.isEmpty ? wrappedValue : true } ?? wrappedValue
  }

  /// A flag for each of some values, of which one may be given.
  package init<One: FlagValue>() where Value == One? {
    var found: One?
    for one in One.allCases {
      let given = SettingsReading.current?.take { section in
        .make(
          Declaration(
            kind: .flag, name: one.rawValue, help: Help(one.help),
            rules: One.allCases.filter { $0 != one }.map { .excludes($0.rawValue) }),
          String.self,
          section: section, defaultText: nil, isRequired: false, isRepeating: true)
      }
      if given.map({ !$0.isEmpty }) ?? false { found = one }
    }
    wrappedValue = found
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

  private static func declaration(_ name: String, _ help: Help, _ completion: Completion?) -> Declaration {
    Declaration(kind: .positional, name: name, help: help, completion: completion)
  }

  /// One that must be given.
  package init(_ name: String, help: Help, completion: Completion? = nil) where Value: SettingValue {
    let given = SettingsReading.current?.take { section in
      .make(
        Self.declaration(name, help, completion), Value.self, section: section, defaultText: nil,
        isRequired: true, isRepeating: false)
    }
    value = given?.last as? Value
  }

  /// One that needn't.
  package init<One: SettingValue>(_ name: String, help: Help, completion: Completion? = nil)
  where Value == One? {
    let given = SettingsReading.current?.take { section in
      .make(
        Self.declaration(name, help, completion), One.self, section: section, defaultText: nil,
        isRequired: false, isRepeating: false)
    }
    value = .some(given?.last as? One)
  }

  /// One that has a value if none is given.
  package init(wrappedValue: Value, _ name: String, help: Help, completion: Completion? = nil)
  where Value: SettingValue {
    let given = SettingsReading.current?.take { section in
      .make(
        Self.declaration(name, help, completion), Value.self, section: section,
        defaultText: wrappedValue.shownText, isRequired: false, isRepeating: false)
    }
    value = given?.last as? Value ?? wrappedValue
  }

  /// As many as are given, at least one.
  package init<One: SettingValue>(_ name: String, help: Help, completion: Completion? = nil)
  where Value == [One] {
    let given = SettingsReading.current?.take { section in
      .make(
        Self.declaration(name, help, completion), One.self, section: section, defaultText: nil,
        isRequired: true, isRepeating: true)
    }
    value = given?.compactMap { $0 as? One }
  }

  /// As many as are given, also none.
  package init<One: SettingValue>(
    wrappedValue: [One], _ name: String, help: Help, rules: [SettingRule] = [],
    completion: Completion? = nil
  ) where Value == [One] {
    let given = SettingsReading.current?.take { section in
      .make(
        Self.declaration(name, help, completion), One.self, section: section, defaultText: nil,
        isRequired: false, isRepeating: true)
    }
    value = given.flatMap { $0.isEmpty ? nil : $0.compactMap { $0 as? One } } ?? wrappedValue
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
