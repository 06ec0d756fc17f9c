import PixelTypes

/// Why a camera's frame can't be carried over unchanged into a canvas.
public enum SpliceObstacle: Error, Sendable, Equatable {
  /// No frame has arrived yet.
  case noFrame
  /// The camera sends raw frames.
  case notJPEG
  /// Not a JPEG that the splicer can walk; carries the codec's error.
  case unreadable(JPEGError)
  /// The frame's size, given here, differs from its viewfinder's.
  case otherSize(PixelSize)
  /// Its MCUs have different blocks from the canvas': another subsampling, or other sampling factors for the same
  /// one.
  case otherBlocks
  /// Data is missing or broken, and is either not shown or drawn from pixels.
  case damaged(WalkReport)
  /// The viewfinder doesn't start on the corner of an MCU.
  case offGrid
  /// The viewfinder shows part of the frame, enlarged.
  case enlarged
}

extension SpliceObstacle {
  /// A short machine-readable name, such as `off-grid`.
  public var name: StaticString {
    switch self {
    case .noFrame: "no-frame"
    case .notJPEG: "not-jpeg"
    case .unreadable: "unreadable"
    case .otherSize: "other-size"
    case .otherBlocks: "other-blocks"
    case .damaged: "damaged"
    case .offGrid: "off-grid"
    case .enlarged: "enlarged"
    }
  }
}

extension SpliceObstacle: CustomStringConvertible {
  /// The reason in plain words, about the camera and its viewfinder.
  public var description: String {
    switch self {
    case .notJPEG: "its frames aren't JPEGs"
    case .noFrame: "no frame has arrived yet"
    case .unreadable(let error): "\(error)"
    case .otherSize(let size): "the frame is \(size), but its viewfinder has another size"
    case .otherBlocks: "its chroma blocks are laid out differently from the main camera's"
    case .damaged(let report): "\(report.damagedMCUs) of its MCUs can't be read"
    case .offGrid: "its viewfinder doesn't start on an MCU's corner"
    case .enlarged: "its viewfinder shows a part of the frame, enlarged"
    }
  }
}
