import CaptureKit
import Compositor
import GlassChrome
import Recordings

/// What the lines so far tell. A line states only what no earlier one did.
///
/// Whatever a picture that was dropped, refused or didn't show a camera would have told goes to the next line.
/// A segment's first line tells everything anew, except frames lost before.
struct ToldFacts {
  private struct Camera {
    var lost = 0
    /// Frames lost up to the last picture shown.
    var shown = 0
    var revision = 0
    /// Its controls now, and as in the line of the last picture taken.
    var controls: [CameraControl] = []
    var told: [CameraControl] = []
  }

  private var cameras: [Camera]
  private var hasNewControls = true
  private var toldGlass = GlassQuality.full
  private var screen: [AccessibilityElement]?
  /// What had been counted up to the last picture taken.
  private(set) var counts = RecordedCounts()

  init(cameras: Int) { self.cameras = Array(repeating: Camera(), count: cameras) }

  // MARK: - What a line must tell

  /// What a picture's line tells those who watch, who get it now.
  mutating func watched(_ issue: Issue) -> Issue {
    var issue = issue
    Self.forEachCamera(of: issue.picture) { place, number, lost in
      issue.news.gaps[place] = lost - cameras[number].shown
      cameras[number].shown = lost
    }
    issue.news.glass = news(of: issue.picture)
    return issue
  }

  /// What a picture's line tells in the recording, which gets it now.
  func recorded(_ issue: Issue) -> Issue {
    var issue = issue
    Self.forEachCamera(of: issue.picture) { place, number, lost in
      issue.news.gaps[place] = lost - cameras[number].lost
    }
    issue.news.glass = news(of: issue.picture)
    return issue
  }

  /// Each camera's place, number and losses, without a copy of what its guides read.
  private static func forEachCamera(
    of picture: Picture, _ body: (_ place: Int, _ number: Int, _ lost: Int) -> Void
  ) {
    for place in picture.facts.cameras.indices {
      body(place, picture.facts.cameras[place].number, picture.facts.cameras[place].lost)
    }
  }

  private func news(of picture: Picture) -> GlassQuality? {
    picture.facts.glass == toldGlass ? nil : picture.facts.glass
  }

  /// Whether controls may have to be stated.
  mutating func lookForControls(of intakes: [CameraIntake]) -> Bool {
    for (index, intake) in intakes.enumerated()
    where intake.feed.camera?.controlsRevision ?? 0 != cameras[index].revision { hasNewControls = true }
    return hasNewControls
  }

  /// The cameras' controls that a line must tell: all with a segment's first picture, later those that have changed.
  ///
  /// Volatile controls, which the camera changes all the time, are left to the exposure readings.
  mutating func newControls(of intakes: [CameraIntake], _ ids: [String]) -> [LineNews.Control] {
    var controls: [LineNews.Control] = []
    for (index, intake) in intakes.enumerated() {
      if let camera = intake.feed.camera, camera.controlsRevision != cameras[index].revision {
        cameras[index].revision = camera.controlsRevision
        cameras[index].controls = camera.controls
      }
      for control in cameras[index].controls {
        guard let value = control.value, !control.flags.contains("volatile"),
          cameras[index].told.first(where: { $0.name == control.name })?.value != value
        else { continue }
        controls.append(LineNews.Control(camera: ids[index], name: control.name, value: value))
      }
    }
    hasNewControls = !controls.isEmpty
    return controls
  }

  /// Whether the screen's elements are news.
  func isNews(_ elements: [AccessibilityElement]) -> Bool { screen != elements }

  // MARK: - What lines have told

  /// A picture was taken: its line accounts for everything up to it.
  mutating func tell(_ candidate: Candidate) {
    let picture = candidate.issue.picture
    Self.forEachCamera(of: picture) { _, number, lost in cameras[number].lost = lost }
    toldGlass = picture.facts.glass ?? toldGlass
    counts = candidate.counts
    guard hasNewControls else { return }
    for index in cameras.indices { cameras[index].told = cameras[index].controls }
    hasNewControls = false
  }

  /// The same for the screen.
  mutating func tell(_ elements: [AccessibilityElement]) {
    if screen != elements { screen = elements }
  }

  /// The next picture taken begins a segment.
  mutating func beginSegment() {
    toldGlass = .full
    screen = nil
    for index in cameras.indices { cameras[index].told = [] }
    hasNewControls = true
  }

  /// Frames that a camera lost, by its number.
  func lost(by number: Int) -> Int { cameras[number].lost }
}
