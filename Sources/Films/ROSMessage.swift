/// A ROS 2 message type: one table of fields is both its definition and what writes its values.
package struct ROSMessage<Value>: Sendable {
  package typealias Get<Part> = @Sendable (Value) -> Part

  /// A field: its line in the definition, the types that this needs, and what writes it.
  package struct Field: Sendable {
    fileprivate var line: String
    fileprivate var needs: [(name: String, text: String)] = []
    fileprivate var write: @Sendable (Value, inout CDRWriter) -> Void
  }

  /// Such as `sensor_msgs/msg/CompressedImage`.
  package let name: String
  private let about: String
  private let fields: [Field]

  /// Makes a type.
  ///
  /// - Parameters:
  ///   - name: package, `msg` and type.
  ///   - about: what it says; a comment in the definition.
  package init(_ name: String, about: String = "", _ fields: [Field]) {
    self.name = name
    self.about = about
    self.fields = fields
  }

  // As definitions name a type: `std_msgs/Header` for `std_msgs/msg/Header`.
  fileprivate var short: String { name.replacing("/msg/", with: "/") }

  // Its own definition, then those of the types that it needs.
  fileprivate var definitions: [(name: String, text: String)] {
    let lines = (about.isEmpty ? [] : ["# \(about)"]) + fields.map(\.line)
    return [(short, lines.map { $0 + "\n" }.joined())] + fields.flatMap(\.needs)
  }

  /// The definition as `ros2msg`: followed by those of all types that it needs, each once.
  package var definition: String {
    var names: Set = [short]
    let line = String(repeating: "=", count: 80)
    return definitions[0].text
      + definitions.filter { names.insert($0.name).inserted }.map { "\(line)\nMSG: \($0.name)\n\($0.text)" }
      .joined()
  }

  /// Writes a value's fields.
  package func put(_ value: Value, to out: inout CDRWriter) {
    for field in fields { field.write(value, &out) }
  }
}

extension ROSMessage.Field {
  private init(
    _ type: String, _ name: String, _ about: String = "",
    write: @escaping @Sendable (Value, inout CDRWriter) -> Void
  ) {
    line = "\(type) \(name)" + (about.isEmpty ? "" : "  # \(about)")
    self.write = write
  }

  /// A string, empty for `nil`.
  package static func text(
    _ name: String, _ about: String = "", _ get: @escaping ROSMessage.Get<String?>
  ) -> Self { Self("string", name, about) { $1.put(get($0) ?? "") } }

  /// A `float64`, NaN for `nil`.
  package static func number(
    _ name: String, _ about: String = "", _ get: @escaping ROSMessage.Get<Double?>
  ) -> Self { Self("float64", name, about) { $1.put(get($0) ?? .nan) } }

  /// An integer of the type that `get` returns.
  package static func integer<Number: FixedWidthInteger & SendableMetatype>(
    _ name: String, _ about: String = "", _ get: @escaping ROSMessage.Get<Number>
  ) -> Self { Self("\(Number.self)".lowercased(), name, about) { $1.put(get($0)) } }

  /// A `bool`.
  package static func flag(_ name: String, _ get: @escaping ROSMessage.Get<Bool>) -> Self {
    Self("bool", name) { $1.put(UInt8(get($0) ? 1 : 0)) }
  }

  /// A sequence of `float64`, or an array of `count`.
  package static func numbers(
    _ name: String, count: Int? = nil, _ get: @escaping ROSMessage.Get<[Double]>
  ) -> Self {
    Self("float64[\(count.map(String.init) ?? "")]", name) { value, out in
      let numbers = get(value)
      if count == nil { out.put(UInt32(numbers.count)) }
      for number in numbers { out.put(number) }
    }
  }

  /// A message in the message.
  package static func one<Other>(
    _ name: String, _ type: ROSMessage<Other>, _ get: @escaping ROSMessage.Get<Other>
  ) -> Self {
    var field = Self(type.short, name) { type.put(get($0), to: &$1) }
    field.needs = type.definitions
    return field
  }

  /// A sequence of messages.
  package static func list<Other>(
    _ name: String, _ about: String, _ type: ROSMessage<Other>, _ get: @escaping ROSMessage.Get<[Other]>
  ) -> Self {
    var field = Self(type.short + "[]", name, about) { value, out in
      let others = get(value)
      out.put(UInt32(others.count))
      for other in others { type.put(other, to: &out) }
    }
    field.needs = type.definitions
    return field
  }

  /// Bytes at the message's end, which its maker appends.
  package static func rest(_ name: String) -> Self { Self("uint8[]", name) { _, _ in } }
}
