import HostResources
import PixelTypes

/// What a ``LineSkipper`` saw of members with roles: a ``LineBrief`` in the making. Allocates nothing for cameras with usual
/// names.
struct LineNotes {
  private var made = LineBrief()
  /// States of guides, and of cameras with usual names, as in `LineBrief.States.known`.
  private var bits: UInt32 = 0
  // Those of all cameras if any has a name of its own.
  private var named: [LineBrief.Camera]?
  private var cameras = 0
  // The last camera with a usual name, and this one's, if it is one.
  private var last = -1
  private var number: Int?
  private var isLive = false
  private var stamp: LineBrief.Stamp?
  private var hasLiveStamp = false
  /// Whether the object that is being read has what its state is about.
  var hasTarget = true

  /// The whole line's.
  var brief: LineBrief {
    var all = self
    all.endCamera()
    all.made.states =
      all.named.map { .other(guides: LineBrief.States.known(all.bits).words.guides, cameras: $0) }
      ?? .known(all.bits)
    return all.made
  }

  mutating func beginObject() { hasTarget = true }

  /// Notes an integer, a flag, or how many texts or objects a list has; returns whether lists can use the line by it.
  mutating func note(_ role: Member.Role, _ value: Int) -> Bool {
    switch role {
    case .index:
      made.index = value
      return value >= 0
    case .deleted: made.isDeleted = value != 0
    case .marks: made.isMarked = value > 0
    case .values: made.hasValues = value > 0
    case .nanoseconds: stamp = LineBrief.Stamp(nanoseconds: Int64(value))
    default: break
    }
    return true
  }

  /// Notes a text; returns whether lists can use the line by it.
  mutating func note(_ role: Member.Role, _ text: Span<UInt8>) -> Bool {
    switch role {
    case .file: return FileName.frameIndex(of: text) == made.index
    case .camera: return beginCamera(text)
    case .cameraState:
      guard let state = LineBrief.States.cameraNames.firstIndex(where: { text.equals($0) }) else {
        return false
      }
      isLive = state == 0
      if let number { bits |= UInt32(state + 1) << (4 + 2 * UInt32(number)) }
      if let named { self.named?[named.count - 1].state = LineBrief.States.cameraStates[state] }
    case .clock:
      guard let clock = Self.clocks.first(where: { text.equals($0.bytes) }) else { return false }
      stamp?.clock = clock.name
    case .utc: stamp?.utc = UTCText.nanoseconds(text)
    case .photo: made.isPhoto = true
    case .guideState:
      guard let state = LineBrief.States.guideWords.firstIndex(where: { text.equals($0) }) else {
        return false
      }
      if hasTarget { bits |= 1 << UInt32(state) }
    default: break
    }
    return true
  }

  private static let clocks: [(bytes: StaticString, name: String)] = [
    ("monotonic", "monotonic"), ("media", "media"), ("arrival", "arrival"),
  ]

  private mutating func beginCamera(_ name: Span<UInt8>) -> Bool {
    endCamera()
    cameras += 1
    guard cameras <= CameraNames.most else { return false }
    number = Self.usualNames.firstIndex { name.equals($0) }
    if number == nil || named != nil {
      named = named ?? LineBrief.States.known(bits).words.cameras
      named?.append(
        LineBrief.Camera(
          id: number.map { CameraNames.usual[$0] } ?? name.text, state: ""))
      number = nil
      return true
    }
    defer { last = number ?? last }
    return number ?? .max > last
  }

  private mutating func endCamera() {
    guard let stamp else { return }
    if made.nanoseconds == nil { made.nanoseconds = stamp.nanoseconds }
    if made.stamp == nil || (isLive && !hasLiveStamp) { made.stamp = stamp }
    if isLive { hasLiveStamp = true }
    self.stamp = nil
  }

  /// ``CameraNames/usual``.
  private static let usualNames: [StaticString] = [
    "primary", "secondary", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  ]
}

extension Span<UInt8> {
  fileprivate var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }

  fileprivate func equals(_ text: StaticString) -> Bool {
    var at = JSONCursor(at: 0)
    return at.take(text, in: self) && at.position == count
  }
}

extension LineBrief.States {
  fileprivate static let guideWords: [StaticString] = ["unknown", "idle", "near", "snapped"]
  fileprivate static let cameraNames: [StaticString] = ["live", "stale", "lost"]
}
