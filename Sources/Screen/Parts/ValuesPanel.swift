import GlassChrome

/// What instruments and other programs say: up to six values, each with how it ran lately.
package struct ValuesPanel: View {
  /// In the sources' order; those after the sixth are left out.
  package var values: [ShownValue]

  /// Black words on it are legible over any picture, as in stamps.
  private static let amber = Glass.Tint.hex(0xFFCC00)
  private static let padding = (side: 14.0, end: 10.0)
  private static let spacing = 8.0
  private static let cell = 168.0

  /// Around each value, in points, for an alarm's plate: nothing moves when it comes. Words must be some pixels inside it or beside it.
  private struct Plate {
    let side = 6.0
    let end: Double
    let apart: Double

    init(_ environment: ViewEnvironment) {
      let pixel = 1 / min(environment.layout.scale, 1)
      (end, apart) = (3 * pixel, 4 * pixel)
    }
  }

  /// A panel of values.
  package init(_ values: [ShownValue]) { self.values = ShownValue.chosen(values, most: ShownValue.most) }

  /// Values on glass: in a row, in two, or below each other in a narrow space.
  package var body: some View {
    EnvironmentReader { environment in
      let room = environment.layout.canvas.width - 2 * Self.padding.side
      let cell = min(Self.cell * max(environment.layout.typeSize.scale, 1), room)
      let columns = columns(cell, in: room)
      let plate = Plate(environment)
      VStack(alignment: .leading, spacing: plate.apart) {
        ForEach(0..<(values.count + columns - 1) / columns) { row in
          HStack(spacing: Self.spacing) {
            ForEach(values[(row * columns)..<min((row + 1) * columns, values.count)], id: \.name) {
              self.cell($0, width: cell, environment)
            }
          }
        }
      }
      .padding(.horizontal, Self.padding.side)
      .padding(.top, Self.padding.end)
      .padding(.bottom, max(Self.padding.end - plate.end, 4))
      .accessibilityLabel(environment.words.values)
      .accessibilityRole(.group)
      .glassEffect(in: .rect(cornerRadius: 24))
    }.id("values")
  }

  /// The most that fit, of those that fill their rows best. By arithmetic: it is laid out each second.
  private func columns(_ cell: Double, in room: Double) -> Int {
    [values.count, (values.count + 1) / 2, min(2, values.count)].first {
      Double($0) * (cell + Self.spacing) - Self.spacing <= room
    } ?? 1
  }

  /// As wide whatever is said, so that nothing moves while numbers change.
  private func cell(_ value: ShownValue, width: Double, _ environment: ViewEnvironment) -> ViewNode {
    let (scale, plate) = (max(environment.layout.typeSize.scale, 1), Plate(environment))
    return VStack(alignment: .leading, spacing: plate.apart) {
      HStack(spacing: 4) {
        Text(value.name).font(.caption).foregroundStyle(.secondary).lineLimit(1).id("title")
        // Told without colours, too.
        if value.alarm != nil { Icon("warning", size: 13 * scale).id("alarm") }
      }.padding(.horizontal, plate.side)
      HStack(spacing: 0) {
        said(value, plate)
        Spacer(minLength: 0)
        if !value.trail.isEmpty {
          PathShape(value.trail, lineWidth: 1.5).foregroundStyle(.secondary)
            .frame(width: 56 * scale, height: 16 * scale).padding(.trailing, plate.side).id("trail")
        }
      }
    }
    .frame(width: width, alignment: .leading)
    .accessibilityLabel(value.name)
    .accessibilityValue(spoken(value, environment.words))
    .accessibilityRole(.status)
    .id(value.name)
  }

  /// The value: on a plate while its alarm is on, in a frame while that can't be told.
  private func said(_ value: ShownValue, _ plate: Plate) -> ViewNode {
    Text(value.text).font(.subheadline).fontWeight(.semibold).monospacedDigit().lineLimit(1)
      .foregroundStyle(value.alarm == .on ? .onTint : .primary).id("value")
      .padding(.horizontal, plate.side).padding(.vertical, plate.end)
      .background {
        switch value.alarm {
        case .on: RoundedRectangle(cornerRadius: 4).fill(.tint, strength: 1).tint(Self.amber)
        case .unknown: RoundedRectangle(cornerRadius: 4).strokeBorder(lineWidth: 1.5)
        case nil: ViewNode.empty
        }
      }
  }

  private func spoken(_ value: ShownValue, _ words: ScreenWords) -> String {
    switch value.alarm {
    case .on: words.alarmIsOn(value.text)
    case .unknown: words.alarmIsUnknown(value.name)
    case nil: value.text
    }
  }
}
