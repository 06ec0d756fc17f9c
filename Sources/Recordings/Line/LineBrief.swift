import HostResources
import PixelTypes

/// The parts of a manifest's line that lists need.
package struct LineBrief: Sendable, Equatable {
  /// When a camera's frame was taken.
  package struct Stamp: Sendable, Equatable {
    package var nanoseconds: Int64
    /// `FrameTime.Clock`'s raw value.
    package var clock: String?
    /// Nanoseconds since 1970, if the line has them.
    package var utc: Int64?
  }

  /// The states of guides and cameras.
  package enum States: Sendable, Hashable {
    /// The states this tool writes, packed into bits: four for the guides, then two for each camera.
    case known(UInt32)
    case other(guides: Set<String>, cameras: [Camera])
  }

  /// One camera's state.
  package struct Camera: Sendable, Hashable {
    package var id: String
    package var state: String
  }

  package var index = 0
  /// The picture's file name, if it isn't the one derived from the index.
  package var otherFile: String?
  package var isDeleted = false
  /// Whether the shutter was pressed for it.
  package var isPhoto = false
  /// Whether a program marked it.
  package var isMarked = false
  /// Whether instruments said anything.
  package var hasValues = false
  package var states = States.known(0)
  /// Time stamp in nanoseconds of the first camera that has one.
  package var nanoseconds: Int64?
  /// The first live camera's stamp, else the first available.
  package var stamp: Stamp?

  init() {}

  /// Summarizes a complete line.
  package init(_ line: PictureLine) {
    index = line.index
    otherFile = line.file == FileName.frame(index) ? nil : line.file
    isDeleted = line.deleted ?? false
    isPhoto = line.shot != nil
    isMarked = !(line.marks ?? []).isEmpty
    hasValues = !(line.values ?? []).isEmpty
    states = States(
      guides: Set(line.guideStates),
      line.cameras.map { Camera(id: $0.id, state: $0.state) })
    let stamped = line.cameras.filter { $0.timestampNs != nil }
    nanoseconds = stamped.first?.timestampNs
    let camera = stamped.first { $0.state == "live" } ?? stamped.first
    stamp = camera.map {
      Stamp(
        nanoseconds: $0.timestampNs ?? 0, clock: $0.clock, utc: $0.utc.flatMap { UTCText.nanoseconds($0) })
    }
  }

  private static let skipper = LineSkipper(LineFields.shape.members)

  /// Reads a line without decoding it, if it has the form that this tool writes.
  ///
  /// - Parameter at: the line's beginning; on return its end, after the newline.
  init?(_ at: inout JSONCursor, _ bytes: Span<UInt8>) {
    var notes = LineNotes()
    guard Self.skipper.take(&at, bytes, &notes), at.take("\n", in: bytes) else { return nil }
    self = notes.brief
  }

  /// Reads a line's beginning: the picture's number, if its file has that number, too.
  static func takeNumber(_ at: inout JSONCursor, _ bytes: Span<UInt8>) -> Int? {
    guard at.take("{\"index\":", in: bytes), let index = at.integer(bytes), index >= 0,
      at.take(",\"file\":", in: bytes), let file = at.text(bytes),
      FileName.frameIndex(of: bytes.extracting(file)) == index
    else { return nil }
    return index
  }
}

extension PictureLine {
  /// The states of all guides of all cameras, without those that have no target.
  package var guideStates: [String] { states(in: self.hud.map { $0.object }, GuidesFields.shape.members) }

  private func states(in objects: [LineObject], _ members: [Member]) -> [String] {
    objects.flatMap { object -> [String] in
      let target = members.first { $0.role == .target }
      return members.flatMap { member -> [String] in
        switch (member.kind, object[member.key]) {
        case (.object(let parts), .object(let part)?): states(in: [part], parts)
        case (_, .text(let state)?) where member.role == .guideState:
          target.map { object[$0.key] != nil } ?? true ? [state] : []
        default: []
        }
      }
    }
  }
}

extension LineBrief.States {
  static let guideNames = ["unknown", "idle", "near", "snapped"]
  static let cameraStates = ["live", "stale", "lost"]

  init(guides: Set<String>, _ cameras: [LineBrief.Camera]) {
    var bits: UInt32 = 0
    for guide in guides {
      guard let bit = Self.guideNames.firstIndex(of: guide) else {
        self = .other(guides: guides, cameras: cameras)
        return
      }
      bits |= 1 << bit
    }
    var last = -1
    for camera in cameras {
      guard let number = CameraNames.usual.firstIndex(of: camera.id), number > last,
        let state = Self.cameraStates.firstIndex(of: camera.state)
      else {
        self = .other(guides: guides, cameras: cameras)
        return
      }
      bits |= UInt32(state + 1) << (4 + 2 * number)
      last = number
    }
    self = .known(bits)
  }

  /// Whether any guide is snapped.
  package var isSnapped: Bool {
    switch self {
    case .known(let bits): bits & 8 != 0
    case .other(let guides, _): guides.contains("snapped")
    }
  }

  /// As words: the guides' states, each once, and the cameras in order.
  package var words: (guides: Set<String>, cameras: [LineBrief.Camera]) {
    switch self {
    case .other(let guides, let cameras): return (guides, cameras)
    case .known(let bits):
      let guides = Self.guideNames.indices.filter { bits >> $0 & 1 == 1 }.map { Self.guideNames[$0] }
      var cameras: [LineBrief.Camera] = []
      for (number, id) in CameraNames.usual.enumerated() {
        let state = Int(bits >> (4 + 2 * number) & 3)
        if state > 0 { cameras.append(LineBrief.Camera(id: id, state: Self.cameraStates[state - 1])) }
      }
      return (Set(guides), cameras)
    }
  }
}
