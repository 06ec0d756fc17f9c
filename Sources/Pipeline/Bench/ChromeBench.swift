import GlassChrome
import HostResources
import PixelTypes
import Recordings
import Screen

/// Draws a stage's chrome repeatedly, on the calling thread: fully, and over a drifting scene.
struct ChromeBench {
  /// Steps of an 8-bit code per picture: six a second at thirty pictures a second.
  static let driftPerPicture = 0.2
  /// Pictures after which springs are at rest and washes are gone.
  private static let rest = 60
  private static let interval: Int64 = 33_333_333

  private(set) var fullRedraw = Spread.ofNanoseconds()
  private(set) var drift = Spread.ofNanoseconds()
  /// Tiles drawn over the drifting scene, in all pictures together.
  private(set) var driftTiles = 0

  /// - Parameters:
  ///   - chrome: draws the chrome.
  ///   - state: what the chrome shows throughout.
  ///   - scene: the initial backdrop.
  ///   - nanoseconds: time of the last picture drawn.
  ///   - canvas: the chrome's canvas.
  ///   - pictures: how many to measure in each case.
  init(
    _ chrome: ChromeRenderer, _ state: ChromeState, scene: PlanarPicture, after nanoseconds: Int64,
    into canvas: PlanarPicture, pictures: Int
  ) {
    let rest = min(Self.rest, 2 * pictures)
    var time = nanoseconds
    let drifting = PlanarPicture(size: scene.size, subsampling: scene.subsampling)
    func render(_ backdrop: PlanarPicture) -> Int64 {
      time += Self.interval
      let start = MonotonicClock.threadCPU()
      chrome.render(state, backdrop: backdrop, nanoseconds: time, into: canvas)
      return MonotonicClock.threadCPU() - start
    }
    for _ in 0..<rest { _ = render(scene) }
    for _ in 0..<pictures {
      chrome.invalidate()
      fullRedraw.record(UInt64(clamping: render(scene)))
    }
    for picture in 0..<rest + pictures {
      // Brighter for half the time, then darker again.
      let step = min(picture, rest + pictures - picture)
      Self.brighten(scene, by: Double(step) * Self.driftPerPicture, into: drifting)
      let spent = render(drifting)
      guard picture >= rest else { continue }
      drift.record(UInt64(clamping: spent))
      driftTiles += chrome.tiles.count
    }
  }

  /// Adds light; a fraction of a code goes to that share of the samples.
  private static func brighten(_ scene: PlanarPicture, by codes: Double, into target: PlanarPicture) {
    for (from, to) in [(scene.luma, target.luma), (scene.cb, target.cb), (scene.cr, target.cr)] {
      for y in 0..<from.height {
        for x in 0..<from.width {
          let threshold = Double((x * 7 + y * 11) & 15) / 16
          let more = from === scene.luma ? Int(codes + threshold) : 0
          to[x, y] = UInt8(clamping: Int(from[x, y]) + more)
        }
      }
    }
  }
}
