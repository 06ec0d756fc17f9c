// Sharpness as the sum-modified Laplacian: S. K. Nayar and Y. Nakagawa, "Shape from Focus", IEEE PAMI 16(8), 1994.

import PixelTypes

/// How sharp a part of the picture is, compared with its recent best: a webcam reports nothing
/// about its lens, but turning the lens past best focus shows.
public struct FocusMeter: Sendable {
  /// The part that is measured, in fractions of the picture from its top left.
  public let box: Rect
  /// Mean modified Laplacian of the last frame, in levels; noise alone has some, a blurred picture little
  /// more.
  public private(set) var sharpness = 0.0
  /// The sharpness as a share of the best of the last seconds, 0 … 1.
  public private(set) var share = 0.0
  /// `near` at .75 of the best, `snapped` at .92; they end only below .68 and .86.
  public private(set) var state = GuideState.unknown
  /// The shares of the last six seconds, ten a second, the oldest first.
  public private(set) var history = [Double](repeating: 0, count: 60)
  private var noted: Int64?
  private var best = 0.0
  private var last: Int64?

  /// The best decays with this time constant, so that a new scene is judged on its own.
  private static let memorySeconds = 12.0
  private static let historyStep: Int64 = 100_000_000
  /// Below this best sharpness there is nothing to focus on.
  private static let leastSharpness = 1.0

  /// Makes a meter for a part of the picture, in fractions from its top left.
  public init(box: Rect) { self.box = box }

  /// Measures a frame's small luma.
  package mutating func update(_ luma: PixelPlane, nanoseconds: Int64) {
    luma.withBytes { bytes in
      update(
        luma: bytes, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow,
        nanoseconds: nanoseconds)
    }
  }

  /// Measures a frame's small luma: `height` rows of `bytesPerRow` bytes. A span that is too short, or a part
  /// of at most two pixels each way, changes nothing.
  public mutating func update(
    luma: Span<UInt8>, width: Int, height: Int, bytesPerRow: Int, nanoseconds: Int64
  ) {
    let area = box.pixels(width: width, height: height, margin: 1)
    guard area.width > 2, area.height > 2, luma.count >= (height - 1) * bytesPerRow + width else { return }
    var sum = 0
    for y in area.y..<(area.y + area.height) {
      let row = y * bytesPerRow
      for x in area.x..<(area.x + area.width) {
        let center = 2 * Int(luma[row + x])
        let across = center - Int(luma[row + x - 1]) - Int(luma[row + x + 1])
        let down = center - Int(luma[row + x - bytesPerRow]) - Int(luma[row + x + bytesPerRow])
        sum += abs(across) + abs(down)
      }
    }
    sharpness = Double(sum) / Double(area.width * area.height)
    let seconds = last.map { min(1, max(0, Double(nanoseconds &- $0) * 1e-9)) } ?? 0
    last = nanoseconds
    best = max(sharpness, best * (1 - seconds / Self.memorySeconds))
    guard best >= Self.leastSharpness else {
      (share, state) = (0, .unknown)
      return
    }
    share = sharpness / best
    note(share, nanoseconds)
    switch state {
    case .snapped: state = share >= 0.86 ? .snapped : share >= 0.68 ? .near : .idle
    case .near: state = share >= 0.92 ? .snapped : share >= 0.68 ? .near : .idle
    case .idle, .unknown: state = share >= 0.92 ? .snapped : share >= 0.75 ? .near : .idle
    }
  }

  private mutating func note(_ share: Double, _ nanoseconds: Int64) {
    if let noted, nanoseconds >= noted, nanoseconds - noted < Self.historyStep { return }
    noted = nanoseconds
    for i in 1..<history.count { history[i - 1] = history[i] }
    history[history.count - 1] = share
  }
}
