import PixelTypes

/// How a baseline picture with one interleaved scan is divided into MCUs and blocks (ITU-T T.81, A.1.1 and
/// A.2).
///
/// Blocks are numbered in coding order: MCU by MCU, in an MCU component by component, in a component row by
/// row. Scans with equal block shapes can exchange MCUs.
public struct ScanLayout: Sendable {
  /// The most blocks that an MCU may have (T.81, B.2.3).
  static let largestMCU = 10

  /// The picture's size in luma pixels; MCUs at the right and the bottom may extend beyond it.
  public let size: PixelSize
  /// The number of components: 1 (grey) or 3.
  public let componentCount: Int
  /// For each component, blocks along a row and a column of the MCU; 1 for a grey picture.
  let across: InlineArray<3, UInt8>
  let down: InlineArray<3, UInt8>
  /// The index of each component's first block in an MCU.
  let firstBlock: InlineArray<3, UInt8>
  /// Blocks in an MCU, of all components: 1 … 10.
  public let blocksPerMCU: Int
  /// MCUs in a row, counting one that extends beyond the picture.
  public let columns: Int
  /// Rows of MCUs, counting one that extends beyond the picture.
  public let rows: Int
  /// The width of an MCU in luma pixels.
  public let mcuWidth: Int
  /// The height of an MCU in luma pixels.
  public let mcuHeight: Int
  /// The chroma subsampling that the sampling factors amount to.
  public let subsampling: ChromaSubsampling

  /// MCUs in the picture.
  public var mcuCount: Int { columns * rows }
  /// Blocks in the picture, of all components.
  public var blockCount: Int { mcuCount * blocksPerMCU }

  /// Makes the layout that a frame header describes; `nil` unless it is one of 4:4:4, 4:2:2, 4:2:0, 4:4:0 and grey.
  ///
  /// - Parameters:
  ///   - size: of the picture, in luma pixels.
  ///   - componentCount: 1 or 3.
  ///   - sampling: the sampling factors of each component as in SOF, 1...4; the second and third must be equal
  ///     and divide the first. A grey picture's are meaningless (T.81, A.2.2).
  public init?(size: PixelSize, componentCount: Int, sampling: InlineArray<3, (across: Int, down: Int)>) {
    var luma = sampling[0]
    let chroma = sampling[1]
    if componentCount == 1 {
      luma = (1, 1)
      subsampling = .grey
    } else {
      guard componentCount == 3, sampling[2] == chroma, chroma.across > 0, chroma.down > 0 else { return nil }
      guard luma.across % chroma.across == 0, luma.down % chroma.down == 0 else { return nil }
      switch (luma.across / chroma.across, luma.down / chroma.down) {
      case (1, 1): subsampling = .yuv444
      case (2, 1): subsampling = .yuv422
      case (2, 2): subsampling = .yuv420
      case (1, 2): subsampling = .yuv440
      default: return nil
      }
    }
    let lumaBlocks = luma.across * luma.down
    let chromaBlocks = componentCount == 1 ? 0 : chroma.across * chroma.down
    blocksPerMCU = lumaBlocks + 2 * chromaBlocks
    guard lumaBlocks > 0, blocksPerMCU <= Self.largestMCU else { return nil }
    self.size = size
    self.componentCount = componentCount
    across = [UInt8(luma.across), UInt8(chroma.across), UInt8(chroma.across)]
    down = [UInt8(luma.down), UInt8(chroma.down), UInt8(chroma.down)]
    firstBlock = [0, UInt8(lumaBlocks), UInt8(lumaBlocks + chromaBlocks)]
    mcuWidth = 8 * luma.across
    mcuHeight = 8 * luma.down
    columns = (size.width + mcuWidth - 1) / mcuWidth
    rows = (size.height + mcuHeight - 1) / mcuHeight
  }

  /// Makes the layout of a canvas with this subsampling: chroma has factors 1×1.
  public init(size: PixelSize, subsampling: ChromaSubsampling) {
    let factors = (across: subsampling.horizontal, down: subsampling.vertical)
    // These factors always make one of the layouts above.
    self = Self(
      size: size, componentCount: subsampling == .grey ? 1 : 3, sampling: [factors, (1, 1), (1, 1)])!
  }

  /// What follows a row of MCUs that is coded independently of the next: RSTn, or EOI after the last (T.81, E.1.4).
  func marker(afterRow row: Int) -> UInt8 {
    row == rows - 1 ? JPEGMarker.endOfImage : JPEGMarker.restarts.lowerBound + UInt8(row & 7)
  }

  /// Blocks of a component in an MCU.
  @inline(__always)
  func blocks(of component: Int) -> Int { Int(across[component]) * Int(down[component]) }

  /// The component that a block of an MCU belongs to.
  @inline(__always)
  public func component(ofBlock block: Int) -> Int {
    componentCount == 1 || block < Int(firstBlock[1]) ? 0 : block < Int(firstBlock[2]) ? 1 : 2
  }

  /// Whether the MCUs of both have the same blocks, so that they are interchangeable.
  func hasSameBlocks(as other: ScanLayout) -> Bool {
    guard componentCount == other.componentCount else { return false }
    for component in 0..<componentCount
    where across[component] != other.across[component] || down[component] != other.down[component] {
      return false
    }
    return true
  }
}
