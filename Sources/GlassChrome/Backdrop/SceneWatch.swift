import PixelTypes

/// Notices when the part of the scene that a tile shows has changed enough to be seen.
///
/// It compares the texels that the tile was made from with those of now. A tile may stay as it is while none of them has
/// moved by `tolerance` of an 8-bit code step: a blurred, washed picture of them then moves by less than one step.
struct SceneWatch {
  /// Steps of an sRGB code.
  static let tolerance = 0.5

  private var area = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private var level = -1
  private var seen = SampleTriple(width: 0, height: 0)

  /// Watches other texels from now on.
  mutating func aim(at area: PixelRect, level: Int) {
    guard area != self.area || level != self.level else { return }
    self.area = area
    self.level = level
    seen = SampleTriple(width: area.width, height: area.height)
    forget()
  }

  /// What is looked at next counts as new.
  mutating func forget() { isFresh = true }

  private var isFresh = true

  /// Whether the scene has changed visibly since this was last true; then remembers it as it is now.
  mutating func hasChanged(_ pyramid: BlurPyramid) -> Bool {
    guard pyramid.levels.indices.contains(level) else { return true }
    let now = pyramid.levels[level]
    var hasChanged = isFresh
    if !hasChanged {
      for channel in 0..<3 where !hasChanged { hasChanged = differs(now[channel], seen[channel]) }
    }
    guard hasChanged else { return false }
    isFresh = false
    for channel in 0..<3 {
      let (from, to) = (now[channel], seen[channel])
      for y in 0..<area.height {
        // SAFETY: the area lies within the level (it was made from clamped taps), and `seen` has its size.
        let (source, target) = unsafe (from.row(area.y + y) + area.x, to.row(y))
        unsafe target.update(from: source, count: area.width)
      }
    }
    return true
  }

  private func differs(_ now: SamplePlane, _ seen: SamplePlane) -> Bool {
    let steps = LightStep.shared
    for y in 0..<area.height {
      // SAFETY: as above; the table has an entry for every high byte.
      let (a, b) = unsafe (now.row(area.y + y) + area.x, seen.row(y))
      var isOver: UInt16 = 0
      for x in 0..<area.width {
        let (new, old) = unsafe (a[x], b[x])
        let distance = new > old ? new &- old : old &- new
        let allowed = unsafe steps.light[Int(old >> 8)]
        isOver |= distance > allowed ? 1 : 0
      }
      if isOver != 0 { return true }
    }
    return false
  }
}

/// How much light makes `SceneWatch.tolerance` of a code step, by the light's high byte.
@safe
private final class LightStep: Sendable {
  static let shared = LightStep()
  // SAFETY: written in init alone.
  nonisolated(unsafe) let light: UnsafePointer<UInt16>

  private init() {
    let made = UnsafeMutablePointer<UInt16>.allocate(capacity: 256)
    for i in 0..<256 {
      let code = TransferCurve.code(Double(i) / 256) * 255
      let step = TransferCurve.light((code + SceneWatch.tolerance) / 255) - TransferCurve.light(code / 255)
      unsafe (made + i).initialize(to: UInt16((step * 65_535).rounded(.down)))
    }
    unsafe light = UnsafePointer(made)
  }

  // SAFETY: allocated in init and owned alone.
  deinit { unsafe light.deallocate() }
}
