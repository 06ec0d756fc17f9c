import HUDGeometry

/// Where the guides' time went in one frame of one camera, in nanoseconds of CLOCK_MONOTONIC.
///
/// A finer cut of ``StageTimes/Part/hud``, which stands for all cameras of a picture and holds the focus and exposure
/// meters too. `bench` reports it; the manifest's `stagesMs` doesn't, so that its lines stay small.
package struct HUDTimes: Sendable {
  private var values = InlineArray<4, Int64>(repeating: 0)

  package subscript(part: HUDPart) -> Int64 {
    get { values[part.rawValue] }
    set { values[part.rawValue] = newValue }
  }

  package var total: Int64 {
    var sum: Int64 = 0
    for index in values.indices { sum += values[index] }
    return sum
  }
}
