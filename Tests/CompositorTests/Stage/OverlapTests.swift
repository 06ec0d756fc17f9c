import CaptureKit
import GlassChrome
import HUDGeometry
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Screen

/// What comes from the cameras and the people before a picture.
private struct Step {
  var inputs: [CameraInput]
  var nanoseconds: Int64
  var change: (Stage) throws -> Void = { _ in }
  /// Whether nobody wants the picture once it is drawn.
  var isDropped = false

  var moment: Moment {
    var moment = Moment(inputs, nanoseconds: nanoseconds)
    (moment.secondsOfDay, moment.recordingSeconds) = (3600 + Int(nanoseconds / 1_000_000_000), 1)
    return moment
  }
}

/// A picture as it comes out: its JPEG, and what is said of it.
private struct Made: Equatable {
  var jpeg: [UInt8]
  var composition: String
  var hint: Hint?
  var flags: [FrameFlags]

  init(_ picture: Picture) {
    jpeg = TestSlot.bytes(picture)
    (composition, hint) = ("\(picture.facts.composition)", picture.facts.hint)
    flags = picture.facts.cameras.map(\.flags)
  }
}

@Suite("A picture drawn while the last is coded")
struct OverlapTests {
  /// When a picture is coded.
  enum Order {
    /// Before the next is drawn.
    case first
    /// Only when the next is drawn: whatever that changes, shows.
    case last
    /// On another thread meanwhile.
    case beside
  }

  private func pictures(_ steps: [Step], _ settings: StageSettings, _ order: Order) throws -> [Made] {
    let slots = try steps[0].inputs.map { try #require($0.slot) }
    let stage = try TestStage(slots, settings).stage
    let places = [Picture(capacity: stage.largestOutput), Picture(capacity: stage.largestOutput)]
    let side = order == .beside ? try SideThread() : nil
    var made: [Made] = []
    var last: (coding: Coding, picture: Picture)?
    for step in steps {
      try step.change(stage)
      let drawing = stage.draw(step.moment)
      if step.isDropped { continue }
      if let last {
        if let side { side.finish() } else { last.coding.run() }
        try stage.settle(last.coding)
        made.append(Made(last.picture))
      }
      let picture = places[made.count % 2]
      if order == .first {
        try stage.finish(drawing, into: picture)
        made.append(Made(picture))
      } else {
        let coding = stage.dress(drawing, into: picture)
        side?.begin(coding)
        last = (coding, picture)
      }
    }
    if let last {
      if let side { side.finish() } else { last.coding.run() }
      try stage.settle(last.coding)
      made.append(Made(last.picture))
    }
    return made
  }

  /// Frames good, damaged, repeated, missing and of another kind, and choices made between them.
  private func steps(_ sources: [String], _ seed: Int, count: Int = 14) throws -> [Step] {
    var random = Seeded(UInt64(seed))
    let frames = try sources.map { try TestSlot.read($0, frames: count) }
    let others = try sources.map { try TestSlot.read("\($0)&quality=60&noise=3", frames: 1)[0] }
    var last = frames.map { $0[0] }
    return (0..<count).map { number in
      let inputs = frames.indices.map { camera in
        var slot = frames[camera][number]
        switch number == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
        case 0: return CameraInput(state: .stale, slot: last[camera], isNew: false, framesPerSecond: 30)
        case 1: return CameraInput(state: .lost, slot: nil, isNew: false)
        case 2, 3:
          let bytes = TestSlot.bytes(slot)
          slot = FrameSlot(capacity: bytes.count, format: slot.format)
          TestSlot.fill(
            slot, Array(bytes.prefix(bytes.count * (2 + Int.random(in: 0..<7, using: &random)) / 10)),
            sequence: UInt32(number),
            nanoseconds: 0)
        case 4: slot = others[camera]
        default: break
        }
        last[camera] = slot
        return CameraInput(state: .live, slot: slot, isNew: true, framesPerSecond: 30)
      }
      var step = Step(inputs: inputs, nanoseconds: Int64(number) * 133_000_000)
      step.isDropped = number > 0 && Int.random(in: 0..<4, using: &random) == 0
      switch Int.random(in: 0..<8, using: &random) {
      case 0: step.change = { $0.select(template: .named("portrait"), grid: .thirds) }
      case 1: step.change = { try $0.restyle(ChromeStyle(appearance: .light)) }
      case 2: step.change = { $0.zoom(2, camera: 0) }
      case 3: step.change = { $0.zoom(1, camera: 0) }
      case 4:
        step.change = {
          $0.screen?.say(\.recordingPaused, nanoseconds: step.nanoseconds)
        }
      default: break
      }
      return step
    }
  }

  @Test(
    "is the same to the last byte, and so is the last",
    arguments: [LayoutMode.single, .sideBySide, .stacked, .pip], [ComposerChoice.auto, .pixel])
  func same(mode: LayoutMode, composer: ComposerChoice) throws {
    let scenes = ["synth:coast?w=320&h=240&sway=3", "synth:walker?w=176&h=144"]
    for seed in Share.of(Array(0..<3), oneIn: 3, beside: "\(mode) \(composer)") {
      var settings = StageSettings()
      settings.layout = CanvasLayout.Request(mode: mode)
      settings.composer = composer
      settings.threads = .one
      let steps = try steps(mode == .single ? [scenes[0]] : scenes, seed)
      let alone = try pictures(steps, settings, .first)
      #expect(Set(alone.map(\.jpeg)).count > steps.count / 2)
      for order in [Order.last, .beside] {
        let overlapped = try pictures(steps, settings, order)
        #expect(overlapped.count == alone.count)
        for (number, (one, other)) in zip(alone, overlapped).enumerated() where one != other {
          Issue.record(
            "seed \(seed), \(order), picture \(number): \(one.composition) and \(other.composition)\(one.jpeg == other.jpeg ? ", the same bytes" : "")"
          )
          break
        }
      }
    }
  }
}
