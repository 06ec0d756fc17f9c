extension PlanarPicture {
  /// The picture as interleaved 8-bit RGB, row by row without gaps: `width × height × 3` bytes.
  ///
  /// The planes are full-range BT.601 (JFIF 1.02, as ITU-T T.871, 7). Chroma samples are repeated, not interpolated.
  public func rgb() -> [UInt8] {
    let (width, height) = (size.width, size.height)
    let (across, down) = (subsampling.horizontal, subsampling.vertical)
    let isGrey = subsampling == .grey
    var output: [UInt8] = []
    output.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let light = Int32(luma[x, y]) << 16 + 1 << 15
        if isGrey {
          for _ in 0..<3 { output.append(luma[x, y]) }
          continue
        }
        let blue = Int32(cb[x / across, y / down]) - 128
        let red = Int32(cr[x / across, y / down]) - 128
        output.append(Self.byte(light + 91881 * red))
        output.append(Self.byte(light - 22553 * blue - 46802 * red))
        output.append(Self.byte(light + 116130 * blue))
      }
    }
    return output
  }

  /// Reads interleaved 8-bit RGB, in the form of ``rgb()``; requires 4:4:4.
  package func take(rgb: Span<UInt8>) {
    precondition(subsampling == .yuv444 && rgb.count >= size.area * 3)
    var place = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (red, green, blue) = (Int32(rgb[place]), Int32(rgb[place + 1]), Int32(rgb[place + 2]))
        place += 3
        luma[x, y] = Self.byte(19595 * red + 38470 * green + 7471 * blue + 1 << 15)
        cb[x, y] = Self.byte(-11059 * red - 21709 * green + 32768 * blue + 128 << 16 + 1 << 15 - 1)
        cr[x, y] = Self.byte(32768 * red - 27439 * green - 5329 * blue + 128 << 16 + 1 << 15 - 1)
      }
    }
  }

  /// Converts a number with 16 fractional bits.
  private static func byte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value >> 16)))
  }
}
