import Foundation
import GlassChrome
import HostResources
import JPEGCodec
import NIOCore
import NIOHTTP1
import NIOPosix
import PixelTypes
import Recordings
import Synchronization

/// Serves a folder's recordings to pages: lists, pictures, small pictures, covers, contact sheets; and sets marks on them.
///
/// Files are read on a separate thread, one request at a time, so that no disk delays live pictures.
package final class RecordingShelf: Sendable {
  /// The most requests waiting.
  static let mostWaiting = 64
  static let pageLength = 48
  static let thumbnailWidth = 320
  static let largestWidth = 1920
  static let mostMarks = 200
  static let largestPicture = 64 << 20

  private let folder: String
  private let pool = NIOThreadPool(numberOfThreads: 1)
  private let waiting = Atomic<Int>(0)
  // Only the pool's thread uses it; the mutex tells the compiler so.
  private let browsers = Mutex<[String: RecordingBrowser]>([:])

  /// - Parameter folder: a recording, or a folder of recordings.
  /// - Throws: ``ViewError/recordings(path:reason:)``.
  package init(_ folder: String) throws(ViewError) {
    self.folder = folder
    do { _ = try FolderHandle(folder) } catch { throw .recordings(path: folder, reason: error.reason) }
  }

  func start() { pool.start() }

  func close() { pool.shutdownGracefully { _ in } }

  // MARK: - Requests

  /// What was asked for, or why there is none.
  enum Answer<Value: Sendable>: Sendable {
    case found(Value)
    case refused(Reply)
  }

  /// What of a recording is downloaded.
  enum Selection: String, CaseIterable {
    case all, kept, photos

    /// Why there is nothing.
    var absence: String {
      switch self {
      case .all: "there is no picture"
      case .kept: "no picture is kept"
      case .photos: "there is no photo"
      }
    }
  }

  /// A file of a recording.
  struct File: Sendable {
    /// Its path in the recording.
    var path: String
    /// When it was written, in seconds since 1970.
    var seconds: Double
  }

  /// A recording's pictures or photos, in film order.
  func files(
    of name: String, _ selection: Selection, _ done: @escaping @Sendable (Answer<[File]>) -> Void
  ) {
    work(done) { shelf in
      let browser = try shelf.browser(name)
      try browser.refresh()
      return browser.frames.flatMap { frame -> [File] in
        let paths =
          switch selection {
          case .all: [frame.file]
          case .kept: browser.kept.contains(frame.index) ? [frame.file] : []
          case .photos: frame.isPhoto ? PhotoFiles.files(of: frame.index, in: browser.folder) : []
          }
        return paths.map { File(path: $0, seconds: frame.seconds) }
      }
    }
  }

  /// A file's bytes; `nil` if it is no longer there.
  func bytes(of file: File, in name: String, _ done: @escaping @Sendable (Answer<[UInt8]?>) -> Void) {
    work(done) { shelf in try? shelf.browser(name).folder.read(file.path, limit: Self.largestPicture) }
  }

  /// What a film of a recording would be of now.
  func subject(of name: String, _ done: @escaping @Sendable (Answer<FilmOrders.Subject>) -> Void) {
    work(done) { shelf in
      let browser = try shelf.browser(name)
      try browser.refresh()
      guard let last = browser.frames.last else { throw Missing() }
      return FilmOrders.Subject(
        folder: URL(fileURLWithPath: try shelf.place(name)).path, pictures: browser.frames.count,
        last: last.index)
    }
  }

  /// A film's file, which stays readable though another takes its place.
  struct Film: Sendable {
    let file: FileHandle
    /// In bytes.
    let length: Int
  }

  func open(film path: String, _ done: @escaping @Sendable (Answer<Film>) -> Void) {
    work(done) { _ in
      guard let file = FileHandle(forReadingAtPath: path) else { throw Missing() }
      let length = Int(try file.seekToEnd())
      try file.seek(toOffset: 0)
      return Film(file: file, length: length)
    }
  }

  /// The next bytes of a film.
  func read(_ film: Film, atMost count: Int, _ done: @escaping @Sendable (Answer<[UInt8]>) -> Void) {
    work(done) { _ in Array(try film.file.read(upToCount: count) ?? Data()) }
  }

  func get(_ url: Address, _ done: @escaping @Sendable (Reply) -> Void) {
    let (path, query) = (Array(url.path.dropFirst()), url.query)
    reply(done) { shelf in
      switch path.count {
      case 0: try shelf.list()
      case 1:
        try shelf.pictures(
          path[0], from: query["from"].flatMap { Int($0) }, at: query["at"].flatMap { Int($0) },
          before: query["before"].flatMap { Int($0) })
      case 2 where path[1] == "sheet.jpg": try shelf.sheet(path[0])
      case 2 where path[1] == "cover.jpg":
        try shelf.cover(path[0], width: Self.width(query) ?? Self.thumbnailWidth)
      case 2: try shelf.picture(path[0], path[1], width: Self.width(query))
      case 3 where path[1] == PhotoFiles.folder && PhotoFiles.index(of: path[2]) != nil:
        try shelf.jpeg(path[0], "\(path[1])/\(path[2])", width: Self.width(query))
      default: throw Missing()
      }
    }
  }

  func change(
    _ url: Address, isDeleting: Bool, _ body: [UInt8], _ done: @escaping @Sendable (Reply) -> Void
  ) {
    let path = Array(url.path.dropFirst())
    reply(done) { shelf in
      guard path.count == 2, let index = FileName.frameIndex(of: path[1]) else { throw Missing() }
      return try shelf.change(path[0], index, isDeleting: isDeleting, body)
    }
  }

  /// Something that doesn't exist.
  private struct Missing: Error {}

  private func reply(
    _ done: @escaping @Sendable (Reply) -> Void, _ body: @escaping @Sendable (RecordingShelf) throws -> Reply
  ) {
    work(
      { answer in
        switch answer {
        case .found(let reply), .refused(let reply): done(reply)
        }
      }, body)
  }

  private func work<Value>(
    _ done: @escaping @Sendable (Answer<Value>) -> Void,
    _ body: @escaping @Sendable (RecordingShelf) throws -> Value
  ) {
    @Sendable func refuse(_ status: HTTPResponseStatus, _ what: String) {
      done(.refused(.error(status, what)))
    }
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return done(.refused(.error(.serviceUnavailable, "too many requests for recordings are waiting")))
    }
    pool.submit { [self] state in
      defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
      guard case .active = state else { return }
      do { done(.found(try body(self))) } catch is Missing {
        refuse(.notFound, "there is no such recording or picture")
      } catch let error as FileError {
        if case .io = error { return refuse(.notFound, error.reason) }
        refuse(.internalServerError, error.reason)
      } catch { refuse(.internalServerError, "\(error)") }
    }
  }

  // MARK: - Reading

  private struct Listing: Encodable {
    struct Item: Encodable {
      var name, title: String
      var pictures, kept, bytes: Int
      var from, to: String?
    }
    var recordings: [Item]
  }

  private func list() throws -> Reply {
    let items = try RecordingLibrary(folder).list().map {
      Listing.Item(
        name: $0.name, title: $0.name, pictures: $0.frames, kept: $0.kept, bytes: $0.bytes,
        from: $0.firstTime, to: $0.lastTime)
    }
    // Newest first; those without a time by name.
    let sorted = items.sorted { ($0.from ?? "", $0.name) > ($1.from ?? "", $1.name) }
    return .json(Array(try JSONEncoder().encode(Listing(recordings: sorted))))
  }

  private struct Pictures: Encodable {
    struct Item: Encodable {
      var file: String
      var index, position: Int
      var taken: Double
      /// The first camera's time stamp, in milliseconds; only in a film.
      var stamp: Double?
      var kept, snapped: Bool
      /// Its photos' paths in the recording, the first camera's first.
      var photos: [String]?
      var marks: [String]?
    }
    struct Mark: Encodable {
      var index: Int
      var taken: Double
      var text: String
    }
    var pictures: [Item]
    /// The number of pictures, of those that are kept, and of photos.
    var count, kept, photos: Int
    /// How fast a film of them runs, in pictures a second; `nil`: as they were taken.
    var rate: Int?
    /// Marks, the first ones; with the newest pictures only.
    var marks: [Mark]?
    var next: Int?
  }

  /// A recording's pictures: those from a position, or from a picture, on in film order, or the newest before an index, newest first.
  private func pictures(_ name: String, from place: Int?, at first: Int?, before index: Int?) throws -> Reply
  {
    let browser = try browser(name)
    try browser.refresh()
    let frames = browser.frames
    let position = place ?? first.map { first in frames.firstIndex { $0.index >= first } ?? frames.count }
    let end = index.flatMap { index in frames.firstIndex { $0.index >= index } } ?? frames.count
    let start = position.map { min(max($0, 0), frames.count) } ?? max(end - Self.pageLength, 0)
    let isFilm = position != nil
    let items = try (start..<(isFilm ? min(start + Self.pageLength, frames.count) : end)).map { position in
      let frame = frames[position]
      let line = isFilm || frame.isMarked ? try browser.line(of: frame) : nil
      let stamp = isFilm ? line?.cameras.lazy.compactMap(\.timestampNs).first : nil
      return Pictures.Item(
        file: frame.file, index: frame.index, position: position, taken: frame.seconds,
        stamp: stamp.map { Double($0) / 1e6 }, kept: browser.kept.contains(frame.index),
        snapped: frame.isSnapped,
        photos: frame.isPhoto ? PhotoFiles.files(of: frame.index, in: browser.folder) : nil,
        marks: line?.marks)
    }
    let isNewest = !isFilm && index == nil
    let marks =
      try isNewest
      ? frames.lazy.filter(\.isMarked).prefix(Self.mostMarks).flatMap { frame in
        (try browser.line(of: frame)?.marks ?? []).map {
          Pictures.Mark(index: frame.index, taken: frame.seconds, text: $0)
        }
      } : []
    let answer = Pictures(
      pictures: isFilm ? items : items.reversed(), count: frames.count,
      kept: frames.count { browser.kept.contains($0.index) }, photos: frames.count { $0.isPhoto },
      rate: browser.isSparse ? RecordingBrowser.sparseRate : nil, marks: marks.isEmpty ? nil : marks,
      next: !isFilm && start > 0 ? items.first?.index : nil)
    return .json(Array(try JSONEncoder().encode(answer)))
  }

  /// A picture from the middle: the first ones are often still dark.
  private func cover(_ name: String, width: Int) throws -> Reply {
    let browser = try browser(name)
    try browser.refresh()
    guard !browser.frames.isEmpty else { throw Missing() }
    return try picture(name, browser.frames[browser.frames.count / 2].file, width: width)
  }

  /// The width in pixels that a picture is wanted in, because it is shown small: what is shown is sharp then, and what isn't is not
  /// sent. `nil`: as it is.
  private static func width(_ query: [String: String]) -> Int? {
    if let width = query["width"].flatMap({ Int($0) }) { return min(max(width, 16), largestWidth) }
    return query["thumbnail"] != nil ? thumbnailWidth : nil
  }

  private func picture(_ name: String, _ file: String, width: Int?) throws -> Reply {
    guard FileName.frameIndex(of: file) != nil else { throw Missing() }
    return try jpeg(name, file, width: width)
  }

  /// A picture or photo, by its path in the recording.
  private func jpeg(_ name: String, _ file: String, width: Int?) throws -> Reply {
    let bytes = try browser(name).folder.read(file, limit: Self.largestPicture)
    guard let width else { return .jpeg(ByteBuffer(bytes: bytes)) }
    var reader = try ThumbnailReader()
    let size = try reader.size(of: bytes.span)
    // It has no more pixels than these.
    guard width < size.width else { return .jpeg(ByteBuffer(bytes: bytes)) }
    let picture = try reader.read(bytes.span, width: width, height: size.height * width / size.width)
    var encoder = JPEGEncoder()
    return .jpeg(ByteBuffer(bytes: try encoder.encode(picture, quality: 80)))
  }

  private func sheet(_ name: String) throws -> Reply {
    .jpeg(ByteBuffer(bytes: try ContactSheet(folder: try place(name), count: 24, width: 1920).render()))
  }

  // MARK: - Marks

  private func change(_ name: String, _ index: Int, isDeleting: Bool, _ body: [UInt8]) throws -> Reply {
    struct Mark: Decodable { var kept: Bool }
    let library = RecordingLibrary(try place(name))
    let frames = FrameSelection(frames: [index])
    if isDeleting {
      let change = try library.delete(frames)
      if !change.skippedKept.isEmpty { return .error(.conflict, "it is kept, so it wasn't deleted") }
      guard change.frames == [index] else { throw Missing() }
      return .json(Array(#"{"ok":true}"#.utf8))
    }
    guard let mark = try? JSONDecoder().decode(Mark.self, from: Data(body)) else {
      return .error(.badRequest, #"send {"kept":true} or {"kept":false}"#)
    }
    _ = mark.kept ? try library.keep(frames) : try library.unkeep(frames)
    return .json(Array(#"{"ok":true}"#.utf8))
  }

  // MARK: - Names

  private func browser(_ name: String) throws -> RecordingBrowser {
    try browsers.withLock { browsers in
      if let known = browsers[name] { return known }
      let made = try RecordingBrowser(FolderHandle(try place(name)))
      if browsers.count >= 8 { browsers.removeAll() }
      browsers[name] = made
      return made
    }
  }

  /// The folder of a recording in the list; never any other, whatever its name.
  private func place(_ name: String) throws -> String {
    guard name != ".", name != "..", !name.contains("/"), !name.utf8.contains(0) else { throw Missing() }
    if RecordingFolder.isRecording(try FolderHandle(folder)) {
      guard URL(fileURLWithPath: folder).lastPathComponent == name else { throw Missing() }
      return folder
    }
    let path = folder + "/" + name
    var isLink = false
    if let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isSymbolicLinkKey]) {
      isLink = values.isSymbolicLink ?? false
    }
    guard !isLink, let handle = try? FolderHandle(path), RecordingFolder.isRecording(handle) else {
      throw Missing()
    }
    return path
  }
}
