import GlassChrome

/// The camera's reported exposure, gain and white balance.
package struct InfoPanel: View, Hashable {
  /// A setting, and whether the camera chooses it automatically.
  package struct Reading: Sendable, Hashable {
    /// The number, in the setting's unit.
    package var value: Double
    /// Whether the camera chooses it; the panel then adds "auto".
    package var isAutomatic: Bool

    /// A setting, by default manual.
    package init(_ value: Double, isAutomatic: Bool = false) {
      self.value = value
      self.isAutomatic = isAutomatic
    }
  }

  /// Exposure time in seconds; `nil` if the camera doesn't say.
  package var exposure: Reading?
  /// Gain in the camera's own steps or in decibels, shown without a unit; `nil` if the camera doesn't say.
  package var gain: Reading?
  /// Colour temperature in kelvin; `nil` if the camera doesn't say.
  package var whiteBalance: Reading?

  /// A panel of three readings; `nil` shows a dash.
  package init(exposure: Reading? = nil, gain: Reading? = nil, whiteBalance: Reading? = nil) {
    self.exposure = exposure
    self.gain = gain
    self.whiteBalance = whiteBalance
  }

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
      row("exposure", words.exposure, words, icon: "exposure", exposure) { DecimalText.exposure(seconds: $0) }
      row("gain", words.gain, words, icon: "gain", gain) { DecimalText.short($0) }
      row("white-balance", words.whiteBalance, words, icon: "thermometer", whiteBalance) {
        DecimalText.short($0) + " K"
      }
    }.node
  }

  private func row(
    _ id: String, _ title: String, _ words: ScreenWords, icon: String, _ reading: Reading?,
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
