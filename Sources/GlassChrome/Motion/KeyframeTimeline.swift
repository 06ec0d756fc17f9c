/// Several numbers of a value, each along keyframes of its own, by time.
///
/// A pure function of time: whoever draws asks for the value at each frame's time and makes a view of it.
///
/// ```swift
/// let card = KeyframeTimeline(initialValue: Card(opacity: 0, scale: 0.8)) {
///   KeyframeTrack(\.opacity) { LinearKeyframe(1, duration: 0.3) }
///   KeyframeTrack(\.scale) {
///     CubicKeyframe(1.05, duration: 0.3)
///     SpringKeyframe(1, duration: 0.4, spring: .snappy)
///   }
/// }
/// let card = card.value(time: 0.2)
/// ```
public struct KeyframeTimeline<Value: Sendable>: Sendable {
  private let initialValue: Value
  private let tracks: [KeyframeTrack<Value>]

  /// A timeline.
  ///
  /// - Parameters:
  ///   - initialValue: at time 0; numbers without a track keep it.
  ///   - content: a track for each number that changes; a later one overrides an earlier one of the same number.
  public init(
    initialValue: Value, @KeyframeBuilder<KeyframeTrack<Value>> content: () -> [KeyframeTrack<Value>]
  ) {
    self.initialValue = initialValue
    tracks = content()
  }

  /// Seconds until the last track ends.
  public var duration: Double { tracks.map(\.duration).max() ?? 0 }

  /// The value at a time in seconds: the initial one before 0, the last one after the end.
  public func value(time: Double) -> Value {
    var value = initialValue
    for track in tracks {
      value[keyPath: track.path] = track.number(at: time, from: initialValue[keyPath: track.path])
    }
    return value
  }
}

/// The keyframes of one number.
public struct KeyframeTrack<Root>: Sendable {
  let path: any WritableKeyPath<Root, Double> & Sendable
  private let keyframes: [Keyframe]

  /// Keyframes, one after the other.
  ///
  /// - Parameters:
  ///   - path: the number.
  ///   - content: its keyframes in order.
  public init(
    _ path: any WritableKeyPath<Root, Double> & Sendable, @KeyframeBuilder<Keyframe> content: () -> [Keyframe]
  ) {
    self.path = path
    keyframes = content()
  }

  /// Seconds from its beginning to its end.
  var duration: Double { keyframes.reduce(0) { $0 + $1.duration } }

  func number(at time: Double, from initial: Double) -> Double {
    var (start, value, speed) = (0.0, initial, 0.0)
    for (i, keyframe) in keyframes.enumerated() {
      let next = i + 1 < keyframes.count ? keyframes[i + 1] : nil
      let segment = KeyframeSegment(keyframe, from: value, speed: speed, next: next)
      if time < start + keyframe.duration {
        return time <= start && i == 0 ? initial : segment.value(time - start)
      }
      start += keyframe.duration
      (value, speed) = (keyframe.value, segment.endSpeed)
    }
    return value
  }
}

/// A number to be reached, and how.
public struct Keyframe: Sendable, Hashable {
  enum Curve: Sendable, Hashable {
    case move
    case linear(TimingCurve)
    case cubic
    case spring(Spring)
  }

  let value: Double
  let duration: Double
  let curve: Curve

  init(_ value: Double, duration: Double, _ curve: Curve) {
    self.value = value.finite
    self.duration = max(duration.finite, 0)
    self.curve = curve
  }
}

/// Something that is a keyframe.
public protocol KeyframeContent {
  /// The keyframe.
  var keyframe: Keyframe { get }
}

/// Goes straight to a number.
public struct LinearKeyframe: KeyframeContent {
  /// The keyframe.
  public let keyframe: Keyframe
  /// Reaches `value` in `duration` seconds, along `timingCurve`.
  public init(_ value: Double, duration: Double, timingCurve: TimingCurve = .linear) {
    keyframe = Keyframe(value, duration: duration, .linear(timingCurve))
  }
}

/// Goes to a number by a curve that takes over its neighbours' speeds.
public struct CubicKeyframe: KeyframeContent {
  /// The keyframe.
  public let keyframe: Keyframe
  /// Reaches `value` in `duration` seconds.
  public init(_ value: Double, duration: Double) { keyframe = Keyframe(value, duration: duration, .cubic) }
}

/// Goes to a number as a spring does.
public struct SpringKeyframe: KeyframeContent {
  /// The keyframe.
  public let keyframe: Keyframe
  /// Moves towards `value` for `duration` seconds; by default until the spring has settled.
  public init(_ value: Double, duration: Double? = nil, spring: Spring = .spring) {
    keyframe = Keyframe(value, duration: duration ?? spring.settlingDuration(), .spring(spring))
  }
}

/// Is at a number at once.
public struct MoveKeyframe: KeyframeContent {
  /// The keyframe.
  public let keyframe: Keyframe
  /// Jumps to `value`.
  public init(_ value: Double) { keyframe = Keyframe(value, duration: 0, .move) }
}

/// Builds lists of tracks and of keyframes.
@resultBuilder
public enum KeyframeBuilder<Element> {
  /// An element as it is.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// A keyframe of any kind.
  public static func buildExpression(_ content: some KeyframeContent) -> [Element] where Element == Keyframe {
    [content.keyframe]
  }
  /// Several elements in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  /// A `for` loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

/// The way from one keyframe to the next.
private struct KeyframeSegment {
  let keyframe: Keyframe
  let start: Double
  let speed: Double
  /// At the end, per second.
  let endSpeed: Double

  init(_ keyframe: Keyframe, from start: Double, speed: Double, next: Keyframe?) {
    (self.keyframe, self.start, self.speed) = (keyframe, start, speed)
    let seconds = keyframe.duration
    switch keyframe.curve {
    case .move: endSpeed = 0
    case .linear(let curve):
      endSpeed = seconds > 0 ? (keyframe.value - start) / seconds * curve.slope(1 - 1e-9) : 0
    case .cubic:
      // Catmull and Rom's tangent: the mean speed over both segments; at rest at the end.
      if let next, next.duration > 0, next.curve == .cubic {
        endSpeed = (next.value - start) / (seconds + next.duration)
      } else {
        endSpeed = 0
      }
    case .spring(let spring):
      let motion = Self.spring(spring, start, keyframe.value, speed)
      endSpeed = motion.velocity(at: Int64(seconds * 1e9))
    }
  }

  private static func spring(_ spring: Spring, _ start: Double, _ end: Double, _ speed: Double) -> MotionValue
  {
    var motion = MotionValue(start)
    motion.kick(speed, to: end, .spring(spring), at: 0)
    return motion
  }

  /// The number so many seconds after the segment's beginning.
  func value(_ seconds: Double) -> Double {
    let (length, end) = (keyframe.duration, keyframe.value)
    let t = length > 0 ? min(max(seconds / length, 0), 1) : 1
    switch keyframe.curve {
    case .move: return end
    case .linear(let curve): return start + (end - start) * curve.value(t)
    case .cubic:
      // Hermite's form.
      let (t2, t3) = (t * t, t * t * t)
      return (2 * t3 - 3 * t2 + 1) * start + (t3 - 2 * t2 + t) * speed * length
        + (3 * t2 - 2 * t3) * end + (t3 - t2) * endSpeed * length
    case .spring(let spring):
      return Self.spring(spring, start, end, speed).value(at: Int64(max(seconds, 0) * 1e9))
    }
  }
}
