import JPEGCodec
import PixelTypes

/// Turns an input in its coefficients, each way, and cuts a part out. What comes out of it and can be read hasn't grown.
func transform(_ jpeg: Span<UInt8>) {
  guard var decoder = try? JPEGDecoder(), var transformer = try? JPEGTransformer(),
    let header = try? decoder.readHeader(jpeg), header.size.area <= 1 << 16
  else { return }
  var out: [UInt8] = []
  for quarters in 0..<4 {
    let turn = PictureTurn(quarters: quarters, isMirrored: quarters % 2 == 0)
    guard let made = try? transformer.transform(jpeg, turn, into: &out, size: header.size) else { continue }
    let whole = turn.turned(header.size)
    // Of a broken picture, what comes out may be broken, too.
    guard let turned = try? decoder.readHeader(out.span.extracting(..<made.count)) else { continue }
    precondition(turned.size.width <= whole.width && turned.size.height <= whole.height, "it has grown")
    let part = PixelRect(x: 0, y: 0, width: turned.size.width / 2, height: turned.size.height / 2)
    if !part.isEmpty { _ = try? transformer.transform(jpeg, turn, crop: part, into: &out, size: header.size) }
  }
}

/// Decodes an input whole and at half the size.
func decode(_ jpeg: Span<UInt8>) {
  guard var decoder = try? JPEGDecoder(), let header = try? decoder.readHeader(jpeg) else { return }
  // Larger ones take long and say no more.
  guard header.size.area <= 1 << 18 else { return }
  let picture = PlanarPicture(size: header.size, subsampling: header.subsampling)
  _ = try? decoder.decode(jpeg, into: picture)
  guard header.size.width % 2 == 0, header.size.height % 2 == 0,
    let half = PixelSize(width: header.size.width / 2, height: header.size.height / 2)
  else { return }
  let small = PlanarPicture(size: half, subsampling: header.subsampling.halved)
  _ = try? decoder.decode(jpeg, into: small, isHalved: true)
}
