import GlassChrome

/// Sets the picture's brightness: −2 to +2 stops, with a detent at 0.
package struct ExposureSlider: View {
  /// The stops to choose from.
  package static let stops = -2.0...2

  /// Exposure compensation in stops (EV).
  package var stops: Binding<Double>
  /// Which way the slider runs; vertical is brighter towards the top.
  package var axis: Axis

  /// A slider at this many stops, by default vertical.
  package init(_ stops: Binding<Double>, axis: Axis = .vertical) {
    self.stops = stops
    self.axis = axis
  }

  private var text: String { DecimalText.signed(stops.value) + " EV" }

  private var parts: some View {
    Group {
      Icon("sun").font(.body).id("sun")
      EnvironmentReader {
        Slider(
          $0.words.exposure, value: stops, in: Self.stops, detents: [0], axis: axis, valueText: text)
      }.id(stops.id)
      Text(text).font(.caption).fontWeight(.semibold).monospacedDigit().lineLimit(1)
        .accessibilityHidden().id("value")
    }
  }

  /// A sun, the slider and its value, on interactive glass.
  package var body: some View {
    Group {
      if axis == .vertical {
        EnvironmentReader { environment in
          // The figures lie between two round corners and need space towards both.
          VStack(spacing: 4) { parts }.padding(.vertical, 16)
            .padding(.horizontal, environment.layout.typeSize.isAccessibilitySize ? 20 : 12)
        }
      } else {
        HStack(spacing: 8) { parts }.padding(.horizontal, 16)
      }
    }.glassEffect(.regular.interactive(), in: .rect(cornerRadius: 26)).id("exposure-slider")
  }
}
