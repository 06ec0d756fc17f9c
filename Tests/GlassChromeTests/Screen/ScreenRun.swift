@testable import GlassChrome
@testable import Screen

/// A run over the screen that shows everything once.
enum ScreenRun {
  /// Opens and closes everything.
  static let steps: [(name: String, change: @Sendable (inout ChromeState) -> Void)] = [
    ("at first", { _ in }),
    ("hint", { $0.hint = "Tilt left a little" }),
    ("another hint", { $0.hint = "Move closer and hold the camera still" }),
    ("toast", { $0.toast = Toast("Recording stopped") }),
    ("no toast", { $0.toast = nil }),
    ("no hint", { $0.hint = nil }),
    ("recording", { $0.recordingSeconds = 1 }),
    ("paused", { $0.shutter.press() }),
    ("stopped", { $0.recordingSeconds = nil }),
    ("photo", { $0.shutter.choose(.photo) }),
    ("info", { $0.info = .init(time: .init(0.01, isAutomatic: true)) }),
    ("tools", { ($0.zoom, $0.exposure, $0.torch, $0.showsTools) = (1, 0, false, true) }),
    ("guide lines' list", { $0.openPicker = "grid" }),
    ("self-timer's list", { $0.openPicker = "self-timer" }),
    ("a self-timer", { ($0.shutter.selfTimer, $0.openPicker) = (3, nil) }),
    ("exposure", { $0.showsExposure = true }),
    ("a list over the exposure", { $0.openPicker = "grid" }),
    ("exposure and light", { ($0.openPicker, $0.torch) = (nil, true) }),
    ("zoom", { ($0.showsExposure, $0.zoom) = (false, 2) }),
    ("a list, then settings", { $0.openPicker = "grid" }),
    ("settings", { ($0.settings, $0.openPicker, $0.showsTools) = (.medium, nil, false) }),
    ("larger settings", { $0.settings = .large }),
    ("closed settings", { $0.settings = nil }),
    ("shot", { $0.looked = picture }),
    ("no shot", { $0.looked = nil }),
    ("library", { ($0.hasLibrary, $0.library) = (true, library) }),
    ("a recording", { $0.library?.recording = "Portraits" }),
    ("a way back", { $0.library?.canGoBack = true }),
    ("a kept picture", { $0.library?.items[0].isKept = true }),
    ("nothing is kept", { $0.library?.items = [] }),
    ("a picture", { $0.looked = picture }),
    ("with buttons", { $0.looked?.shot.canMark = true }),
    ("to be deleted", { $0.looked?.shot.asksToDelete = true }),
    ("no library", { ($0.library, $0.looked) = (nil, nil) }),
    ("camera lost", { $0.sources[1].status = .lost }),
    ("another template", { $0.selectedTemplate = 4 }),
    ("no shelf", { $0.showsShelf = false }),
    ("shelf", { $0.showsShelf = true }),
    ("no controls", { $0.showsControls = false }),
    ("no info", { $0.info = nil }),
    ("controls", { $0.showsControls = true }),
  ]

  private static let picture = LibraryPicture(
    name: .shot(1), shot: .init(name: "000012.jpg", summary: "Horizon +0.4°", picture: nil))

  private static let library: LibraryContents = {
    var values = LibraryContents()
    values.items = ["Portraits", "Garden"].map { LibraryItem($0.lowercased(), title: $0, detail: "12") }
    return values
  }()
}
