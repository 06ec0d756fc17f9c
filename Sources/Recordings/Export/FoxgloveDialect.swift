import Films
import HostResources
import Values

/// Pictures as `foxglove.CompressedImage`, what lines say of cameras as JSON with a schema.
enum FoxgloveDialect: MCAPDialect {
  static let profile = ""
  static let encodings = (image: "protobuf", guides: "json")
  static var image: Schema { (CompressedImage.name, "protobuf", CompressedImage.schema) }
  static var guides: Schema { ("dualcam.Guides", "jsonschema", schema) }

  static var calibration: Schema { (FoxgloveCalibration.name, "protobuf", FoxgloveCalibration.schema) }

  static func topic(of camera: String?) -> String { "/" + (camera ?? "picture") }
  static func guidesTopic(of camera: String) -> String { "/\(camera)/guides" }
  static func calibrationTopics(of camera: String) -> [String] { ["/\(camera)/calibration"] }

  static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, of camera: String?) -> [UInt8] {
    CompressedImage.message(jpeg, nanoseconds: nanoseconds, frame: camera ?? "canvas")
  }

  static func message(_ calibration: ROSCameraInfo, nanoseconds: UInt64, of camera: String) -> [UInt8] {
    FoxgloveCalibration.message(calibration, nanoseconds: nanoseconds, frame: camera)
  }

  static func message(_ excerpt: CameraExcerpt) throws(FileError) -> [UInt8] {
    try JSONText.encode(excerpt, path: "guides of picture \(excerpt.index)")
  }

  // Two parts, which no camera's topics have: one may be called values.
  static let values = [
    ValueTopic(
      name: "/instruments/values",
      schema: (
        "dualcam.Values", "jsonschema",
        encoded(
          MemberSchema.of(
            title: "dualcam.Values", "What instruments and other programs said at a picture's time",
            required: ["timestamp", "index", ValueExcerpt.member.key],
            [
              "timestamp": MemberSchema.time, "index": MemberSchema.of(LineFields.shape.members[0]),
              ValueExcerpt.member.key: MemberSchema.of(ValueExcerpt.member),
            ]))
      ), encoding: "json"
    ) { said throws(FileError) in try JSONText.encode(said, path: "values of picture \(said.index)") },
    ValueTopic(
      name: "/instruments/position", schema: (FoxgloveLocation.name, "protobuf", FoxgloveLocation.schema),
      encoding: "protobuf"
    ) { said in
      ValuePosition(said.samples).map {
        FoxgloveLocation.message(
          latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude ?? .nan,
          nanoseconds: said.nanoseconds, frame: "gps")
      }
    },
  ]

  private static let schema: [UInt8] = {
    var members = ["timestamp": MemberSchema.time, "camera": MemberSchema.text]
    for (member, _) in CameraExcerpt.members { members[member.exportedKey ?? ""] = MemberSchema.of(member) }
    let schema = MemberSchema.of(
      title: "dualcam.Guides", "One camera's frame, and what dualcam read from it",
      required: ["timestamp", "camera", "index"], members)
    return encoded(schema)
  }()

  // It has neither infinities nor NaN.
  private static func encoded(_ schema: LineObject) -> [UInt8] {
    (try? JSONText.encode(schema, path: "schema")) ?? []
  }
}
