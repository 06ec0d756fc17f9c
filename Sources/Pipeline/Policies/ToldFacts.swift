import CaptureKit
import Compositor
import GlassChrome

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
  /// What the last picture taken says.
  private(set) var recorded = OutputFrame.Recorded()

  init(cameras: Int) { self.cameras = Array(repeating: Camera(), count: cameras) }

  // MARK: - What a line must state

  /// Sets the losses that a picture's line must state to those who watch; call it before showing the picture.
  mutating func show(_ picture: OutputFrame) {
    for index in picture.facts.cameras.indices {
      let (channel, lost) = (picture.facts.cameras[index].channel, picture.facts.cameras[index].lost)
      picture.facts.cameras[index].gap = lost - cameras[channel].shown
      cameras[channel].shown = lost
    }
  }

  /// Sets the losses and the glass that a picture's line must state in the recording; call it when handing the picture over.
  func settle(_ picture: OutputFrame) {
    for (index, camera) in picture.facts.cameras.enumerated() {
      picture.recorded.gaps[index] = camera.lost - cameras[camera.channel].lost
    }
    picture.recorded.glass = news(of: picture.facts.quality)
  }

  /// Sets the quality of a picture's glass if it is news.
  func state(_ quality: GlassQuality?, in picture: OutputFrame) {
    (picture.facts.quality, picture.facts.glass) = (quality, news(of: quality))
  }

  private func news(of quality: GlassQuality?) -> GlassQuality? { quality == toldGlass ? nil : quality }

  /// Whether controls may have to be stated.
  mutating func lookForControls(of channels: [CameraChannel]) -> Bool {
    for (index, channel) in channels.enumerated()
    where channel.feed.camera?.controlsRevision ?? 0 != cameras[index].revision { hasNewControls = true }
    return hasNewControls
  }

  /// Adds the cameras' controls: all with a segment's first picture, later those that have changed.
  ///
  /// Volatile controls, which the camera changes all the time, are left to the exposure readings.
  mutating func stateControls(of channels: [CameraChannel], _ ids: [String], in picture: OutputFrame) {
    for (index, channel) in channels.enumerated() {
      if let camera = channel.feed.camera, camera.controlsRevision != cameras[index].revision {
        cameras[index].revision = camera.controlsRevision
        cameras[index].controls = camera.controls
      }
      for control in cameras[index].controls {
        guard let value = control.value, !control.flags.contains("volatile"),
          cameras[index].told.first(where: { $0.name == control.name })?.value != value
        else { continue }
        picture.facts.controls.append(
          PictureFacts.Control(camera: ids[index], name: control.name, value: value))
      }
    }
    hasNewControls = !picture.facts.controls.isEmpty
  }

  /// Whether the screen's elements are news.
  func isNews(_ elements: [AccessibilityElement]) -> Bool { screen != elements }

  // MARK: - What lines have told

  /// A picture was taken: its line accounts for everything up to it.
  mutating func tell(_ picture: OutputFrame) {
    for camera in picture.facts.cameras { cameras[camera.channel].lost = camera.lost }
    toldGlass = picture.facts.quality ?? toldGlass
    recorded = picture.recorded
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
  func lost(by channel: Int) -> Int { cameras[channel].lost }
}
