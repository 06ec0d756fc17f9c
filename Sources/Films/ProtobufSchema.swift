/// A message's definition as MCAP has it: a `FileDescriptorSet` of the message and of its time type.
enum ProtobufSchema {
  /// A field: its number, and its type by the numbers of `google.protobuf.FieldDescriptorProto.Type`.
  struct Field {
    fileprivate let name: String
    fileprivate let number: UInt64
    fileprivate let type: UInt64
    fileprivate var typeName: String?
    // FieldDescriptorProto.Label: optional, or repeated.
    fileprivate var label: UInt64 = 1

    static func time(_ name: String, _ number: UInt64) -> Field {
      Field(name: name, number: number, type: 11, typeName: ".google.protobuf.Timestamp")
    }
    static func text(_ name: String, _ number: UInt64) -> Field { Field(name: name, number: number, type: 9) }
    static func bytes(_ name: String, _ number: UInt64) -> Field {
      Field(name: name, number: number, type: 12)
    }
    static func fixed32(_ name: String, _ number: UInt64) -> Field {
      Field(name: name, number: number, type: 7)
    }
    static func double(_ name: String, _ number: UInt64) -> Field {
      Field(name: name, number: number, type: 1)
    }
    static func doubles(_ name: String, _ number: UInt64) -> Field {
      Field(name: name, number: number, type: 1, label: 3)
    }
    /// - Parameter words: the enumeration's name, in the same message.
    static func word(_ name: String, _ number: UInt64, _ words: String) -> Field {
      Field(name: name, number: number, type: 14, typeName: words)
    }

    fileprivate func put(to out: inout ProtobufWriter) {
      out.text(1, name)
      out.number(3, number)
      out.number(4, label)
      out.number(5, type)
      if let typeName { out.text(6, typeName) }
    }
  }

  /// An enumeration in a message: its words count from 0.
  struct Words: Sendable {
    let name: String
    let words: [String]

    fileprivate func put(to out: inout ProtobufWriter) {
      out.text(1, name)
      for (number, word) in words.enumerated() {
        out.message(2) { value in
          value.text(1, word)
          value.number(2, UInt64(number))
        }
      }
    }
  }

  /// One of Foxglove's messages.
  static func foxglove(_ type: String, _ fields: [Field], words: Words? = nil) -> [UInt8] {
    let time = "google/protobuf/timestamp.proto"
    let parts = [
      Field(name: "seconds", number: 1, type: 3), Field(name: "nanos", number: 2, type: 5),
    ]
    var out = ProtobufWriter()
    out.message(1, file(time, package: "google.protobuf", type: "Timestamp", parts))
    out.message(
      1, file("foxglove/\(type).proto", package: "foxglove", needs: [time], type: type, fields, words))
    return out.bytes
  }

  private static func file(
    _ name: String, package: String, needs: [String] = [], type: String, _ fields: [Field],
    _ words: Words? = nil
  ) -> (inout ProtobufWriter) -> Void {
    { out in
      out.text(1, name)
      out.text(2, package)
      for need in needs { out.text(3, need) }
      out.message(4) { descriptor in
        descriptor.text(1, type)
        for field in fields { descriptor.message(2, field.put) }
        if let words { descriptor.message(4, words.put) }
      }
      out.text(12, "proto3")
    }
  }
}
