import Foundation
import HUDGeometry

/// Films of a rig that rolls and pitches like a boat, whose attitude sensors have noise, a bias, a delay and a wrong mounting: a minute and
/// a half of daylight, then half a minute of night.
struct Attitude {
  /// What was seen with one kind of sensor.
  struct Tally {
    /// Errors of delays in milliseconds and of mountings in degrees, when night comes; films in which nothing was learned.
    var delays: [Double] = []
    var mountings: [Double] = []
    var unknown = 0
    /// Seconds until the sensor spoke.
    var seconds: [Double] = []
    /// Errors in degrees of the last minute of daylight: of pictures alone, of the sensor alone, whose delay and mounting are told and
    /// whose samples are interpolated afterwards, and of both; at night of both, and how many of these are shown.
    var alone: [Double] = []
    var told: [Double] = []
    var both: [Double] = []
    var night: [Double] = []
    /// Errors within the interval.
    var inside = (day: 0, alone: 0, night: 0)
    var shown = 0
    /// Sums of confidences, and how many were within a degree.
    var confidence = (day: 0.0, night: 0.0)
    var within = (day: 0, night: 0)

    mutating func add(_ other: Tally) {
      delays += other.delays
      mountings += other.mountings
      unknown += other.unknown
      seconds += other.seconds
      alone += other.alone
      told += other.told
      both += other.both
      night += other.night
      inside.day += other.inside.day
      inside.alone += other.inside.alone
      inside.night += other.inside.night
      shown += other.shown
      confidence = (confidence.day + other.confidence.day, confidence.night + other.confidence.night)
      within = (within.day + other.within.day, within.night + other.within.night)
    }

    func line(_ name: String) -> String {
      func rms(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
      }
      func share(_ count: Int, _ of: [Double]) -> Double { 100 * Double(count) / Double(max(1, of.count)) }
      return name.padding(toLength: 26, withPad: " ", startingAt: 0)
        + String(
          format:
            "delay off by %4.1f ms, at most %4.1f; mounting by %4.2f°, at most %4.2f°; not learned %d, learned within %3.0f s; RMS picture %5.3f, sensor %5.3f, "
            + "both %5.3f; in the interval %3.0f %%, alone %3.0f %%; night %5.3f, in it %3.0f %%, shown %3.0f %%; within 1°, and confidence: day %3.0f %%, %.2f, night %3.0f %%, %.2f",
          rms(delays), delays.map(abs).max() ?? .nan, rms(mountings), mountings.map(abs).max() ?? .nan,
          unknown,
          seconds.max() ?? .nan, rms(alone), rms(told), rms(both), share(inside.day, both),
          share(inside.alone, alone), rms(night), share(inside.night, night), share(shown, night),
          share(within.day, both), confidence.day / Double(max(1, both.count)), share(within.night, night),
          confidence.night / Double(max(1, night.count)))
    }
  }

  /// A sensor, and the analyzer that hears it.
  private struct Heard {
    var rate: Double
    var delay: Double
    var mounting: Double
    var analyzer: HUDAnalyzer
    var random: Noise
    var count = 0
    /// What it said of each moment, for a look back.
    var rolls: [Double] = []
    var tally = Tally()
    var name: String { String(format: "%2.0f Hz, %3.0f ms", rate, delay * 1000) }

    /// What came until a time in seconds.
    mutating func said(until end: Double) -> [AttitudeSample] {
      var samples: [AttitudeSample] = []
      while Double(count) / rate + delay <= end {
        let time = Double(count) / rate
        let pose = Attitude.pose(time)
        rolls.append(pose.roll - mounting + Attitude.noise * random.normal())
        samples.append(
          AttitudeSample(
            nanoseconds: Int64((time + delay) * 1e9), rollDegrees: rolls[count],
            pitchDegrees: pose.pitch + Attitude.noise * random.normal()))
        count += 1
      }
      return samples
    }

    /// Its angle at a moment, between two samples.
    func told(_ time: Double) -> Double {
      let place = time * rate
      let before = max(0, min(rolls.count - 2, Int(place)))
      return rolls[before] + (place - Double(before)) * (rolls[before + 1] - rolls[before]) + mounting
    }
  }

  static let rates = [5.0, 10, 50]
  static let delays = [0.02, 0.08, 0.14, 0.2]
  /// Standard deviation of a sensor's angles, in degrees.
  static let noise = 0.3
  private static let field = 45.0
  private static let framesPerSecond = 30.0
  private static let (day, all) = (90.0, 120.0)
  /// Seconds from a frame to when it is drawn.
  private static let latency = 0.04

  /// A boat in a swell that also yaws.
  static func pose(_ t: Double) -> Panorama.Pose {
    Panorama.Pose(
      yaw: 40 + 6 * sin(0.31 * t) + 2 * sin(1.1 * t),
      pitch: 2 + 2.5 * sin(1.35 * t + 0.5) + 0.8 * sin(2.9 * t),
      roll: 7 * sin(0.92 * t) + 2.5 * sin(1.61 * t + 1) + 0.8 * sin(3.3 * t))
  }

  private(set) var tallies: [(name: String, tally: Tally)] = []

  mutating func film(_ whole: Picture, width: Int) throws -> Tally {
    let panorama = Panorama(whole, width: width)
    let height = width * 9 / 16
    let codec = try LumaCodec()
    var random = Noise(state: 3)
    let settings = HUDSettings(tracksSubject: false, viewfinderWidth: width, viewfinderHeight: height)
    var alone = HUDAnalyzer(settings: settings, lumaWidth: width, lumaHeight: height)
    var sensors: [Heard] = []
    for rate in Self.rates {
      for delay in Self.delays {
        // Bias and mounting are one number, as no picture tells them apart.
        let mounting = sensors.count.isMultiple(of: 2) ? 5 + 0.7 : -5 + 0.7
        sensors.append(
          Heard(
            rate: rate, delay: delay, mounting: mounting, analyzer: alone,
            random: Noise(state: UInt64(sensors.count + 17))))
      }
    }
    for frame in 0..<Int(Self.all * Self.framesPerSecond) {
      let time = Double(frame) / Self.framesPerSecond
      let pose = Self.pose(time)
      let isDay = time < Self.day
      let seen =
        isDay
        ? panorama.view(pose, field: Self.field)
        : Picture(width: width, height: height, pixels: [UInt8](repeating: 6, count: width * height))
      let picture = try seen.seen(gain: 1, noise: 2, random: &random).compressed(codec)
      let now = Int64(time * 1e9)
      alone.update(luma: picture.pixels.span, bytesPerRow: width, nanoseconds: now)
      let (before, isCounted) = (alone.reading.horizon, time >= 30)
      for index in sensors.indices {
        let samples = sensors[index].said(until: time + Self.latency)
        sensors[index].analyzer.take(attitude: samples, frameNanoseconds: now)
        sensors[index].analyzer.update(luma: picture.pixels.span, bytesPerRow: width, nanoseconds: now)
        let reading = sensors[index].analyzer.reading.horizon
        let error = reading.angleDegrees - pose.roll
        let isInside = abs(error) <= reading.marginDegrees ?? 0
        if sensors[index].tally.seconds.isEmpty, reading.attitude != nil {
          sensors[index].tally.seconds = [time]
        }
        if !isDay {
          if time > Self.day + 0.5 {
            sensors[index].tally.night.append(error)
            sensors[index].tally.confidence.night += reading.confidence
            sensors[index].tally.within.night += abs(error) <= 1 ? 1 : 0
            sensors[index].tally.inside.night += isInside ? 1 : 0
            sensors[index].tally.shown += reading.isKnown ? 1 : 0
          }
        } else if isCounted, before.isKnown {
          sensors[index].tally.alone.append(before.angleDegrees - pose.roll)
          let own = abs(before.angleDegrees - pose.roll) <= before.marginDegrees ?? 0
          sensors[index].tally.inside.alone += own ? 1 : 0
          sensors[index].tally.both.append(error)
          sensors[index].tally.confidence.day += reading.confidence
          sensors[index].tally.within.day += abs(error) <= 1 ? 1 : 0
          sensors[index].tally.inside.day += isInside ? 1 : 0
          if time < Self.day - 1 {
            // Its next sample comes later.
            sensors[index].tally.told.append(time)
          }
        }
        guard frame == Int(Self.day * Self.framesPerSecond) - 1 else { continue }
        if let found = reading.attitude {
          sensors[index].tally.delays = [(found.delaySeconds - sensors[index].delay) * 1000]
          sensors[index].tally.mountings = [found.mountingDegrees - sensors[index].mounting]
        } else {
          sensors[index].tally.unknown = 1
        }
      }
    }
    var sum = Tally()
    for index in sensors.indices {
      let sensor = sensors[index]
      sensors[index].tally.told = sensor.tally.told.map { sensor.told($0) - Self.pose($0).roll }
      sum.add(sensors[index].tally)
      if tallies.count <= index { tallies.append((sensor.name, Tally())) }
      tallies[index].tally.add(sensors[index].tally)
    }
    return sum
  }
}
