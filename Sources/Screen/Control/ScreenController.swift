import Compositor
import GlassChrome
import HUDGeometry

/// Drives a run's screen by its events: finds what they touch, tells the screen, and does what a value
/// can't: it sets cameras, asks the library, changes the look and reports.
///
/// Depends only on the pictures' times, so the same events at the same times do the same. A picture
/// without events allocates nothing.
package final class ScreenController {
  /// How long the reticle stays.
  static let reticleNanoseconds: Int64 = 2_000_000_000
  /// The same with the exposure's slider, since it was last touched.
  static let exposureNanoseconds: Int64 = 4_000_000_000
  /// How long a sheet closes.
  static let closingNanoseconds: Int64 = 300_000_000
  /// How far a finger may move in a tap, in points.
  static let tapReach = 10.0
  /// Bad events reported per picture; a program that sends nonsense must not fill the log.
  static let mostWarnings = 8

  private var feed: EventFeed
  private var budget = EventBudget()
  var stage: Stage
  package var screen: StageScreen
  /// Which cameras to show, and how: the stage follows with the next picture.
  package var arrangement: Arrangement
  /// The cameras that the stage shows, by their place on it.
  var shown: [Int]
  private var presence = ChromePresence()
  /// Whether a program sent a trigger that the job hasn't taken yet.
  var isTriggered = false

  /// What programs marked that no line has told yet.
  private var marks: [String] = []
  private var marksGivenBack = 0
  /// The most marks that wait for a recorded picture.
  private static let mostMarks = 256

  /// Whether there are marks that no line has told.
  package var hasMarks: Bool { !marks.isEmpty }
  /// - Returns: the marks, and how many of the first were given back: who watches knows them.
  package func takeMarks() -> (marks: [String], told: Int) {
    (exchange(&marks, with: []), exchange(&marksGivenBack, with: 0))
  }
  /// Keeps those of pictures that weren't recorded for the next.
  package func giveBack(marks: [String]) {
    self.marks.insert(contentsOf: marks, at: marksGivenBack)
    marksGivenBack += marks.count
  }

  /// Keeps a mark for the next recorded picture's line.
  func mark(_ text: String) {
    guard marks.count < Self.mostMarks else {
      return complain("\(Self.mostMarks) marks wait for a recorded picture; “\(text)” is left out")
    }
    marks.append(text)
  }

  /// Whether a program sent a trigger since the last call.
  package func takeTrigger() -> Bool { exchange(&isTriggered, with: false) }
  /// What draws the screen.
  var chrome: ChromeRenderer { screen.chrome }
  var now: Int64 = 0
  private var warnings = 0
  /// Events taken so far.
  private(set) var eventsTaken = 0
  private let warn: (String) -> Void
  var cameras: [ControlledCamera]
  /// Their names in events.
  private let ids: [String]
  /// Keeps their levels; `nil` forgets them at the end.
  let levels: CameraLevels?
  /// Where a finger that hasn't moved touched a viewfinder, in points.
  var tap: Point?
  var reticleSince: Int64 = 0
  /// When a sheet was last open.
  private var sheetSeen: Int64?
  /// A finger's path since it touched, in points.
  var swipe: (from: Point, to: Point)?
  /// Where to send library requests; `nil` if the job has no library.
  package let library: LibraryDesk?

  /// - Parameters:
  ///   - stage: the stage whose screen it controls.
  ///   - arrangement: what the stage shows.
  ///   - feed: the run's events.
  ///   - shutter: what the capture button does in this run.
  ///   - library: where to send library requests; `nil` if there is none.
  ///   - cameras: the cameras whose controls it sets.
  ///   - levels: keeps their levels.
  ///   - warn: called with a sentence about each event without effect, for the first few per picture.
  /// - Returns: `nil` for a stage without chrome, which has nothing to touch.
  package init?(
    _ stage: Stage, _ arrangement: Arrangement = Arrangement(.single, cameras: 1), feed: EventFeed,
    shutter: ShutterState, library: LibraryDesk? = nil,
    cameras: [ControlledCamera] = [], levels: CameraLevels? = nil, warn: @escaping (String) -> Void
  ) {
    guard let screen = stage.screen else { return nil }
    (self.stage, self.screen) = (stage, screen)
    (self.arrangement, shown) = (arrangement, arrangement.shown)
    self.feed = feed
    self.warn = warn
    (self.cameras, ids) = (cameras, cameras.map(\.id))
    self.levels = levels
    self.library = library
    reduce(.operated(shutter, hasLibrary: library != nil))
    showCameras()
  }

  /// What the screen is.
  var state: ChromeState { screen.state }

  /// What the capture button does: for who needs no more, as the whole state would be copied.
  package var shutter: ShutterState { screen.state.shutter }

  /// Tells the screen what happened.
  func reduce(_ event: ScreenEvent) { screen.reduce(event) }

  /// Takes the events due with a picture; call it before drawing the picture.
  ///
  /// - Parameter nanoseconds: the picture's time.
  package func advance(to nanoseconds: Int64) {
    now = nanoseconds
    warnings = 0
    reduce(.pictureCame(at: nanoseconds))
    lookAtLibrary()
    let followsReticle = state.memory.followsReticle
    if chrome.isHeld, followsReticle { reticleSince = now }
    let stays = followsReticle ? Self.exposureNanoseconds : Self.reticleNanoseconds
    if nanoseconds < reticleSince || nanoseconds &- reticleSince >= stays { aim(at: nil) }
    lookAtCameras()
    let hadEvent = takeEvents()
    presence.advance(
      to: nanoseconds, isRecording: state.shutter.isShooting, hadEvent: hadEvent,
      isHeld: chrome.isHeld || state.isInUse)
    reduce(.settled(isAwake: presence.showsControls))
    keepRoomForSheet()
    if let mailbox = feed.mailbox, mailbox.wantsDescription {
      chrome.prepare(state, nanoseconds: nanoseconds)
      mailbox.describe(ScreenDescription.json(of: stage, hasSettings: true))
    }
  }

  /// Counts a shot that is on its way to the recording.
  package func tookPicture() {
    let number = state.shutter.nextShot
    reduce(.pictureTaken)
    guard let number else { return }
    say { $0.pictureTaken(number) }
    if state.shutter.shotsWaiting == 0 { showShot(number) }
  }

  // MARK: - Events

  /// Takes as many waiting events as a picture allows; returns whether there were any.
  private func takeEvents() -> Bool {
    budget.advance(to: now, isFlooded: feed.hasWaiting)
    feed.advance(to: now)
    var (hadEvent, hasMoved) = (false, false)
    while budget.allows, !awaitsRoom, let event = feed.next() {
      hadEvent = true
      let (style, sheets) = (stage.settings.style, sheets)
      let isAction = take(event)
      eventsTaken += 1
      let isFreeMove = event.isMove && !isAction && !hasMoved
      // A finger on a slider sets it with each move.
      let isCheap = event.isMove || !isAction
      hasMoved = hasMoved || event.isMove
      budget.spend(
        stage.settings.style != style
          ? EventBudget.restyling
          : self.sheets != sheets
            ? EventBudget.sheet : isFreeMove ? 0 : isCheap ? EventBudget.touch : EventBudget.action)
    }
    return hadEvent
  }

  /// Whether somebody opened a sheet; a shot's comes and goes by itself.
  var hasSheet: Bool { state.settings != nil || state.library != nil }

  /// Whether a sheet that has just opened needs another stage, which comes before the next events.
  private var awaitsRoom: Bool { hasSheet && !arrangement.hasSheet && !stage.hasRoom(forSheet: true) }

  /// A sheet keeps its room until it is gone: no viewfinder covers its words.
  private func keepRoomForSheet() {
    if hasSheet { sheetSeen = now }
    let isClosing = sheetSeen.map { now >= $0 && now &- $0 < Self.closingNanoseconds } ?? false
    arrangement.hasSheet = hasSheet || (isClosing && arrangement.hasSheet)
  }

  /// Which sheets are shown, and how tall.
  private var sheets: [Sheet.Detent?] {
    [state.settings, state.library.map { _ in state.libraryDetent }, state.shot.map { _ in .medium }]
  }

  /// Takes an event; returns whether it did something.
  private func take(_ event: ChromeEvent) -> Bool {
    // A finger can only refer to what is visible; an event that names a control need not wake it first.
    var isFinger = false
    if case .press = event { isFinger = true }
    if !isFinger, !state.showsControls { reduce(.woken) }
    chrome.prepare(state, nanoseconds: now)
    let outcome = chrome.handle(event, nanoseconds: now)
    follow(event)
    switch outcome {
    case .nothing: return false
    case .action(let action):
      act(action)
      return true
    case .unknown: return refuse(event)
    }
  }

  /// Handles an event that no control on the screen takes; returns whether it still had an effect.
  private func refuse(_ event: ChromeEvent) -> Bool {
    switch event {
    case .press, .move, .release, .scroll, .focus, .activate, .adjust: break
    case .select(let id, let name):
      // The shelf shows as many cards as fit unless a sheet takes its place; all of them can be chosen by name.
      if id.path == Control.template.name, showsShelf {
        act(.select(id, value: name))
        return true
      }
      if let use = Control.use(.select(id, value: name), cameras: ids), use.isSetting {
        perform(use)
        return true
      }
      complain("there is no “\(id)” with a choice “\(name)” on the screen")
    case .toggle(let id) where id.path.hasPrefix("template/") && state.isCovered:
      act(.activate(id))
      return true
    case .toggle(let id)
    where !state.isCovered && screen.seen.tools.contains { $0.kind == .list && $0.name == id.path }:
      // Folded away behind their button.
      act(.activate(id))
      return true
    case .toggle(let id) where Control.use(.activate(id), cameras: ids)?.isSetting ?? false:
      act(.activate(id))
      return true
    case .set(let id, let value) where Control.use(.set(id, value: value), cameras: ids) != nil:
      act(.set(id, value: value))
      return true
    case .toggle(let id), .set(let id, _):
      complain("there is nothing called “\(id)” to press on the screen")
    }
    return false
  }

  private var showsShelf: Bool {
    state.isCovered
      || chrome.accessibility.contains { $0.id == "template" || $0.id.path.hasPrefix("template/") }
  }

  private func act(_ action: ChromeAction) {
    if let use = Control.use(action, cameras: ids) { return perform(use) }
    if case .select(let id, let value) = action { complain("“\(value)” isn't a choice of “\(id)”") }
  }

  private func perform(_ use: ControlUse) {
    for request in use.act(SeenScreen(state, stage.settings.style)) { perform(request) }
  }

  func press() {
    let before = state.shutter
    reduce(.shutterPressed)
    if let message = state.shutter.message(since: before) { say { $0[keyPath: message] } }
  }

  func choose(template name: String, isToggled: Bool) {
    let isInUse = stage.settings.template?.name == name
    if name == "none" || (isToggled && isInUse) {
      return stage.select(template: nil, grid: stage.settings.grid)
    }
    guard let template = state.templates.first(where: { $0.name == name }) else {
      return complain("there is no template “\(name)”")
    }
    stage.select(template: template, grid: stage.settings.grid)
  }

  // MARK: - Messages

  func say(_ message: (ScreenWords) -> String) {
    screen.say(message, nanoseconds: now)
  }

  func complain(_ text: String) {
    warnings += 1
    if warnings <= Self.mostWarnings { warn(text) }
  }
}

extension ChromeEvent {
  /// Whether it moves a finger or scrolls. One per picture is free, because fingers move all the
  /// time and waiting moves merge.
  fileprivate var isMove: Bool {
    switch self {
    case .move, .scroll: true
    default: false
    }
  }
}
