import Compositor
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import PixelTypes
import Recordings

/// Answers the screen's library requests: lists recordings and pictures, keeps and deletes them.
///
/// It opens only what lies in the library's folder and in the current recording.
package final class Librarian: @unchecked Sendable {
  // SAFETY: one thread uses it: its own in a live job, the stage's in an exact one.
  private let root: String
  private let recording: (any LibraryRecording)?
  private let words: ScreenWords
  /// Whether the job is live. An exact one shows no file times: its pictures must not depend on them.
  private let isLive: Bool
  private var browsers: [String: RecordingBrowser] = [:]
  private var thumbnails = ThumbnailStore()

  /// Items per page: one or two screens of them.
  static let page = 48
  /// Thumbnails read between answers about the same page.
  private static let step = 12
  /// How long a shot may take to reach its file.
  private static let patience = Duration.seconds(3)
  /// Recordings kept open for browsing.
  private static let mostBrowsers = 32

  /// - Parameters:
  ///   - root: a recording, a folder of segments, or a folder of recordings.
  ///   - recording: the current one; `nil` if nothing is recorded.
  ///   - words: in the screen's language.
  ///   - isLive: whether days and times are shown, and pictures may still be on their way to the disk.
  package init(_ root: String, recording: (any LibraryRecording)?, words: ScreenWords, isLive: Bool) {
    self.root = root
    self.recording = recording
    self.words = words
    self.isLive = isLive
  }

  /// Answers a request.
  ///
  /// - Parameter early: called with answers that lack some pictures, so that the screen needn't
  ///   wait for all of them. Returns whether to continue.
  func answer(_ request: LibraryRequest, early: (LibraryAnswer) -> Bool = { _ in true }) -> LibraryAnswer {
    do {
      switch request {
      case .show(let place): return try show(place, early)
      case .look(let name, let place, let step): return .picture(try look(name, place, step))
      case .keep(let name, let isKept):
        let (library, index) = try find(name)
        let selection = FrameSelection(frames: [index])
        _ = try isKept ? library.keep(selection) : library.unkeep(selection)
        return .kept(name, isKept)
      case .delete(let name):
        let (library, index) = try find(name)
        let change = try library.delete(FrameSelection(frames: [index]))
        guard change.frames == [index] else {
          throw FileError.unfit(
            path: library.folder,
            reason: change.skippedKept.isEmpty
              ? "picture \(index) isn't there" : "picture \(index) is kept")
        }
        if recording?.holds(library.folder) ?? false { recording?.gaveBack(change.bytes) }
        return .deleted(name)
      }
    } catch {
      let brief: @Sendable (ScreenWords) -> String
      switch request {
      case .show, .look: brief = \.cantRead
      case .keep: brief = \.cantKeep
      case .delete: brief = \.cantDelete
      }
      return .failed("the library: \(error)", brief: brief)
    }
  }

  /// Answers all requests waiting at a desk.
  ///
  /// - Parameter prepare: called before each.
  package func answerAll(at desk: LibraryDesk, prepare: () -> Void) {
    while let request = desk.take() {
      prepare()
      desk.answers.add(answer(request))
    }
  }

  // MARK: - Folders

  private func path(_ recording: String?) -> String { recording.map { "\(root)/\($0)" } ?? root }

  private func find(_ name: PictureName) throws(FileError) -> (RecordingLibrary, Int) {
    switch name {
    case .shot(let number):
      let patience = ContinuousClock.now + Self.patience
      while true {
        if let place = recording?.place(ofShot: number) {
          return (RecordingLibrary(place.folder), place.index)
        }
        guard isLive, .now < patience else { break }
        usleep(20_000)
      }
      throw .unfit(path: root, reason: "picture \(number) isn't there, or not yet")
    case .file(let recording, let index): return (RecordingLibrary(path(recording)), index)
    }
  }

  private func browser(_ recording: String?) throws(FileError) -> RecordingBrowser {
    let path = path(recording)
    let browser: RecordingBrowser
    if let known = browsers[path] {
      browser = known
    } else {
      browser = try RecordingBrowser(FolderHandle(path))
      if browsers.count >= Self.mostBrowsers { browsers.removeAll() }
      browsers[path] = browser
    }
    try browser.refresh()
    return browser
  }

  // MARK: - Lists

  private func show(_ place: LibraryPlace, _ early: (LibraryAnswer) -> Bool) throws -> LibraryAnswer {
    let folder = try FolderHandle(path(place.recording))
    return RecordingFolder.isRecording(folder)
      ? try showPictures(place, folder, early) : try showRecordings(place, folder, early)
  }

  private func showPictures(
    _ place: LibraryPlace, _ folder: FolderHandle, _ early: (LibraryAnswer) -> Bool
  ) throws -> LibraryAnswer {
    let browser = try browser(place.recording)
    var values = LibraryContents()
    values.recording = place.recording ?? URL(fileURLWithPath: root).lastPathComponent
    values.canGoBack = place.recording != nil
    values.days = days(browser.frames.map(\.seconds))
    values.hasPhotos = browser.frames.contains { $0.isPhoto }
    let found = select(browser, place)
    let shown = cut(found, place, &values)
    values.items = shown.map { frame in
      LibraryItem(
        frame.file, title: words.picture(frame.index),
        detail: isLive ? LocalTime(frame.seconds).time : "",
        isKept: browser.kept.contains(frame.index), isSnapped: frame.isSnapped, isPhoto: frame.isPhoto)
    }
    return read(into: values, at: place, early) { i in (browser, shown[i].index) }
  }

  private func showRecordings(
    _ place: LibraryPlace, _ folder: FolderHandle, _ early: (LibraryAnswer) -> Bool
  ) throws -> LibraryAnswer {
    struct Found {
      var name: String
      var browser: RecordingBrowser
      var seconds: Double
    }
    var all: [Found] = []
    for name in try folder.names() where !name.hasPrefix(".") && folder.hasFolder(FileName(name)) {
      // An unreadable one is left out here; `dualcam verify` says what is wrong with it.
      guard let browser = try? browser(name), let newest = browser.frames.last else { continue }
      all.append(Found(name: name, browser: browser, seconds: newest.seconds))
    }
    all.sort { isLive ? $0.seconds > $1.seconds : $0.name > $1.name }
    var values = LibraryContents()
    values.days = days(all.map(\.seconds))
    values.hasPhotos = all.contains { $0.browser.frames.contains { $0.isPhoto } }
    let found = all.filter { recording in
      let frames = recording.browser.frames
      guard place.day.map({ LocalTime(recording.seconds).day == $0 }) ?? true else { return false }
      return switch place.filter {
      case .all: true
      case .kept: frames.contains { recording.browser.kept.contains($0.index) }
      case .snapped: frames.contains { $0.isSnapped }
      case .photos: frames.contains { $0.isPhoto }
      }
    }
    let shown = cut(found, place, &values)
    values.items = shown.map { recording in
      LibraryItem(
        LibraryItemName.recording(recording.name), title: recording.name,
        detail: words.picturesCounted(recording.browser.frames.count),
        isKept: recording.browser.frames.contains { recording.browser.kept.contains($0.index) },
        isSnapped: recording.browser.frames.contains { $0.isSnapped },
        isPhoto: recording.browser.frames.contains { $0.isPhoto })
    }
    return read(into: values, at: place, early) { i in
      (shown[i].browser, shown[i].browser.frames[shown[i].browser.frames.count - 1].index)
    }
  }

  /// The frames of a recording that a place shows, newest first.
  private func select(_ browser: RecordingBrowser, _ place: LibraryPlace) -> [RecordingBrowser.Frame] {
    var days: [Int: String] = [:]
    return browser.frames.reversed().filter { frame in
      guard place.day.map({ Self.day(frame.seconds, &days) == $0 }) ?? true else { return false }
      return switch place.filter {
      case .all: true
      case .kept: browser.kept.contains(frame.index)
      case .snapped: frame.isSnapped
      case .photos: frame.isPhoto
      }
    }
  }

  /// The part of a list on a place's page.
  private func cut<Item>(
    _ all: [Item], _ place: LibraryPlace, _ values: inout LibraryContents
  ) -> [Item] {
    let first = min(max(place.page, 0) * Self.page, max(all.count - 1, 0) / Self.page * Self.page)
    let shown = Array(all.dropFirst(first).prefix(Self.page))
    (values.filter, values.day) = (place.filter, place.day)
    values.hasNewer = first > 0
    values.hasOlder = first + shown.count < all.count
    return shown
  }

  private static let mostDays = 31

  /// The days of some times, newest first; none if times aren't shown or there is only one day.
  private func days(_ times: [Double]) -> [String] {
    guard isLive else { return [] }
    let days = Set(Set(times.map(Self.quarter)).map { LocalTime(Double($0) * 900).day })
    return days.count > 1 ? Array(days.sorted(by: >).prefix(Self.mostDays)) : []
  }

  /// The quarter-hour that a time is in: everywhere, days start on one.
  private static func quarter(_ seconds: Double) -> Int { Int((seconds / 900).rounded(.down)) }

  /// A time's day.
  ///
  /// - Parameter known: days by quarter-hour.
  private static func day(_ seconds: Double, _ known: inout [Int: String]) -> String {
    let quarter = quarter(seconds)
    if let day = known[quarter] { return day }
    let day = LocalTime(seconds).day
    known[quarter] = day
    return day
  }

  /// Adds the items' thumbnails, a few at a time.
  private func read(
    into values: LibraryContents, at place: LibraryPlace, _ early: (LibraryAnswer) -> Bool,
    _ source: (Int) -> (RecordingBrowser, Int)
  ) -> LibraryAnswer {
    var values = values
    var isNew = false
    for i in values.items.indices {
      let (browser, index) = source(i)
      let (picture, wasRead) = thumbnails.thumbnail(of: index, in: browser)
      values.items[i].picture = picture
      isNew = isNew || wasRead
      if isNew, i % Self.step == 0 {
        isNew = false
        if !early(.items(values, at: place)) { break }
      }
    }
    return .items(values, at: place)
  }

  // MARK: - One picture

  private func look(_ name: PictureName, _ place: LibraryPlace, _ step: Int) throws -> LibraryPicture {
    guard case .file(let recording, let index) = name else {
      throw FileError.unfit(path: root, reason: "open a shot from its thumbnail right after you take it")
    }
    let browser = try browser(recording)
    let list = select(browser, place)
    // If it is gone, or no longer in the list, the next one takes its place.
    let position = (list.firstIndex { $0.index <= index } ?? list.count) + step
    guard !list.isEmpty else {
      throw FileError.unfit(path: browser.folder.path, reason: "no picture is left")
    }
    let frame = list[min(max(position, 0), list.count - 1)]
    let line = try browser.line(of: frame)
    let outline = line.flatMap(browser.outline)
    var shot = Shot(
      name: words.picture(frame.index), summary: summary(frame, line),
      picture: try thumbnails.large(frame.index, in: browser))
    shot.thumbnail = frame.file
    shot.canMark = true
    shot.isKept = browser.kept.contains(frame.index)
    shot.canRetake = outline != nil
    if let outline {
      shot.suggestions = SilhouetteTemplate.nearest(to: outline.path, aspect: outline.aspect, count: 3)
        .map(\.name)
    }
    return LibraryPicture(name: .file(recording: recording, index: frame.index), shot: shot, outline: outline)
  }

  private func summary(_ frame: RecordingBrowser.Frame, _ line: PictureLine?) -> String {
    var parts: [String] = []
    if isLive { parts.append("\(LocalTime(frame.seconds).day) \(LocalTime(frame.seconds).time)") }
    if let horizon = line?.hud.first?.horizon, horizon.state != "unknown", let degrees = horizon.angleDegrees
    {
      parts.append(words.roll(degrees))
    }
    return parts.joined(separator: " · ")
  }
}
