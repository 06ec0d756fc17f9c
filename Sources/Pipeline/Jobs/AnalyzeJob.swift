import CaptureKit
import FrameBus
import HUDGeometry
import PixelTypes

/// Reads the guides of every frame of a file, scene or camera, without composing pictures.
public struct AnalyzeJob {
  public struct Settings: Sendable {
    public var source: JobSettings.Source
    public var stage = StageSettings()
    /// Whether a scene's lines say what is really in the picture.
    public var includesTruth = false
    /// Where each frame with its ink, and the small luma that was read, are written; `nil`: nowhere.
    public var overlayFolder: String?
    public var frames: Int?

    /// As in ``JobSettings/sandbox``.
    public var sandbox = Sandbox.Demand.off
    /// Takes what is to be told.
    public var warn: @Sendable (String) -> Void = { _ in }

    /// What it needs of the file system.
    var paths: PathRules {
      var rules = PathRules()
      rules.read(source.specification)
      if let overlayFolder { rules.own(overlayFolder) }
      return rules
    }

    public init(source: JobSettings.Source) { self.source = source }
  }

  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  /// Reads frame after frame.
  ///
  /// - Parameter body: takes each frame's line of JSON, with a newline at its end; returns whether to go on.
  /// - Throws: ``PipelineError/capture(_:)``, ``PipelineError/codec(_:)``, ``PipelineError/usage(reason:)``,
  ///   ``PipelineError/cannotCreate(path:reason:)`` for the overlay.
  public func run(stop: StopFlag, _ body: ([UInt8]) throws(PipelineError) -> Bool) throws(PipelineError) {
    let made = try MadeFolders(settings.sandbox == .off ? [] : [settings.overlayFolder].compactMap(\.self))
    defer { made.removeEmpty() }
    var rules = settings.paths
    for parent in made.parents { rules.allow(.clears, parent) }
    try Sandbox.confine(settings.sandbox, to: rules, warn: settings.warn)
    let supply = try FrameSupply(
      settings.source.specification, request: settings.source.request, needsTruth: settings.includesTruth,
      doorbell: Doorbell())
    defer { supply.close() }
    try Sandbox.tighten(settings.sandbox, warn: settings.warn)
    var analyzer: FrameAnalyzer?
    var overlay: OverlayWriter?
    var line = JSONBytes(capacity: 8192)
    var index = 0
    while !stop.isStopped, settings.frames.map({ index < $0 }) ?? true {
      guard let slot = try supply.next(stop: stop) else { break }
      if analyzer == nil { analyzer = try FrameAnalyzer(first: slot, stage: settings.stage) }
      guard let reader = analyzer else { break }
      line.removeAll()
      line.beginObject()
      line.key("index")
      line.value(index)
      line.key("timestampNs")
      line.value(slot.time.nanoseconds)
      reader.read(slot, stage: settings.stage, to: &line)
      if let scene = supply.scene, settings.includesTruth {
        line.key("truth")
        Self.write(scene.truth(frame: Int(slot.sequence)), to: &line)
      }
      line.endObject()
      line.newline()
      if overlay == nil, let folder = settings.overlayFolder {
        overlay = try OverlayWriter(
          folder: folder, size: reader.picture.size, subsampling: reader.picture.subsampling,
          small: reader.luma, settings: reader.settings)
      }
      try overlay?.write(index, reader.picture, reader.luma, reader.reading)
      index += 1
      if try !body(line.bytes) { break }
    }
  }

  private static func write(_ truth: SceneTruth, to line: inout JSONBytes) {
    line.beginObject()
    line.key("scene")
    line.value(truth.scene.rawValue)
    line.key("horizon")
    if let horizon = truth.horizon {
      line.beginObject()
      line.key("angleDegrees")
      line.value(horizon.angleDegrees, decimals: 4)
      line.key("leftY")
      line.value(horizon.leftY, decimals: 5)
      line.key("rightY")
      line.value(horizon.rightY, decimals: 5)
      line.endObject()
    } else {
      line.null()
    }
    line.key("subject")
    if let box = truth.subject {
      line.beginObject()
      line.key("x")
      line.value(box.x, decimals: 4)
      line.key("y")
      line.value(box.y, decimals: 4)
      line.key("width")
      line.value(box.width, decimals: 4)
      line.key("height")
      line.value(box.height, decimals: 4)
      line.endObject()
    } else {
      line.null()
    }
    line.endObject()
  }
}
