import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes

/// What `session.json` says about one run of a recording.
public struct SessionDescription: Codable, Sendable, Equatable {
  public var tool: String
  public var version: String
  /// ISO 8601; `nil` where the same input has to give the same bytes.
  public var startedAt: String?
  /// ISO 8601; `nil` until the end.
  public var endedAt: String?
  public var sources: [Source]
  public var layout: Layout
  public var settings: Settings
  /// Index of this run's first frame; ``RecordingWriter`` sets it.
  public var firstIndex: Int
  /// `nil` until the end, and for ever when the run was killed.
  public var totals: SessionTotals?
  /// Earlier runs into the same folder, oldest first; ``RecordingWriter`` keeps them.
  public var previous: [SessionDescription]?

  public init(
    version: String, startedAt: String? = nil, sources: [Source], layout: Layout, settings: Settings
  ) {
    tool = "dualcam"
    self.version = version
    self.startedAt = startedAt
    self.sources = sources
    self.layout = layout
    self.settings = settings
    firstIndex = 0
  }

  /// All runs, oldest first.
  package var runs: [SessionDescription] {
    var this = self
    this.previous = nil
    return (previous ?? []) + [this]
  }
}

extension SessionDescription {
  /// Format, size and rate; `nil` where the source was free to choose or doesn't say.
  public struct Format: Codable, Sendable, Equatable {
    public var format: String?
    public var width: Int?
    public var height: Int?
    /// Frames a second.
    public var fps: Double?

    public init(format: String?, width: Int?, height: Int?, fps: Double?) {
      self.format = format
      self.width = width
      self.height = height
      self.fps = fps
    }

    public init(_ request: StreamRequest) {
      self.init(
        format: request.pixelFormat?.rawValue, width: request.size?.width, height: request.size?.height,
        fps: request.framesPerSecond)
    }

    public init(_ format: StreamFormat) {
      self.init(
        format: format.pixelFormat.rawValue, width: format.size.width, height: format.size.height,
        fps: format.framesPerSecond)
    }
  }

  public struct Source: Codable, Sendable, Equatable {
    /// `primary` or `secondary`, as in the manifest.
    public var id: String
    /// For people: the camera's own name.
    public var name: String
    /// As given on the command line.
    public var specification: String
    public var asked: Format
    /// `nil` when the source never got that far.
    public var negotiated: Format?
    /// Each difference between asked and negotiated, as a sentence.
    public var differences: [String]

    public init(
      id: String, name: String, specification: String, asked: Format, negotiated: Format?,
      differences: [String]
    ) {
      self.id = id
      self.name = name
      self.specification = specification
      self.asked = asked
      self.negotiated = negotiated
      self.differences = differences
    }

    public init(id: String, name: String, specification: String, negotiation: Negotiation) {
      self.init(
        id: id, name: name, specification: specification, asked: Format(negotiation.asked),
        negotiated: Format(negotiation.got), differences: negotiation.differences)
    }
  }

  /// Where the viewfinders lie, in canvas pixels from the top left.
  public struct Layout: Codable, Sendable, Equatable {
    public struct Size: Codable, Sendable, Equatable {
      public var width: Int
      public var height: Int

      public init(width: Int, height: Int) {
        self.width = width
        self.height = height
      }
    }

    public struct Viewfinder: Codable, Sendable, Equatable {
      /// The source's `id`.
      public var camera: String
      public var x: Int
      public var y: Int
      public var width: Int
      public var height: Int

      public init(camera: String, rect: PixelRect) {
        self.camera = camera
        x = rect.x
        y = rect.y
        width = rect.width
        height = rect.height
      }
    }

    /// ``LayoutMode``'s raw value.
    public var mode: String
    public var canvas: Size
    /// Pixels for each point of chrome and ink.
    public var scale: Double
    public var viewfinders: [Viewfinder]

    public init(mode: String, canvas: Size, scale: Double, viewfinders: [Viewfinder]) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
      self.viewfinders = viewfinders
    }

    /// - Parameter cameras: the sources' ids in the order of the viewfinders.
    public init(_ layout: CanvasLayout, cameras: [String] = ["primary", "secondary"]) {
      self.init(
        mode: layout.mode.rawValue, canvas: Size(width: layout.canvas.width, height: layout.canvas.height),
        scale: layout.scale,
        viewfinders: zip(cameras, layout.viewfinders).map { Viewfinder(camera: $0, rect: $1) })
    }
  }

  public struct Settings: Codable, Sendable, Equatable {
    public var grid: String
    /// `nil`: none.
    public var template: String?
    public var quality: Int
    /// `pixel` or `splice`.
    public var composer: String
    /// Why it isn't `splice` where that was wished for; `nil` otherwise.
    public var composerReason: String?
    public var chrome: Bool
    public var hud: Bool
    /// `dark` or `light`.
    public var appearance: String
    public var reduceTransparency: Bool
    public var increaseContrast: Bool
    public var reduceMotion: Bool
    /// Frames a second asked for; `nil`: every frame of the driving camera.
    public var fps: Double?
    /// Seconds between the frames of a timelapse.
    public var everySeconds: Double?
    /// `snapped`, or `nil` when every frame is recorded.
    public var trigger: String?

    public init(
      grid: String, template: String?, quality: Int, composer: String, composerReason: String? = nil,
      chrome: Bool, hud: Bool,
      appearance: String, reduceTransparency: Bool = false, increaseContrast: Bool = false,
      reduceMotion: Bool = false, fps: Double? = nil, everySeconds: Double? = nil, trigger: String? = nil
    ) {
      self.grid = grid
      self.template = template
      self.quality = quality
      self.composer = composer
      self.composerReason = composerReason
      self.chrome = chrome
      self.hud = hud
      self.appearance = appearance
      self.reduceTransparency = reduceTransparency
      self.increaseContrast = increaseContrast
      self.reduceMotion = reduceMotion
      self.fps = fps
      self.everySeconds = everySeconds
      self.trigger = trigger
    }
  }
}

/// What came of one run.
public struct SessionTotals: Codable, Sendable, Equatable {
  /// Frames recorded; ``RecordingWriter`` sets it.
  public var frames: Int
  /// Bytes of all JPEGs; ``RecordingWriter`` sets it.
  public var bytes: Int
  /// Frames lost by the source's id, up to the end: those before each line are its `gap`. Under `writer`, pictures that were not
  /// recorded as the disk was behind.
  public var dropped: [String: Int]
  /// Frames with damaged data.
  public var damaged: Int
  public var reconnects: Int
  /// What became of the MCUs of all spliced pictures that were made; `nil` where none was.
  public var mcus: MCUs?
  /// From the first frame to the last; `nil` where it isn't known.
  public var seconds: Double?
  /// Pictures that this run freed to make room, its own or an earlier run's; `nil` where none was.
  public var freed: Int?
  /// Pictures left out as the recording was paused; `nil` where nobody could.
  public var paused: Int?
  /// Frames of a live recording by the quality of their glass; `nil` where it is always full.
  public var glass: [String: Int]?
  /// Milliseconds from the time stamp of the frame that drove a picture to the picture's name in the folder; `nil`
  /// where frames aren't taken by the clock.
  public var latencyMs: FrameBudget.Percentiles?
  /// What became of pictures at the sinks beside the recording; `nil` where there was none.
  public var sinks: [Sink]?

  /// One sink's account.
  public struct Sink: Codable, Sendable, Equatable {
    public var name: String
    /// Pictures that it took, and pictures that went past it.
    public var taken: Int
    public var leftOut: Int

    package init(
      name: String, taken: Int, leftOut: Int
    ) {
      self.name = name
      self.taken = taken
      self.leftOut = leftOut
    }
  }

  /// Sums of ``SpliceCounts``.
  public struct MCUs: Codable, Sendable, Equatable {
    public var copied: Int
    public var recoded: Int
    public var redrawn: Int
    public var coded: Int
    public var kept: Int

    public init(_ counts: SpliceCounts) {
      copied = counts.copied
      recoded = counts.recoded
      redrawn = counts.redrawn
      coded = counts.coded
      kept = counts.kept
    }
  }

  public init(
    frames: Int = 0, bytes: Int = 0, dropped: [String: Int] = [:], damaged: Int = 0, reconnects: Int = 0,
    seconds: Double? = nil
  ) {
    self.frames = frames
    self.bytes = bytes
    self.dropped = dropped
    self.damaged = damaged
    self.reconnects = reconnects
    self.seconds = seconds
  }
}
