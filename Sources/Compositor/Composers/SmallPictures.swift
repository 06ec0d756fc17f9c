import CaptureKit
import JPEGCodec
import PixelTypes

/// Shrunk copies of one viewfinder, taken before ink is drawn: the small luma that the HUD reads,
/// and a smaller colour picture that gives the HUD its chroma and the chrome its backdrop.
package struct SmallPictures {
  /// The default for the small luma's greatest width.
  package static let widest = 480

  /// At most ``widest`` samples wide, or the width given.
  package let luma: PixelPlane
  /// 4:4:4, half the small luma's size: chroma for the HUD; `nil` for a viewfinder of a few pixels.
  package let color: PlanarPicture?
  private let withBackdrop: Bool
  /// The colour picture with its luma, if requested.
  package var backdrop: PlanarPicture? { withBackdrop ? color : nil }
  private let rect: PixelRect
  private let chromaRect: PixelRect
  private var lumaReducer: BoxReducer
  private var halver: BoxReducer
  private var chromaReducer: BoxReducer?
  private var walked: WalkedSmallPictures?
  /// What fills the parts that masks hide, of luma and colour, and what it was made for.
  private var filling: (luma: HiddenFill, color: HiddenFill?, hidden: HiddenBlocks, part: PixelRect)?
  /// The luma's samples that masks hide, row by row; `nil` if there are none.
  package var masked: [Bool]? { filling?.luma.isHidden }
  /// Counts how often they have changed.
  package private(set) var maskChanges = 0

  /// - Parameters:
  ///   - rect: the viewfinder on the canvas.
  ///   - withBackdrop: whether to make the backdrop.
  ///   - mostWide: the small luma's greatest width, in samples of a 16:9 viewfinder.
  ///   - fromWalk: whether a walked JPEG may supply them, at a quarter or an eighth of its size.
  package init(
    rect: PixelRect, subsampling: ChromaSubsampling, withBackdrop: Bool,
    mostWide: Int = SmallPictures.widest, fromWalk: Bool = false
  ) {
    self.rect = rect
    chromaRect = rect.inChroma(subsampling)
    // A box never exceeds the picture, however narrow.
    let most = max(1, mostWide)
    var factor = max(
      1, min(32, rect.width, rect.height, (max(rect.width, rect.height * 16 / 9) + most - 1) / most))
    if fromWalk, let scale = WalkedSmallPictures.Scale(near: factor), rect.width >= 64, rect.height >= 64 {
      factor = scale.rawValue
      walked = WalkedSmallPictures(scale: scale)
    }
    let width = max(1, rect.width / factor)
    let height = max(1, rect.height / factor)
    luma = PixelPlane(width: width, height: height)
    lumaReducer = BoxReducer(horizontal: factor, vertical: factor, width: rect.width)
    halver = BoxReducer(horizontal: 2, vertical: 2, width: width)
    self.withBackdrop = withBackdrop
    guard let size = PixelSize(width: max(1, width / 2), height: max(1, height / 2)), width > 1,
      height > 1
    else {
      color = nil
      return
    }
    color = PlanarPicture(size: size, subsampling: .yuv444)
    chromaReducer = BoxReducer(
      horizontal: 2 * factor / subsampling.horizontal, vertical: 2 * factor / subsampling.vertical,
      width: chromaRect.width)
  }

  /// What a walk must note; `nil` if a walk can't supply the pictures.
  package var walkDetail: WalkedScan.Detail? { walked?.detail }

  /// Makes the pictures from a walked JPEG. Requires ``walkDetail``.
  package mutating func update(from source: SpliceSource) {
    walked?.update(from: source, luma: luma, color: color)
    halve()
  }

  private mutating func halve() {
    guard let color, withBackdrop else { return }
    halver.reduce(luma, luma.bounds, into: color.luma)
  }

  /// Fills what masks hide from what is beside it. Allocates when either is new.
  ///
  /// - Parameters:
  ///   - hidden: of the camera's frames.
  ///   - part: of the frames that the viewfinder shows, in their pixels.
  package mutating func fill(_ hidden: HiddenBlocks, part: PixelRect) {
    if filling == nil || filling?.hidden !== hidden || filling?.part != part {
      filling = (
        HiddenFill(hidden, part: part, width: luma.width, height: luma.height),
        color.map { HiddenFill(hidden, part: part, width: $0.luma.width, height: $0.luma.height) }, hidden,
        part
      )
      maskChanges += 1
    }
    filling?.luma.fill(luma)
    guard let color else { return }
    if withBackdrop { filling?.color?.fill(color.luma) }
    filling?.color?.fill(color.cb)
    filling?.color?.fill(color.cr)
  }

  /// Nothing is hidden any more.
  package mutating func showAll() {
    guard filling != nil else { return }
    filling = nil
    maskChanges += 1
  }

  package mutating func update(from canvas: PlanarPicture) {
    lumaReducer.reduce(canvas.luma, rect, into: luma)
    guard let color else { return }
    halve()
    chromaReducer?.reduce(canvas.cb, chromaRect, into: color.cb)
    chromaReducer?.reduce(canvas.cr, chromaRect, into: color.cr)
  }
}
