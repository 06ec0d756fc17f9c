/// One line of `frames.jsonl`.
public struct ManifestLine: Codable, Sendable, Equatable {
  public struct Camera: Codable, Sendable, Equatable {
    public var id: String
    /// `live`, `stale` or `lost`.
    public var state: String
    public var sequence: Int?
    public var gap: Int?
    public var timestampNs: Int64?
    public var clock: String?
    public var bytes: Int?
    /// Why this camera wasn't carried over in a spliced picture.
    public var obstacle: String?
    public var flags: [String]?
  }

  public struct HUD: Codable, Sendable, Equatable {
    public struct Horizon: Codable, Sendable, Equatable {
      /// > 0: it rises to the right in the picture.
      public var angleDegrees: Double?
      /// In nine cases of ten the truth lies between the two.
      public var interval90: [Double]?
      public var confidence: Double?
      public var state: String
    }

    public struct Silhouette: Codable, Sendable, Equatable {
      public var template: String?
      public var path: String?
      public var iou: Double?
      public var state: String
    }

    /// In fractions of the viewfinder.
    public struct Subject: Codable, Sendable, Equatable {
      public var x: Double?
      public var y: Double?
      public var width: Double?
      public var height: Double?
      public var powerPoint: Int?
      public var distance: Double?
      public var state: String
    }

    public var camera: String
    public var grid: String?
    public var horizon: Horizon?
    public var silhouette: Silhouette?
    public var subject: Subject?
  }

  public var index: Int
  public var file: String
  public var composer: String?
  /// Why a picture wasn't spliced where that was wished for.
  public var composerReason: String?
  /// What a spliced picture's MCUs were made of, by name.
  public var mcus: [String: Int]?
  /// Time between the cameras' frames, microseconds.
  public var skewUs: Int?
  public var cameras: [Camera]
  public var hud: [HUD]
  public var hint: String?
  /// How the glass is drawn from this frame on, where that changed: `full`, `without-environment`,
  /// `without-refraction` or `opaque`. A run begins with `full`.
  public var glass: String?
  /// Milliseconds by ``StageTimes/Part``'s name.
  public var stagesMs: [String: Double]?
  /// Milliseconds from the time stamp of the frame that drove the picture to the picture's name in the folder.
  public var latencyMs: Double?
  /// Whether the file was deleted on purpose: its number is never used again.
  public var deleted: Bool?
  /// Whether the picture, deleted in the line's words, was lost in a power cut.
  public var lost: Bool?
  /// Whether the line was made up for a file whose own line was lost when a run was killed.
  public var recovered: Bool?

  /// The states of all guides of all cameras.
  public var guideStates: [String] {
    hud.flatMap { [$0.horizon?.state, $0.silhouette?.state, $0.subject?.state].compactMap(\.self) }
  }
}
