import Compositor
import GlassChrome
import HUDGeometry
import Screen

/// The library on the screen: where it is, and which picture is on view.
struct LibraryState {
  /// `nil` if the job has no library.
  let desk: LibraryDesk?
  var place = LibraryPlace()
  /// The picture whose sheet is shown.
  var looked: LibraryPicture?
  /// The last shot, which a swipe down from the top brings back.
  var last: LibraryPicture?
  /// When a shot's sheet was last of interest.
  var since: Int64 = 0

  init(_ desk: LibraryDesk?) { self.desk = desk }

  /// Whether the picture on view comes from the library, and stays until closed.
  var isBrowsing: Bool {
    guard case .file = looked?.name else { return false }
    return true
  }
}

/// Shots and the library: taking, viewing, keeping and deleting pictures.
extension ScreenController {
  /// How long a shot's sheet stays if nobody touches it.
  static let shotNanoseconds: Int64 = 3_000_000_000
  /// The least length of a swipe, in points.
  static let swipeReach = 60.0

  // MARK: - With each picture

  /// Takes the library's answers, and closes a shot's sheet when its time is up.
  func lookAtLibrary() {
    for answer in library.desk?.answers.take() ?? [] { take(answer) }
    guard let shot = stage.screen.state.shot, !library.isBrowsing else { return }
    if chrome.isHeld || shot.asksToDelete { library.since = now }
    if now < library.since || now &- library.since >= Self.shotNanoseconds { closeShot() }
  }

  private func take(_ answer: LibraryAnswer) {
    switch answer {
    case .items(var values, let place):
      guard let shown = stage.screen.state.library, place == library.place else { return }
      values.isDayListOpen = shown.isDayListOpen
      stage.screen.state.library = values
    case .picture(let picture):
      guard stage.screen.state.library != nil else { return }
      show(picture)
    case .kept(let name, let isKept):
      if library.last?.name == name { library.last?.shot.isKept = isKept }
      if library.looked?.name == name {
        library.looked?.shot.isKept = isKept
        stage.screen.state.shot?.isKept = isKept
      }
      say(isKept ? \.pictureKept : \.pictureNotKept)
      refresh()
    case .deleted(let name):
      if library.last?.name == name { library.last = nil }
      if library.looked?.name == name { closeShot() }
      say(\.pictureDeleted)
      refresh()
    case .failed(let text, let brief):
      if stage.screen.state.library?.isReading ?? false {
        stage.screen.state.library?.isReading = false
        stage.screen.state.library?.problem = brief(stage.screen.words)
      }
      complain(text)
      say(brief)
    }
  }

  // MARK: - Shots

  /// Shows the picture that the shutter was pressed for.
  ///
  /// - Parameter number: its number in this run, from 1.
  func showShot(_ number: Int) {
    let outline = stage.outline
    var shot = stage.shot(called: stage.screen.words.picture(number))
    shot.canMark = library.desk != nil
    shot.canRetake = outline != nil
    if let outline {
      shot.suggestions = SilhouetteTemplate.nearest(to: outline.path, aspect: outline.aspect, count: 4)
        .map(\.name).filter { $0 != stage.settings.template?.name }.prefix(3).map(\.self)
    }
    let picture = LibraryPicture(name: .shot(number), shot: shot, outline: outline)
    library.last = picture
    show(picture)
  }

  private func show(_ picture: LibraryPicture) {
    library.looked = picture
    library.since = now
    stage.screen.state.shot = picture.shot
  }

  func closeShot() {
    library.looked = nil
    stage.screen.state.shot = nil
  }

  /// Toggles whether the picture on view is kept.
  func toggleKept() {
    guard let picture = library.looked else { return }
    library.since = now
    library.desk?.ask(.keep(picture.name, !picture.shot.isKept))
  }

  /// Asks whether to really delete the picture on view, or withdraws the question.
  func askToDelete(_ asks: Bool) {
    library.since = now
    stage.screen.state.shot?.asksToDelete = asks
  }

  /// Deletes the picture on view, after confirmation.
  func confirmDeletion() {
    guard let picture = library.looked, stage.screen.state.shot?.asksToDelete ?? false else { return }
    askToDelete(false)
    library.desk?.ask(.delete(picture.name))
  }

  /// Uses the outline of the picture on view as the template.
  func retake() {
    guard let outline = library.looked?.outline else { return say(\.noOutlineToRetake) }
    closeShot()
    stage.screen.state.library = nil
    stage.offer(outline)
    stage.select(template: outline, grid: stage.settings.grid)
  }

  // MARK: - Places

  func openLibrary(_ isOpen: Bool) {
    closeShot()
    stage.screen.state.settings = nil
    guard isOpen else {
      stage.screen.state.library = nil
      return
    }
    guard library.desk != nil else {
      return complain("there is no library: record, or name a folder with --library")
    }
    library.place = LibraryPlace()
    go { _ in }
  }

  /// Goes to another place in the library.
  func go(_ change: (inout LibraryPlace) -> Void) {
    change(&library.place)
    closeShot()
    var values = LibrarySheet.Values()
    values.recording = library.place.recording
    values.canGoBack = library.place.recording != nil
    (values.filter, values.day) = (library.place.filter, library.place.day)
    values.days = stage.screen.state.library?.days ?? []
    values.isReading = true
    stage.screen.state.library = values
    library.desk?.ask(.show(library.place))
  }

  private func refresh() {
    if stage.screen.state.library != nil { library.desk?.ask(.show(library.place)) }
  }

  /// Opens a recording, or looks at a picture.
  func open(_ item: String) {
    if let recording = LibraryItemName.recording(from: item) {
      return go { $0 = LibraryPlace(recording: recording) }
    }
    guard let index = LibraryItemName.index(from: item) else { return }
    library.desk?.ask(
      .look(.file(recording: library.place.recording, index: index), in: library.place, step: 0))
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
      if isDown, start.y - sheet.frame.y < Self.swipeReach { closeShot() }
      guard isSideways, library.isBrowsing, let picture = library.looked else { return }
      let isForward = (way.x < 0) != stage.settings.style.language.isRightToLeft
      library.desk?.ask(.look(picture.name, in: library.place, step: isForward ? 1 : -1))
    } else if isDown, start.y * stage.layout.scale < Double(stage.layout.topRegion.maxY),
      let last = library.last,
      stage.screen.state.settings == nil
    {
      show(last)
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
