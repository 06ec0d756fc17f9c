import CaptureKit
import Compositor
import Foundation
import HUDGeometry
import Pipeline
import PixelTypes
import Settings
import Terminal

/// Which cameras, and what to request from them.
struct SourceOptions: SettingGroup {
  @Option(
    "primary",
    help: Help(
      "The first camera, file or scene; the option's name may be left out. Without a source: synth:coast and synth:walker.",
      valueName: "src"),
    completion: .sources, unnamed: isSource)
  var primary: String?

  @Option(
    "secondary", help: Help("The second camera, file or scene.", valueName: "src"), completion: .sources,
    unnamed: isSource)
  var secondary: String?

  @Option(
    "camera",
    help: Help(
      "A camera with options of its own, such as /dev/video4,name=left,rotate=90; again for each of up to \(CameraNames.most). Options: \(CameraOptions.keys.joined(separator: ", ")).",
      valueName: "src[,option=value…]"), completion: .sources, unnamed: isSource)
  var camera: [String] = []

  @Option("resolution", help: Help("Size to request from the first camera.", valueName: "WxH"))
  var resolution: PixelSize?

  @Option(
    "secondary-resolution",
    help: Help(
      "Size to request from the second camera (default: the first's).", valueName: "WxH"))
  var secondaryResolution: PixelSize?

  @Option("format", help: "Pixel format to request.")
  var format: FormatArgument = .auto

  @Option("secondary-format", help: "Pixel format to request from the second camera (default: the first's).")
  var secondaryFormat: FormatArgument?

  @Option(
    "fps", help: Help("Frames per second to request, and the most to put out.", valueName: "n"),
    bounds: .range(0.001...240.0))
  var fps: Double?

  @Option(
    "rotate",
    help: Help(
      "Turn the first camera's frames clockwise by 90, 180 or 270 degrees, without loss.",
      valueName: "degrees"), bounds: .among([0, 90, 180, 270]), completion: .words(["90", "180", "270"]))
  var rotate = 0

  @Flag("flip", help: "Mirror the first camera's frames, left to right, after turning them.")
  var flip = false

  @Option(
    "crop",
    help: Help(
      "Keep only this part of the first camera's turned frames; JPEG blocks aren't cut at its left and top.",
      valueName: "WxH+X+Y"))
  var crop: CropArgument?

  @Option(
    "mask",
    help: Help(
      "Hide a part of the first camera's frames, as they are shown: nothing shows, keeps or reads it; repeatable.",
      valueName: "x,y,w,h|file.svg"), completion: .words([], orFiles: ["svg"]))
  var masks: [MaskArgument] = []

  @Option(
    "redact",
    help:
      "Make faces or people in the first camera's frames unrecognizable, as far as they are found: nothing shows, keeps or reads them."
  )
  var redact: RedactionTarget?

  @Option(
    "redact-delay",
    help: Help(
      "How long all cameras' frames wait, so that who is found meanwhile is hidden from the beginning (default: 500ms).",
      valueName: "time"))
  var redactDelay: DurationArgument?

  @Option(
    "secondary-rotate", help: Help("The same for the second camera.", valueName: "degrees"),
    bounds: .among([0, 90, 180, 270]),
    completion: .words(["90", "180", "270"]))
  var secondaryRotate = 0

  @Flag("secondary-flip", help: "The same for the second camera.")
  var secondaryFlip = false

  @Option("secondary-crop", help: Help("The same for the second camera.", valueName: "WxH+X+Y"))
  var secondaryCrop: CropArgument?

  @Option(
    "secondary-mask", help: Help("The same for the second camera.", valueName: "x,y,w,h|file.svg"),
    completion: .words([], orFiles: ["svg"]))
  var secondaryMasks: [MaskArgument] = []

  @Option("secondary-redact", help: "The same for the second camera.")
  var secondaryRedact: RedactionTarget?

  @Option(
    "buffers", help: Help("Kernel buffers per camera, 4 to 32.", valueName: "n"), bounds: .range(4...32))
  var buffers = 6

  @Option(
    "set-ctrl", short: "c",
    help: Help(
      "Set a camera control by its v4l2-ctl name; repeatable.", valueName: "name=value"))
  var control: [ControlValue] = []

  @Flag(
    "strict", help: "Fail if a camera doesn't deliver what was requested, or the kernel refuses the sandbox.")
  var strict = false

  private var delay: Duration { redactDelay?.duration ?? .milliseconds(500) }

  func validate() throws {
    if delay > Redaction.mostDelay { throw ValidationError("--redact-delay must be at most 10s") }
    for (flag, size) in [("--resolution", resolution), ("--secondary-resolution", secondaryResolution)] {
      if let size, let problem = size.objection { throw ValidationError("\(flag) is \(size); \(problem)") }
    }
    if secondary != nil && primary == nil {
      throw ValidationError("--secondary requires --primary; name the first camera too")
    }
    _ = try cameras(.live)
  }

  /// The cameras in order: the primary and the secondary, if they are named so, then the others.
  func cameras(_ defaults: Defaults) throws -> [CameraArgument] {
    let named = [primary, secondary].compactMap { $0 }.map { CameraArgument(source: $0) }
    let cameras = named + (try camera.map { try CameraArgument(parsing: $0) })
    if cameras.count > CameraNames.most {
      throw ValidationError("\(cameras.count) cameras are too many; a job has at most \(CameraNames.most)")
    }
    let names = zip(cameras, CameraNames.usual).map { $0.name ?? $1 }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("two cameras are called \(twice); give one of them another name=")
    }
    return cameras.isEmpty
      ? [defaults.primary, defaults.secondary].map { CameraArgument(source: $0) } : cameras
  }

  /// The sources to use if none is named.
  struct Defaults {
    var primary: String
    var secondary: String

    static let live = Defaults(
      primary: "synth:coast?w=1280&h=720&roll=4&sway=4", secondary: "synth:walker?w=640&h=360")
    /// The sizes at which frame budgets are compared.
    static let bench = Defaults(
      primary: "synth:coast?w=1920&h=1080&roll=3", secondary: "synth:walker?w=640&h=360")
  }

  /// Whether a word says by itself that it is meant as a source.
  @Sendable private static func isSource(_ word: String) -> Bool {
    if (try? SourceSpecification(parsing: word)) != nil { return true }
    // One that is mistyped, or has options of a camera's.
    return ["synth:", "file:", "v4l2:", "pipewire:", "libcamera:"].contains(where: word.hasPrefix)
  }

  static func specification(_ text: String) throws(PipelineError) -> SourceSpecification {
    let specification: SourceSpecification
    do { specification = try SourceSpecification(parsing: text) } catch { throw .capture(error) }
    if case .files(let file) = specification, file.isStandardInput, Console.isInputTerminal {
      throw .usage(
        reason: "standard input is a terminal; pipe Motion JPEG into it, say from ffmpeg … -f matroska -")
    }
    return specification
  }

  /// Refuses a file or scene that never ends, if nothing limits it.
  static func check(_ specification: SourceSpecification, frames: Int?) throws {
    if case .device = specification { return }
    guard specification.isEndless, frames == nil else { return }
    throw ValidationError("\(specification) never ends; give --frames, or frames=N in a scene")
  }

  /// Refuses stills that are to share a scene.
  static func check(stills: Bool, hasScene: Bool) throws {
    guard stills, hasScene else { return }
    throw ValidationError(
      "--stills makes each frame a scene of its own, but --plate and --level-reference need one scene for all; leave out one"
    )
  }

  /// - Parameter needsSource: whether to reject the synthetic default.
  func sources(needsSource: Bool = false, defaults: Defaults = .live) throws -> [JobSettings.Source] {
    if primary == nil && camera.isEmpty && needsSource {
      throw ValidationError("name the input with --primary, such as --primary file:clip.mjpeg")
    }
    var sources = try cameras(defaults).enumerated().map { index, camera in
      // What the flags say: of the first, of the second, of all.
      let size = camera.resolution ?? (index == 1 ? secondaryResolution : nil) ?? resolution
      let choice = camera.format ?? (index == 1 ? secondaryFormat : nil) ?? format
      let fps = camera.fps ?? fps
      var source = JobSettings.Source(
        camera.name, specification: try Self.specification(camera.source),
        request: StreamRequest(
          pixelFormat: choice.format, size: size, framesPerSecond: fps, bufferCount: buffers))
      let degrees = camera.rotate ?? (index == 0 ? rotate : index == 1 ? secondaryRotate : 0)
      let isFlipped = camera.flip || (index == 0 ? flip : index == 1 && secondaryFlip)
      let part = camera.crop ?? (index == 0 ? crop : index == 1 ? secondaryCrop : nil)
      source.turn = FrameTurn(
        turn: PictureTurn(quarters: degrees / 90, isMirrored: isFlipped), crop: part?.rect)
      let masks = camera.masks + (index == 0 ? self.masks : index == 1 ? secondaryMasks : [])
      source.masks = try masks.map { try $0.mask }
      source.redaction = (camera.redact ?? (index == 0 ? redact : index == 1 ? secondaryRedact : nil)).map {
        Redaction($0, delay: delay)
      }
      source.request.controls = camera.controls
      // A file has its own rate; --fps then only thins it out.
      if case .files = source.specification { source.request.framesPerSecond = nil }
      // A scene takes any size and format.
      if case .synthetic(var scene) = source.specification {
        if let size {
          if let problem = SceneSettings.objection(to: size) {
            let flag =
              camera.resolution != nil
              ? "--camera's resolution"
              : index == 1 && secondaryResolution != nil ? "--secondary-resolution" : "--resolution"
            throw ValidationError("\(flag) is \(size); \(problem)")
          }
          scene.size = size
        }
        if let format = choice.format { scene.pixelFormat = format }
        if let fps { scene.framesPerSecond = fps }
        source.specification = .synthetic(scene)
      }
      return source
    }
    for (flag, isGiven) in [
      ("--secondary-mask", !secondaryMasks.isEmpty), ("--secondary-redact", secondaryRedact != nil),
    ] where isGiven && sources.count < 2 {
      throw ValidationError("\(flag) needs a second camera, and there is none")
    }
    // All cameras wait as long: their frames belong together.
    if sources.contains(where: { $0.redaction != nil }) {
      for index in sources.indices where sources[index].redaction == nil {
        sources[index].redaction = Redaction(nil, delay: delay)
      }
    }
    let areDevices = sources.map { if case .device = $0.specification { true } else { false } }
    // For all cameras: a scene beside one needs none.
    for index in sources.indices where areDevices[index] || !areDevices.contains(true) {
      sources[index].request.controls.insert(contentsOf: control, at: 0)
    }
    var nodes: [String: String] = [:]
    for case .device(let path) in sources.map(\.specification) {
      if let other = nodes.updateValue(path, forKey: Self.node(path)) {
        throw ValidationError("\(other) and \(path) are the same camera; name two different ones")
      }
    }
    var pipes: Set<String> = []
    for case .files(let file) in sources.map(\.specification)
    where file.isPipe && !pipes.insert(Self.node(file.path)).inserted {
      throw ValidationError(
        "two cameras read \(file.isStandardInput ? "standard input" : file.path); only one can")
    }
    return sources
  }

  /// The device behind a link.
  private static func node(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

/// `auto`, or a format by name.
enum FormatArgument: String, SettingValue, CaseIterable {
  case auto, mjpeg, yuyv, nv12, grey

  var format: PixelFormat? { PixelFormat(rawValue: rawValue) }
}

extension ControlValue: SettingValue {
  public static var expected: String { "a control and its value, such as brightness=10" }

  /// `name=value`.
  public init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let value = Int64(parts[1]), !parts[0].isEmpty else { return nil }
    self.init(String(parts[0]), value)
  }
}

extension PixelSize: SettingValue {
  public static var expected: String { "a size such as 1280x720" }

  public init?(argument: String) { self.init(parsing: argument) }
}
