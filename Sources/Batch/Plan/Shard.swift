import PixelTypes

/// One run of a job over an input or part of one. Its output is a folder.
package struct Piece: Codable, Sendable, Equatable {
  /// The kind of an input.
  package enum Kind: String, Codable, Sendable {
    /// `.avi`, `.mjpeg`, `.y4m`.
    case film
    /// A folder of JPEGs or PNGs.
    case folder
    /// A recording, read from the frames it kept.
    case recording
  }

  /// The output's folder, relative to the result's.
  package var output: String
  /// The input's path, relative to the plan's folder unless it begins with a slash.
  package var input: String
  /// What the input is.
  package var kind: Kind
  /// The recording's cameras whose frames are read; `nil` for other inputs.
  package var cameras: [String]?
  /// Total size of the input's frames.
  package var bytes: Int
  /// The number of the first frame in the input.
  package var first: Int
  /// Frames of the piece, including lost ones.
  package var frames: Int
  /// Frames read before the first that produce no pictures.
  package var warmUp: Int
  /// Whether it is only part of its input.
  package var isPart: Bool
  /// The rate at which the input was read; `nil` if it has none.
  package var framesPerSecond: Double?
  /// SHA-256 of each camera's concatenated frames, including warm-up.
  package var sha256: [String]

  /// The sources, as named in an option: the first camera's, then the second's.
  var sources: [String] { (cameras ?? [""]).map(source) }

  private func source(_ camera: String) -> String {
    var query: [String] = []
    if isPart { query += ["first=\(first - warmUp)", "frames=\(frames + warmUp)"] }
    if !camera.isEmpty { query.append("camera=\(camera)") }
    return "file:" + input + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// The command line of its job, without the program's name.
  ///
  /// - Parameter folder: where an annotation's output goes; an analysis prints to standard output.
  func arguments(_ header: PlanHeader, into folder: String) -> [String] {
    // What a machine has for its own work isn't the plan's.
    let names = { (word: String) in word == "--config" || word.hasPrefix("--config=") }
    let file = header.settings.contains(where: names) ? [] : ["--config", "none"]
    let skip = warmUp > 0 ? ["--skip", "\(warmUp)"] : []
    switch header.job {
    case .annotate:
      let names = cameras ?? []
      let sources =
        names.starts(with: CameraNames.usual.prefix(2)) || names.count < 2
        ? zip(["--primary", "--secondary"], sources).flatMap { [$0, $1] }
        : zip(names, sources).flatMap { ["--camera", "\($1),name=\($0)"] }
      // Other pieces use the other processors, unless the plan wants otherwise.
      return ["annotate", "--threads", "1"] + file + header.settings + sources + skip + [
        "--json", "-o", folder,
      ]
    case .analyze:
      return ["analyze"] + file + header.settings + skip + ["--json", "--"] + sources
    }
  }
}

/// Consecutive pieces that a worker does in one go.
package struct Shard: Codable, Sendable, Equatable {
  /// Its number, from 0.
  package var shard: Int
  /// Frames to read.
  package var frames: Int
  /// Estimated time on one processor of the machine that made the plan.
  package var seconds: Double
  /// What is to be done, in order.
  package var pieces: [Piece]
}

/// The first line of a plan.
package struct PlanHeader: Codable, Sendable, Equatable {
  /// What is done with each piece.
  package enum Job: String, Codable, Sendable {
    /// `dualcam annotate`: a recording.
    case annotate
    /// `dualcam analyze`: `readings.jsonl`.
    case analyze
  }

  /// A build of dualcam.
  package struct Tool: Codable, Sendable, Equatable {
    /// As printed by `dualcam --version`.
    package var version: String
    /// A hash of the program's contents: the linker's (the build ID in `readelf -n`), or else the SHA-256 of its file.
    package var build: String
  }

  /// A file named in the settings.
  package struct NamedFile: Codable, Sendable, Equatable {
    /// As in the settings.
    package var path: String
    /// Of its bytes.
    package var sha256: String
  }

  /// How inputs are cut.
  package struct Cut: Codable, Sendable, Equatable {
    /// A part's length in seconds of its input.
    package var seconds: Double
    /// How long guides watch the scene before a part, in seconds.
    package var warmUp: Double

    /// Makes a cut from lengths in seconds.
    package init(seconds: Double, warmUp: Double) { (self.seconds, self.warmUp) = (seconds, warmUp) }
  }

  /// The format's version.
  package var plan = 1
  /// What is to be done.
  package var job: Job
  /// The build whose output is expected.
  package var tool: Tool
  /// Options of the job.
  package var settings: [String]
  /// Files named in the settings.
  package var files: [NamedFile]
  /// The result's folder, relative to the plan's unless it begins with a slash.
  package var result: String
  /// `nil` if inputs stay whole.
  package var cut: Cut?
}

/// An input that isn't in the plan.
package struct LeftOut: Codable, Sendable, Equatable {
  /// Its path.
  package var leftOut: String
  /// Why, as a clause.
  package var why: String
}

/// The last line of a plan.
package struct PlanFooter: Codable, Sendable, Equatable {
  /// The format's version.
  package var end = 1
  /// The number of shards.
  package var shards: Int
  /// The number of pieces.
  package var pieces: Int
  /// Frames to read, including warm-up.
  package var frames: Int
  /// The total estimate.
  package var seconds: Double
  /// Byte offset of the index.
  package var index: Int
  /// SHA-256 of everything before this line.
  package var id: String
}
