import JPEGCodec
import PixelTypes

/// Makes small pictures from a camera's walked JPEG without decoding all of it.
package struct WalkedSmallPictures {
  /// The small luma's size relative to the picture's.
  package enum Scale: Int {
    case half = 2
    case quarter = 4
    case eighth = 8

    /// The walk's scale nearest to a reduction by `factor`; `nil` if none is close.
    package init?(near factor: Int) {
      switch factor {
      case 2: self = .half
      case 3...4: self = .quarter
      case 5...8: self = .eighth
      default: return nil
      }
    }
  }

  package let scale: Scale
  // Means of chroma blocks, and a scaler to the required size.
  private var cb: PixelPlane?
  private var cr: PixelPlane?
  private var scaler: PlaneScaler?

  package init(scale: Scale) { self.scale = scale }

  package var detail: WalkedScan.Detail { scale == .quarter ? .lowFrequencies : .dc }

  /// Fills the small luma and the chroma of the smaller colour picture.
  package mutating func update(from source: SpliceSource, luma: PixelPlane, color: PlanarPicture?) {
    let sampling = source.subsampling
    if let color, sampling != .grey, scaler == nil {
      // Chroma blocks that cover any part of the picture.
      let chroma = sampling.chromaSize(width: source.rect.width, height: source.rect.height)
      let size = (width: (chroma.width + 7) / 8, height: (chroma.height + 7) / 8)
      cb = PixelPlane(width: size.width, height: size.height)
      cr = PixelPlane(width: size.width, height: size.height)
      scaler = PlaneScaler(from: size, to: (color.size.width, color.size.height))
    }
    let scale = self.scale
    let (cb, cr) = (cb, cr)
    source.withScan { scan in
      luma.withMutableBytes { samples in
        let (width, height, bytesPerRow) = (luma.width, luma.height, luma.bytesPerRow)
        switch scale {
        case .half: scan.halfLuma(into: &samples, width: width, height: height, bytesPerRow: bytesPerRow)
        case .quarter:
          scan.quarterLuma(into: &samples, width: width, height: height, bytesPerRow: bytesPerRow)
        case .eighth:
          scan.eighth(
            component: 0, into: &samples, width: width, height: height, bytesPerRow: bytesPerRow)
        }
      }
      guard color != nil, sampling != .grey, let cb, let cr else { return }
      Self.shrink(scan, component: 1, into: cb)
      Self.shrink(scan, component: 2, into: cr)
    }
    guard let color, let cb, let cr else { return }
    if color.cb.width == 2 * cb.width, color.cb.height == cb.height {
      PlaneScaler.widen(cb, into: color.cb)
      PlaneScaler.widen(cr, into: color.cr)
      return
    }
    let whole = color.cb.bounds
    scaler?.scale(cb, into: color.cb, at: whole)
    scaler?.scale(cr, into: color.cr, at: whole)
  }

  private static func shrink(_ scan: borrowing WalkedScan, component: Int, into plane: PixelPlane) {
    plane.withMutableBytes { samples in
      scan.eighth(
        component: component, into: &samples, width: plane.width, height: plane.height,
        bytesPerRow: plane.bytesPerRow)
    }
  }
}
