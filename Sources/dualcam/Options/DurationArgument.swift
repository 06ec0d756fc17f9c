import ArgumentParser

/// A length of time on the command line: `10s`, `1.5m`, `2h`, `250ms`; a bare number is seconds.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
    var number = argument
    var factor = 1.0
    for (unit, seconds) in units where argument.hasSuffix(unit) {
      number = String(argument.dropLast(unit.count))
      factor = seconds
      break
    }
    guard let value = Double(number), value > 0, value * factor < 1e8 else { return nil }
    duration = .seconds(value * factor)
  }
}

/// A number of bytes: `500MB`, `2GB`, `750kB`, `1GiB`; a bare number is bytes.
struct ByteCountArgument: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    let units: [(String, Double)] = [
      ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("TiB", 1_099_511_627_776), ("kB", 1e3),
      ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("B", 1),
    ]
    var number = argument
    var factor = 1.0
    for (unit, size) in units where argument.hasSuffix(unit) {
      number = String(argument.dropLast(unit.count))
      factor = size
      break
    }
    guard let value = Double(number), value > 0, value * factor < 1e18 else { return nil }
    bytes = Int(value * factor)
  }
}
