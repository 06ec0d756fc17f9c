// ITU-T H.264 and H.265 annex B, H.222.0 (MPEG-2 systems), H.262; the others by their well-known first bytes.

/// What arrives on a pipe, by its first bytes, if it is known and no Motion JPEG.
enum StreamKind {
  private static let starts: [(text: String, name: String)] = [
    ("YUV4MPEG2", "raw video (Y4M)"), ("FLV?", "Flash video"), ("OggS", "Ogg"), ("DKIF", "IVF"),
    ("?PNG", "PNG"), ("GIF8", "GIF"), ("0&?u", "Windows Media"), ("<", "a page (HTML or XML)"),
    ("{", "JSON"),
  ]

  /// Its name for people; `nil` for what may be Motion JPEG: that may begin anywhere, even within a picture.
  static func of(_ window: FileWindow) throws(CaptureError) -> String? {
    switch try window.byte(at: 0) {
    case nil: return nil
    case 0: return try ofStartCode(window)
    case 0x47:
      if try window.byte(at: 188) == 0x47, try window.byte(at: 376) == 0x47 { return "MPEG-TS" }
    default: break
    }
    for start in starts where try window.text(start.text.count, at: 0) == start.text { return start.name }
    return nil
  }

  /// What begins with a start code: two or three zeros and a one.
  private static func ofStartCode(_ window: FileWindow) throws(CaptureError) -> String? {
    var place = 1
    while place < 4, try window.byte(at: place) == 0 { place += 1 }
    guard place > 1, try window.byte(at: place) == 1, let code = try window.byte(at: place + 1) else {
      return nil
    }
    switch code {
    case 0xBA: return "an MPEG program stream"
    case 0xB3: return "MPEG-1 or MPEG-2"
    case 0xB0, 0xB5, 0x00...0x05: return "MPEG-4"
    default: break
    }
    // The types of what may come first: parameter sets, delimiters, pictures. An H.265 unit's second byte names layer 0.
    if [32, 33, 34, 35].contains(code >> 1 & 0x3F), try window.byte(at: place + 2) == 1 { return "H.265" }
    return code < 0x80 && [1, 5, 6, 7, 8, 9].contains(code & 0x1F) ? "H.264" : nil
  }
}
