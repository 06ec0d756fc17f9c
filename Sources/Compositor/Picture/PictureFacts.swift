import CaptureKit
import GlassChrome
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import Values

/// What is known about a finished picture: everything its line says. Any sink that stores or publishes it writes the line.
///
/// A picture's place keeps its storage, so that noting another picture's facts allocates nothing.
package struct PictureFacts: Sendable {
  /// One camera's frame.
  package struct Frame: Sendable {
    package var sequence: UInt32
    package var time: FrameTime
    /// When its exposure began, by the camera's own clock.
    package var deviceTime: DeviceTime?
    /// From the frame that leads to this one, in nanoseconds; `nil` of one camera or two.
    package var skew: Int64?
    package var byteCount: Int
    /// Its file's name, if it is a photo.
    package var fileName: String?
    /// Its format, if different from the camera's first.
    package var otherFormat: StreamFormat?

    package init(
      sequence: UInt32, time: FrameTime, deviceTime: DeviceTime? = nil, skew: Int64? = nil, byteCount: Int,
      fileName: String? = nil, otherFormat: StreamFormat? = nil
    ) {
      self.fileName = fileName
      self.skew = skew
      self.sequence = sequence
      self.time = time
      self.deviceTime = deviceTime
      self.byteCount = byteCount
      self.otherFormat = otherFormat
    }
  }

  /// What was read from a camera's frame.
  package struct Guides: Sendable {
    /// The camera's name.
    package var camera = ""
    package var grid = Grid.none
    package var template: SilhouetteTemplate?
    package var reading = HUDReading()
    package var focus: FocusMeter?
    package var exposure: ExposureMeter?

    package init() { reading.silhouette.contour.reserveCapacity(192) }

    /// Takes a reading, but leaves its outline's storage to the reading's owner.
    package mutating func take(_ other: borrowing HUDReading) {
      var contour = Path()
      swap(&contour, &reading.silhouette.contour)
      contour.removeAll(keepingCapacity: true)
      contour.append(other.silhouette.contour)
      reading = copy other
      reading.silhouette.contour = contour
    }
  }

  /// One camera's part of the picture.
  package struct Camera: Sendable {
    /// Its name.
    package var id: String = "primary"
    /// Its number among the job's cameras.
    package var number = 0
    package var state = CameraState.lost
    /// `nil` when there is none to show.
    package var frame: Frame?
    /// Frames lost so far: up to `frame`, or to the last frame.
    package var lost = 0
    /// Times the source was reopened so far.
    package var reconnects = 0
    /// How many times the middle of its frames is enlarged.
    package var zoom = 1.0
    /// The share of its frame that masks hide.
    package var masked = 0.0
    /// Where its frame is kept, if frames are kept inside pictures where possible.
    package var kept: SourceKeeping?
    /// Why it wasn't carried over in a spliced picture.
    package var obstacle: SpliceObstacle?
    package var flags: FrameFlags = []
    /// How many rows of a damaged frame are its own.
    package var rows: KeptRows?
    /// Whether its guides were read.
    package var hasGuides = false
    package var guides = Guides()

    package init() {}
  }

  package var composition = Composition.encoded(because: nil)
  /// Time between the cameras' frames in nanoseconds; `nil` unless two are live.
  package var skew: Int64?
  /// The same by the cameras' own clocks; `nil` unless both have such times.
  package var deviceSkew: Int64?
  /// The wall clock beside the frames' own; `nil` unless they are live.
  package var utc: UTCClock.Reading?
  /// In the order of the viewfinders.
  package var cameras: [Camera] = []
  package var hint: Hint?
  /// What other programs and instruments said, by the picture's time.
  package var values: [ValueSample] = []
  /// The conditions of alarms that hold, and those of which nothing is known.
  package var alarms: [String] = []
  package var alarmsUnknown: [String] = []
  /// Whether it is recorded only because the user asked for this particular picture.
  package var isExtra = false
  /// How its glass is drawn; `nil` without chrome.
  package var glass: GlassQuality?

  package init() { begin(cameras: CameraNames.most) }

  /// The name of the photo that it was made of: of the first camera whose photo isn't shown again.
  package var photo: String? {
    cameras.first { $0.frame?.fileName != nil && !$0.flags.contains(.repeated) }?.frame?.fileName
  }

  /// Forgets the previous picture; everything about this one is still to be noted.
  package mutating func begin(cameras count: Int) {
    while cameras.count < count { cameras.append(Camera()) }
    cameras.removeLast(cameras.count - count)
  }
}

/// How a picture was made.
package enum Composition: Sendable {
  /// Spliced from the cameras' own data; counts its MCUs by origin.
  case spliced(SpliceCounts)
  /// The canvas was encoded whole, with the reason if splicing was possible in principle.
  case encoded(because: SpliceObstacle?)
}
