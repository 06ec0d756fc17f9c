import HUDGeometry

/// The time each part of the guides took in one frame of one camera, in nanoseconds of CLOCK_MONOTONIC.
///
/// Splits ``StageTimes/Part/hud``, which covers all cameras of a picture and the focus and exposure
/// meters too. `bench` reports it; the manifest's `stagesMs` omits it to keep lines short.
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
