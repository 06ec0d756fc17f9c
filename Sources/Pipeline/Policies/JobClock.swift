import HostResources

/// A job's time: of its material in an exact job, in real time in a live one.
struct JobClock {
  private let pace: JobPace
  /// CLOCK_MONOTONIC, in nanoseconds.
  private let start: Int64
  private var wall = WallClock()
  private var utcClock = UTCClock()
  private var first: Int64?
  /// The current picture's time, in nanoseconds.
  private(set) var picture: Int64 = 0

  init(_ pace: JobPace, start: Int64) { (self.pace, self.start) = (pace, start) }

  /// The time of the next picture.
  mutating func advance(to picture: Int64) {
    first = first ?? picture
    self.picture = picture
  }

  /// Nanoseconds of the material since the first picture.
  var played: Int64 { picture - (first ?? picture) }

  /// Nanoseconds since the first picture: of the material in an exact job, else in real time.
  func elapsed(_ now: Int64) -> Int64 { pace == .exact ? played : now - start }

  /// The time that the chrome's clock shows.
  mutating func secondsOfDay(_ now: Int64) -> Int {
    pace == .exact ? Int(picture / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  /// The wall clock beside the frames' own. In an exact job, lines depend on its input alone.
  mutating func utc() -> UTCClock.Reading? { pace == .exact ? nil : utcClock.read() }

  /// A line has the last reading.
  mutating func wasTold() { utcClock.stepWasTold() }
}
