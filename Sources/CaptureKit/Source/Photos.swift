import PixelTypes

extension SourceSpecification {
  /// The pictures of this source that are separate photos, one source each; `nil` for a film, part of anything, a scene or a
  /// camera.
  ///
  /// - Parameter evenOfFilm: whether to include pictures that look like a film's frames; see ``holdsPhotos()``.
  /// - Throws: ``CaptureError`` when the folder can't be read.
  public func photos(evenOfFilm: Bool = false) throws(CaptureError) -> [SourceSpecification]? {
    guard case .files(let settings) = self, !settings.isPart else { return nil }
    return try pictureFiles(evenOfFilm: evenOfFilm)?.map { .files(FileSourceSettings(path: $0)) }
  }

  /// Whether its frames are separate photos, even when only part of it is read.
  ///
  /// A folder or glob is a film if its pictures have one size and are numbered without gaps from 0 or 1, under one
  /// name, as recorders and converters number them; or if a rate or a loop is requested. A person's photographs
  /// have gaps, or begin elsewhere.
  ///
  /// - Throws: ``CaptureError`` when the folder can't be read.
  public func holdsPhotos() throws(CaptureError) -> Bool { try pictureFiles(evenOfFilm: false) != nil }

  /// The files beside the pictures of a folder, by ending, as `12 .mov, 3 .txt`; `nil` if there are none.
  package var otherFiles: String? {
    guard case .files(let settings) = self, FileStatus(settings.path) == .folder,
      let paths = try? FileNames.paths(inFolder: settings.path)
    else { return nil }
    let others = paths.filter { FileStatus($0) == .file && !FileNames.holdsPicture($0) }
    let endings = Dictionary(grouping: others) { path in
      let name = path.split(separator: "/").last ?? ""
      return name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? "without an ending"
    }
    let listed = endings.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let rest = listed.dropFirst(5).reduce(0) { $0 + $1.value.count }
    let parts =
      listed.prefix(5).map { "\($0.value.count) \($0.key)" } + (rest > 0 ? ["\(rest) of other kinds"] : [])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func pictureFiles(evenOfFilm: Bool) throws(CaptureError) -> [String]? {
    guard case .files(let settings) = self, settings.framesPerSecond == nil, !settings.loops,
      settings.camera == nil
    else { return nil }
    let files = try FileNames.pictures(at: settings.path)
    return files.isEmpty || !evenOfFilm && Self.areFilm(files) ? nil : files
  }

  /// How many files of a film to compare in size: enough to tell, but few even for a long film.
  private static let samples = 100

  /// Whether the files look like a film's frames.
  ///
  /// - Parameter pictures: in natural order; those of other kinds don't count.
  static func areFilm(_ pictures: [String]) -> Bool {
    let files = pictures.filter { !Conversion.namesPicture($0) }
    var size: PixelSize?
    var head = [UInt8](repeating: 0, count: 65_536)
    guard files.count > 1, let first = numbered(files[0]), first.number <= 1 else { return false }
    for (index, file) in files.enumerated() {
      guard let (stem, number) = numbered(file), stem == first.stem, number == first.number + index else {
        return false
      }
    }
    for file in stride(from: 0, to: files.count, by: max(1, files.count / samples)).map({ files[$0] }) {
      // An unreadable file is no evidence against a film.
      guard let file = try? InputFile(path: file),
        let count = try? file.read(at: 0, count: head.count, into: &head),
        let header = JPEGFrameHeader(picture: head.span.extracting(0..<count))
      else { continue }
      if let size, size != header.uprightSize { return false }
      size = header.uprightSize
    }
    return true
  }

  /// The trailing digits of a name, and the part before them; `nil` without digits.
  private static func numbered(_ path: String) -> (stem: Substring, number: Int)? {
    let name = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
    let stem = name[
      ..<(name.lastIndex { !$0.isASCII || !$0.isNumber }.map(name.index(after:)) ?? name.startIndex)]
    return Int(name[stem.endIndex...]).map { (stem, $0) }
  }
}
