import CaptureKit
import GlassChrome
import HUDGeometry
import PixelTypes

@testable import Compositor
@testable import Pipeline
@testable import Screen

/// Numbers and choices that an input's bytes make; when they are used up, all are the first.
struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isOver: Bool { position >= bytes.count }

  mutating func byte() -> Int {
    guard !isOver else { return 0 }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[byte() % values.count] }

  /// As it is written in a drawing: small ones mostly, and such as overflow where nobody looks.
  mutating func number() -> String {
    let choice = byte()
    guard choice >= 160 else { return "\(choice - 80)" }
    let wild = [
      ".5", "1e-3", "1e-9", "1e-300", "1e3", "16384", "999999", "-1e6", "1e6", "1000001", "1e16", "1e19",
      "1e30", "-1e30",
      "1e60", "1e154", "1e300", "-1e308", "1e999", "-0",
    ]
    return wild[choice % wild.count]
  }

  mutating func numbers(_ count: Int) -> String { (0..<count).map { _ in number() }.joined(separator: " ") }
}

/// A drawing whose numbers an input chooses.
private func drawing(_ source: inout ByteSource) -> String {
  let kinds = [
    ("M", 2), ("l", 2), ("h", 1), ("V", 1), ("c", 6), ("S", 4), ("q", 4), ("T", 2), ("a", 7), ("A", 7),
    ("z", 0),
  ]
  var data = "M" + source.numbers(2)
  for _ in 0..<1 + source.byte() % 8 {
    let (name, count) = source.pick(kinds)
    data += name
    for place in 0..<count {
      let isFlag = count == 7 && (3...4).contains(place)
      data += " " + (isFlag ? "\(source.byte() % 2)" : source.number())
    }
  }
  switch source.byte() % 4 {
  case 0: return data
  case 1: return "<svg viewBox='\(source.numbers(4))'><path d='\(data)'/></svg>"
  case 2:
    let transform = source.pick([("matrix", 6), ("scale", 2), ("translate", 2), ("skewX", 1), ("rotate", 3)])
    return "<svg viewBox='0 0 9 9'><g transform='\(transform.0)(\(source.numbers(transform.1)))'>"
      + "<path d='\(data)'/><circle r='\(source.number())' cx='\(source.number())'/></g></svg>"
  default:
    return "<svg width='\(source.number())' height='\(source.number())'><path d='\(data)'/>"
      + "<rect width='\(source.number())' height='\(source.number())' rx='\(source.number())'/></svg>"
  }
}

/// Takes numbers the whole way of a drawing: read, placed in a viewfinder, flattened, filled, stroked, looked for.
func draw(_ input: Span<UInt8>) {
  var source = ByteSource(array(input))
  let text = drawing(&source)
  outline(Array(text.utf8).span)
  guard let template = try? SilhouetteTemplate(name: "input", svg: text) else { return }
  let (width, height) = (source.pick([16.0, 640, 16_384]), source.pick([16.0, 480, 16_384]))
  let place = template.placement(
    width: width, height: height, anchoredAt: Point(Double(source.byte()) / 255, Double(source.byte()) / 255))
  precondition(place.x.isFinite && place.y.isFinite && place.width.isFinite && place.height.isFinite)
  _ = HUDAnalyzer(settings: HUDSettings(template: template), lumaWidth: 64, lumaHeight: 48)
}

/// Settings that change in a running job: those of a file are read, then taken over between two pictures.
func changeSettings(_ input: Span<UInt8>) {
  guard let job = unsafe RunningJob.shared else { return }
  var source = ByteSource(array(input))
  for _ in 0..<4 where !source.isOver {
    var look = StageSettings()
    var changed: Set<String> = []
    func changes(_ name: String) -> Bool {
      let isChanged = source.byte() % 2 == 1
      if isChanged { changed.insert(name) }
      return isChanged
    }
    if changes("template") { look.template = try? SilhouetteTemplate(name: "input", svg: drawing(&source)) }
    if changes("grid") { look.grid = source.pick(Grid.allCases) }
    if changes("quality") { look.quality = 1 + source.byte() % 100 }
    if changes("assist") { look.assists = Set(Assist.allCases.filter { _ in source.byte() % 2 == 1 }) }
    if changes("focus-box") {
      look.focusBox = Rect(
        x: Double(source.byte()) / 256, y: Double(source.byte()) / 256, width: 0.011, height: 0.011)
    }
    // A new look of the chrome takes as long as hundreds of others.
    if source.byte() == 255, changes("text-size") {
      look.style.typeSize = source.pick(DynamicTypeSize.allCases)
    }
    let before = job.stage.settings
    do { try job.stage.take(look, changed) } catch {
      precondition(job.stage.settings.grid == before.grid && job.stage.settings.style == before.style)
    }
    job.shoot()
  }
}

/// A stage with its camera, made once: fonts and glass take longer than thousands of inputs.
private final class RunningJob {
  let stage: Stage
  private let slot: FrameSlot
  private let output: Picture
  private var pictures: Int64 = 0

  init?() {
    guard
      let reader = try? makeReader(for: SourceSpecification(parsing: "synth:walker?w=96&h=64&format=nv12")),
      let size = PixelSize(width: 96, height: 64)
    else { return nil }
    slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    guard (try? reader.read(into: slot)) == true,
      let stage = try? Stage(
        cameras: [.init(id: "primary", name: "Scene", size: size, pixelFormat: .nv12)], subsampling: .yuv420,
        settings: StageSettings())
    else { return nil }
    self.stage = stage
    output = Picture(capacity: stage.largestOutput)
  }

  func shoot() {
    let inputs = [CameraInput(state: .live, slot: slot, isNew: true, framesPerSecond: 30)]
    pictures += 1
    let drawing = stage.draw(Moment(inputs, nanoseconds: pictures * 33_333_333))
    do {
      try stage.finish(drawing, into: output)
    } catch { preconditionFailure("no picture: \(error)") }
  }

  // SAFETY: the fuzzer has one thread.
  nonisolated(unsafe) static let shared = RunningJob()
}
