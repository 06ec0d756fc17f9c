import Foundation
import PixelTypes

/// One of ffmpeg's encoders of H.264.
package enum VideoEncoder: Sendable, Equatable {
  /// The kernel's interface to encoders of small computers and phones (V4L2).
  case v4l2
  /// A graphics processor's, by its node such as `/dev/dri/renderD128`.
  case vaapi(device: String)
  /// By the processor.
  case x264

  /// ffmpeg's name of it.
  package var name: String {
    switch self {
    case .v4l2: "h264_v4l2m2m"
    case .vaapi: "h264_vaapi"
    case .x264: "libx264"
    }
  }

  /// The devices that it uses.
  package var devices: [String] {
    switch self {
    case .v4l2: ["/dev"] + Self.nodes("/dev", "video")
    case .vaapi: ["/dev/dri"]
    case .x264: []
    }
  }

  /// What may work here, the best first: those that an ffmpeg has, of which the devices are there.
  ///
  /// - Parameter list: what `ffmpeg -encoders` prints.
  package static func candidates(_ list: String) -> [VideoEncoder] {
    let names = Set(list.split { $0.isNewline || $0 == " " }.map(String.init))
    var all: [VideoEncoder] = nodes("/dev", "video").isEmpty ? [] : [.v4l2]
    all += nodes("/dev/dri", "renderD").prefix(1).map { .vaapi(device: $0) }
    return (all + [.x264]).filter { names.contains($0.name) }
  }

  private static func nodes(_ folder: String, _ prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Arguments that make a tiny film of nothing, to find out whether the encoder works.
  package var trial: [String] {
    Self.start + beforeInput + [
      "-f", "rawvideo", "-pix_fmt", "yuv420p", "-video_size", "640x480", "-framerate", "30",
      "-i", "file:/dev/zero", "-frames:v", "8", "-vf", upload ?? "format=yuv420p",
    ] + settings(PixelSize(clampingWidth: 640, height: 480), framesPerSecond: 30) + ["-f", "null", "-"]
  }

  /// How each of ffmpeg's jobs begins: no questions, one line for each error, nothing from a network.
  private static let start = [
    "ffmpeg", "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-protocol_whitelist",
    "file,pipe",
  ]

  private var beforeInput: [String] {
    if case .vaapi(let device) = self { ["-vaapi_device", device] } else { [] }
  }

  private var upload: String? {
    if case .vaapi = self { "format=nv12,hwupload" } else { nil }
  }

  /// What a film needs to be known of before it begins.
  package struct Film: Sendable, Equatable {
    /// The first picture's size.
    package var size: PixelSize
    /// Pictures a second, in the middle.
    package var framesPerSecond: Double
    /// When the last picture ends, in nanoseconds.
    package var end: Int64
    /// Whether this ffmpeg is older than 5.1.
    package var isOld = false

    package init(size: PixelSize, framesPerSecond: Double, end: Int64, isOld: Bool = false) {
      (self.size, self.framesPerSecond, self.end, self.isOld) = (size, framesPerSecond, end, isOld)
    }
  }

  /// Arguments that make a film of Matroska on standard input, in descriptor 3.
  ///
  /// A JPEG is full-range BT.601; a film has video range, and BT.709 as phones expect of it.
  package func arguments(_ film: Film) -> [String] {
    let (inner, outer) = Self.sizes(film.size)
    let filters =
      "scale=\(inner.width):\(inner.height):force_original_aspect_ratio=decrease"
      + ":flags=bicubic+accurate_rnd+full_chroma_int"
      + ":in_range=full:out_range=limited:in_color_matrix=bt601:out_color_matrix=bt709,"
      + "pad=\(outer.width):\(outer.height):-1:-1,setsar=1,\(upload ?? "format=yuv420p")"
    // Otherwise the last picture lasts no time, or as long as the one before. A packet comes as much earlier than it is shown
    // as the first one does. Without pts and dts, setts shows pictures in the order of their coding.
    let last = "\(Self.ticks(film.end))+STARTDTS-DTS"
    let durations = "setts=pts=PTS:dts=DTS:duration=if(lt(NEXT_DTS\\,DTS)\\,\(last)\\,DURATION)"
    var words: [String] = Self.start + beforeInput
    words += ["-f", "matroska", "-i", "pipe:0", "-map", "0:v:0", "-map_chapters", "-1"]
    words += film.isOld ? ["-vsync", "vfr"] : ["-fps_mode", "vfr"]
    words += ["-enc_time_base", "1:\(Self.rate)", "-vf", filters]
    words += settings(outer, framesPerSecond: film.framesPerSecond)
    words += [
      "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    ]
    words += ["-bsf:v", durations, "-video_track_timescale", "\(Self.rate)", "-movflags", "+faststart"]
    return words + ["-f", "mp4", "-y", "file:/proc/self/fd/3"]
  }

  /// Ticks a second of a film's times.
  private static let rate = 90_000
  private static func ticks(_ nanoseconds: Int64) -> Int64 { Int64((Double(nanoseconds) * 90e-6).rounded()) }

  private func settings(_ size: PixelSize, framesPerSecond: Double) -> [String] {
    let blocks = Self.blocks(size)
    // In kilobits a second: 4 Mb/s for 1920x1080.
    let most = min(max(4000 * blocks / 8160, 500), 20_000)
    let common = ["-c:v", name, "-profile:v", "high", "-maxrate", "\(most)k", "-bufsize", "\(most)k"]
    let level = Self.level(blocks: blocks, framesPerSecond: framesPerSecond)
    return switch self {
    case .x264: common + ["-level:v", level, "-preset", "medium", "-crf", "23"]
    case .v4l2: common + ["-b:v", "\(most * 3 / 4)k", "-pix_fmt", "yuv420p"]
    case .vaapi: common + ["-level:v", level, "-b:v", "\(most * 3 / 4)k"]
    }
  }

  private static func blocks(_ size: PixelSize) -> Int {
    ((size.width + 15) / 16) * ((size.height + 15) / 16)
  }

  /// The least usual level (Rec. ITU-T H.264, table A-1) for pictures of this many blocks of 16×16.
  static func level(blocks: Int, framesPerSecond: Double) -> String {
    let levels = [
      ("4.0", 8192, 245_760.0), ("4.2", 8704, 522_240), ("5.1", 36_864, 983_040), ("5.2", 36_864, 2_073_600),
    ]
    return levels.first { blocks <= $0.1 && Double(blocks) * framesPerSecond <= $0.2 }?.0 ?? "6.2"
  }

  /// The size that pictures are scaled into, at most 3840 by 2160, and the film's around it, whose sides are even.
  static func sizes(_ size: PixelSize) -> (inner: PixelSize, outer: PixelSize) {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    let scale = min(1, 3840 / Double(long), 2160 / Double(short))
    let inner = PixelSize(
      clampingWidth: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale))
    return (
      inner, PixelSize(clampingWidth: (inner.width + 1) / 2 * 2, height: (inner.height + 1) / 2 * 2)
    )
  }
}
