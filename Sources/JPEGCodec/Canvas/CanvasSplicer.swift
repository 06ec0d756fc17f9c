import PixelTypes

/// Makes a whole baseline JPEG of a canvas: cameras' MCUs carried over as bits, chrome coded when it changes, and
/// only blocks under ink decoded and coded again.
///
/// The canvas has the primary camera's tables and a restart marker after each row of MCUs. A frame goes like this:
/// the sources read, ``prepare()``, the cameras' ink is drawn on the canvas' planes, each touched MCU revealed there
/// beforehand (``SpliceSource/reveal(y:from:to:into:)``), the chrome is drawn, with ``chromeWasDrawn(in:)`` for each
/// place, ``compose(_:touched:into:)``.
///
/// After the first pictures nothing is allocated. One thread at a time, but for the bands in place of
/// ``compose(_:touched:into:)``.
public struct CanvasSplicer: ~Copyable {
  /// The canvas' rows in two parts, from top to bottom, that take about as long; the second is empty in small canvases.
  public let bands: [CanvasBand]
  private let headers: JPEGHeaders
  private let tablesOf: JPEGHeaders
  /// All before the first row.
  private let preamble: [UInt8]
  private let sources: [SpliceSource]
  private let plan: CanvasPlan

  /// A splicer for the tables that the first source's frame has.
  ///
  /// - Parameters:
  ///   - size: of the canvas.
  ///   - sources: for each viewfinder the camera in it, the primary first; later ones lie over earlier ones.
  /// - Throws: ``SpliceObstacle`` where the primary's frame can't set the canvas' tables.
  public init(size: PixelSize, sources: [SpliceSource]) throws(SpliceObstacle) {
    headers = try Self.headers(size: size, primary: sources[0])
    tablesOf = sources[0].current.headers
    preamble = Self.preamble(headers)
    self.sources = sources
    let plan = CanvasPlan(layout: headers.layout, viewfinders: sources.map { $0.rect })
    self.plan = plan
    let shown = PlanarPicture(size: size, subsampling: headers.layout.subsampling)
    bands = [0..<plan.middleRow, plan.middleRow..<plan.layout.rows].map { [headers] rows in
      CanvasBand(headers, plan, rows: rows, sources: sources, shown: shown)
    }
    for index in sources.indices { sources[index].take(plan, viewfinder: index) }
  }

  private static func headers(size: PixelSize, primary: SpliceSource) throws(SpliceObstacle) -> JPEGHeaders {
    guard primary.hasPicture else { throw .noFrame }
    let layout = primary.current.layout
    // A canvas has chroma. Factors of 3 are allowed by the standard, and sent by nobody.
    guard layout.subsampling != .grey, layout.mcuWidth.nonzeroBitCount == 1,
      layout.mcuHeight.nonzeroBitCount == 1
    else { throw .otherBlocks }
    do { return try JPEGHeaders.canvas(size: size, like: primary.current.headers) } catch {
      throw .unreadable(error)
    }
  }

  private static func preamble(_ headers: JPEGHeaders) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2304)
    var span = bytes.mutableSpan
    // It always fits: 2304 bytes are what the headers ask for.
    let count = (try? headers.write(into: &span)) ?? 0
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Whether the primary's frame at hand has the tables that this splicer was made for; else make another.
  public func hasTables(of primary: SpliceSource) -> Bool {
    tablesOf.canCarry(primary.current.headers)
  }

  /// Gets the sources ready for a picture, after they have read their frames: each says by
  /// ``SpliceSource/obstacle`` whether it is carried over.
  public func prepare() {
    for index in sources.indices { sources[index].prepare(for: headers) }
  }

  /// Brings those of a viewfinder's MCUs that aren't its alone onto the canvas' planes.
  public func revealShared(viewfinder: Int, into canvas: PlanarPicture) {
    guard sources[viewfinder].obstacle == nil else { return }
    for place in plan.shared[viewfinder] {
      sources[viewfinder].reveal(column: place.column, row: place.row, into: canvas)
    }
  }

  /// Notes that chrome was drawn in a rectangle of the canvas since the last picture. Chrome elsewhere keeps its bits
  /// without a look at its pixels.
  public func chromeWasDrawn(in rect: PixelRect) {
    for index in bands.indices { bands[index].chromeWasDrawn(in: rect) }
  }

  /// What the last picture's MCUs were made of.
  public var counts: SpliceCounts {
    var sum = SpliceCounts()
    for index in bands.indices { sum += bands[index].counts }
    return sum
  }

  /// Writes what comes before the first row. The bands' rows must follow: ``CanvasBand/compose(_:touched:into:at:)``.
  ///
  /// - Returns: where they do.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func begin(into output: inout MutableSpan<UInt8>) throws(JPEGError) -> Int {
    guard output.count > preamble.count else { throw .noRoom(capacity: output.count) }
    for index in preamble.indices { output[index] = preamble[index] }
    return preamble.count
  }

  /// Writes the picture, one band after the other.
  ///
  /// - Parameters:
  ///   - canvas: of the canvas' size and subsampling. It holds the chrome, the pixels of viewfinders that aren't
  ///     carried over, and ink on MCUs that were revealed before.
  ///   - touched: blocks that ink lies in.
  ///   - output: receives the JPEG from its start on.
  /// - Returns: how many bytes were written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func compose(
    _ canvas: PlanarPicture, touched: borrowing BlockMask, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    precondition(canvas.size == headers.layout.size && canvas.subsampling == headers.layout.subsampling)
    var at = try begin(into: &output)
    for index in bands.indices {
      at = try bands[index].compose(canvas, touched: touched, into: &output, at: at)
    }
    return at
  }
}
