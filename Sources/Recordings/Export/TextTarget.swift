import Films
import Foundation
import HostResources
import PixelTypes
import Values

/// A text of what lines say, without the pictures: a track or captions.
final class TextTarget: ExportTarget {
  private let file: FilmFile
  private let form: any TextForm
  private var hasBegun = false

  init(_ path: String, _ form: any TextForm, isHidden: Bool) throws(FileError) {
    file = try FilmFile(path, isHidden: isHidden)
    self.form = form
  }

  var byteCount: Int { file.size }
  var isFull: Bool { false }
  var takesPictures: Bool { false }

  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError) {
    try put(form.run(isFirst: !hasBegun))
    hasBegun = true
  }

  func add(
    _ jpeg: Span<UInt8>, _ line: PictureLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError) { try put(form.picture(line, shot)) }

  func synchronize() throws(FileError) { try file.synchronize() }

  func finish(at nanoseconds: Int64) throws(FileError) {
    try put(form.end)
    try file.finish()
  }

  private func put(_ text: String) throws(FileError) {
    if !text.isEmpty { try file.append(Array(text.utf8).span) }
  }
}

/// How a text is written.
protocol TextForm: AnyObject {
  func run(isFirst: Bool) -> String
  func picture(_ line: PictureLine, _ shot: RecordingReel.Shot) -> String
  var end: String { get }
}

/// GPX 1.1 (topografix.com/GPX/1/1): a track of the positions, a segment for each run.
final class TrackForm: TextForm {
  private let program: String
  // A position lasts for several pictures.
  private var last: (lat: Double, lon: Double)?

  init(program: String) { self.program = program }

  func run(isFirst: Bool) -> String {
    last = nil
    if !isFirst { return "</trkseg>\n<trkseg>\n" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="\(ReportPage.escaped(program))" xmlns="http://www.topografix.com/GPX/1/1">
      <trk>
      <trkseg>

      """
  }

  func picture(_ line: PictureLine, _ shot: RecordingReel.Shot) -> String {
    // Of GPX's longitudes 180 is none.
    guard let place = ValuePosition(line.samples), place.longitude < 180 else { return "" }
    let (lat, lon) = (place.latitude, place.longitude)
    guard last.map({ $0 != (lat, lon) }) ?? true else { return "" }
    last = (lat, lon)
    var text = String(format: "<trkpt lat=\"%.7f\" lon=\"%.7f\">", lat, lon)
    if let height = place.altitude { text += String(format: "<ele>%.2f</ele>", height) }
    if let utc = shot.utc { text += "<time>\(UTCText.text(utc))</time>" }
    // Where it shows: the picture's file.
    return text + "<name>\(ReportPage.escaped(shot.file))</name></trkpt>\n"
  }

  var end: String { "</trkseg>\n</trk>\n</gpx>\n" }
}

/// SubRip captions, as players and editors show them beside the recording's film: the same that a .mkv has inside.
final class CaptionForm: TextForm {
  private var count = 0

  func run(isFirst: Bool) -> String { "" }

  func picture(_ line: PictureLine, _ shot: RecordingReel.Shot) -> String {
    count += 1
    return "\(count)\n\(Self.clock(shot.nanoseconds)) --> \(Self.clock(shot.nanoseconds + shot.lasts))\n"
      + FilmCaption.text(line, utc: shot.utc) + "\n\n"
  }

  var end: String { "" }

  private static func clock(_ nanoseconds: Int64) -> String {
    let all = max(nanoseconds, 0) / 1_000_000
    return String(
      format: "%02d:%02d:%02d,%03d", Int(all / 3_600_000), Int(all / 60_000 % 60), Int(all / 1000 % 60),
      Int(all % 1000))
  }
}

extension PictureLine {
  /// All of them, as a stamp takes them.
  var samples: [ValueSample] {
    let alarmed = (self.alarms ?? []).compactMap { try? ValueCondition($0).name }
    return (self.values ?? []).map { value in
      var sample = ValueSample(
        name: value.name, content: value.number.map { .number($0) } ?? value.text.map { .text($0) },
        unit: value.unit ?? "", age: Int64(min(max(value.ageMs, 0), 1e12) * 1e6))
      sample.isAlarmed = alarmed.contains(value.name)
      return sample
    }
  }
}
