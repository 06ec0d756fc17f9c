import Compositor
import GlassChrome
import HUDGeometry

/// Shots and the library: taking, viewing, keeping and deleting pictures.
extension ScreenController {
  /// The least length of a swipe, in points.
  static let swipeReach = 60.0

  // MARK: - With each picture

  /// Takes the library's answers, and closes a shot's sheet when its time is up.
  func lookAtLibrary() {
    for answer in library?.answers.take() ?? [] { take(answer) }
    reduce(.shotAged(at: now, isHeld: chrome.isHeld))
  }

  private func take(_ answer: LibraryAnswer) {
    switch answer {
    case .items(let values, let place): reduce(.itemsRead(values, at: place))
    case .picture(let picture): reduce(.pictureFound(picture, at: now))
    case .kept(let name, let isKept):
      reduce(.pictureKept(name, isKept))
      say(isKept ? \.pictureKept : \.pictureNotKept)
      refresh()
    case .deleted(let name):
      reduce(.pictureDeleted(name))
      say(\.pictureDeleted)
      refresh()
    case .failed(let text, let brief):
      reduce(.readingFailed(brief(screen.words)))
      complain(text)
      say(brief)
    }
  }

  // MARK: - Shots

  /// Shows the picture that the shutter was pressed for.
  ///
  /// - Parameter number: its number in this run, from 1.
  func showShot(_ number: Int) {
    let (outline, words) = (stage.outline, screen.words)
    var shot = Shot(
      name: words.picture(number), summary: stage.rollDegrees.map(words.roll) ?? words.inRecording,
      picture: stage.cameras[0].small.backdrop.map { Thumbnail(copying: $0) })
    shot.canMark = library != nil
    shot.canRetake = outline != nil
    if let outline {
      shot.suggestions = SilhouetteTemplate.nearest(to: outline.path, aspect: outline.aspect, count: 4)
        .map(\.name).filter { $0 != stage.settings.template?.name }.prefix(3).map(\.self)
    }
    reduce(.shotTaken(LibraryPicture(name: .shot(number), shot: shot, outline: outline), at: now))
  }

  /// Toggles whether the picture on view is kept.
  func toggleKept() {
    guard let picture = state.looked else { return }
    reduce(.keepPressed(at: now))
    library?.ask(.keep(picture.name, !picture.shot.isKept))
  }

  /// Deletes the picture on view, after confirmation.
  func confirmDeletion() {
    guard let picture = state.looked, picture.shot.asksToDelete else { return }
    reduce(.deletionAsked(false, at: now))
    library?.ask(.delete(picture.name))
  }

  /// Uses the outline of the picture on view as the template.
  func retake() {
    guard let outline = state.looked?.outline else { return say(\.noOutlineToRetake) }
    reduce(.libraryLeft)
    reduce(.templateOffered(outline))
    screen.select(stage.settings)
    stage.select(template: outline, grid: stage.settings.grid)
  }

  // MARK: - Places

  func pressLibrary() {
    reduce(.libraryPressed)
    if library == nil { return complain("there is no library: record, or name a folder with --library") }
    refresh()
  }

  /// Goes to another place in the library.
  func go(to place: LibraryPlace) {
    reduce(.placeChosen(place))
    refresh()
  }

  /// Has the items on the screen read.
  private func refresh() {
    if state.library != nil { library?.ask(.show(state.memory.place)) }
  }

  /// Opens a recording, or looks at a picture.
  func open(_ item: String) {
    if let recording = LibraryItemName.recording(from: item) {
      return go(to: LibraryPlace(recording: recording))
    }
    guard let index = LibraryItemName.index(from: item) else { return }
    let place = state.memory.place
    library?.ask(.look(.file(recording: place.recording, index: index), in: place, step: 0))
  }

  // MARK: - Swipes

  /// Recognizes swipes: down from the top for the last shot, sideways over a picture for the next, down on it to close.
  func followSwipe(_ event: ChromeEvent, _ width: Double, _ height: Double) {
    switch event {
    case .press(let position):
      let point = position.point(canvasWidth: width, canvasHeight: height)
      swipe = (point, point)
    case .move(let position): swipe?.to = position.point(canvasWidth: width, canvasHeight: height)
    case .release(let position):
      if let position { swipe?.to = position.point(canvasWidth: width, canvasHeight: height) }
      if let swipe { finish(from: swipe.from, way: swipe.to - swipe.from) }
      swipe = nil
    default: break
    }
  }

  private func finish(from start: Point, way: Point) {
    let isDown = way.y >= Self.swipeReach && way.y > 2 * way.x.magnitude
    let isSideways = way.x.magnitude >= Self.swipeReach && way.x.magnitude > 2 * way.y.magnitude
    if let sheet = chrome.accessibility.first(where: { $0.id == "post-shot" }), sheet.frame.contains(start) {
      if isDown, start.y - sheet.frame.y < Self.swipeReach { reduce(.pictureLeft) }
      guard isSideways, let picture = state.looked, picture.isFromLibrary else { return }
      let isForward = (way.x < 0) != stage.settings.style.language.isRightToLeft
      library?.ask(.look(picture.name, in: state.memory.place, step: isForward ? 1 : -1))
    } else if isDown, start.y * stage.layout.scale < Double(stage.layout.topRegion.maxY) {
      reduce(.shotRecalled(at: now))
    }
  }
}

/// The library items' names in events.
enum LibraryItemName {
  private static let prefix = "recording-"
  private static let ending = ".jpg"

  static func recording(_ name: String) -> String { prefix + name }

  /// The recording that an item's name refers to; `nil` if it is a picture's.
  static func recording(from name: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// The index of the picture that an item's name refers to.
  static func index(from name: String) -> Int? {
    name.hasSuffix(ending) ? Int(name.dropLast(ending.count)) : nil
  }
}
