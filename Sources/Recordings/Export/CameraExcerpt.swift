import Compositor
import HostResources

/// What a line says of one camera: the members of the picture, of the camera's frame and of its guides, side by side.
struct CameraExcerpt: Encodable {
  struct Time: Encodable {
    let sec: UInt64
    let nsec: UInt64

    init(_ nanoseconds: UInt64) { (sec, nsec) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000) }
  }

  /// In the line's order, each with where it stands in the line.
  static let members: [(member: Member, part: Part)] = {
    let all = LineFields.shape.members.flatMap { member -> [(member: Member, part: Part)] in
      switch member.key {
      case "cameras": CameraFields.shape.members.map { ($0, .frame) }
      case "hud": GuidesFields.shape.members.map { ($0, .guides) }
      default: [(member, .picture)]
      }
    }
    return all.filter { $0.member.exportedKey != nil }
  }()

  /// What a member is said of.
  enum Part { case picture, frame, guides }

  /// The picture's number, and the camera's name.
  let index: Int
  let camera: String
  /// When the frame was taken, since 1970.
  let nanoseconds: UInt64
  private let picture: LineObject
  private let frame: LineObject
  private let guides: LineObject?

  init(_ frame: CameraLine, _ line: PictureLine, nanoseconds: UInt64) {
    (index, camera, self.nanoseconds) = (line.index, frame.id, nanoseconds)
    var own = line
    // Of what is new with the picture, this camera's.
    own.controls = line.controls?.filter { $0.camera == frame.id }
    if own.controls?.isEmpty ?? false { own.controls = nil }
    if line.file.isEmpty { own.object.values["file"] = nil }
    (picture, self.frame) = (own.object, frame.object)
    guides = line.hud.first { $0.camera == frame.id }?.object
  }

  func value(of member: Member, _ part: Part) -> LineValue? {
    switch part {
    case .picture: picture[member.key]
    case .frame: frame[member.key]
    case .guides: guides?[member.key]
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LineKey.self)
    try container.encode(Time(nanoseconds), forKey: LineKey("timestamp"))
    try container.encode(camera, forKey: LineKey("camera"))
    for (member, part) in Self.members {
      if let value = value(of: member, part), let key = member.exportedKey {
        try container.encode(value, forKey: LineKey(key))
      }
    }
  }
}
