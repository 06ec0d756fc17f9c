import PixelTypes

extension SourceSpecification {
  /// The JPEGs of this source that are separate stills, one source each; `nil` for a film, a scene or a camera.
  ///
  /// A folder or glob is a film if its pictures have one size and are numbered without a gap from 0 or 1, under one
  /// name, as recorders and converters number them; or if a rate, a loop or a part is requested. A person's photographs
  /// have gaps, or begin elsewhere.
  ///
  /// - Throws: ``CaptureError`` when the folder can't be read.
  public func stillPictures() throws(CaptureError) -> [SourceSpecification]? {
    guard case .files(let settings) = self, settings.framesPerSecond == nil, !settings.loops,
      !settings.isPart,
      settings.camera == nil
    else { return nil }
    let path = settings.path
    let files: [String]
    switch FileStatus(path) {
    case .file: files = FileNames.isJPEG(path) ? [path] : []
    case .folder: files = try FileNames.jpegs(inFolder: path)
    case .other: files = []
    case nil:
      files = FileNames.isPattern(path) ? FileNames.matching(pattern: path).filter(FileNames.isJPEG) : []
    }
    if files.isEmpty || files.count > 1 && Self.areFilm(files) { return nil }
    return files.map { .files(FileSourceSettings(path: $0)) }
  }

  /// Whether the files look like a film's frames.
  ///
  /// - Parameter files: in natural order.
  static func areFilm(_ files: [String]) -> Bool {
    var size: PixelSize?
    var head = [UInt8](repeating: 0, count: 65_536)
    for (index, file) in files.enumerated() {
      guard let (stem, number) = numbered(file), let first = numbered(files[0]), first.number <= 1,
        stem == first.stem, number == first.number + index
      else { return false }
      // An unreadable file is no evidence against a film.
      guard let file = try? InputFile(path: file),
        let count = try? file.read(at: 0, count: head.count, into: &head),
        let header = JPEGFrameHeader(head.span.extracting(0..<count))
      else { continue }
      if let size, size != header.size { return false }
      size = header.size
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
