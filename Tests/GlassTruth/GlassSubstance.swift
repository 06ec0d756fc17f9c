/// What a piece of glass is made of, as plain numbers. Lengths are points, light is linear, 0...1.
public struct GlassSubstance: Sendable {
  /// Refractive index; 1 bends nothing.
  public var index: Double
  /// Depth of the slab under the bevel's foot.
  public var floor: Double
  /// The body's light is the scattered scene's times `keep`, plus `add`.
  public var keep: Double
  /// Light that the body adds.
  public var add: SIMD3<Double>
  /// Saturation of the scattered scene; 1 leaves it unchanged.
  public var saturation: Double
  /// σ of the body's scattering.
  public var blur: Double
  /// How much of the sharp scene the lens shows where it shows most, 0...1.
  public var lens: Double
  /// Clear glass shows the sharp scene in its middle, too.
  public var isClear: Bool
  /// Share of the surrounding scene that the bevel gathers at the very edge, 0...1.
  public var edgeGather: Double
  /// Strength of the key light, 0...1.
  public var keyLight: Double

  /// A substance that only bends light: all else is added by setting it.
  public init(
    index: Double = 1.5, floor: Double = 16, keep: Double = 1, add: SIMD3<Double> = .zero,
    saturation: Double = 1,
    blur: Double = 4, lens: Double = 1, isClear: Bool = true, edgeGather: Double = 0, keyLight: Double = 0
  ) {
    (self.index, self.floor, self.keep, self.add) = (index, floor, keep, add)
    (self.saturation, self.blur, self.lens, self.isClear) = (saturation, blur, lens, isClear)
    (self.edgeGather, self.keyLight) = (edgeGather, keyLight)
  }
}
