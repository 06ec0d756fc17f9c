import PixelTypes

/// Makes a complete baseline JPEG of a canvas: copies cameras' MCUs as bits, codes chrome when it changes, and decodes and
/// recodes only blocks under ink.
///
/// The canvas has the main camera's tables and a restart marker after each row of MCUs. For each frame, in this
/// order: the sources read their frames; ``prepare(_:)``; the caller reveals each MCU
/// (``SpliceSource/reveal(y:from:to:into:)``) before it draws ink there on the canvas' planes; it draws the chrome,
/// calling ``chromeWasDrawn(in:)`` for each place; ``compose(_:from:touched:into:)``.
///
/// Allocates nothing after the first pictures. Use from one thread at a time, with two exceptions: the bands, which replace
/// ``compose(_:from:touched:into:)``; and while a picture is composed, other sources with a canvas of their own may be
/// prepared for the next (``SpliceSource/follow(_:)``).
public final class CanvasSplicer {
  /// The canvas' rows in parts, from top to bottom, that take about equally long.
  public let bands: [CanvasBand]
  private let headers: JPEGHeaders
  private let tablesOf: JPEGHeaders
  /// Everything before the first row.
  private let preamble: [UInt8]
  private let plan: CanvasPlan
  /// One for each viewfinder, made when its camera's frames go along for the first time.
  private var embedders: [EmbedderBox?]
  /// Whether each code of the tables' DC differences means something else, so that a value tells its code.
  private let hasPlainCodes: Bool

  /// Makes a splicer with the tables of the first source's frame.
  ///
  /// - Parameters:
  ///   - size: of the canvas, in pixels.
  ///   - sources: the camera in each viewfinder, the main camera first; later ones cover earlier ones.
  ///   - most: the most bands; small canvases have fewer. The picture's bytes are the same.
  /// - Throws: ``SpliceObstacle`` if the main camera's frame can't provide the canvas' tables.
  public init(size: PixelSize, sources: [SpliceSource], bands most: Int = 1) throws(SpliceObstacle) {
    headers = try Self.headers(size: size, main: sources[0])
    tablesOf = sources[0].current.scan.headers
    preamble = headers.bytes
    hasPlainCodes = headers.hasPlainCodes
    embedders = sources.map { _ in nil }
    let plan = CanvasPlan(layout: headers.layout, viewfinders: sources.map { $0.rect })
    self.plan = plan
    let shown = PlanarPicture(size: size, subsampling: headers.layout.subsampling)
    bands = plan.bands(atMost: most).map { [headers] rows in
      CanvasBand(headers, plan, rows: rows, viewfinders: sources.map { $0.rect }, shown: shown)
    }
  }

  private static func headers(size: PixelSize, main: SpliceSource) throws(SpliceObstacle) -> JPEGHeaders {
    guard main.hasPicture else { throw .noFrame }
    let layout = main.current.scan.layout
    // A canvas has chroma. The standard allows sampling factors of 3, but nobody uses them.
    guard layout.subsampling != .grey, layout.mcuWidth.nonzeroBitCount == 1,
      layout.mcuHeight.nonzeroBitCount == 1
    else { throw .otherBlocks }
    do { return try JPEGHeaders.canvas(size: size, like: main.current.scan.headers) } catch {
      throw .unreadable(error)
    }
  }

  /// Whether the main camera's current frame has the tables that this splicer was made for; if not, make a new splicer.
  public func hasTables(of main: SpliceSource) -> Bool {
    tablesOf.canCarry(main.current.scan.headers)
  }

  /// Prepares the sources for a picture, after they have read their frames: each source's
  /// ``SpliceSource/obstacle`` then tells whether it is carried over.
  ///
  /// - Parameter sources: the camera in each viewfinder.
  public func prepare(_ sources: [SpliceSource]) {
    for index in sources.indices {
      sources[index].prepare(for: headers, plan, viewfinder: index, embeds: hasPlainCodes)
    }
  }

  /// Decodes a viewfinder's shared MCUs onto the canvas' planes.
  public func revealShared(viewfinder: Int, of source: SpliceSource, into canvas: PlanarPicture) {
    guard source.obstacle == nil else { return }
    for place in plan.shared[viewfinder] {
      source.reveal(column: place.column, row: place.row, into: canvas)
    }
  }

  /// Notes that chrome was drawn in a rectangle of the canvas since the last picture. Chrome elsewhere keeps its bits;
  /// its pixels aren't compared.
  public func chromeWasDrawn(in rect: PixelRect) {
    for index in bands.indices { bands[index].chromeWasDrawn(in: rect) }
  }

  /// Where the last picture's MCUs came from.
  public var counts: SpliceCounts {
    var sum = SpliceCounts()
    for index in bands.indices { sum += bands[index].counts }
    return sum
  }

  /// Writes everything before the first row. The bands' rows must follow: ``CanvasBand/compose(_:from:touched:into:at:)``.
  ///
  /// - Parameters:
  ///   - sources: those that were prepared.
  ///   - touched: the blocks under ink.
  ///   - output: receives the headers from its start.
  /// - Returns: the offset at which the rows begin.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func begin(
    from sources: [SpliceSource], touched: borrowing BlockMask, into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    guard output.count > preamble.count else { throw .noRoom(capacity: output.count) }
    let front = JPEGHeaders.frontBytes
    for index in 0..<front { output[index] = preamble[index] }
    var at = front
    for index in sources.indices where sources[index].isEmbedded {
      let embedder = embedders[index] ?? EmbedderBox(SourceEmbedder(headers, plan, viewfinder: index))
      embedders[index] = embedder
      at = try embedder.embedder.write(sources[index], touched: touched, into: &output, at: at)
    }
    guard output.count - at >= preamble.count else { throw .noRoom(capacity: output.count) }
    for index in front..<preamble.count {
      output[at] = preamble[index]
      at += 1
    }
    return at
  }

  /// Writes the picture, one band after the other.
  ///
  /// - Parameters:
  ///   - canvas: of the canvas' size and subsampling. It holds the chrome, the pixels of viewfinders that aren't
  ///     carried over, and ink on MCUs revealed beforehand.
  ///   - sources: those that were prepared.
  ///   - touched: the blocks under ink.
  ///   - output: receives the JPEG from its start.
  /// - Returns: the number of bytes written.
  /// - Throws: ``JPEGError/noRoom(capacity:)``.
  public func compose(
    _ canvas: PlanarPicture, from sources: [SpliceSource], touched: borrowing BlockMask,
    into output: inout MutableSpan<UInt8>
  ) throws(JPEGError) -> Int {
    precondition(canvas.size == headers.layout.size && canvas.subsampling == headers.layout.subsampling)
    var at = try begin(from: sources, touched: touched, into: &output)
    for index in bands.indices {
      at = try bands[index].compose(canvas, from: sources, touched: touched, into: &output, at: at)
    }
    return at
  }
}
