import CaptureKit
import Compositor
import JPEGCodec
import PixelTypes
import Settings

/// One run of a recording, as `session.json` describes it.
package struct SessionDescription: Codable, Sendable, Equatable {
  /// The program's name: `dualcam`.
  package var tool: String
  /// The program's version.
  package var version: String
  /// ISO 8601; `nil` when the same input must give the same bytes.
  package var startedAt: String?
  /// ISO 8601; `nil` until the end.
  package var endedAt: String?
  /// The sources of frames, primary first.
  package var sources: [Source]
  /// The viewfinders on the canvas.
  package var layout: Layout
  /// What was drawn and how.
  package var settings: Settings
  /// Index of this run's first frame; ``RecordingWriter`` sets it.
  package var firstIndex: Int
  /// `nil` until the end, and permanently if the run was killed.
  package var totals: SessionTotals?
  /// Earlier runs into the same folder, oldest first; ``RecordingWriter`` keeps them.
  package var previous: [SessionDescription]?

  /// Describes a new run.
  package init(
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
  /// Format, size and rate; each `nil` when the source was free to choose or doesn't say.
  package struct Format: Codable, Sendable, Equatable {
    /// The pixel format's raw value: `mjpeg`, `yuyv`, `nv12` or `grey`.
    package var format: String?
    /// Width in pixels.
    package var width: Int?
    /// Height in pixels.
    package var height: Int?
    /// Frames a second.
    package var fps: Double?
  }

  /// One source of frames.
  package struct Source: Codable, Sendable, Equatable {
    /// The camera's name in the manifest.
    package var id: String
    /// The camera's own name, for people.
    package var name: String
    /// As given on the command line.
    package var specification: String
    /// By which a camera is found again at any port; `nil` for a file or scene.
    package var stableName: String?
    /// Added to its stamps when it is paired, in milliseconds; `nil` for 0.
    package var offsetMs: Double?
    /// The requested format.
    package var asked: Format
    /// The delivered format; `nil` when negotiation was never completed.
    package var negotiated: Format?
    /// Each difference between asked and negotiated, as a sentence.
    package var differences: [String]
    /// Clockwise rotation of its frames in degrees: 90, 180 or 270; `nil` for none.
    package var rotate: Int?
    /// Whether they are mirrored after that; `nil` if not.
    package var flip: Bool?
    /// The crop kept after that, such as `640x480+16+8`; `nil` for the whole frame.
    package var crop: String?
    /// What was hidden of its frames after that, each `x,y,w,h` or a drawing's name; `nil` for nothing.
    package var masks: [String]?
    /// What was made unrecognizable in them: `faces` or `people`; `nil` for nothing.
    package var redact: String?
    /// The grid in its viewfinder; `nil` when it is the one of all.
    package var grid: String?
    /// The template's name in its viewfinder, or `none`; `nil` when it is the one of all.
    package var template: String?
  }

  /// Where the viewfinders lie, in canvas pixels from the top left.
  package struct Layout: Codable, Sendable, Equatable {
    /// A size in pixels.
    package struct Size: Codable, Sendable, Equatable {
      /// Width in pixels.
      package var width: Int
      /// Height in pixels.
      package var height: Int

      /// `nil` if no picture can have it: a description is untrusted.
      var pixels: PixelSize? { PixelSize(width: width, height: height) }
    }

    /// The border of a viewfinder inside another, drawn like ink.
    package struct Border: Codable, Sendable, Equatable {
      /// How far it extends into the surrounding viewfinder, in canvas pixels.
      package var gap: Int
      /// The corner radius that it cuts from its own viewfinder, in canvas pixels.
      package var cornerRadius: Int
    }

    /// One viewfinder's rectangle on the canvas.
    package struct Viewfinder: Codable, Sendable, Equatable {
      /// The source's `id`.
      package var camera: String
      /// The left edge, in canvas pixels.
      package var x: Int
      /// The top edge, in canvas pixels, y down.
      package var y: Int
      /// Width in canvas pixels.
      package var width: Int
      /// Height in canvas pixels.
      package var height: Int
      /// Its border against a surrounding viewfinder; `nil` for none.
      package var border: Border?

      /// Makes the rectangle of a camera's viewfinder.
      package init(camera: String, rect: PixelRect, border: Border? = nil) {
        self.camera = camera
        x = rect.x
        y = rect.y
        width = rect.width
        height = rect.height
        self.border = border
      }
    }

    /// `LayoutMode`'s raw value.
    package var mode: String
    /// The picture's size in pixels.
    package var canvas: Size
    /// Pixels per point of chrome and ink.
    package var scale: Double
    /// The viewfinders, primary first.
    package var viewfinders: [Viewfinder]
  }

  /// What was drawn and how.
  package struct Settings: Codable, Sendable, Equatable {
    /// By key, as `Destination` gives them.
    private var values: [String: RecordedValue]

    /// Makes settings from a job's.
    ///
    /// - Parameters:
    ///   - composer: `pixel` or `splice`.
    ///   - reason: why it isn't `splice` although requested; `nil` otherwise.
    package init(_ values: [String: RecordedValue], composer: String, because reason: String? = nil) {
      self.values = values
      self.values["composer"] = .text(composer)
      self.values["composerReason"] = reason.map { .text($0) }
    }

    package subscript(key: String) -> RecordedValue? { values[key] }

    package var composer: String { text("composer") ?? "" }
    package var composerReason: String? { text("composerReason") }
    /// Where the cameras' own frames are kept; `nil` if they aren't, and in older recordings.
    package var keepSource: SourceKeeping? {
      // Earlier it was true, when there was one place.
      values["keepSource"] == .flag(true) ? .beside : text("keepSource").flatMap(SourceKeeping.init)
    }
    /// The public key, in base 64, to which what masks hid is sealed; `nil` if it is gone.
    package var sealedTo: String? { text("sealedTo") }
    /// Requested frames a second; `nil` for every frame of the leading camera.
    package var fps: Double? { number("fps") }
    /// Seconds between the frames of a timelapse.
    package var everySeconds: Double? { number("everySeconds") }
    /// One or more of `snapped`, `motion`, `camera-lost` and `event`, separated by commas; `nil` when every frame is recorded.
    package var trigger: String? { text("trigger") }
    /// Pictures passed over at the start; `nil` for none.
    package var skip: Int? { if case .integer(let value)? = values["skip"] { value } else { nil } }

    private func text(_ key: String) -> String? {
      if case .text(let value)? = values[key] { value } else { nil }
    }

    private func number(_ key: String) -> Double? {
      switch values[key] {
      case .number(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    }

    /// - Throws: `DecodingError` if a value that says which frames belong in a recording has the wrong type.
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LineKey.self)
      values = [:]
      for key in container.allKeys {
        values[key.stringValue] = try? container.decode(RecordedValue.self, forKey: key)
      }
      let isRead = [
        "composer": text("composer") != nil,
        "keepSource": keepSource != nil || values["keepSource"] == .flag(false), "fps": fps != nil,
        "everySeconds": everySeconds != nil, "trigger": trigger != nil, "skip": skip != nil,
      ]
      for (name, isRead) in isRead where !isRead {
        let key = LineKey(name)
        if name != "composer", try !container.contains(key) || container.decodeNil(forKey: key) { continue }
        throw DecodingError.typeMismatch(
          RecordedValue.self, .init(codingPath: container.codingPath + [key], debugDescription: ""))
      }
    }

    package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
  }
}

extension SessionDescription.Format {
  /// The requested format.
  init(_ request: StreamRequest) {
    self.init(
      format: request.pixelFormat?.rawValue, width: request.size?.width, height: request.size?.height,
      fps: request.framesPerSecond)
  }

  /// The delivered format.
  init(_ format: StreamFormat) {
    self.init(
      format: format.pixelFormat.rawValue, width: format.size.width, height: format.size.height,
      fps: format.framesPerSecond)
  }
}

extension SessionDescription.Source {
  /// Makes a source from a finished negotiation.
  package init(id: String, name: String, specification: String, negotiation: Negotiation) {
    self.init(
      id: id, name: name, specification: specification, asked: .init(negotiation.asked),
      negotiated: .init(negotiation.got), differences: negotiation.differences)
  }
}

extension SessionDescription.Layout {
  /// Describes a canvas layout.
  ///
  /// - Parameters:
  ///   - layout: the layout to describe.
  ///   - hasInk: whether ink is drawn, including the border of a viewfinder inside another.
  ///   - cameras: the sources' ids in viewfinder order.
  package init(_ layout: CanvasLayout, hasInk: Bool, cameras: [String]) {
    let borders = hasInk ? layout.insetBorders : []
    self.init(
      mode: layout.mode.rawValue, canvas: Size(width: layout.canvas.width, height: layout.canvas.height),
      scale: layout.scale,
      viewfinders: zip(cameras, layout.viewfinders).map { camera, rect in
        let own = borders.first { $0.inset == rect }
        return Viewfinder(
          camera: camera, rect: rect,
          border: own.map { Border(gap: $0.gap, cornerRadius: $0.cornerRadius) })
      })
  }
}

/// The totals of one run.
package struct SessionTotals: Codable, Sendable, Equatable {
  /// Frames recorded; ``RecordingWriter`` sets it.
  package var frames: Int
  /// Bytes of all JPEGs; ``RecordingWriter`` sets it.
  package var bytes: Int
  /// Frames lost until the end, by source id: those before each line are its `gap`. `writer` counts pictures
  /// that were not recorded because the disk was too slow.
  package var dropped: [String: Int]
  /// Frames with damaged data.
  package var damaged: Int
  /// Times a camera was reopened, summed over all cameras.
  package var reconnects: Int
  /// Where the MCUs of all spliced pictures came from; `nil` when no picture was spliced. ``RecordingWriter`` sets it.
  package var mcus: MCUs?
  /// Seconds from the first frame to the last; `nil` when unknown.
  package var seconds: Double?
  /// Pictures freed by this run to make room, its own or an earlier run's; `nil` when it freed none.
  package var freed: Int?
  /// Pictures that the shutter left out: of a paused film, or between shots; `nil` when there was none.
  package var paused: Int?
  /// Frames of a live recording by the quality of their glass; `nil` without glass. ``RecordingWriter`` sets it.
  package var glass: [String: Int]?
  /// Milliseconds from the time stamp of the leading frame of a picture until the picture is named in the folder; `nil`
  /// when frames aren't paced by the clock.
  package var latencyMs: FrameBudget.Percentiles?
  /// Milliseconds between a camera's frame and that of the camera that leads, in the same picture, by source id: of all
  /// pictures made, recorded or not; `nil` with one camera.
  package var skewMs: [String: FrameBudget.Percentiles]?
  /// The accounts of the other sinks; `nil` when there were none.
  package var sinks: [Sink]?

  /// One sink's account.
  package struct Sink: Codable, Sendable, Equatable {
    /// The sink's name, for people.
    package var name: String
    /// Pictures it took.
    package var taken: Int
    /// Pictures it missed.
    package var leftOut: Int

    package init(name: String, taken: Int, leftOut: Int) {
      self.name = name
      self.taken = taken
      self.leftOut = leftOut
    }
  }

  /// Sums of `SpliceCounts` over all spliced pictures.
  package struct MCUs: Codable, Sendable, Equatable {
    /// From a camera, carried over bit for bit.
    package var copied: Int
    /// From a camera, coded again with the same or the nearest coefficients.
    package var recoded: Int
    /// From a camera, with blocks under ink or chrome coded from pixels.
    package var redrawn: Int
    /// Coded entirely from pixels.
    package var coded: Int
    /// Chrome, reused from an earlier picture.
    package var kept: Int

    /// Copies the counts.
    package init(_ counts: SpliceCounts) {
      copied = counts.copied
      recoded = counts.recoded
      redrawn = counts.redrawn
      coded = counts.coded
      kept = counts.kept
    }
  }

  /// Makes totals; omitted values are 0, empty or unknown.
  package init(
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
