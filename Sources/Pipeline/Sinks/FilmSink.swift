import Compositor
import Films
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import Recordings

/// Writes pictures into a film or an MCAP file as they are made.
///
/// Each picture is complete in itself: however the job ends, the film up to there plays. A picture of another size begins
/// another film, as do an index that grew large and a name already in use: `lab.mkv`, `lab-2.mkv`. On standard output there
/// is one film, of one size.
final class FilmSink: SinkWriter {
  private let path: String
  private let format: FilmFormat
  private let program: String
  private let isDurable: Bool
  private let notices: Inbox<SinkNotice>
  private let board: EventBoard?
  private var film: (any ExportTarget)?
  // The current film's path, and what was in all films before it.
  private var name = ""
  private var before = 0
  private var size: PixelSize?
  private var number = 1
  // Of pictures in all films.
  private var count = 0
  // In nanoseconds of CLOCK_MONOTONIC.
  private var begins: Int64 = 0
  private var last: Int64 = 0
  private var interval: Int64
  private var synchronized: Int64 = 0
  private var line = JSONBytes(capacity: 8192)
  private var restorer = SourceRestorer()

  /// Begins nothing yet: the first picture determines the size.
  ///
  /// - Parameter path: the film's; `-` is standard output.
  /// - Throws: `FileError.cannotCreate(path:reason:)` when its folder is missing.
  init(
    _ path: String, _ format: FilmFormat, program: String, framesPerSecond: Double, isDurable: Bool,
    notices: Inbox<SinkNotice>, board: EventBoard?
  ) throws(FileError) {
    self.path = path
    self.format = format
    self.program = program
    self.isDurable = isDurable
    self.notices = notices
    self.board = board
    interval = Int64(1e9 / min(max(framesPerSecond, 0.001), 1000))
    if path == "-" { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do { _ = try FolderHandle(folder) } catch { throw .cannotCreate(path: path, reason: error.reason) }
  }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    let picture = issue.picture
    let now = picture.captured ?? MonotonicClock.now()
    let read = reading(issue)
    if film?.isFull ?? true || picture.size != size { try begin(picture.size, at: now, utc: read?.utc) }
    guard let film, let read else { return nil }
    let time = max(now, last)
    if time > last, last > begins { interval = time - last }
    let shot = RecordingReel.Shot(
      index: count, nanoseconds: time - begins, lasts: interval, utc: read.utc)
    let sources = film.takesSources ? frames(of: picture) : []
    try picture.withJPEG { bytes throws(FileError) in try film.add(bytes, read.line, shot, sources: sources) }
    count += 1
    last = time
    if isDurable, time - synchronized > 1_000_000_000 {
      try film.synchronize()
      synchronized = time
    }
    return MonotonicClock.now()
  }

  /// The cameras' own frames, if they are kept.
  private func frames(of picture: Picture) -> [(camera: String, jpeg: [UInt8])] {
    guard let kept = picture.sources else { return [] }
    var frames = zip(kept.cameras, kept.frames).filter { !$1.isEmpty }.map { (camera: $0, jpeg: $1) }
    guard picture.facts.cameras.contains(where: { $0.kept == .inside }) else { return frames }
    picture.withJPEG { bytes in
      for source in (try? restorer.read(bytes)) ?? [] {
        var frame: [UInt8] = []
        if (try? restorer.restore(source, into: &frame)) != nil { frames.append((source.camera, frame)) }
      }
    }
    return frames
  }

  /// The contents of the picture's line, as in a manifest.
  private func reading(_ issue: Issue) -> (line: PictureLine, utc: Int64?)? {
    line.removeAll()
    LineFacts(issue.picture.facts, issue.news, index: count, file: FileName()).write(to: &line)
    guard let read = try? JSONDecoder().decode(PictureLine.self, from: Data(line.bytes)) else { return nil }
    let camera = read.cameras.first { $0.state == "live" && $0.utc != nil }
    return (read, camera?.utc.flatMap(UTCText.nanoseconds))
  }

  private func begin(_ pictures: PixelSize?, at now: Int64, utc: Int64?) throws(FileError) {
    try finish()
    guard let pictures else { return }
    let url = URL(fileURLWithPath: path == "-" ? "dualcam" : path)
    let description = FilmDescription(
      size: pictures, title: url.deletingPathExtension().lastPathComponent, program: program,
      begins: utc)
    if path == "-" { film = try format.open(path, description, isHidden: false) }
    while film == nil {
      let name = number == 1 ? path : url.deletingPathExtension().path + "-\(number).\(url.pathExtension)"
      number += 1
      if FileManager.default.fileExists(atPath: name), number < 100_000 { continue }
      film = try format.open(name, description, isHidden: false)
      (self.name, before) = (name, count)
      if name != path { notices.add(SinkNotice(text: "the film continues in \(name)")) }
    }
    size = pictures
    (begins, last, synchronized) = (now, now, now)
  }

  func finish() throws(FileError) {
    guard let film else { return }
    self.film = nil
    try film.finish(at: last - begins + interval)
    if path == "-" { return }
    board?.tell(.film, path: name) { line in
      line.member("pictures", count - before)
      line.member("bytes", film.byteCount)
    }
  }
}

extension SinkDestination {
  /// A film that grows with each picture; `-` is one on standard output.
  package static func film(_ path: String, _ format: FilmFormat) -> SinkDestination {
    let isStream = path == "-"
    var film = SinkDestination(
      isStream ? nil : path, "film", isStream ? .live : .film, place: isStream ? 1 : 2,
      allow: { rules in if !isStream { rules.write(path) } }
    ) {
      try FilmSink(
        path, format, program: $0.program, framesPerSecond: $0.framesPerSecond, isDurable: $0.isDurable,
        notices: $0.notices, board: $0.board)
    }
    film.keepsSize = isStream
    return film
  }
}
