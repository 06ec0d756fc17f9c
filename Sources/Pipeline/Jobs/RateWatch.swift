import CaptureKit

/// Compares what cameras send with what they agreed to: in low light many take longer for each frame and don't say so.
struct RateWatch {
  /// Nanoseconds that are looked at together.
  static let window: Int64 = 5_000_000_000
  /// Share of the agreed rate below which a camera counts as slow.
  static let slow = 0.8

  private struct Mark {
    var time: Int64 = 0
    var frames: UInt64 = 0
    var wasTold = false
  }

  private var marks = InlineArray<4, Mark>(repeating: Mark())

  /// What to say of a camera, once; `nil` as long as all is well. Allocates only then.
  ///
  /// - Parameters:
  ///   - index: of the camera, 0...3.
  ///   - now: nanoseconds.
  mutating func remark(on feed: any CameraFeed, _ index: Int, id: StaticString, at now: Int64) -> String? {
    guard marks.indices.contains(index), !marks[index].wasTold, now - marks[index].time >= Self.window else {
      return nil
    }
    let counters = feed.counters
    // Frames that the camera or its driver lost are told as gaps: they were taken.
    let frames = counters.received + counters.gaps
    let (time, before) = (marks[index].time, marks[index].frames)
    marks[index].time = now
    marks[index].frames = frames
    guard time > 0, feed.status == .live, feed.bus != nil, let agreed = feed.negotiation.got.framesPerSecond,
      frames > before, counters.reconnects == 0
    else { return nil }
    let rate = Double(frames - before) / (Double(now - time) / 1e9)
    guard rate < Self.slow * agreed else { return nil }
    marks[index].wasTold = true
    return
      "\(id) (\(feed.name)) sends \(Self.text(rate)) frames a second, not the \(Self.text(agreed)) it agreed to;"
      + " in low light automatic exposure does that: more light, or -c exposure_dynamic_framerate=0"
  }

  private static func text(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
}
