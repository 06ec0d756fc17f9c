// https://docs.kernel.org/userspace-api/media/drivers/uvcvideo.html and `uvc_video_clock_update` in drivers/media/usb/uvc/uvc_video.c:
// the camera's clock is read with the bus's frame number, and so is the host's.

import Glibc
import PixelTypes

/// Converts a camera's own clock to the host's, from what its payloads' headers say.
///
/// If camera and host both count the bus's frames of 1 ms, these connect the clocks, and delays cancel out. Otherwise the
/// time at which the driver reads a header does; then the shortest delay of all remains in the result.
struct DeviceClock {
  /// The largest standard error of a time that is given, in nanoseconds.
  private static let largestError = 500_000.0
  /// For how long times must have been plausible before one is given, in nanoseconds: exposures by a clock of another rate come
  /// into the range, but leave it.
  private static let probation: Int64 = 3_000_000_000
  /// The longest time from an exposure to its arrival, in nanoseconds.
  private static let longestDelay: Int64 = 2_000_000_000
  /// The longest time without a header, in nanoseconds: the counts wrap unseen.
  private static let longestSilence: Int64 = 10_000_000_000
  /// By how much a header may seem early before the camera's clock counts as set anew, in nanoseconds.
  private static let largestLead = 5_000_000.0
  /// The longest delay, in nanoseconds, between clocks connected by the bus's frames; the kernel's bound, too. Beyond it a camera
  /// counts frames of its own.
  private static let longestTransfer = 10_000_000.0
  /// Some hosts count 10 bits of the frame's number.
  private static let frameNumbers: Int64 = 1024

  /// A header with its counts made to rise.
  private struct Reading {
    var raw: PayloadClock
    var ticks: Int64
    var frame: Int64

    var direct: ClockLine.Pair { ClockLine.Pair(from: ticks, to: raw.host) }
    var camera: ClockLine.Pair {
      ClockLine.Pair(from: frame + DeviceClock.nearest(Int64(raw.sentFrame) - frame), to: ticks)
    }
    var bus: ClockLine.Pair { ClockLine.Pair(from: frame, to: raw.host) }
  }

  /// Ticks to nanoseconds, at the arrival of headers.
  private var direct = ClockLine()
  /// The bus's frames to ticks.
  private var camera = ClockLine()
  /// The bus's frames to nanoseconds.
  private var bus = ClockLine()
  private var last: Reading?
  /// Of the current frame's headers, the least late for each line.
  private var best: (direct: ClockLine.Pair, camera: ClockLine.Pair, bus: ClockLine.Pair)?
  private var lastExposed: UInt32?
  /// Since when times have been plausible.
  private var goodSince: Int64?

  /// Takes a header of the current frame.
  mutating func take(_ raw: PayloadClock) {
    guard let reading = follow(raw) else {
      self = DeviceClock()
      return last = Reading(raw: raw, ticks: 0, frame: Int64(raw.hostFrame))
    }
    last = reading
    best = (
      direct.sooner(reading.direct, best?.direct), camera.sooner(reading.camera, best?.camera),
      bus.sooner(reading.bus, best?.bus)
    )
  }

  /// A header after the last one; `nil` if the clock was set anew or can't be followed.
  private func follow(_ raw: PayloadClock) -> Reading? {
    guard let last else { return nil }
    let step = Int32(bitPattern: raw.sent &- last.raw.sent)
    let time = raw.host - last.raw.host
    guard step >= 0, (0...Self.longestSilence).contains(time) else { return nil }
    let expected = last.frame + (time + 500_000) / 1_000_000
    let reading = Reading(
      raw: raw, ticks: last.ticks + Int64(step),
      frame: expected + Self.nearest(Int64(raw.hostFrame) - expected))
    guard let expected = direct.value(at: Double(reading.ticks)) else { return reading }
    let late = Double(raw.host) - expected.value
    return late >= -Self.largestLead - 4 * expected.error && late <= Double(Self.longestDelay) ? reading : nil
  }

  /// The difference of two frame numbers that is nearest to 0.
  private static func nearest(_ difference: Int64) -> Int64 {
    let rest = (difference % frameNumbers + frameNumbers) % frameNumbers
    return rest < frameNumbers / 2 ? rest : rest - frameNumbers
  }

  /// When the frame was exposed whose headers were taken since the last call; `nil` if it isn't known well enough. Allocates
  /// nothing.
  mutating func endFrame() -> DeviceTime? {
    defer { best = nil }
    guard let best, let last else { return nil }
    direct.add(best.direct)
    camera.add(best.camera)
    bus.add(best.bus)
    defer { lastExposed = last.raw.exposed }
    guard let exposed = last.raw.exposed, exposed != lastExposed,
      let time = time(last.ticks + Int64(Int32(bitPattern: exposed &- last.raw.sent))),
      (0..<1 << 62).contains(time.nanoseconds),
      (-Self.longestDelay...Int64(Self.largestLead)).contains(time.nanoseconds - last.raw.host)
    else {
      goodSince = nil
      return nil
    }
    let since = goodSince ?? last.raw.host
    goodSince = since
    return last.raw.host - since >= Self.probation ? time : nil
  }

  private func time(_ ticks: Int64) -> DeviceTime? {
    guard let late = direct.value(at: Double(ticks)) else { return nil }
    if let frame = camera.origin(of: ticks), let time = bus.value(at: frame.value) {
      let error = hypot(time.error, frame.error * 1e6)
      let delay = late.value - time.value
      if delay >= -2 * (error + late.error), delay <= Self.longestTransfer,
        let time = given(time.value, error)
      {
        return time
      }
    }
    return given(late.value, late.error)
  }

  private func given(_ value: Double, _ error: Double) -> DeviceTime? {
    guard error <= Self.largestError, let nanoseconds = Int64(exactly: value.rounded()) else { return nil }
    return DeviceTime(nanoseconds: nanoseconds, error: Int64(error))
  }
}
