import Settings

/// A length of time on the command line: `10s`, `1.5m`, `2h`, `250ms`; a bare number could be any of them.
struct DurationArgument: SettingValue {
  let duration: Duration

  init?(argument: String) {
    let units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
    guard argument.last?.isLetter ?? false, let seconds = amount(argument, units, below: 1e8) else {
      return nil
    }
    duration = .seconds(seconds)
  }
}

/// A length of time that may be negative: `-1.5s`, `+200ms`.
struct ShiftArgument: SettingValue {
  let duration: Duration

  init?(argument: String) {
    let length = argument.hasPrefix("+") || argument.hasPrefix("-") ? String(argument.dropFirst()) : argument
    guard let time = DurationArgument(argument: length) else { return nil }
    duration = argument.hasPrefix("-") ? .zero - time.duration : time.duration
  }
}

/// A number of bytes: `500MB`, `2GB`, `750kB`, `1GiB`; a bare number is bytes.
struct ByteCountArgument: SettingValue {
  let bytes: Int

  init?(argument: String) {
    let units = [
      ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("TiB", 1_099_511_627_776), ("kB", 1e3),
      ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("B", 1),
    ]
    guard let number = amount(argument, units, below: 1e18) else { return nil }
    bytes = Int(number)
  }
}

/// A positive number with one of some units, the first that fits, or with none; `nil` for anything else.
private func amount(_ text: String, _ units: [(name: String, size: Double)], below limit: Double) -> Double? {
  let unit = units.first { text.hasSuffix($0.name) } ?? ("", 1)
  guard let number = Double(text.dropLast(unit.name.count)), number > 0, number * unit.size < limit else {
    return nil
  }
  return number * unit.size
}
