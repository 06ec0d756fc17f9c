/// Makes the reader for a source that is read frame by frame.
///
/// - Parameters:
///   - source: a scene or files; a device has no reader.
///   - isLive: whether frames are read at their own pace; a scene is then painted ahead.
/// - Throws: ``CaptureError/notFound(path:hint:)`` and ``CaptureError/badFile(path:reason:)`` for files,
///   ``CaptureError/notACamera(path:reason:)`` for a device, which has no reader.
public func makeReader(
  for source: SourceSpecification, isLive: Bool = false
) throws(CaptureError) -> any FrameReader {
  try makeReader(for: source, isLive: isLive, opening: nil)
}

/// Makes the reader for a source as above.
///
/// - Parameter opening: how long a pipe may take, and who hears of it.
package func makeReader(
  for source: SourceSpecification, isLive: Bool, opening: OpeningWait?
) throws(CaptureError) -> any FrameReader {
  switch source {
  case .device(let path):
    throw .notACamera(path: path, reason: "a device delivers at its own pace; open it as one")
  case .synthetic(let settings):
    return isLive ? try SceneAhead(settings) : try SyntheticReader(settings)
  case .files(let settings): return try makeReader(for: settings, opening)
  }
}

private func makeReader(
  for settings: FileSourceSettings, _ opening: OpeningWait?
) throws(CaptureError) -> any FrameReader {
  let path = settings.path
  func reader(_ container: any JPEGContainer) throws(CaptureError) -> JPEGReader {
    guard let camera = settings.camera else { return try JPEGReader(container, settings: settings) }
    return try JPEGReader(EmbeddedFrames(container, of: camera), settings: settings)
  }
  if settings.isPipe {
    let pipe = try InputPipe(settings, opening: opening)
    defer { pipe.hasOpened() }
    let file = InputFile(pipe)
    if let film = try film(file) { return try reader(film) }
    if let kind = try StreamKind.of(FileWindow(file)) { throw Conversion.refusal(ofStream: kind, in: file) }
    return try reader(MotionJPEGFile(file))
  }
  let status = FileStatus(path)
  var pictures = try FileNames.pictures(at: path)
  // What isn't a frame beside a film's frames is none of the film's.
  if SourceSpecification.areFilm(pictures) { pictures.removeAll(where: Conversion.namesPicture) }
  // A folder without pictures is refused with its own words.
  if status == .folder || !pictures.isEmpty {
    return try reader(JPEGFolder(path: path, files: pictures, part: settings.first..<settings.end))
  }
  switch status {
  case .file:
    let file = try InputFile(path: path)
    guard file.size > 0 else { throw .badFile(path: path, reason: "it is empty") }
    switch path.lowercased().split(separator: ".").last {
    case "avi": return try reader(AVIFile(file))
    case "y4m" where settings.camera != nil:
      throw .badFile(path: path, reason: "raw frames hold no others: leave out camera")
    case "y4m": return try Y4MReader(file, settings: settings)
    case "mjpeg", "mjpg": return try reader(MotionJPEGFile(file))
    default:
      if let film = try film(file) { return try reader(film) }
      throw .badFile(
        path: path,
        reason: Conversion.reason(forFilm: file)
          ?? "its bytes are no picture's and no film's, or its name must say which: "
          + ".mjpeg, .mjpg, .avi, .mkv, .mov, .mp4 or .y4m")
    }
  case .folder, .pipe, .other: throw .badFile(path: path, reason: "it is neither a file nor a folder")
  case nil:
    let isPattern = FileNames.isPattern(path)
    throw .notFound(
      path: path,
      hint: isPattern ? "no picture matches the pattern" : "there is no such file or folder")
  }
}

/// A film whose first bytes say what it is, whatever its name; `nil` for anything else.
func film(_ file: InputFile) throws(CaptureError) -> (any JPEGContainer)? {
  let window = FileWindow(file)
  if try MatroskaFile.isRecognized(window) { return try MatroskaFile(file) }
  return try MP4File.isRecognized(window) ? MP4File(file) : nil
}

/// Makes a reader for the frames that a recording kept.
///
/// - Parameters:
///   - files: paths of the JPEGs, in order; one that is missing here and in its picture is a lost frame.
///   - pictures: paths of the pictures that may have them inside, one for each.
///   - times: when each was taken, in nanoseconds since the beginning.
///   - utcs: the same since 1970, as far as that is known; or empty.
///   - framesPerSecond: the camera's rate.
///   - settings: the recording's path, and which part to read.
package func makeReader(
  files: [String], insideOf pictures: [String] = [], times: [Int64], utcs: [Int64?] = [],
  framesPerSecond: Double?, settings: FileSourceSettings
) throws(CaptureError) -> any FrameReader {
  let kept = try JPEGFolder(
    path: settings.path, files: files, insideOf: pictures, part: settings.first..<settings.end, times: times,
    utcs: utcs,
    // From the recording itself or from its times: at least one frame in twelve days.
    framesPerSecond: framesPerSecond.map { min(max($0, 1e-6), 1000) })
  guard !pictures.isEmpty, let camera = settings.camera else {
    return try JPEGReader(kept, settings: settings)
  }
  return try JPEGReader(EmbeddedFrames(kept, of: camera), settings: settings)
}
