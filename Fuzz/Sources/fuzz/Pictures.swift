import JPEGCodec
import PixelTypes

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
