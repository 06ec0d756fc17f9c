import Films
import HostResources
import Values

/// ROS 2's messages in CDR, as rosbag2 stores them.
enum ROSDialect: MCAPDialect {
  static let profile = "ros2"
  static let encodings = (image: "cdr", guides: "cdr")
  static var image: Schema { schema(ROSImage.type) }
  static var guides: Schema { schema(guidesType) }

  static func topic(of camera: String?) -> String {
    (camera.map { "/dualcam/\($0)" } ?? "/dualcam") + "/image/compressed"
  }
  static var calibration: Schema { schema(ROSCameraInfo.type) }
  // Where image_transport looks, beside the image's base topic; and where RViz's displays do that don't know of transports, beside
  // the topic that they show.
  static func calibrationTopics(of camera: String) -> [String] {
    ["/dualcam/\(camera)/camera_info", "/dualcam/\(camera)/image/camera_info"]
  }

  static func message(_ calibration: ROSCameraInfo, nanoseconds: UInt64, of camera: String) -> [UInt8] {
    calibration.message(header(camera, nanoseconds))
  }
  static func guidesTopic(of camera: String) -> String { "/dualcam/\(camera)/guides" }

  static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, of camera: String?) -> [UInt8] {
    ROSImage.message(jpeg, header(camera ?? "canvas", nanoseconds))
  }

  static func message(_ excerpt: CameraExcerpt) -> [UInt8] {
    var out = CDRWriter()
    guidesType.put(excerpt, to: &out)
    return out.bytes
  }

  static let values = [
    ValueTopic(name: "/dualcam/values", schema: schema(valuesType), encoding: encodings.guides) { said in
      var out = CDRWriter()
      valuesType.put(said, to: &out)
      return out.bytes
    },
    ValueTopic(name: "/dualcam/fix", schema: schema(ROSNavSatFix.type), encoding: encodings.guides) { said in
      ValuePosition(said.samples).map {
        ROSNavSatFix(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.ellipsoidal).message(
          header("gps", said.nanoseconds))
      }
    },
    ValueTopic(name: "/dualcam/imu", schema: schema(ROSImu.type), encoding: encodings.guides) { said in
      ValueAttitude(said.samples).map {
        ROSImu(roll: $0.roll, pitch: $0.pitch, heading: $0.heading).message(header("imu", said.nanoseconds))
      }
    },
  ]

  private static func header(_ frame: String, _ nanoseconds: UInt64) -> ROSHeader {
    ROSHeader(nanoseconds: nanoseconds, frame: "dualcam_\(frame)")
  }

  private static func schema(_ type: ROSMessage<some Any>) -> Schema { schema((type.name, type.definition)) }

  private static func schema(_ type: (name: String, definition: String)) -> Schema {
    (type.name, "ros2msg", Array(type.definition.utf8))
  }

  // In the line's order, objects flattened.
  private static let guidesType = ROSMessage<CameraExcerpt>(
    "dualcam_msgs/msg/Guides",
    about:
      "Positions are fractions of the viewfinder, from its top left corner. NaN, an empty string, -1: unknown.",
    [.one("header", ROSHeader.type) { header($0.camera, $0.nanoseconds) }]
      + CameraExcerpt.members.flatMap { member, part in
        fields(member, "", member.exportedKey) { $0.value(of: member, part) }
      })

  private static let valuesType = ROSMessage<ValueExcerpt>(
    "dualcam_msgs/msg/Values",
    about: "What instruments said at a picture's time. NaN, an empty string: too old, or of the other kind.",
    [
      .one("header", ROSHeader.type) { header("canvas", $0.nanoseconds) },
      .integer("index", LineFields.shape.members[0].plainMeaning) { Int64($0.index) },
    ] + fields(ValueExcerpt.member, "") { $0.values })

  /// A member's fields: one, or one for each of its own members.
  ///
  /// - Parameter prefix: what their names begin with.
  private static func fields<Value: Sendable>(
    _ member: Member, _ prefix: String, _ key: String? = nil,
    _ get: @escaping @Sendable (Value) -> LineValue?
  ) -> [ROSMessage<Value>.Field] {
    let name = member.flatName ?? prefix + snake(key ?? member.key)
    @Sendable func integer(_ value: Value) -> Int64? {
      if case .integer(let it)? = get(value) { Int64(it) } else { nil }
    }
    @Sendable func number(_ value: Value) -> Double? {
      if case .number(let it)? = get(value) { it } else { nil }
    }
    @Sendable func bound(_ value: Value, _ index: Int) -> Double? {
      if case .numbers(let it)? = get(value), it.indices.contains(index) { it[index] } else { nil }
    }
    let about = member.plainMeaning
    switch member.kind {
    case .integer, .count, .nanoseconds:
      return [.integer(name, about) { integer($0) ?? Int64(member.absent ?? -1) }]
    case .difference: return [.number(name, about) { integer($0).map(Double.init) }]
    case .number, .share:
      return [.number(name, about) { number($0) ?? (prefix.isEmpty ? member.absent : nil) }]
    case .interval:
      return [("low", 0), ("high", 1)].map { word, index in
        .number(name.replacing("interval90", with: word + "_degrees"), about) { bound($0, index) }
      }
    case .flag: return [.flag(name) { get($0) == .flag(true) }]
    case .text, .word, .moment:
      return [.text(name, about) { if case .text(let it)? = get($0) { it } else { nil } }]
    case .words:
      return [
        .text(name, about) { if case .words(let it)? = get($0) { it.joined(separator: ",") } else { nil } }
      ]
    case .counts(let names):
      return names.map { one, about in
        .integer("\(name)_\(one)", about) { value -> Int64 in
          if case .counts(let it)? = get(value), let count = it[one] { Int64(count) } else { -1 }
        }
      }
    case .amounts(let names):
      return names.map { one in
        .number("\(name)_\(one)") { if case .amounts(let it)? = get($0) { it[one] } else { nil } }
      }
    case .object(let members):
      let prefix = member.flatName ?? name + "_"
      return members.flatMap { part in
        fields(part, prefix) {
          if case .object(let it)? = get($0) { it[part.key] ?? part.known } else { nil }
        }
      }
    case .list(let members):
      let type = ROSMessage<LineObject>(
        "dualcam_msgs/msg/" + (name.prefix(1).uppercased() + name.dropFirst().dropLast()),
        members.filter { $0.exportedKey != nil }.flatMap { part in fields(part, "") { $0[part.key] } })
      return [.list(name, about, type) { if case .list(let it)? = get($0) { it } else { [] } }]
    }
  }

  private static func snake(_ key: String) -> String {
    key.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }
}
