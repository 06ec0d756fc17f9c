import HostResources
import PixelTypes

/// The settings of a synthetic source: `synth:SCENE[?key=value&…]`. The same settings give the same frames.
public struct SceneSettings: Sendable, Hashable {
  /// The scene to draw.
  public var scene: SceneKind
  /// `w`, `h`: even, 64 to 8192 pixels.
  public var size = PixelSize(clampingWidth: 1280, height: 720)
  /// `fps`: above 0, at most 1000.
  public var framesPerSecond = 30.0
  /// `format`: the pixel format of the frames.
  public var pixelFormat = PixelFormat.mjpeg
  /// `seed`: varies clouds, windows, clothes and noise.
  public var seed: UInt64 = 1
  /// `roll`: the horizon's angle at rest, −30 to 30 degrees; positive angles rise to the right.
  public var rollDegrees = 0.0
  /// `sway`: how far the angle swings to either side of `roll`, 0 to 15 degrees, with a period of eight seconds.
  public var swayDegrees = 0.0
  /// `frames`: the number of frames; 0 means endless.
  public var frameCount = 0
  /// `quality`: JPEG quality, 1 to 100.
  public var quality = 90
  /// `noise`: standard deviation of the sensor noise at mid-grey, 0 to 40 levels; 24 by default in the scene `noise`.
  public var noise = 2.0
  /// `subsampling`: JPEG chroma subsampling, `422` as from webcams, or `420`.
  public var subsampling = ChromaSubsampling.yuv422

  /// The defaults: 1280×720 at 30 frames a second, Motion JPEG.
  public init(scene: SceneKind) {
    self.scene = scene
    if scene == .noise { noise = 24 }
  }

  /// The names of all keys, in the order ``description`` writes them.
  static let keys = [
    "w", "h", "fps", "format", "seed", "roll", "sway", "frames", "quality", "noise", "subsampling",
  ]

  /// Media time of a frame in nanoseconds.
  func nanoseconds(atFrame frame: Int) -> Int64 {
    Int64((Double(frame) * 1e9 / framesPerSecond).rounded())
  }

  /// Parses the text after `synth:`.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)``, naming the invalid scene, key or value and the nearest
  ///   valid one.
  init(parsing body: String, source text: String) throws(CaptureError) {
    let query = SourceQuery(splittingAtFirstMark: body)
    guard let scene = SceneKind(rawValue: query.head) else {
      let names = SceneKind.allCases.map(\.rawValue)
      throw .badSource(
        text: text,
        reason: "there is no scene '\(query.head)'" + Spelling.suggestion(for: query.head, among: names))
    }
    self.init(scene: scene)
    var width = size.width
    var height = size.height
    for pair in try query.pairs(source: text) {
      switch pair.key {
      case "w": width = try Self.side(pair)
      case "h": height = try Self.side(pair)
      case "fps": framesPerSecond = try pair.decimal(in: 0.01...1000)
      case "format": pixelFormat = try pair.choice(of: PixelFormat.allCases.map { ($0.rawValue, $0) })
      case "seed": seed = UInt64(try Self.whole(pair, in: 0...Int.max))
      case "roll", "sway":
        guard scene.hasHorizon else {
          throw pair.badSource("'\(pair.key)' needs a scene with a horizon, such as coast")
        }
        if pair.key == "roll" {
          rollDegrees = try pair.decimal(in: -30...30)
        } else {
          swayDegrees = try pair.decimal(in: 0...15)
        }
      case "frames": frameCount = try Self.whole(pair, in: 0...Int(Int32.max))
      case "quality": quality = try Self.whole(pair, in: 1...100)
      case "noise": noise = try pair.decimal(in: 0...40)
      case "subsampling": subsampling = try pair.choice(of: [("422", .yuv422), ("420", .yuv420)])
      default:
        throw pair.badSource(
          "a scene has no key '\(pair.key)'" + Spelling.suggestion(for: pair.key, among: Self.keys))
      }
    }
    size = PixelSize(clampingWidth: width, height: height)
  }

  private static func whole(_ pair: SourcePair, in range: ClosedRange<Int>) throws(CaptureError) -> Int {
    guard let number = Int(pair.value), range.contains(number) else {
      let limits = range.upperBound == .max ? "0 or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw pair.badSource("\(pair.key)=\(pair.value) must be a whole number, \(limits)")
    }
    return number
  }

  /// Valid side lengths of a scene, in pixels.
  private static let sides = 64...8192

  /// Why this can't be a scene's size; `nil` when it can.
  public static func objection(to size: PixelSize) -> String? {
    let isGood = [size.width, size.height].allSatisfy { sides.contains($0) && $0 % 2 == 0 }
    return isGood ? nil : "a scene needs even sides of \(sides.lowerBound) to \(sides.upperBound) pixels"
  }

  private static func side(_ pair: SourcePair) throws(CaptureError) -> Int {
    guard let number = Int(pair.value), sides.contains(number), number % 2 == 0 else {
      let near = min(sides.upperBound, max(sides.lowerBound, (Int(pair.value) ?? 64) / 2 * 2))
      throw pair.badSource(
        "\(pair.key)=\(pair.value) must be an even number from 64 to 8192; the nearest is \(near)")
    }
    return number
  }
}

extension SceneSettings: CustomStringConvertible {
  /// `SCENE?key=value&…` with the keys that differ from their defaults.
  public var description: String {
    let defaults = SceneSettings(scene: scene)
    var pairs: [String] = []
    func add(_ key: String, _ value: String, unless isDefault: Bool) {
      if !isDefault { pairs.append("\(key)=\(value)") }
    }
    add("w", "\(size.width)", unless: size.width == defaults.size.width)
    add("h", "\(size.height)", unless: size.height == defaults.size.height)
    add("fps", framesPerSecond.shortest, unless: framesPerSecond == defaults.framesPerSecond)
    add("format", pixelFormat.rawValue, unless: pixelFormat == defaults.pixelFormat)
    add("seed", "\(seed)", unless: seed == defaults.seed)
    add("roll", rollDegrees.shortest, unless: rollDegrees == defaults.rollDegrees)
    add("sway", swayDegrees.shortest, unless: swayDegrees == defaults.swayDegrees)
    add("frames", "\(frameCount)", unless: frameCount == defaults.frameCount)
    add("quality", "\(quality)", unless: quality == defaults.quality)
    add("noise", noise.shortest, unless: noise == defaults.noise)
    add("subsampling", subsampling == .yuv420 ? "420" : "422", unless: subsampling == defaults.subsampling)
    return scene.rawValue + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
