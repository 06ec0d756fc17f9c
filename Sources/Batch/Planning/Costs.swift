import CaptureKit
import Foundation
import HostResources
import PixelTypes

/// How long pieces take, measured by running the job on the beginning of some.
struct Costs {
  /// What makes frames fast or slow.
  struct Kind: Hashable {
    let formats: [String]
    let pixels: Int

    init(_ formats: [StreamFormat]) {
      self.formats = formats.map { "\($0.pixelFormat.rawValue) \($0.size)" }
      pixels = formats.reduce(0) { $0 + $1.size.area }
    }
  }

  /// Seconds per frame, by kind.
  private var perFrame: [Kind: Double] = [:]
  /// Time to the first frame.
  private var start = 0.0

  /// Only the kinds with the most frames are measured; others are estimated from their pixels.
  private static let mostKinds = 4
  private static let sample = 60

  /// - Throws: ``BatchError`` if the job rejects its options or all of the inputs.
  init(_ found: [(piece: Piece, rate: Kind)], _ header: PlanHeader, in base: String) throws(BatchError) {
    var frames: [Kind: Int] = [:]
    var longest: [Kind: Piece] = [:]
    for (piece, kind) in found {
      frames[kind, default: 0] += piece.frames
      if piece.frames > longest[kind]?.frames ?? 0 { longest[kind] = piece }
    }
    let kinds = frames.sorted { ($0.value, $0.key.pixels) > ($1.value, $1.key.pixels) }.prefix(Self.mostKinds)
    var failure: BatchError?
    for kind in kinds.map(\.key) {
      guard let piece = longest[kind] else { continue }
      do throws(BatchError) { try measure(piece, kind, header, in: base) } catch { failure = error }
    }
    if perFrame.isEmpty, let failure { throw failure }
  }

  private mutating func measure(
    _ piece: Piece, _ kind: Kind, _ header: PlanHeader, in base: String
  ) throws(BatchError) {
    let folder = try BatchError.wrapping { try TemporaryFolder("dualcam-plan") }
    defer { folder.remove() }
    func seconds(_ frames: Int, _ name: String) throws(BatchError) -> Double {
      var sample = piece
      (sample.isPart, sample.first, sample.warmUp, sample.frames) = (true, piece.first, 0, frames)
      let begun = ContinuousClock.now
      try Child.run(
        sample.arguments(header, into: "\(folder.path)/\(name)"), in: base, piece: piece.output,
        toleratesBadData: true)
      return (ContinuousClock.now - begun) / .seconds(1)
    }
    // The first run also loads fonts into the cache.
    let one = min(try seconds(1, "first"), try seconds(1, "second"))
    let count = min(Self.sample, piece.frames)
    guard count > 1 else {
      (start, perFrame[kind]) = (one, 0)
      return
    }
    let all = try seconds(count, "third")
    start = max(start, one)
    perFrame[kind] = max(1e-5, all - one) / Double(count - 1)
  }

  func seconds(_ piece: Piece, _ kind: Kind) -> Double {
    let frames = Double(piece.frames + piece.warmUp)
    if let cost = perFrame[kind] { return start + frames * cost }
    let nearest = perFrame.min { abs($0.key.pixels - kind.pixels) < abs($1.key.pixels - kind.pixels) }
    guard let nearest else { return start }
    return start + frames * nearest.value * Double(kind.pixels) / Double(max(1, nearest.key.pixels))
  }
}
