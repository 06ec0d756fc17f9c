import PixelTypes

/// The scene's light where glass that grows or shrinks lies as laid out: with it the glass has one tone all the way.
final class WholeLight {
  /// Of each texel, 0...65535, in the material's tone.
  let luminance: SamplePlane
  /// The scene's mean light.
  private(set) var mean = LinearColor.black
  private let tile: SceneTile
  /// The glass's as laid out, in canvas pixels.
  var area: PixelRect { tile.area }
  private let visible: PixelRect
  private let material: GlassMaterial
  private let filter: [UInt32]
  private let tone: WashPlanes
  private let scratch: SamplePlane

  /// - Parameters:
  ///   - area: the glass's as laid out, in canvas pixels.
  ///   - visible: the pixels of the scene behind it.
  init(
    _ area: PixelRect, visible: PixelRect, _ material: GlassMaterial, texel: Int, scale: Double,
    subsampling: ChromaSubsampling
  ) {
    tile = SceneTile(area: area, texel: texel, subsampling: subsampling)
    self.visible = visible
    self.material = material
    filter = SoftLight.filter(deviation: material.blurPoints * scale, texel: Double(texel))
    let (width, height) = (tile.texels.width, tile.texels.height)
    luminance = SamplePlane(width: width, height: height)
    scratch = SamplePlane(width: width, height: height)
    tone = WashPlanes(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { tone.set(material.keep, material.add, x, y) }
    }
  }

  /// Takes in the scene, of the canvas's size.
  func take(_ scene: PlanarPicture) {
    gather(scene, tile.texels, texel: tile.texelSize, visible: visible, into: tile.light)
    for channel in 0..<3 { blur(tile.light[channel], filter, scratch: scratch) }
    mean = meanLight(tile.light)
    saturate(tile.light, by: material.saturation)
    GlassChrome.luminance(tile.light, washes: tone, into: luminance)
  }
}
