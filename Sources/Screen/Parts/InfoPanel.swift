import GlassChrome
import PixelTypes

/// The camera's reported exposure, gain and white balance.
package struct InfoPanel: View {
  /// What the camera reports; anything unknown is shown as a dash.
  package var exposure: CameraExposure

  /// A panel of three readings.
  package init(_ exposure: CameraExposure) { self.exposure = exposure }

  /// Three readings with icons on glass, in a row, or in a column if the space is too narrow.
  package var body: some View { EnvironmentReader { panel($0.words) }.id("info") }

  private func panel(_ words: ScreenWords) -> ViewNode {
    ViewThatFits(in: [.horizontal]) {
      HStack(spacing: 20) { rows(words) }
      VStack(alignment: .leading, spacing: 10) { rows(words) }
    }
    .padding(.horizontal, 20)
    .padding(.vertical, 10)
    .accessibilityLabel(words.cameraSettings)
    .accessibilityRole(.group)
    .glassEffect(in: .rect(cornerRadius: 24))
  }

  private func rows(_ words: ScreenWords) -> ViewNode {
    Group {
      row("exposure", words.exposure, words, icon: "exposure", exposure.time) {
        DecimalText.exposure(seconds: $0)
      }
      row("gain", words.gain, words, icon: "gain", exposure.gain) { DecimalText.short($0) }
      row("white-balance", words.whiteBalance, words, icon: "thermometer", exposure.whiteBalance) {
        DecimalText.short($0) + " K"
      }
    }.node
  }

  private func row(
    _ id: String, _ title: String, _ words: ScreenWords, icon: String, _ reading: CameraExposure.Level?,
    text: (Double) -> String
  ) -> ViewNode {
    let value = reading.map { words.controls.measure(text($0.value)) } ?? "–"
    return HStack(spacing: 8) {
      Icon(icon).foregroundStyle(.secondary)
      VStack(alignment: .leading, spacing: 0) {
        Text(title).font(.caption).foregroundStyle(.secondary).lineLimit(1).id("title")
        HStack(alignment: .firstTextBaseline, spacing: 6) {
          Text(value).font(.subheadline).fontWeight(.semibold).monospacedDigit().lineLimit(1).id("value")
          if reading?.isAutomatic == true { Text(words.auto).font(.caption).lineLimit(1).id("auto") }
        }
      }
    }
    .accessibilityLabel(title)
    .accessibilityValue(reading?.isAutomatic == true ? words.automatic(value) : value)
    .accessibilityRole(.status)
    .id(id)
  }
}
