import Geometry
import PixelTypes
import RealModule

/// A word or mark on glass, and how bright or dark the glass behind it may get.
struct GlassWord: Equatable {
  /// The ids of its item and of the glass under it.
  var id: ElementID
  var element: ElementID
  /// The ink's box in canvas pixels.
  var box: PixelRect
  /// The greatest luminance allowed behind it in light ink, and the least in dark ink, 0...1.
  var most: Double
  var least: Double
}

/// The soft fields around a body's words: what they leave clear, and how strong their washes must be.
///
/// Each word takes the least and greatest luminance of all texels that can reach a pixel within `margin` of it. Its
/// wash makes the worst of them bright or dark enough; it deepens at once and recedes over 400 ms. All texels of a
/// word's core have the full wash, and no lens, mirror or rim shows there, so only washed texels lie behind the word.
struct WordFields {
  /// Pixels around a word that belong to it, and points over which lens, mirror and rim return beside it.
  static let margin = 3
  static let cover = 16.0
  /// Room for rounding to 8-bit codes and for the dither.
  static let rounding = 0.004
  /// A wash stronger than needed by less than this stays as it is: slight flicker in the scene changes nothing.
  static let slack = 0.04
  static let releaseNanoseconds = 400_000_000.0
  /// Ink turns at most this often, unless keeping its colour would need an almost complete wash.
  static let dwellNanoseconds: Int64 = 2_000_000_000

  fileprivate struct Field {
    var word: GlassWord
    /// Index of its element.
    var element: Int
    /// The texels of the tile that its field reaches, and those that feed its pixels.
    var reach: PixelRect
    var core: PixelRect
    /// Its strength at each texel of `reach`, 0...1, and how much of lens, mirror and rim it hides.
    var strength: [Float]
    var cover: [Float]
    /// How strong its wash is, 0...1.
    var opacity = 0.0
    /// What light and dark ink currently need.
    var needs = (light: 0.0, dark: 0.0)
  }

  private struct Element {
    var id: ElementID
    var material: GlassMaterial
    var isInkDark: Bool
    var turned: Int64?
  }

  private var fields: [Field] = []
  private var elements: [Element] = []
  private var last: Int64?
  private var size = (width: 0, height: 0)
  /// One element's wash at each texel, 0...1.
  private var depth: [Float] = []

  init() {}

  /// - Parameters:
  ///   - elements: the body's, in its order; `materials` are theirs.
  ///   - known: earlier fields; words of the same id and element keep their washes and inks.
  init(
    _ words: [GlassWord], elements: [ElementID], materials: [GlassMaterial], tile: SceneTile, scale: Double,
    known: [WordFields]
  ) {
    size = (tile.texels.width, tile.texels.height)
    depth = [Float](repeating: 0, count: size.width * size.height)
    self.elements = zip(elements, materials).map { id, material in
      // Glass of another material starts with its own ink.
      let before = known.lazy.flatMap(\.elements).first { $0.id == id && $0.material == material }
      return Element(
        id: id, material: material, isInkDark: before?.isInkDark ?? material.prefersDarkInk,
        turned: before?.turned)
    }
    for word in words {
      guard let element = elements.firstIndex(of: word.element) else { continue }
      let fade = materials[element].wordFade
      guard var field = Self.field(word, element, tile, scale: scale, fade: fade) else { continue }
      let before = known.lazy.flatMap(\.fields).first {
        $0.word.id == word.id && $0.word.element == word.element
      }
      field.opacity = before?.opacity ?? 0
      fields.append(field)
    }
    last = known.compactMap(\.last).max()
    for i in fields.indices {
      for other in fields where other.element != fields[i].element { fields[i].spare(other) }
    }
  }

  private static func field(
    _ word: GlassWord, _ element: Int, _ tile: SceneTile, scale: Double, fade: Double
  ) -> Field? {
    let all = PixelRect(x: 0, y: 0, width: tile.texels.width, height: tile.texels.height)
    func moved(_ r: PixelRect) -> PixelRect {
      r.moved(byX: -tile.texels.x, y: -tile.texels.y).intersection(all)
    }
    let core = moved(SceneTile.texels(covering: word.box.insetBy(-margin), tile.texelSize))
    let far = Int((fade * scale / Double(tile.texelSize)).rounded(.up))
    let reach = core.insetBy(-far).intersection(all)
    guard !core.isEmpty, !reach.isEmpty else { return nil }
    var (strength, cover): ([Float], [Float]) = ([], [])
    func faded(_ distance: Double, over width: Double) -> Float {
      let t = max(1 - distance / width, 0)
      return Float(t * t * (3 - 2 * t))
    }
    for y in reach.y..<reach.maxY {
      for x in reach.x..<reach.maxX {
        let gap = core.gap(toX: x, y: y)
        let distance =
          Point(
            Double(gap.across * tile.texelSize) / scale, Double(gap.down * tile.texelSize) / scale
          ).length
        strength.append(faded(distance, over: fade))
        cover.append(faded(distance, over: Self.cover))
      }
    }
    return Field(word: word, element: element, reach: reach, core: core, strength: strength, cover: cover)
  }

  /// How much of lens, mirror and rim words hide at each texel, row by row, 0...1.
  func cover() -> [Float] {
    var most = [Float](repeating: 0, count: size.width * size.height)
    for field in fields {
      var index = 0
      for y in field.reach.y..<field.reach.maxY {
        for x in field.reach.x..<field.reach.maxX {
          most[y * size.width + x] = max(most[y * size.width + x], field.cover[index])
          index += 1
        }
      }
    }
    return most
  }

  /// Whether an element's ink is currently dark.
  func isInkDark(_ element: Int) -> Bool { elements.isEmpty ? false : elements[element].isInkDark }

  /// Brings inks and washes up to a monotonic time; true if any has changed.
  ///
  /// - Parameter luminance: of each texel, 0...65535, in the materials' tone.
  mutating func hold(_ luminance: SamplePlane, nanoseconds: Int64) -> Bool {
    let elapsed = last.map { Double(max(0, nanoseconds - $0)) } ?? Self.releaseNanoseconds
    last = nanoseconds
    for i in fields.indices { fields[i].measure(luminance, materials: elements[fields[i].element].material) }
    var hasChanged = false
    for e in elements.indices where turns(e, nanoseconds) {
      elements[e].isInkDark.toggle()
      elements[e].turned = nanoseconds
      for i in fields.indices where fields[i].element == e { fields[i].opacity = 0 }
      hasChanged = true
    }
    for i in fields.indices {
      let need = elements[fields[i].element].isInkDark ? fields[i].needs.dark : fields[i].needs.light
      let now = fields[i].opacity
      let next =
        need > now
        ? min(need + Self.slack / 4, 1)
        : now - need < Self.slack ? now : max(need, now - elapsed / Self.releaseNanoseconds)
      if next != fields[i].opacity { hasChanged = true }
      fields[i].opacity = next
    }
    return hasChanged
  }

  /// Whether an element's ink must turn from light to dark or back.
  private func turns(_ e: Int, _ nanoseconds: Int64) -> Bool {
    var (light, dark) = (0.0, 0.0)
    for i in fields.indices where fields[i].element == e {
      light = max(light, fields[i].needs.light)
      dark = max(dark, fields[i].needs.dark)
    }
    let element = elements[e]
    guard element.material.turnsInk else { return false }
    let (own, other) = element.isInkDark ? (dark, light) : (light, dark)
    // Clear glass takes the ink that needs less; other glass takes its appearance's, unless that needs far more.
    let isPreferred = element.isInkDark == element.material.prefersDarkInk
    let bias = element.material.isClear ? 0.15 : isPreferred ? 0.62 : -0.35
    guard own > other + bias else { return false }
    guard let turned = element.turned else { return true }
    return nanoseconds - turned >= Self.dwellNanoseconds || own > 0.97
  }

  /// Adds the washes to those of the materials.
  ///
  /// - Parameter shares: each element's share of each texel, 0...65535; empty for a single element.
  mutating func wash(_ washes: WashPlanes, shares: [SamplePlane]) {
    for e in elements.indices {
      // The strongest of its words' washes.
      let most = fields.indices.reduce(0) { fields[$1].element == e ? max($0, fields[$1].opacity) : $0 }
      guard most > 0.0005 else { continue }
      let breath = Float(most * elements[e].material.breath)
      for y in 0..<size.height {
        for x in 0..<size.width {
          depth[y * size.width + x] = shares.isEmpty ? breath : breath * Float(shares[e][x, y]) / 65_535
        }
      }
      // Where fields meet, they deepen to the stronger one: overlaying them would be darker than either needs.
      for i in fields.indices where fields[i].element == e {
        let (reach, opacity) = (fields[i].reach, Float(fields[i].opacity))
        for y in reach.y..<reach.maxY {
          for x in reach.x..<reach.maxX {
            let at = y * size.width + x
            depth[at] += max(opacity - depth[at], 0) * fields[i].strength(x, y)
          }
        }
      }
      let material = elements[e].material
      let color = elements[e].isInkDark ? material.lightWash : material.darkWash
      for y in 0..<size.height {
        for x in 0..<size.width {
          let depth = depth[y * size.width + x]
          if depth > 0.0005 { washes.lay(color, Double(depth), x, y) }
        }
      }
    }
  }
}

extension WordFields.Field {
  fileprivate func strength(_ x: Int, _ y: Int) -> Float {
    reach.contains(x: x, y: y) ? strength[(y - reach.y) * reach.width + x - reach.x] : 0
  }

  /// Leaves the core of another element's word alone: its ink may need the opposite wash.
  fileprivate mutating func spare(_ other: Self) {
    let common = other.core.intersection(reach)
    for y in common.y..<max(common.maxY, common.y) {
      for x in common.x..<max(common.maxX, common.x) where strength(x, y) < 1 || !core.contains(x: x, y: y) {
        strength[(y - reach.y) * reach.width + x - reach.x] = 0
      }
    }
  }

  /// How strong a wash each ink needs over the texels that feed the word's pixels.
  fileprivate mutating func measure(_ luminance: SamplePlane, materials: GlassMaterial) {
    var (darkest, brightest): (UInt16, UInt16) = (65_535, 0)
    for y in core.y..<core.maxY {
      for x in core.x..<core.maxX {
        let value = luminance[x, y]
        darkest = min(darkest, value)
        brightest = max(brightest, value)
      }
    }
    let (low, high) = (Double(darkest) / 65_535, Double(brightest) / 65_535)
    let most = word.most - WordFields.rounding
    let least = word.least + WordFields.rounding
    let (black, white) = (materials.darkWash.luminance, materials.lightWash.luminance)
    needs.light = high <= most ? 0 : min(max((high - most) / max(high - black, 1e-6), 0), 1)
    needs.dark = low >= least ? 0 : min(max((least - low) / max(white - low, 1e-6), 0), 1)
  }
}

extension WashPlanes {
  /// Lays a colour over a texel's wash.
  func lay(_ color: LinearColor, _ opacity: Double, _ x: Int, _ y: Int) {
    let left = UInt32(((1 - opacity) * 65_535).rounded(.down))
    func over(_ sample: UInt16, _ light: Double) -> UInt16 {
      UInt16(clamping: (UInt32(sample) * left) >> 16 + UInt32((light * opacity * 65_535).rounded(.down)))
    }
    keep[x, y] = UInt16((UInt32(keep[x, y]) * left) >> 16)
    add.first[x, y] = over(add.first[x, y], color.red)
    add.second[x, y] = over(add.second[x, y], color.green)
    add.third[x, y] = over(add.third[x, y], color.blue)
  }
}
