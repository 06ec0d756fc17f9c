/// One run of a job over an input, or over a part of it. Its output is a folder.
public struct Piece: Codable, Sendable, Equatable {
  /// What an input is.
  public enum Kind: String, Codable, Sendable {
    /// `.avi`, `.mjpeg`, `.y4m`.
    case film
    /// A folder of JPEGs or PNGs.
    case folder
    /// A recording, read from the frames that it kept.
    case recording
  }

  /// The output's folder, relative to the result's.
  public var output: String
  /// The input's path, relative to the plan's folder unless it begins with a slash.
  public var input: String
  /// What the input is.
  public var kind: Kind
  /// The recording's cameras whose frames are read; `nil` for other inputs.
  public var cameras: [String]?
  /// Of the input's frames, together.
  public var bytes: Int
  /// The number of the first frame in the input.
  public var first: Int
  /// Frames of the piece, lost ones included.
  public var frames: Int
  /// Frames that are read before the first without a picture of their own.
  public var warmUp: Int
  /// Whether it is only a part of its input.
  public var isPart: Bool
  /// The rate that the input was read at; `nil` if it says none.
  public var framesPerSecond: Double?
  /// SHA-256 of each camera's frames, one after the other, warming up included.
  public var sha256: [String]

  /// The sources, as an option names them: the first camera's, then the second's.
  var sources: [String] { (cameras ?? [""]).map(source) }

  private func source(_ camera: String) -> String {
    var query: [String] = []
    if isPart { query += ["first=\(first - warmUp)", "frames=\(frames + warmUp)"] }
    if !camera.isEmpty { query.append("camera=\(camera)") }
    return "file:" + input + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// The command line of its job, without the program's name.
  ///
  /// - Parameter folder: where an annotation's output goes; an analysis prints.
  func arguments(_ header: PlanHeader, into folder: String) -> [String] {
    let skip = warmUp > 0 ? ["--skip", "\(warmUp)"] : []
    switch header.job {
    case .annotate:
      let sources = zip(["--primary", "--secondary"], sources).flatMap { [$0, $1] }
      return ["annotate"] + header.settings + sources + skip + ["--json", "-o", folder]
    case .analyze:
      return ["analyze"] + header.settings + skip + ["--json", "--"] + sources
    }
  }
}

/// Consecutive pieces: what a worker does in one go.
public struct Shard: Codable, Sendable, Equatable {
  /// Its number, from 0.
  public var shard: Int
  /// Frames to read.
  public var frames: Int
  /// How long it takes on one processor of the machine that made the plan.
  public var seconds: Double
  /// What is to be done, in order.
  public var pieces: [Piece]
}

/// The first line of a plan.
public struct PlanHeader: Codable, Sendable, Equatable {
  /// What is done with each piece.
  public enum Job: String, Codable, Sendable {
    /// `dualcam annotate`: a recording.
    case annotate
    /// `dualcam analyze`: `readings.jsonl`.
    case analyze
  }

  /// A build of dualcam.
  public struct Tool: Codable, Sendable, Equatable {
    /// As `dualcam --version` says.
    public var version: String
    /// A hash of the program's contents: the linker's (`readelf -n` shows it as build ID), else SHA-256 of its file.
    public var build: String
  }

  /// A file that settings name.
  public struct NamedFile: Codable, Sendable, Equatable {
    /// As in the settings.
    public var path: String
    /// Of its bytes.
    public var sha256: String
  }

  /// Where inputs are cut.
  public struct Cut: Codable, Sendable, Equatable {
    /// A part's length in seconds of its input.
    public var seconds: Double
    /// How long guides look at the scene before a part, in seconds.
    public var warmUp: Double

    /// Makes a cut of lengths in seconds.
    public init(seconds: Double, warmUp: Double) { (self.seconds, self.warmUp) = (seconds, warmUp) }
  }

  /// The format's version.
  public var plan = 1
  /// What is done.
  public var job: Job
  /// The build whose bytes are meant.
  public var tool: Tool
  /// Options of the job.
  public var settings: [String]
  /// Files that these name.
  public var files: [NamedFile]
  /// The result's folder, relative to the plan's unless it begins with a slash.
  public var result: String
  /// `nil` if inputs stay whole.
  public var cut: Cut?
}

/// An input that isn't in the plan.
public struct LeftOut: Codable, Sendable, Equatable {
  /// Its path.
  public var leftOut: String
  /// Why, as a clause.
  public var why: String
}

/// The last line of a plan.
public struct PlanFooter: Codable, Sendable, Equatable {
  /// The format's version.
  public var end = 1
  /// How many there are.
  public var shards: Int
  /// How many there are.
  public var pieces: Int
  /// To be read, warming up included.
  public var frames: Int
  /// The estimate for all.
  public var seconds: Double
  /// Where the index begins, in bytes.
  public var index: Int
  /// SHA-256 of all before this line.
  public var id: String
}
