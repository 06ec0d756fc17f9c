import PixelTypes

/// The room that chrome needs around viewfinders, and its scale.
struct ChromeNeed {
  /// Rows above, in points: a pill of 44 and its margins.
  static let topHeight = 76.0
  // Below as a row: the shutter and its margins, as much for a message alone; as a column: shelf, tools and shutter, with
  // larger type and rows of controls.
  private static let bottomHeight = (row: 108.0, message: 76.0, column: 280.0, largeColumn: 344.0)
  // Least room of a column, with larger type in it.
  private static let leastColumn = (width: 456.0, height: 248.0, largeWidth: 604.0, largeHeight: 324.0)
  // Least width of a row with shelf, tools and controls, of controls alone, and of a message between the pills above.
  private static let row = (width: 800.0, controls: 456.0, message: 440.0)
  /// Least room of a sheet: its title and four rows, in large type too.
  static let leastSheet = (width: 288.0, height: 292.0)
  private static let largeSheet = 560.0
  // Height from which a region at the lower edge is a column.
  private static let tall = 232.0
  // The most of a given canvas's height that chrome above and a column below take.
  private static let mostChrome = 0.45

  /// Pixels per point.
  var scale: Double
  private let hasControls: Bool
  private let hasLargeType: Bool
  private let width: Int

  /// On a canvas that grows with its chrome, around pictures of this size.
  init(_ request: CanvasLayout.Request, width: Int, height: Int) {
    scale = request.scale ?? Self.usualScale(width: width, height: height)
    (hasControls, hasLargeType) = (request.hasControls, request.hasLargeType)
    self.width = width
  }

  init(_ request: CanvasLayout.Request, on canvas: PixelSize) {
    self.init(request, width: canvas.width, height: canvas.height)
    guard request.scale == nil else { return }
    // The viewfinders keep half of the height, a quarter beside large type, and a row leaves room for a sheet beside it.
    let (share, below) = hasLargeType ? (0.75, Self.bottomHeight.largeColumn) : (0.5, Self.bottomHeight.row)
    var most = share * Double(canvas.height) / (Self.topHeight + below)
    if !isColumn(on: canvas) { most = min(most, Double(canvas.width) / Self.row.width) }
    scale = min(scale, max(Self.quarters(most), 0.5))
    // A smaller scale may make a row of what was a column.
    if !isColumn(on: canvas) {
      scale = min(scale, max(Self.quarters(Double(canvas.width) / Self.row.width), 0.5))
    }
  }

  /// The scale that follows a canvas's size, in quarters: from 720 lines on, lower case letters of the usual 17 points are
  /// at least 11 pixels high; below that points aren't smaller than pixels, if a column fits the width.
  private static func usualScale(width: Int, height: Int) -> Double {
    let usual = max(
      rounded(min(Double(width) / 540, Double(height) / 864)), min(width, height) >= 720 ? 1.25 : 1)
    return min(usual, max(quarters(Double(width) / leastColumn.width), 0.5))
  }

  /// Rows above the viewfinders, in pixels.
  var top: Int { Self.pixels(Self.topHeight * scale, 16) }

  /// Rows at the canvas's lower edge, in pixels; 0 if nothing is there.
  func rowsBelow(isColumn: Bool) -> Int {
    let rows = Self.bottomHeight
    if !hasControls { return isNarrow ? Self.pixels(rows.message * scale, 8) : 0 }
    return Self.pixels((isColumn ? hasLargeType ? rows.largeColumn : rows.column : rows.row) * scale, 8)
  }

  /// Whether no message fits between the pills above.
  private var isNarrow: Bool { Double(width) < Self.row.message * scale }

  /// Whether controls below the viewfinders of a canvas form a column: where a row has no room for a shelf, if that leaves
  /// most of the height.
  func isColumn(on canvas: PixelSize) -> Bool {
    guard isColumn(width: canvas.width, height: canvas.height) else { return false }
    let height = hasLargeType ? Self.bottomHeight.largeColumn : Self.bottomHeight.column
    return hasLargeType || (height + Self.topHeight) * scale <= Self.mostChrome * Double(canvas.height)
      || Double(canvas.width) < Self.row.controls * scale
  }
  /// The same for a canvas that grows with its chrome.
  func isColumn(width: Int, height: Int) -> Bool {
    hasLargeType || height > width || Double(width) < Self.row.width * scale
  }

  /// Whether a region at the lower edge has the height of a column.
  func isTall(_ region: PixelRect) -> Bool { Double(region.height) >= Self.tall * scale }

  /// The least size of a column, in pixels.
  var column: (width: Int, height: Int) {
    let least = Self.leastColumn
    return (
      Int(((hasLargeType ? least.largeWidth : least.width) * scale).rounded(.up)),
      Int(((hasLargeType ? least.largeHeight : least.height) * scale).rounded(.up))
    )
  }

  func fitsColumn(_ room: PixelRect) -> Bool {
    room.width >= column.width && room.height >= column.height
  }

  /// The largest scale of a column in a room, from the usual one up to half as much again; `nil` if none fits.
  func largestColumn(in room: PixelRect, _ asked: Double?) -> Double? {
    var need = self
    for scale in asked.map({ [$0] })
      ?? stride(from: Self.quarters(scale * 1.5), through: scale, by: -0.25).map({ $0 })
    {
      need.scale = scale
      if need.fitsColumn(room) { return scale }
    }
    return nil
  }

  /// Whether a sheet has room there, above controls if those are there too.
  func fitsSheet(_ room: PixelRect, hasControls: Bool = false) -> Bool {
    Double(room.width) >= Self.leastSheet.width * scale
      && room.height >= (hasControls ? sheetHeight : Int(sheetPoints * scale))
  }

  /// Least height of a sheet, in points.
  var sheetPoints: Double { hasLargeType ? Self.largeSheet : Self.leastSheet.height }
  /// Height of a sheet above controls, in pixels.
  var sheetHeight: Int { Int(((sheetPoints + Self.bottomHeight.row) * scale).rounded(.up)) }

  /// Points that a sheet beside viewfinders takes, and that controls alone take.
  var sheetWidth: Double { hasLargeType ? 560 : 420 }
  var rowWidth: Double { Self.row.controls }

  // MARK: - Arithmetic

  private static func pixels(_ length: Double, _ step: Int) -> Int {
    (Int(length.rounded()) + step - 1) / step * step
  }

  /// Rounds a scale to quarters, from a half to four.
  private static func rounded(_ scale: Double) -> Double { min(max((scale * 4).rounded() / 4, 0.5), 4) }
  /// The same, down.
  static func quarters(_ scale: Double) -> Double { min(max((scale * 4).rounded(.down) / 4, 0.5), 4) }
}
