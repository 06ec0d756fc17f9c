import RealModule

/// A value to drag along a track, with detents that hold it.
///
/// More is right, or up, in every script: it follows the picture, not the text.
public struct Slider: View {
  public var binding: Binding<Double>
  public var range: ClosedRange<Double>
  public var detents: [Double]
  public var axis: Axis
  /// Equal ratios are equal ways.
  public var isLogarithmic: Bool
  public var label: String
  /// How the value is read out.
  public var valueText: String

  public init(
    _ label: String, value: Binding<Double>, in range: ClosedRange<Double>, detents: [Double] = [],
    axis: Axis = .horizontal, isLogarithmic: Bool = false, valueText: String
  ) {
    self.label = label
    binding = value
    self.range = range
    self.detents = detents
    self.axis = axis
    self.isLogarithmic = isLogarithmic
    self.valueText = valueText
  }

  /// Part of the way from the low end that a value lies at, 0 … 1.
  public func fraction(of value: Double) -> Double {
    let held = max(range.lowerBound, min(range.upperBound, value.isFinite ? value : range.lowerBound))
    if isLogarithmic, range.lowerBound > 0 {
      return .log(held / range.lowerBound) / .log(range.upperBound / range.lowerBound)
    }
    let length = range.upperBound - range.lowerBound
    return length > 0 ? (held - range.lowerBound) / length : 0
  }

  public var body: some View {
    EnvironmentReader { environment in
      let isMirrored = environment.layout.direction == .rightToLeft
      let thickness = environment.controlSize.thumb
      ZStack {
        track(thickness, isMirrored, environment.isEnabled ? .tint : .secondary)
        ForEach(detents, id: { DecimalText.short($0) }) { detent in
          place(
            Circle().fill(environment.isEnabled ? .primary : .secondary, strength: 0.6)
              .frame(width: 4, height: 4).frame(width: thickness, height: thickness),
            at: fraction(of: detent), isMirrored)
        }
        place(
          thumb(environment.isEnabled).frame(width: thickness, height: thickness),
          at: fraction(of: binding.value), isMirrored)
      }
      .frame(
        minWidth: axis == .horizontal ? 120 : 44, idealWidth: axis == .horizontal ? 200 : 44,
        maxWidth: axis == .horizontal ? .infinity : 44, minHeight: axis == .horizontal ? 44 : 120,
        idealHeight: axis == .horizontal ? 44 : 200, maxHeight: axis == .horizontal ? 44 : .infinity)
    }
    .accessibilityLabel(label)
    .accessibilityValue(valueText)
    .accessibilityAdjustment(
      AccessibilityElement.Adjustment(
        value: binding.value, range: range, isVertical: axis == .vertical, detents: detents,
        isLogarithmic: isLogarithmic)
    )
    .accessibilityRole(.slider)
    .id(binding.id)
  }

  /// White in a coloured rim: the one stands out on dark glass, the other on bright.
  private func thumb(_ isEnabled: Bool) -> ViewNode {
    ZStack {
      Circle().fill(isEnabled ? .tint : .secondary, strength: 1)
        .matchedGeometryEffect(id: binding.id + "-thumb")
      if isEnabled {
        Circle().fill(.onTint, strength: 1).padding(4)
          .matchedGeometryEffect(id: binding.id + "-thumb-core")
      }
    }.node
  }

  /// The way, and the part of it that lies below the value.
  private func track(_ thickness: Double, _ isMirrored: Bool, _ role: ColorRole) -> ViewNode {
    let fraction = fraction(of: binding.value)
    let isRow = axis == .horizontal
    return ZStack {
      Capsule().fill(strength: 0.3).frame(width: isRow ? nil : 4, height: isRow ? 4 : nil)
      // A line in the ink of its meaning, which is bright on dark glass; a plate's colour is dark in both.
      PathShape(isRow ? "M0 .5H1" : "M.5 0V1", lineWidth: 4).foregroundStyle(role)
        .frame(width: isRow ? nil : 4, height: isRow ? 4 : nil)
        .relativeFrame(
          width: isRow ? fraction : nil, height: isRow ? nil : fraction,
          x: isRow ? (isMirrored ? 1 : 0) : 0.5,
          y: isRow ? 0.5 : 1)
    }.padding(isRow ? .horizontal : .vertical, thickness / 2)
  }

  private func place(_ view: ViewNode, at fraction: Double, _ isMirrored: Bool) -> ViewNode {
    axis == .horizontal
      ? view.relativeFrame(x: isMirrored ? 1 - fraction : fraction) : view.relativeFrame(y: 1 - fraction)
  }
}

extension ControlSize {
  /// Diameter of a slider's thumb, in points.
  var thumb: Double { height / 2 }
}
