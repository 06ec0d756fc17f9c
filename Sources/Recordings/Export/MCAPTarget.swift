import Films
import Foundation
import HostResources

/// What an MCAP file's messages look like.
protocol MCAPDialect {
  typealias Schema = (name: String, form: String, data: [UInt8])

  /// The file's profile.
  static var profile: String { get }
  /// The messages' encoding: of pictures, of guides.
  static var encodings: (image: String, guides: String) { get }
  static var image: Schema { get }
  static var guides: Schema { get }
  static var calibration: Schema { get }

  /// Where a camera's frames are, or for `nil` the annotated pictures.
  static func topic(of camera: String?) -> String
  /// Where a camera's guides are.
  static func guidesTopic(of camera: String) -> String
  /// Where a camera's calibration is: the same at each of these.
  static func calibrationTopics(of camera: String) -> [String]

  /// - Parameters:
  ///   - nanoseconds: when it was taken, since 1970.
  ///   - camera: whose frame it is; `nil` for an annotated picture.
  static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, of camera: String?) -> [UInt8]
  static func message(_ excerpt: CameraExcerpt) throws(FileError) -> [UInt8]
  static func message(_ calibration: ROSCameraInfo, nanoseconds: UInt64, of camera: String) -> [UInt8]

  /// What values become.
  static var values: [ValueTopic] { get }
}

/// An MCAP file: pictures, kept frames and guides as messages.
final class MCAPTarget: ExportTarget {
  private let file: MCAPFile
  private let dialect: any MCAPDialect.Type
  private let image: UInt16
  private let guides: UInt16
  private let calibration: UInt16
  // By camera.
  private let calibrations: [String: ROSCameraInfo]
  // By topic.
  private var channels: [String: UInt16] = [:]
  private var sessions = 0
  // When the file begins, in nanoseconds since 1970; 0 if unknown.
  private var begins: Int64

  init(
    _ path: String, _ description: FilmDescription, _ dialect: any MCAPDialect.Type,
    calibrations: [String: ROSCameraInfo] = [:], isHidden: Bool
  ) throws(FileError) {
    self.dialect = dialect
    self.calibrations = calibrations
    begins = description.begins ?? 0
    file = try MCAPFile(
      path, profile: dialect.profile, library: description.program, isHidden: isHidden)
    let (image, guides) = (dialect.image, dialect.guides)
    self.image = try file.addSchema(name: image.name, encoding: image.form, data: image.data)
    self.guides = try file.addSchema(name: guides.name, encoding: guides.form, data: guides.data)
    let known = dialect.calibration
    calibration =
      calibrations.isEmpty ? 0 : try file.addSchema(name: known.name, encoding: known.form, data: known.data)
    try file.describe(
      "dualcam",
      [
        "clock": description.begins == nil
          ? "nanoseconds since the first picture" : "nanoseconds since 1970, UTC"
      ])
  }

  var byteCount: Int { file.byteCount }
  var isFull: Bool { file.isFull }
  let takesSources = true

  func beginRun(_ session: SessionDescription?, at shot: RecordingReel.Shot) throws(FileError) {
    guard let session else { return }
    var alone = session
    alone.previous = nil
    let name = sessions == 0 ? "session.json" : "session-\(sessions).json"
    sessions += 1
    try file.attach(
      name: name, mediaType: "application/json", time: time(shot), data: JSONText.pretty(alone, path: name))
  }

  // Pictures without a time of their own follow those that have one.
  private func time(_ shot: RecordingReel.Shot) -> UInt64 {
    if let utc = shot.utc { begins = utc &- shot.nanoseconds }
    return UInt64(max(0, shot.utc ?? begins &+ shot.nanoseconds))
  }

  func add(
    _ jpeg: Span<UInt8>, _ line: PictureLine, _ shot: RecordingReel.Shot,
    sources: [(camera: String, jpeg: [UInt8])]
  ) throws(FileError) {
    let time = time(shot)
    // When a camera took the frame that is in the picture.
    func taken(_ camera: String) -> UInt64 {
      line.cameras.first { $0.id == camera }?.utc.flatMap(UTCText.nanoseconds).map(UInt64.init) ?? time
    }
    var messages = [
      MCAPMessage(
        channel: try channel(dialect.topic(of: nil), image, dialect.encodings.image), time: time,
        data: dialect.message(jpeg, nanoseconds: time, of: nil))
    ]
    for (camera, bytes) in sources {
      messages.append(
        MCAPMessage(
          channel: try channel(dialect.topic(of: camera), image, dialect.encodings.image), time: time,
          data: dialect.message(bytes.span, nanoseconds: taken(camera), of: camera)))
      guard let info = calibrations[camera] else { continue }
      for topic in dialect.calibrationTopics(of: camera) {
        messages.append(
          MCAPMessage(
            channel: try channel(topic, calibration, dialect.encodings.image), time: time,
            data: dialect.message(info, nanoseconds: taken(camera), of: camera)))
      }
    }
    for frame in line.cameras {
      messages.append(
        MCAPMessage(
          channel: try channel(dialect.guidesTopic(of: frame.id), guides, dialect.encodings.guides),
          time: time, data: try dialect.message(CameraExcerpt(frame, line, nanoseconds: taken(frame.id)))))
    }
    if let said = ValueExcerpt(line, nanoseconds: time) {
      for topic in dialect.values {
        guard let data = try topic.message(said) else { continue }
        messages.append(MCAPMessage(channel: try channel(topic), time: time, data: data))
      }
    }
    try file.add(messages)
  }

  /// Files without values know nothing of them.
  private func channel(_ topic: ValueTopic) throws(FileError) -> UInt16 {
    if let number = channels[topic.name] { return number }
    let (name, form, data) = topic.schema
    return try channel(topic.name, file.addSchema(name: name, encoding: form, data: data), topic.encoding)
  }

  private func channel(_ topic: String, _ schema: UInt16, _ encoding: String) throws(FileError) -> UInt16 {
    if let number = channels[topic] { return number }
    let number = try file.addChannel(topic: topic, schema: schema, encoding: encoding)
    channels[topic] = number
    return number
  }

  func synchronize() throws(FileError) { try file.synchronize() }

  func finish(at nanoseconds: Int64) throws(FileError) { try file.finish() }
}
