import HostResources
import PixelTypes

/// One line of `frames.jsonl`.
package struct ManifestLine: Codable, Sendable, Equatable {
  /// One camera's frame in the picture.
  package struct Camera: Codable, Sendable, Equatable {
    /// The camera's name.
    package var id: String
    /// `live`, `stale` or `lost`: `CameraState`'s raw value.
    package var state: String
    /// The source's own counter; `nil` without a frame, as are the next four.
    package var sequence: Int?
    /// Frames of this camera lost since the line before.
    package var gap: Int?
    /// The frame's time in nanoseconds, on `clock`.
    package var timestampNs: Int64?
    /// `monotonic`, `arrival` or `media`: `FrameTime.Clock`'s raw value.
    package var clock: String?
    /// The same moment in UTC, as `2026-11-24T06:37:05.123456Z`; `nil` for files and scenes that aren't live.
    package var utc: String?
    /// When the frame's exposure began by the camera's own clock, in nanoseconds of CLOCK_MONOTONIC; `nil` if unknown.
    package var deviceTimestampNs: Int64?
    /// The standard error of ``deviceTimestampNs`` in microseconds.
    package var deviceErrorUs: Int?
    /// Of three cameras and more: from the frame that drives the picture to this one, in microseconds.
    package var skewUs: Int?
    /// Size of the camera's frame in bytes.
    package var bytes: Int?
    /// The name of the photo's file; `nil` for a film's frame or a camera's.
    package var photo: String?
    /// The frame's format and size, if they differ from the start.
    package var format: String?
    package var width: Int?
    package var height: Int?
    /// How many times the camera was reopened; `nil` for never.
    package var reconnects: Int?
    /// Why this camera wasn't carried over in a spliced picture; `nil` when it was.
    package var obstacle: String?
    /// How many times the middle of its frames is enlarged by cropping; `nil` for 1.
    package var zoom: Double?
    /// Names of the frame's `FrameFlags`.
    package var flags: [String]?
    /// Of a damaged frame: readable rows of MCUs, and all rows.
    package var rowsKept: Int?
    package var rows: Int?
  }

  /// One camera's guides.
  package struct HUD: Codable, Sendable, Equatable {
    /// The horizon as detected in this camera's frame.
    package struct Horizon: Codable, Sendable, Equatable {
      /// Degrees; positive angles rise to the right in the picture. `nil` when there is no evidence.
      package var angleDegrees: Double?
      /// Lower and upper bound in degrees; the true angle lies between them in nine cases out of ten.
      package var interval90: [Double]?
      /// The probability that the angle is within 1°, 0...1.
      package var confidence: Double?
      /// The roll in degrees that counts as level, from which ``angleDegrees`` is given; `nil` for 0.
      package var levelDegrees: Double?
      /// Degrees; positive: the camera looks up. `nil` when there is no evidence.
      package var pitchDegrees: Double?
      /// Its bounds, as in ``interval90``.
      package var pitchInterval90: [Double]?
      /// From the left to the right edge of the viewfinder, in degrees.
      package var fieldOfViewDegrees: Double?
      /// Its bounds; `nil` if it was given.
      package var fieldOfViewInterval90: [Double]?
      /// `GuideState`'s name: `unknown`, `idle`, `near` or `snapped`.
      package var state: String
    }

    /// The subject's outline against the template's.
    package struct Silhouette: Codable, Sendable, Equatable {
      /// The template's name; `nil` without one.
      package var template: String?
      /// The subject's outline as SVG path data, in fractions of the viewfinder; `nil` without a subject.
      package var path: String?
      /// Intersection over union of the subject and the template, 0...1; `nil` without a template.
      package var iou: Double?
      /// `GuideState`'s name: `unknown`, `idle`, `near` or `snapped`.
      package var state: String
    }

    /// The subject's box, in fractions of the viewfinder from its top left, y down, and the power point nearest to it.
    package struct Subject: Codable, Sendable, Equatable {
      /// The left edge.
      package var x: Double?
      /// The top edge.
      package var y: Double?
      /// Width, as a fraction of the viewfinder's width.
      package var width: Double?
      /// Height, as a fraction of the viewfinder's height.
      package var height: Double?
      /// A place in the viewfinder, in fractions of it from its top left.
      package struct Place: Codable, Sendable, Equatable {
        package var x: Double
        package var y: Double
      }

      /// The middle between the eyes; `nil` unless a face is known.
      package var eyes: Place?
      /// Index into the grid's power points; `nil` when there is none.
      package var powerPoint: Int?
      /// Distance to the power point from the eyes, or else from the box's centre, as a fraction of the viewfinder's
      /// diagonal; 1 when there is none.
      package var distance: Double?
      /// `GuideState`'s name: `unknown`, `idle`, `near` or `snapped`.
      package var state: String
    }

    /// One of several subjects.
    package struct OneSubject: Codable, Sendable, Equatable {
      /// The same for the same body in other lines of a run.
      package var id: Int
      /// The left edge of the box around its outline.
      package var x: Double
      /// The top edge.
      package var y: Double
      /// Width, as a fraction of the viewfinder's width.
      package var width: Double
      /// Height, as a fraction of the viewfinder's height.
      package var height: Double
      /// The outline as SVG path data, in fractions of the viewfinder.
      package var path: String
    }

    /// How the picture is composed.
    package struct Composition: Codable, Sendable, Equatable {
      /// The gap above the subject's head, as a fraction of the viewfinder's height; `nil` unless a face is known.
      package var headroom: Double?
      /// The space before a subject that moves or looks aside, as a fraction of the viewfinder's width.
      package var leadRoom: Double?
      /// Where that space is: `left` or `right`.
      package var leads: String?
      /// The axis of symmetry, as a fraction of the viewfinder's width; `nil` unless there is one.
      package var axis: Double?
      /// The probability that left and right mirror one another, 0...1.
      package var symmetry: Double?
    }

    /// How sharp the frame is.
    package struct Focus: Codable, Sendable, Equatable {
      package var sharpness: Double?
      /// As a share of the best of the last seconds, 0...1.
      package var share: Double?
      /// `GuideState`'s name: `unknown`, `idle`, `near` or `snapped`.
      package var state: String
    }

    /// How bright the frame is.
    package struct Exposure: Codable, Sendable, Equatable {
      /// Mean luma, 0...1.
      package var mean: Double?
      /// The share of blown-out pixels, and of black ones.
      package var clippedHigh: Double?
      package var clippedLow: Double?
      /// `GuideState`'s name: `unknown`, `idle`, `near` or `snapped`.
      package var state: String
    }

    /// The camera's `id`.
    package var camera: String
    /// The grid's raw value, such as `thirds`.
    package var grid: String?
    /// The horizon; `nil` in lines without guides.
    package var horizon: Horizon?
    /// The silhouette; `nil` without a template and a subject.
    package var silhouette: Silhouette?
    /// The subject; `nil` when none was found.
    package var subject: Subject?
    /// All subjects, that one first; `nil` unless there are several.
    package var subjects: [OneSubject]?
    /// The composition; `nil` in lines without guides.
    package var composition: Composition?
    /// Sharpness and brightness; `nil` in lines without these meters.
    package var focus: Focus?
    package var exposure: Exposure?
  }

  /// A camera's V4L2 control as the driver read it back.
  package struct Control: Codable, Sendable, Equatable {
    package var camera: String
    package var name: String
    package var value: Int
  }

  /// The frame's number, from 0; never reused in a folder.
  package var index: Int
  /// The picture's file name, without a folder.
  package var file: String
  /// `splice` when JPEG data was carried over, `pixel` when the picture was decoded and encoded.
  package var composer: String?
  /// Why a picture wasn't spliced although requested.
  package var composerReason: String?
  /// Counts of a spliced picture's MCUs by origin: the names of `SpliceCounts`.
  package var mcus: [String: Int]?
  /// Time between the cameras' frames in microseconds; `nil` with one camera.
  package var skewUs: Int?
  /// ``skewUs`` by the cameras' own clocks; `nil` unless all live cameras have such times.
  package var deviceSkewUs: Int?
  /// The cameras, in the order of the viewfinders.
  package var cameras: [Camera]
  /// The kernel's estimate of how far the wall clock may be off, in microseconds (adjtimex(2), `maxerror`); `nil` if the clock
  /// isn't synchronized.
  package var utcErrorUs: Int?
  /// How far the wall clock was stepped since the line before, in microseconds; `nil` if it wasn't.
  package var utcStepUs: Int?
  /// The guides of each camera that has them.
  package var hud: [HUD]
  /// The hint that the picture shows; `nil` when there is none.
  package var hint: String?
  /// Whether the picture was recorded only because of a USR1 signal.
  package var still: Bool?
  /// Controls that weren't in a line of the segment before, or have changed.
  package var controls: [Control]?
  /// How the glass is drawn from this frame on, if that changed: `full`, `without-environment`,
  /// `without-refraction` or `opaque`. A run begins as `full`.
  package var glass: String?
  /// The number of blocks in the ink map that was kept with the picture; `nil` if none was.
  package var inkBlocks: Int?
  /// Milliseconds by name of `StageTimes.Part`.
  package var stagesMs: [String: Double]?
  /// Milliseconds from the time stamp of the frame that drove the picture until the picture is named in the folder.
  package var latencyMs: Double?
  /// Whether the file was deliberately deleted; its number is never reused.
  package var deleted: Bool?
  /// Whether the picture, marked as deleted, was lost in a power cut.
  package var lost: Bool?
  /// Whether the line was written afterwards for a file whose own line was lost when a run was killed.
  package var recovered: Bool?

  /// The first impossible number, in words; such a line must not be used in calculations.
  var impossible: String? {
    if !PictureNumber.range.contains(index) { return "\(index) isn't a \(PictureNumber.name)" }
    if cameras.count > CameraNames.most {
      return "\(cameras.count) cameras are more than \(CameraNames.most)"
    }
    func isCount(_ number: Int?) -> Bool { number.map(Count.range.contains) ?? true }
    for camera in cameras
    where !isCount(camera.sequence) || !isCount(camera.gap) || !isCount(camera.bytes) {
      return "a number of the \(camera.id) isn't a \(Count.name)"
    }
    // So that differences of two fit.
    for camera in cameras
    where
      !([camera.timestampNs, camera.deviceTimestampNs].allSatisfy {
        ($0 ?? 0).magnitude <= ClockTime.range.upperBound
      })
    {
      return "a time of the \(camera.id) isn't a \(ClockTime.name)"
    }
    for case let share? in hud.lazy.map(\.horizon?.confidence) where !(0...1).contains(share) {
      return "a confidence of \(share)"
    }
    return nil
  }

  /// The states of all guides of all cameras.
  package var guideStates: [String] {
    hud.flatMap { hud in
      let silhouette = hud.silhouette?.template == nil ? nil : hud.silhouette?.state
      return [hud.horizon?.state, silhouette, hud.subject?.state].compactMap(\.self)
    }
  }
}
