import PixelTypes

/// Compares a viewfinder of a finished canvas with the camera's frame, coefficient by coefficient.
public struct SpliceProof: Sendable, Equatable {
  /// Blocks with the camera's coefficients.
  public private(set) var same = 0
  /// Blocks under ink or chrome, and blocks of MCUs that the camera sent damaged: nothing is claimed about them.
  public private(set) var exempt = 0
  /// Blocks that differ but mustn't.
  public private(set) var different = 0
  /// The column of the canvas' MCU with the first of these blocks; 0 if there is none.
  public private(set) var firstColumn = 0
  /// The row of that MCU.
  public private(set) var firstRow = 0
  /// Whether the camera's quantization tables differ from the canvas'. If so, the nearest value that the canvas' tables
  /// can express counts as the camera's.
  public private(set) var isRequantized = false

  /// Compares all blocks of the viewfinder.
  ///
  /// - Parameters:
  ///   - canvas: the canvas after its walk.
  ///   - camera: the camera's frame after its walk, of the viewfinder's size and with the canvas' blocks.
  ///   - rect: the viewfinder in canvas pixels, starting at an MCU's corner.
  ///   - later: viewfinders that cover it.
  ///   - touched: the blocks under ink.
  /// - Throws: ``SpliceObstacle`` if the two can't be compared: different blocks, another size, or off the grid
  ///   of MCUs.
  public init(
    canvas: borrowing WalkedScan, camera: borrowing WalkedScan, rect: PixelRect, under later: [PixelRect],
    touched: borrowing BlockMask
  ) throws(SpliceObstacle) {
    let layout = canvas.layout
    let own = camera.layout
    guard layout.hasSameBlocks(as: own) else { throw .otherBlocks }
    guard own.size.width == rect.width, own.size.height == rect.height else { throw .otherSize(own.size) }
    guard rect.x >= 0, rect.y >= 0, rect.x % layout.mcuWidth == 0, rect.y % layout.mcuHeight == 0,
      rect.x / layout.mcuWidth + own.columns <= layout.columns,
      rect.y / layout.mcuHeight + own.rows <= layout.rows
    else { throw .offGrid }
    isRequantized = !camera.headers.hasSameQuantization(as: canvas.headers)
    let blocks = PlaneBlocks(layout: layout)
    var ours = [Int16](repeating: 0, count: 64 * layout.blocksPerMCU)
    var theirs = ours
    for mcu in 0..<own.mcuCount {
      let row = mcu / own.columns + rect.y / layout.mcuHeight
      let column = mcu % own.columns + rect.x / layout.mcuWidth
      var span = theirs.mutableSpan
      guard camera.readMCU(mcu, into: &span) else {
        exempt += layout.blocksPerMCU
        continue
      }
      span = ours.mutableSpan
      let isWhole = canvas.readMCU(row * layout.columns + column, into: &span)
      for block in 0..<layout.blocksPerMCU {
        let area = blocks.luma(block: block, column: column, row: row)
        if !rect.contains(area.rect) || later.contains(where: { $0.intersects(area.rect) })
          || touched.isTouched(column: area.column, row: area.row, across: area.across, down: area.down)
        {
          exempt += 1
          continue
        }
        let component = layout.component(ofBlock: block)
        var isSame = isWhole
        for position in 0..<64 where isSame {
          isSame = Self.matches(
            position, Int(ours[64 * block + position]),
            canvas.headers.quantizer(component: component, position: position),
            Int(theirs[64 * block + position]),
            camera.headers.quantizer(component: component, position: position))
        }
        if isSame {
          same += 1
        } else {
          if different == 0 { (firstColumn, firstRow) = (column, row) }
          different += 1
        }
      }
    }
  }

  /// Whether a canvas' coefficient is the camera's, or the nearest to it.
  private static func matches(_ position: Int, _ ours: Int, _ step: Int, _ theirs: Int, _ cameraStep: Int)
    -> Bool
  {
    if step == cameraStep { return ours == theirs }
    // Clamped like the canvas' coefficients; DC may be one less.
    let exact = min(max(theirs * cameraStep, -(position == 0 ? 1024 : 1023) * step), 1023 * step)
    return abs(ours * step - exact) * 2 <= step
  }
}

/// How many MCUs of a spliced canvas the cameras' frames filled, and in how many of these something was drawn from pixels:
/// what the composer counts, found by the layout and the map of ink alone.
public struct SpliceOwners: Sendable, Equatable {
  /// MCUs with a camera's coefficients.
  public private(set) var carried = 0
  /// Those of them in which blocks were coded from pixels.
  public private(set) var redrawn = 0

  /// - Parameters:
  ///   - layout: the canvas'.
  ///   - viewfinders: in canvas pixels; later ones cover earlier ones.
  ///   - carried: whether each was carried over, not drawn from pixels.
  ///   - touched: the blocks under ink.
  public init(layout: ScanLayout, viewfinders: [PixelRect], carried: [Bool], touched: borrowing BlockMask) {
    for span in CanvasPlan(layout: layout, viewfinders: viewfinders).placedSpans {
      switch span.owner {
      case .chrome: break
      case .shared:
        self.carried += span.columns.count
        redrawn += span.columns.count
      case .viewfinder(let number) where carried[number]:
        self.carried += span.columns.count
        let (across, down) = (Int(layout.across[0]), Int(layout.down[0]))
        for column in span.columns
        where touched.isTouched(column: column * across, row: span.row * down, across: across, down: down) {
          redrawn += 1
        }
      case .viewfinder: break
      }
    }
  }
}
