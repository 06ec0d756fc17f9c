import GlassChrome
import HUDGeometry
import JPEGCodec
import Settings

/// What the stage draws besides the frames.
package struct StageSettings: Sendable {
  /// How to assemble pictures.
  package var composer = ComposerChoice.auto
  /// How many threads make a picture.
  package var threads = StageThreads.auto
  /// How to show damaged frames.
  package var damaged = DamagePolicy.keepRows
  /// How the canvas is laid out.
  package var layout = CanvasLayout.Request()
  /// Guide lines in the viewfinders.
  package var grid = Grid.thirds
  /// The silhouette for a subject to fill; `nil` for none.
  package var template: SilhouetteTemplate?
  /// What is chosen for single cameras, by their places among the job's; none for those beyond.
  package internal(set) var own: [OwnGuides] = []
  /// Whether guides are read and drawn.
  package var drawsHUD = true
  /// The greatest width of the small pictures that guides read: 480 for the finest, 240 for half the size.
  package var smallWidth = 480
  /// Takes each camera's first view as level, and follows small rolls from there.
  package var levelReference = false
  /// Takes each camera's first frame as the scene without its subject.
  package var plate = false
  /// Whether each frame is a separate picture, such as a photo.
  package private(set) var arePhotos = false
  /// Zebra, peaking, histogram.
  package var assists: Set<Assist> = []
  /// Where the main camera's focus is measured, in fractions of its viewfinder; `nil` for nowhere.
  package var focusBox: Rect?
  /// Where the main camera's exposure is measured, like ``focusBox``.
  package var exposureBox: Rect?
  /// Text burnt into a corner of each viewfinder; `nil` for none.
  package var stamps: [PictureStamp] = []
  /// Whether viewfinders show their cameras' names; `nil`: if there are several side by side.
  package var showsNames: Bool?
  /// Whether chrome is drawn around the viewfinders.
  package var drawsChrome = true
  /// The look of the chrome.
  package var style = ChromeStyle()
  /// What lies behind the chrome.
  package var backdrop = StageBackdrop.ambient
  /// libjpeg's scale, 1...100.
  package var quality = 85
  /// Whether pictures carry the cameras' own frames and the ink map.
  package var keptSources: SourceKeeping?
  /// What a press of the shutter leaves beside the picture.
  package var photos = ShotPhotos.clean
  /// Whether pictures say where they were taken, if values do.
  package var tellsPosition = true
  /// The program with its version, as pictures name it.
  package var program = "dualcam"

  /// What the screen may hold; for tests of an overfull screen.
  package var screenRules = DisplayRules()

  /// Thirds, guides and dark chrome around viewfinders side by side.
  package init() {}

  /// Makes each frame a separate picture: guides are read at once, nothing moves, the chrome shows
  /// no time and no rate, and no frame lends rows to a damaged one.
  package mutating func takePhotos() {
    arePhotos = true
    style.reduceMotion = true
    if damaged == .keepRows { damaged = .keep }
  }

  /// Takes a template with the assists that it names, in place of the former one and its assists.
  mutating func take(_ template: SilhouetteTemplate?) {
    assists.subtract(Self.assists(of: self.template))
    self.template = template
    assists.formUnion(Self.assists(of: template))
  }

  /// The assists that a template names.
  static func assists(of template: SilhouetteTemplate?) -> Set<Assist> {
    Set((template?.assists ?? []).compactMap { Assist(rawValue: $0) })
  }
}

extension StageSettings {
  /// What has to be done once a setting has changed.
  package enum Effect: Sendable {
    /// The chrome and the figures in the ink are laid out anew.
    case style
    /// Viewfinders show other guides.
    case guides
    /// Assists and their boxes.
    case measures
    /// The letters in viewfinders' corners.
    case letters
    /// Nothing: the next picture uses it.
    case pictures
  }

  /// All that can be set and either changes while a job runs or stands in its recordings.
  package static let all: [Destination<StageSettings, Effect>] = [
    Destination("quality", .pictures, key: "quality", \.quality) { .integer($0) },
    Destination("grid", .guides, key: "grid", \.grid) { .text($0.rawValue) },
    Destination("template", .guides, key: "template", copy: { $0.take($1.template) }) {
      $0.template.map { .text($0.name) }
    },
    Destination("secondary-grid", .guides, copy: { $0.take($1) { $0.grid = $1.grid } }),
    Destination("secondary-template", .guides, copy: { $0.take($1) { $0.template = $1.template } }),
    Destination("assist", .measures, copy: { $0.assists = $1.assists(with: $0.template) }),
    Destination("focus-box", .measures, \.focusBox),
    Destination("exposure-box", .measures, \.exposureBox),
    Destination("appearance", .style, key: "appearance", \.style.appearance) { .text($0.rawValue) },
    Destination("reduce-transparency", .style, key: "reduceTransparency", \.style.reduceTransparency) {
      .flag($0)
    },
    Destination("increase-contrast", .style, key: "increaseContrast", \.style.increaseContrast) { .flag($0) },
    Destination("reduce-motion", .style, key: "reduceMotion", \.style.reduceMotion) { .flag($0) },
    Destination("text-size", .style, key: "textSize", \.style.typeSize) { .text("\($0)") },
    Destination("language", .style, key: "language", \.style.language) { .text($0.rawValue) },
    Destination("hand", .style, key: "hand", \.style.hand) { .text($0.rawValue) },
    Destination("no-chrome", nil, key: "chrome", \.drawsChrome) { .flag($0) },
    Destination("picture", nil, key: "picture", \.layout.isTight) { $0 ? .text("tight") : nil },
    Destination("no-hud", nil, key: "hud", \.drawsHUD) { .flag($0) },
    Destination("backdrop", nil, key: "backdrop", \.backdrop) { .text($0.name) },
    Destination("stamp", .letters, key: "stamp", \.stamps) {
      $0.isEmpty ? nil : .text($0.map(\.format).joined(separator: " · "))
    },
    Destination("stamp-corner", .letters, \.stamps),
    Destination("keep-source", nil, key: "keepSource", \.keptSources) { $0.map { .text($0.rawValue) } },
    Destination("no-gps", .pictures, key: "gps", \.tellsPosition) { $0 ? nil : .flag(false) },
    Destination("photos", nil, key: "photos", \.photos) { $0 == .clean ? nil : .text($0.rawValue) },
  ]

  /// Takes what is chosen for single cameras.
  private mutating func take(_ new: StageSettings, _ change: (inout OwnGuides, OwnGuides) -> Void) {
    for camera in 0..<max(own.count, new.own.count) {
      choose(for: camera) { change(&$0, new.own(of: camera)) }
    }
  }

  /// The assists, with those that this template names instead of its own's.
  private func assists(with template: SilhouetteTemplate?) -> Set<Assist> {
    var other = self
    other.take(template)
    return other.assists
  }
}

/// How many threads make a picture. The result is the same.
///
/// More than two share only rows of the finished picture. Two finish a picture a quarter to a third sooner, but take up to a
/// fifth more CPU in all: docs/performance.md. They pay off when a picture would be late, or when somebody waits for the end.
package enum StageThreads: String, Sendable, CaseIterable {
  /// Two, or one for live pictures that take well below two thirds of the time between them.
  case auto
  case one = "1"
  case two = "2"
  case three = "3"
  case four = "4"
  case five = "5"
  case six = "6"
  case seven = "7"
  case eight = "8"

  /// The most threads that make one picture.
  package var most: Int { Int(rawValue) ?? 2 }
}
