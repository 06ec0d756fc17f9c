/// The command that converts an unreadable file to a readable one.
enum Conversion {
  /// File name extensions of films.
  private static let films = [
    "mp4", "m4v", "mov", "mkv", "webm", "mpg", "mpeg", "ts", "mts", "m2ts", "wmv", "flv", "3gp", "ogv",
  ]
  /// File name extensions of pictures that `ffmpeg` reads.
  private static let pictures = ["webp", "tif", "tiff", "bmp", "gif", "jp2", "avif"]
  private static let phonePictures = ["heic", "heif"]

  /// Why a file can't be read, judging by its extension, and the command that fixes it; `nil` if the name says nothing.
  static func reason(for file: InputFile) -> String? {
    let path = file.path
    let ending = path.lowercased().split(separator: ".").last.map(String.init) ?? ""
    if films.contains(ending) {
      return "only films in Motion JPEG can be read; convert it: \(film(path, hasJPEGs: hasJPEGs(file)))"
    }
    if pictures.contains(ending) {
      return
        "only JPEG and PNG pictures can be read; convert it: ffmpeg -i \(quoted(path)) -q:v 1 \(named(path, "jpg"))"
    }
    if phonePictures.contains(ending) {
      return
        "only JPEG and PNG pictures can be read; convert it: heif-convert \(quoted(path)) \(named(path, "jpg"))"
    }
    return nil
  }

  /// Whether a Matroska film's pictures are JPEGs, like an export's: the codec's name is near the beginning.
  private static func hasJPEGs(_ file: InputFile) -> Bool {
    var head = [UInt8](repeating: 0, count: 4096)
    guard let count = try? file.read(at: 0, count: head.count, into: &head) else { return false }
    return String(decoding: head[..<count], as: UTF8.self).contains("V_MJPEG")
  }

  /// Makes a film of Motion JPEG.
  ///
  /// - Parameter hasJPEGs: whether the film's pictures are already JPEGs, which are kept unchanged.
  static func film(_ path: String, hasJPEGs: Bool = false) -> String {
    // An .avi must not replace itself.
    let target = path.lowercased().hasSuffix(".avi") ? named(path, "mjpeg.avi") : named(path, "avi")
    return "ffmpeg -i \(quoted(path)) -an -c:v \(hasJPEGs ? "copy" : "mjpeg -q:v 2") \(target)"
  }

  /// Reads an address and passes it on through standard input.
  static func stream(_ address: String) -> String {
    "ffmpeg -i \(quoted(address)) -an -c:v mjpeg -q:v 2 -f mjpeg - | dualcam record --primary file:- -o DIR"
  }

  private static func named(_ path: String, _ ending: String) -> String {
    quoted(path[..<(path.lastIndex(of: ".") ?? path.endIndex)] + "." + ending)
  }

  /// Quoted as a single shell word.
  private static func quoted(_ text: some StringProtocol) -> String {
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0 & 0xDF) || [45, 46, 47, 58, 64, 95].contains($0)
    }
    return isPlain
      ? String(text)
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
