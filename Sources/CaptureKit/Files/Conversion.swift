import HostResources

/// The command that makes an unreadable file readable.
enum Conversion {
  /// File name extensions of films.
  private static let films = [
    "mp4", "m4v", "mov", "mkv", "webm", "mpg", "mpeg", "ts", "mts", "m2ts", "wmv", "flv", "3gp", "ogv",
    "h264", "264", "h265", "265", "hevc", "ivf", "mxf", "dv", "vob", "nut", "asf", "ogm", "rm", "gxf", "divx",
  ]
  /// File name extensions of pictures, by what converts them.
  private static let phonePictures = ["heic", "heif", "hif", "avif"]
  private static let rawPictures = [
    "arw", "cr2", "cr3", "crw", "dng", "mrw", "nef", "orf", "pef", "raf", "rw2", "srw",
  ]
  private static let pictures = ["webp", "tif", "tiff", "bmp", "gif", "jp2", "j2k"]
  /// What films call Motion JPEG.
  private static let motionJPEG = [
    "mjpg", "jpeg", "mjpa", "ijpg", "cjpg", "zjpg", "jr24", "dmb1", "avrn", "avdj", "acdv", "qivg", "msc2",
    "slmj", "mvjp", "avi1", "avi2",
  ]
  /// People's names for what films call other codecs, by how that begins.
  private static let codecs = [
    ("avc", "H.264"), ("h264", "H.264"), ("x264", "H.264"), ("V_MPEG4/ISO/AVC", "H.264"),
    ("hvc", "H.265"), ("hev", "H.265"), ("V_MPEGH/ISO/HEVC", "H.265"), ("vp08", "VP8"), ("V_VP8", "VP8"),
    ("vp09", "VP9"),
    ("V_VP9", "VP9"),
    ("av01", "AV1"), ("V_AV1", "AV1"), ("ap", "ProRes"), ("V_PRORES", "ProRes"), ("mp4v", "MPEG-4"),
    ("mjp", "Motion JPEG of another kind"),
  ]

  static func isMotionJPEG(_ codec: String) -> Bool { motionJPEG.contains(codec.lowercased()) }

  /// The error for a film of another codec.
  static func refusal(of codec: String, in file: InputFile) -> CaptureError {
    let known = codecs.first { codec.lowercased().hasPrefix($0.0.lowercased()) }
    return .badFile(
      path: file.path,
      reason: "its video is \(known.map { "\($0.1) " } ?? "")('\(codec)'), and only Motion JPEG can be read; "
        + "pipe it in: \(film(file))")
  }

  /// The error for a pipe of another kind.
  static func refusal(ofStream kind: String, in file: InputFile) -> CaptureError {
    .badFile(
      path: file.path,
      reason: "this is \(kind), and only Motion JPEG can be read; put ffmpeg in between: \(film(file))")
  }

  /// Whether a file's extension is that of a picture, or of a film: what it holds then doesn't tell more.
  static func namesPicture(_ path: String) -> Bool {
    (pictures + phonePictures + rawPictures).contains(ending(path))
  }
  static func namesFilm(_ path: String) -> Bool {
    (films + ["avi", "mjpeg", "mjpg", "y4m", "thm"]).contains(ending(path))
  }

  /// What a picture that can't be read is, as far as its bytes and its extension tell, and the command that converts it.
  ///
  /// - Returns: completes "it is …"; `nil` for what isn't a picture.
  static func refusal(ofPicture path: String, _ kind: PictureKind) -> String? {
    let ending = ending(path)
    if kind == .jpeg || kind == .png || kind == .noPicture {
      return namesPicture(path) ? "no \(ending.uppercased()) picture, though its name says so" : nil
    }
    let missing =
      switch kind {
      case .heif: ", and libheif isn't there to read it; install libheif1, or convert it: "
      case .webp: ", and libwebp isn't there to read it; install libwebp7, or convert it: "
      default: ", and only JPEG, PNG, HEIC, AVIF and WebP can be read; convert it: "
      }
    return article(kind) + " picture" + missing + command(path, kind)
  }

  /// What a picture of another kind is that can't be converted, completing "it is …".
  static func damage(_ path: String, _ kind: PictureKind) -> String {
    guard kind.isHEIF || kind == .webp else { return "a \(kind.name) that is cut short or damaged" }
    return
      "\(article(kind)) picture that is cut short or damaged, or that its library can't decode here; convert it: "
      + command(path, kind)
  }

  private static func article(_ kind: PictureKind) -> String {
    (kind.name == "AVIF" ? "an " : "a ") + kind.name
  }

  private static func command(_ path: String, _ kind: PictureKind) -> String {
    let (name, ending) = (kind.name, ending(path))
    let target = quoted(path[..<(path.lastIndex(of: ".") ?? path.endIndex)] + ".jpg")
    return
      if kind.isHEIF
    {
      "heif-convert \(quoted(path)) \(target)"
    } else if name == "raw" || rawPictures.contains(ending) {
      "dcraw -c -w \(quoted(path)) | pnmtojpeg > \(target)"
    } else if name == "JPEG XL" {
      "djxl \(quoted(path)) \(target)"
    } else {
      "ffmpeg -i \(quoted(path)) -q:v 1 \(target)"
    }
  }

  /// Why a file can't be read, if its extension is a film's, and the command that makes it readable.
  static func reason(forFilm file: InputFile) -> String? {
    let ending = ending(file.path)
    guard films.contains(ending) else { return nil }
    return "films that end in .\(ending) can't be read as they are; pipe it in: \(film(file))"
  }

  /// Makes a film of Motion JPEG, each frame at its own time, and annotates it.
  ///
  /// - Parameter hasJPEGs: whether the film's pictures are already JPEGs, which are kept unchanged.
  static func film(_ file: InputFile, hasJPEGs: Bool = false) -> String {
    "ffmpeg -v error -i \(file.isPipe ? "-" : quoted(file.path)) -map 0:V:0 "
      + (hasJPEGs ? "-c copy" : "-c:v mjpeg -q:v 2 -fps_mode passthrough")
      + " -f matroska - | dualcam annotate --primary file:- -o DIR"
  }

  /// Reads an address and passes it on through standard input.
  static func stream(_ address: String) -> String {
    "ffmpeg -i \(quoted(address)) -an -c:v mjpeg -q:v 2 -f mjpeg - | dualcam record --primary file:- -o DIR"
  }

  private static func ending(_ path: String) -> String {
    path.lowercased().split(separator: ".").last.map(String.init) ?? ""
  }

  /// Quoted as a single shell word.
  private static func quoted(_ text: some StringProtocol) -> String { ShellWords.quoted(String(text)) }
}
