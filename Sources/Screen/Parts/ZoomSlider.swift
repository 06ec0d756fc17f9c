import GlassChrome

/// Sets the zoom: a logarithmic slider from 1× to 10×.
package struct ZoomSlider: View {
  /// Magnification, 1 … 10.
  package var zoom: Binding<Double>
  /// Which way the slider runs; vertical has more at the top.
  package var axis: Axis

  /// A slider at a magnification, by default horizontal.
  package init(_ zoom: Binding<Double>, axis: Axis = .horizontal) {
    self.zoom = zoom
    self.axis = axis
  }

  private func text(_ words: ScreenWords) -> String {
    words.controls.measure(DecimalText.short(zoom.value) + "×")
  }

  private var slider: ViewNode {
    EnvironmentReader {
      Slider(
        $0.words.zoom, value: zoom, in: 1...10, detents: Control.zoomDetents, axis: axis, isLogarithmic: true,
        valueText: text($0.words)
      ).node
    }.id(zoom.id)
  }

  private var value: ViewNode {
    EnvironmentReader {
      Text(text($0.words)).font(.subheadline).fontWeight(.semibold).monospacedDigit().lineLimit(1)
        .accessibilityHidden()
    }.frame(minWidth: 44)
  }

  /// The slider and its value, on interactive glass.
  package var body: some View {
    Group {
      if axis == .horizontal {
        HStack(spacing: 8) {
          value
          slider
        }.padding(.horizontal, 12)
      } else {
        VStack(spacing: 4) {
          slider
          value
        }.padding(.vertical, 16).padding(.horizontal, 8)
      }
    }
    // Figures at the end of a column would lie in a capsule's round end.
    .glassEffect(.regular.interactive(), in: axis == .horizontal ? .capsule : .rect(cornerRadius: 26))
    .id("zoom-slider")
  }
}
