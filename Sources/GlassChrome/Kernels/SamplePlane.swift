/// A plane of 16-bit samples for light and for low-resolution colour; rows have at least 16 spare samples.
///
/// Memory is allocated once. For one thread at a time, like the painter that owns it.
@safe
final class SamplePlane {
  let width: Int
  let height: Int
  let samplesPerRow: Int
  let base: UnsafeMutablePointer<UInt16>
  private let count: Int

  init(width: Int, height: Int, fill: UInt16 = 0) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    samplesPerRow = (width + 16 + 15) / 16 * 16
    count = samplesPerRow * max(height, 1) + 32
    // SAFETY: allocated and initialised here, freed in deinit, never moved in between.
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: fill, count: count)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  subscript(x: Int, y: Int) -> UInt16 {
    get {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      return unsafe base[y * samplesPerRow + x]
    }
    set {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      unsafe base[y * samplesPerRow + x] = newValue
    }
  }

  /// Copies another plane's samples; it must have the same size (a precondition).
  func copy(_ other: SamplePlane) {
    precondition(other.count == count)
    // SAFETY: both have `count` samples and are different memory.
    if other !== self { unsafe base.update(from: other.base, count: count) }
  }

  /// Gives all samples one value.
  func fill(_ value: UInt16) {
    // SAFETY: the memory has `count` samples.
    unsafe base.update(repeating: value, count: count)
  }

  // SAFETY: callers stay within width + 16 samples of the row; y is checked here.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt16> {
    precondition(y >= 0 && y < max(height, 1))
    return unsafe base + y * samplesPerRow
  }
}

/// Three planes of one size: red, green and blue light, or Y, Cb and Cr codes.
struct SampleTriple {
  let first: SamplePlane
  let second: SamplePlane
  let third: SamplePlane

  init(width: Int, height: Int) {
    first = SamplePlane(width: width, height: height)
    second = SamplePlane(width: width, height: height)
    third = SamplePlane(width: width, height: height)
  }

  var width: Int { first.width }
  var height: Int { first.height }

  // SAFETY: as for a plane's row.
  /// A row of each plane.
  @inline(__always)
  func rows(_ y: Int) -> (
    UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>
  ) {
    unsafe (first.row(y), second.row(y), third.row(y))
  }

  /// The plane of a channel, 0...2.
  subscript(channel: Int) -> SamplePlane {
    switch channel {
    case 0: first
    case 1: second
    default: third
    }
  }
}
