import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

/// Two cameras on a canvas with chrome around them, and what was made of them.
final class Studio {
  let jpegs: [[UInt8]]
  let sources: [SpliceSource]
  let canvas: PlanarPicture
  var splicer: CanvasSplicer
  var touched: BlockMask
  private var output: [UInt8]

  init(_ rects: [PixelRect], size: (Int, Int), jpegs: [[UInt8]], embedding names: [String] = []) throws {
    let size = try #require(PixelSize(width: size.0, height: size.1))
    self.jpegs = jpegs
    sources = rects.map { SpliceSource(rect: $0) }
    for (source, name) in zip(sources, names) { source.embeddedName = Array(name.utf8) }
    for (source, jpeg) in zip(sources, jpegs) {
      let outcome = source.read(jpeg.span)
      #expect(outcome == .whole)
    }
    splicer = try CanvasSplicer(size: size, sources: sources)
    let sampling = sources[0].withScan { $0.layout.subsampling }
    canvas = PlanarPicture(size: size, subsampling: sampling)
    touched = BlockMask(canvas: size)
    output = [UInt8](repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: sampling))
    for (x, y) in canvas.luma.places { canvas.luma[x, y] = UInt8((x * 3 + y * 5) % 200 + 20) }
  }

  /// A picture; `ink` draws on the canvas' planes.
  func picture(ink: (Studio) -> [PixelRect] = { _ in [] }) throws -> [UInt8] {
    splicer.prepare(sources)
    touched.clear()
    for index in sources.indices {
      splicer.revealShared(viewfinder: index, of: sources[index], into: canvas)
      if index > 0 { touched.clear(inside: sources[index].rect) }
      for rect in index == 0 ? ink(self) : [] {
        for y in rect.y..<rect.maxY {
          sources[index].reveal(y: y, from: rect.x, to: rect.maxX, into: canvas)
          touched.mark(y: y, from: rect.x, to: rect.maxX)
          for x in rect.x..<rect.maxX { canvas.luma[x, y] = 255 }
        }
      }
    }
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    var span = bytes.mutableSpan
    let written = try splicer.compose(canvas, from: sources, touched: touched, into: &span)
    let jpeg = Array(bytes[..<written])
    swap(&bytes, &output)
    return jpeg
  }
}
