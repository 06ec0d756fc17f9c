import PixelTypes
import RealModule

/// The soft part of a body of glass: the scene behind it, blurred, in the material's tone, and in one that its words need.
final class SoftLight {
  let tile: SceneTile
  /// How much of lens, mirror and rim may show at each pixel, 0...4080: none behind words. Stretched along rows.
  let lumaClear: SamplePlane
  let chromaClear: SamplePlane
  private let materials: [GlassMaterial]
  /// Each element's share of each texel, 0...65535; empty for a single element.
  private let shares: [SamplePlane]
  /// Light that press and touch add to each texel.
  var glow: SamplePlane? {
    didSet { isSpread = false }
  }
  private let filter: [UInt32]
  /// The materials' tone at each texel, alone and with the words'.
  private let tone: WashPlanes
  private let washes: WashPlanes
  private let luminance: SamplePlane
  private let scratch: SamplePlane
  private let clear: SamplePlane
  private(set) var words = WordTones()
  /// How much of lens and mirror words hide at each texel, row by row, 0...1.
  private var cover: [Float] = []
  /// The scene's mean light; of an opaque plate, the one that it shows.
  private var mean: LinearColor?
  /// Mean luminance of the scene behind the glass, 0...1.
  private(set) var brightness = 0.0
  private let isOpaque: Bool
  /// Whether the clear planes reflect the current words and fingers.
  private var isSpread = false
  /// The light that the tone is for, if the body grows or shrinks.
  var whole: WholeLight?
  /// For the scene that lens and rim show; `nil` for the scene's own.
  let lensTone: LensTone?

  /// - Parameters:
  ///   - area: the body's pixels.
  ///   - shares: each element's share of each of the tile's texels; empty for a single element.
  init(
    _ tile: SceneTile, materials: [GlassMaterial], shares: [SamplePlane], blurPixels: Double, isOpaque: Bool,
    lensTone: LensTone?
  ) {
    self.tile = tile
    self.materials = materials
    self.shares = shares
    self.isOpaque = isOpaque
    self.lensTone = lensTone
    let (width, height) = (tile.texels.width, tile.texels.height)
    lumaClear = SamplePlane(width: tile.lines(0).width, height: height)
    chromaClear = SamplePlane(width: tile.lines(1).width, height: height)
    tone = WashPlanes(width: width, height: height)
    washes = WashPlanes(width: width, height: height)
    luminance = SamplePlane(width: width, height: height)
    scratch = SamplePlane(width: width, height: height)
    clear = SamplePlane(width: width, height: height)
    filter = Self.filter(deviation: blurPixels, texel: Double(tile.texelSize))
    setTone()
  }

  /// A Gaussian that, together with a texel's width and the interpolation between texels, has a
  /// given deviation in pixels. Weights out of 4096, from the middle outwards.
  static func filter(deviation: Double, texel: Double) -> [UInt32] {
    let variance = (deviation / texel) * (deviation / texel) - 1.0 / 12 - 1.0 / 6
    guard variance > 0.02 else { return [4096] }
    let reach = Int((3 * variance.squareRoot()).rounded(.up))
    let weights = (0...reach).map { Double.exp(-Double($0 * $0) / (2 * variance)) }
    let sum = 2 * weights.reduce(0, +) - weights[0]
    var half = weights.map { UInt32(($0 / sum * 4096).rounded()) }
    half[0] = 4096 - 2 * half.dropFirst().reduce(0, +)
    return half
  }

  private func share(_ element: Int, _ x: Int, _ y: Int) -> Double {
    shares.isEmpty ? 1 : Double(shares[element][x, y]) / 65_535
  }

  private func setTone() {
    for y in 0..<tone.keep.height {
      for x in 0..<tone.keep.width {
        var (keep, red, green, blue) = (0.0, 0.0, 0.0, 0.0)
        for (i, material) in materials.enumerated() where shares.isEmpty ? i == 0 : true {
          let share = share(i, x, y)
          keep += share * material.keep
          red += share * material.add.red
          green += share * material.add.green
          blue += share * material.add.blue
        }
        tone.set(keep, LinearColor(red: red, green: green, blue: blue), x, y)
      }
    }
  }

  /// Takes over the words on the glass.
  ///
  /// - Parameter known: the tones of a body that this one replaces.
  func set(_ words: [GlassWord], elements: [ElementID], scale: Double, known: [WordTones]) {
    self.words = WordTones(
      words, elements: elements, materials: materials, tile: tile, shares: shares, known: known + [self.words]
    )
    cover = words.cover(in: tile, fade: materials[0].coverPoints, scale: scale)
    isSpread = false
  }

  /// Stretches what words and fingers leave clear.
  private func spread() {
    isSpread = true
    for y in 0..<clear.height {
      for x in 0..<clear.width {
        let lit = glow.map { min(Double($0[x, y]) / 65_535 * 5, 1) } ?? 0
        clear[x, y] = UInt16(
          (min(1 - Double(cover[y * clear.width + x]), 1 - lit) * 4080).rounded(.down))
      }
    }
    tile.stretch(clear, into: lumaClear, 0)
    tile.stretch(clear, into: chromaClear, 1)
  }

  /// Takes in the scene.
  ///
  /// - Parameters:
  ///   - scene: of the canvas's size.
  ///   - visible: the pixels of the scene that lie behind the body.
  func take(_ scene: PlanarPicture, visible: PixelRect) {
    gather(scene, tile.texels, texel: tile.texelSize, visible: visible, into: tile.light)
    whole?.take(scene)
    if isOpaque {
      flatten()
    } else {
      for channel in 0..<3 { blur(tile.light[channel], filter, scratch: scratch) }
      if lensTone != nil { mean = whole?.mean ?? meanLight(tile.light) }
    }
    saturate(tile.light, by: materials[0].saturation)
    brightness = meanLuminance(tile.light)
    addLight(tile.light, glow)
    GlassChrome.luminance(tile.light, washes: tone, into: luminance)
    words.look(at: luminance, whole: isOpaque ? nil : whole?.luminance)
  }

  /// Puts the scene's mean in its place. A plate keeps its colour until the scene's has changed enough to be seen.
  private func flatten() {
    let now = whole?.mean ?? meanLight(tile.light)
    let shown = mean.map { $0.isNear(now) ? $0 : now } ?? now
    mean = shown
    for (channel, value) in [shown.red, shown.green, shown.blue].enumerated() {
      tile.light[channel].fill(UInt16((min(max(value, 0), 1) * 65_535).rounded(.down)))
    }
  }

  /// Takes the region's ink; `nil` to choose alone.
  func follow(_ isDark: Bool?) { words.isRegionDark = isDark }

  /// Brings the words' inks up to a time; true if one has turned.
  func hold(_ nanoseconds: Int64) -> Bool { words.hold(nanoseconds) }

  /// Renders light and tones into the lines that rows are painted from.
  func render() {
    if !isSpread { spread() }
    washes.copy(tone)
    words.wash(washes, luminance)
    lensTone?.fit(mean ?? LinearColor(grey: 0.2), words.curve)
    encode(tile.light, washes: washes, into: tile.codes)
    tile.stretch()
  }
}

extension SoftLight {
  /// What the words' tone does to the light, as ``InkLog/Tone`` says: its steepest edge in code steps a texel, and its mean.
  func toneEffect() -> (steepest: Double, mean: Double) {
    let shown = SamplePlane(width: luminance.width, height: luminance.height)
    GlassChrome.luminance(tile.light, washes: washes, into: shown)
    func code(_ plane: SamplePlane, _ x: Int, _ y: Int) -> Float {
      255 * (Float(plane[x, y]) / 65_535).squareRoot()
    }
    var (steepest, sum) = (Float(0), Float(0))
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        let (own, bare) = (code(shown, x, y), code(luminance, x, y))
        sum += abs(own - bare)
        for (x, y) in [(x + 1, y), (x, y + 1)] where x < shown.width && y < shown.height {
          let way = abs(code(shown, x, y) - own) - abs(code(luminance, x, y) - bare)
          steepest = max(steepest, way)
        }
      }
    }
    return (Double(steepest), Double(sum) / Double(shown.width * shown.height))
  }
}

extension LinearColor {
  /// Whether no channel differs by more than 6 % of the scale, gamma-coded.
  fileprivate func isNear(_ other: LinearColor) -> Bool {
    zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy {
      abs($0.squareRoot() - $1.squareRoot()) <= 0.06
    }
  }
}

extension WashPlanes {
  /// A texel's wash: its light times `keep`, plus a colour.
  func set(_ keep: Double, _ color: LinearColor, _ x: Int, _ y: Int) {
    func stored(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65_535).rounded(.down)) }
    self.keep[x, y] = stored(keep)
    (add.first[x, y], add.second[x, y], add.third[x, y]) = (
      stored(color.red), stored(color.green), stored(color.blue)
    )
  }

  /// Takes over another's washes, of the same size.
  func copy(_ other: WashPlanes) {
    keep.copy(other.keep)
    for channel in 0..<3 { add[channel].copy(other.add[channel]) }
  }
}
