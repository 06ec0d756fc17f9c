/// A value to drag along a track, with detents that hold it.
///
/// More is right or up in every script: it follows the picture, not the text.
public struct Slider: View {
  /// The value, and the control's name in events.
  var binding: Binding<Double>
  /// Values from one end of the track to the other.
  public var range: ClosedRange<Double>
  /// Values that hold the thumb, marked by dots.
  var detents: [Double]
  /// Which way the track runs.
  public var axis: Axis
  /// Whether equal ratios are equal distances, as for zoom; needs a range above 0.
  var isLogarithmic: Bool
  /// What it sets, for people who can't see it.
  var label: String
  /// The value as read aloud.
  var valueText: String

  /// A slider, by default horizontal and linear, without detents.
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

  private var adjustment: AccessibilityElement.Adjustment {
    AccessibilityElement.Adjustment(
      value: binding.value, range: range, isVertical: axis == .vertical, detents: detents,
      isLogarithmic: isLogarithmic)
  }

  /// The track, dots for the detents and the thumb, 44 points across the axis.
  public var body: some View {
    EnvironmentReader { environment in
      let isMirrored = environment.layout.direction == .rightToLeft
      let thickness = environment.controlSize.thumb
      ZStack {
        track(thickness, isMirrored, environment.isEnabled ? .tint : .secondary)
        ForEach(detents, id: { DecimalText.short($0) }) { detent in
          place(
            PathShape("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z")
              .foregroundStyle(environment.isEnabled ? .primary : .secondary)
              .frame(width: 5, height: 5).frame(width: thickness, height: thickness),
            at: adjustment.share(of: detent), isMirrored)
        }
        place(
          Knob(id: binding.id + "-thumb").frame(width: thickness, height: thickness),
          at: adjustment.share(of: binding.value), isMirrored)
      }
      .frame(
        minWidth: axis == .horizontal ? 88 : 44, idealWidth: axis == .horizontal ? 200 : 44,
        maxWidth: axis == .horizontal ? .infinity : 44, minHeight: axis == .horizontal ? 44 : 120,
        idealHeight: axis == .horizontal ? 44 : 200, maxHeight: axis == .horizontal ? 44 : .infinity)
    }
    .accessibilityLabel(label)
    .accessibilityValue(valueText)
    .accessibilityAdjustment(adjustment)
    .accessibilityRole(.slider)
    .id(binding.id)
  }

  /// The track, and the part of it below the value.
  private func track(_ thickness: Double, _ isMirrored: Bool, _ role: ColorRole) -> ViewNode {
    let share = adjustment.share(of: binding.value)
    let isRow = axis == .horizontal
    return ZStack {
      // Thin above the value: thickness says what colour says.
      PathShape(isRow ? "M0 .5H1" : "M.5 0V1", lineWidth: 1.5).foregroundStyle(.secondary)
        .frame(width: isRow ? nil : 4, height: isRow ? 4 : nil)
      PathShape(isRow ? "M0 .5H1" : "M.5 0V1", lineWidth: 4).foregroundStyle(role)
        .frame(width: isRow ? nil : 4, height: isRow ? 4 : nil)
        .relativeFrame(
          width: isRow ? share : nil, height: isRow ? nil : share,
          x: isRow ? (isMirrored ? 1 : 0) : 0.5,
          y: isRow ? 0.5 : 1)
    }.padding(isRow ? .horizontal : .vertical, thickness / 2)
  }

  private func place(_ view: ViewNode, at share: Double, _ isMirrored: Bool) -> ViewNode {
    axis == .horizontal
      ? view.relativeFrame(x: isMirrored ? 1 - share : share) : view.relativeFrame(y: 1 - share)
  }
}
