import JPEGCodec
import PixelTypes

/// Gives an input to both cameras of a canvas, cut short to one of them, and splices pictures: nothing may trap, and
/// what comes out is whole, and gives back the frames that it says it does.
func compose(_ jpeg: Span<UInt8>) {
  var headers = JPEGHeaders()
  do throws(JPEGError) { try headers.parse(jpeg) } catch { return }
  let size = headers.layout.size
  guard headers.layout.mcuCount <= 256, headers.layout.subsampling != .grey,
    let canvasSize = PixelSize(width: (2 * size.width + 79) / 16 * 16, height: size.height + 40)
  else { return }
  let right = (size.width + 47) / 16 * 16
  let sources = [
    SpliceSource(rect: PixelRect(x: 16, y: 16, width: size.width, height: size.height)),
    SpliceSource(
      rect: PixelRect(x: right, y: 16, width: size.width, height: size.height), detail: .lowFrequencies),
  ]
  for (index, source) in sources.enumerated() { source.embeddedName = Array("camera\(index)".utf8) }
  var restorer = SourceRestorer()
  let canvas = PlanarPicture(size: canvasSize, subsampling: headers.layout.subsampling)
  var touched = BlockMask(canvas: canvasSize)
  var output = [UInt8](repeating: 0, count: 1 << 20)
  var again = WalkedScan()
  for round in 0..<3 {
    let counts = [round == 1 ? jpeg.count * 9 / 10 : jpeg.count, jpeg.count * (8 - round) / 8]
    let outcomes = (0..<2).map { sources[$0].read(jpeg.extracting(first: counts[$0])) }
    guard let splicer = try? CanvasSplicer(size: canvasSize, sources: sources) else { return }
    splicer.prepare(sources)
    for index in 0..<2 {
      splicer.revealShared(viewfinder: index, of: sources[index], into: canvas)
      guard sources[index].obstacle == nil else { continue }
      let rect = sources[index].rect
      for y in rect.y + rect.height / 3..<rect.y + rect.height / 3 + 1 {
        sources[index].reveal(y: y, from: rect.x, to: rect.maxX, into: canvas)
        touched.mark(y: y, from: rect.x, to: rect.maxX)
      }
    }
    var span = output.mutableSpan
    guard let count = try? splicer.compose(canvas, from: sources, touched: touched, into: &span) else {
      continue
    }
    precondition(
      splicer.counts.total
        == (try? again.read(output.span.extracting(first: count), of: canvasSize)).flatMap {
          $0?.isWhole == true ? again.layout.mcuCount : nil
        }, "the canvas is damaged")
    let found = try? restorer.read(output.span.extracting(first: count))
    for (index, source) in sources.enumerated() where source.isEmbedded && outcomes[index] == .whole {
      var frame: [UInt8] = []
      let own = found?.first { $0.camera == "camera\(index)" }
      let isRestored = own.map { (try? restorer.restore($0, into: &frame)) != nil } ?? false
      precondition(
        isRestored && frame == array(jpeg.extracting(first: counts[index])), "a frame doesn't come back")
    }
  }
}
