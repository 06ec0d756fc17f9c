import CAllocationCounter
import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("What happens to the screen, and what it is then")
struct ScreenReduceTests {
  private static let second: Int64 = 1_000_000_000

  /// Some time after the last event, any of what can happen.
  private static func event(at now: Int64, _ random: inout Seeded) -> ScreenEvent {
    func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: choices.indices, using: &random)] }
    func picture(_ name: PictureName) -> LibraryPicture {
      LibraryPicture(name: name, shot: .init(name: "\(name)", summary: ""))
    }
    let place = LibraryPlace(recording: pick([nil, "Garden"]))
    let (shot, file) = (
      PictureName.shot(pick([1, 2])), PictureName.file(recording: nil, index: pick([1, 2]))
    )
    let (yes, name, text) = (Bool.random(using: &random), pick([shot, file]), pick(["grid", "cameras"]))
    let values = LibraryContents()
    let events: [ScreenEvent] = [
      .cameraSeen(pick([0, 1, 2]), .live, framesPerSecond: 30, drops: 1),
      .timePassed(secondOfDay: 1, recordingSeconds: yes ? 2 : nil), .rolled(yes ? 3 : nil),
      .advised(yes ? text : nil, .violation, of: 0, at: now), .advised(nil, .info, of: 0, at: now),
      .settled(isAwake: yes), .settled(isAwake: true), .woken, .pictureCame(at: now), .pictureTaken,
      .said(Toast(text), at: now),
      .shutterPressed, .modeChosen(pick([.photo, .video, .timelapse])), .selfTimerChosen(pick([0, 3])),
      .intervalChosen(pick([0.5, 2])),
      .camerasChanged([], views: nil, zoom: 1, torch: yes, exposure: yes ? 0 : nil),
      .guidesChosen(template: pick(["couple", "post", nil]), grid: text, assists: []),
      .templateOffered(pick(SilhouetteTemplate.builtIn)), .settingsPressed, .pageChosen(text),
      .capturePressed, .grabberPressed, .closePressed, .pickerPressed(text), .pickerLeft, .toolsPressed,
      .exposurePressed, .reticlePlaced, .reticleGone, .libraryPressed, .libraryPressed, .libraryLeft,
      .placeChosen(place), .daysPressed, .itemsRead(values, at: place), .readingFailed(text),
      .shotTaken(picture(shot), at: now), .pictureFound(picture(file), at: now), .shotRecalled(at: now),
      .shotAged(at: now, isHeld: yes), .keepPressed(at: now), .deletionAsked(yes, at: now), .pictureLeft,
      .pictureKept(name, yes), .pictureDeleted(name),
    ]
    return pick(events)
  }

  private static func start(hasLibrary: Bool = true) -> ChromeState {
    var state = ChromeFixtures.state(hint: nil)
    state.reduce(.operated(ShutterState(), hasLibrary: hasLibrary))
    return state
  }

  @Test("whatever happens, in whatever order, these hold")
  func invariants() {
    let seen = (0..<20).reduce(into: Set<String>()) { $0.formUnion(run(seed: $1)) }
    #expect(seen == ["settings", "library", "question", "list"])
  }

  /// Lets a thousand things happen; returns what was open meanwhile.
  private func run(seed: Int) -> Set<String> {
    var random = Seeded(UInt64(seed))
    var state = Self.start()
    var told: [ScreenEvent] = []
    var now = Self.second
    var (saidAt, listWasPressed, seen) = (Int64.min / 2, false, Set<String>())
    for _ in 0..<1000 {
      // Now and then time jumps back, as when a file begins again.
      now = random.unit() < 0.9 ? now + .random(in: 0..<Self.second, using: &random) : now / 2
      let (before, event) = (state, Self.event(at: now, &random))
      told.append(event)
      state.reduce(event)
      let about = Comment("\(seed): \(event), the \(told.count).")

      #expect(state.settings == nil || state.library == nil, about)
      #expect(state.library != nil || state.looked?.isFromLibrary != true, about)
      #expect(state.memory.lastShot.map { !$0.isFromLibrary && !$0.shot.asksToDelete } ?? true, about)
      #expect(state.selectedTemplate.map(state.templates.indices.contains) ?? true, about)
      switch event {
      case .said: saidAt = now
      case .advised:
        #expect(state.toast == nil || 0..<ChromeState.messageNanoseconds ~= now - saidAt, about)
      case .settled(let isAwake):
        #expect(state.showsControls == (isAwake || state.shutter.timeLeft != nil), about)
        #expect(state.showsShelf == isAwake, about)
      case .pickerPressed: listWasPressed = true
      case .pickerLeft, .toolsPressed, .exposurePressed, .settingsPressed, .capturePressed, .libraryPressed,
        .libraryLeft, .placeChosen, .shotTaken:
        listWasPressed = false
      case .closePressed, .grabberPressed: if before.settings != nil { listWasPressed = false }
      case .itemsRead(_, let place):
        #expect(before.library != nil && before.memory.place == place || state == before, about)
      default: break
      }
      #expect(state.openPicker == nil || listWasPressed, about)
      #expect(state.openTool == nil || !state.isCovered, about)

      var closed = state
      for _ in 0..<2 { closed.reduce(.closePressed) }
      #expect(!closed.isCovered, about)
      if state.settings != nil { seen.insert("settings") }
      if state.library?.isReading == false { seen.insert("library") }
      if state.looked?.shot.asksToDelete == true { seen.insert("question") }
      if state.openTool != nil { seen.insert("list") }
    }
    // The same events give the same screen.
    var again = Self.start()
    for event in told { again.reduce(event) }
    #expect(again == state)
    return seen
  }

  @Test("without a library its tab closes what is open, and opens nothing")
  func noLibrary() {
    var state = Self.start(hasLibrary: false)
    state.reduce(.settingsPressed)
    state.reduce(.libraryPressed)
    #expect(!state.isCovered)
  }

  @Test("what comes with each picture allocates nothing", .countsAllocations)
  func steady() {
    var state = Self.start()
    func picture(_ number: Int) {
      let now = Int64(number) * 33_333_333
      for place in 0..<2 { state.reduce(.cameraSeen(place, .live, framesPerSecond: 29.9, drops: number)) }
      state.reduce(.shotAged(at: now, isHeld: false))
      state.reduce(.reticleGone)
      state.reduce(.pictureCame(at: now))
      state.reduce(.pictureTaken)
      state.reduce(.settled(isAwake: true))
      state.reduce(.timePassed(secondOfDay: number, recordingSeconds: Double(number)))
      state.reduce(.advised("Tilt left a little", .violation, of: 0, at: now))
      state.reduce(.rolled(Double(number)))
    }
    picture(0)
    let before = callocation_count_thread()
    for number in 1..<100 { picture(number) }
    #expect(callocation_count_thread() == before)
    #expect(state.sources.map(\.drops) == [99, 99])
  }
}
