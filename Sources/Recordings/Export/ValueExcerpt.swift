import HostResources
import Values

/// What a line says of instruments, for messages of their own.
struct ValueExcerpt: Encodable {
  /// What they are said in.
  static let member = LineFields.shape.members.first { $0.key == "values" }!

  /// The picture's number, and when it was taken, since 1970.
  let index: Int
  let nanoseconds: UInt64
  /// As the line has them.
  let values: LineValue
  let samples: [ValueSample]

  /// - Returns: `nil` if it says nothing of any.
  init?(_ line: PictureLine, nanoseconds: UInt64) {
    guard let values = line.object[Self.member.key] else { return nil }
    (index, self.nanoseconds, self.values, samples) = (line.index, nanoseconds, values, line.samples)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LineKey.self)
    try container.encode(CameraExcerpt.Time(nanoseconds), forKey: LineKey("timestamp"))
    try container.encode(index, forKey: LineKey("index"))
    try container.encode(values, forKey: LineKey(Self.member.key))
  }
}

/// One kind of message that values become.
struct ValueTopic: Sendable {
  let name: String
  let schema: MCAPDialect.Schema
  let encoding: String
  /// `nil` for values that say nothing of this kind.
  let message: @Sendable (ValueExcerpt) throws(FileError) -> [UInt8]?
}
