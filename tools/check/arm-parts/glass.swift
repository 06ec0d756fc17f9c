// The kernels of the glass in Swift, on seeded samples of widths about those of vectors.

extension Results {
  fileprivate mutating func add(_ planes: SamplePlane...) {
    for plane in planes {
      for y in 0..<plane.height {
        for x in 0..<plane.width { add(Int(plane[x, y])) }
      }
    }
  }

  fileprivate mutating func add(_ triple: SampleTriple) { add(triple.first, triple.second, triple.third) }

  fileprivate mutating func add(_ plane: PixelPlane) {
    for y in 0..<plane.height {
      for x in 0..<plane.width { add(Int(plane[x, y])) }
    }
  }
}

extension SeededNumbers {
  fileprivate mutating func fill(_ plane: SamplePlane, below end: Int = 65_536) {
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        plane[x, y] = UInt16(below(8) == 0 ? (below(2) == 0 ? 0 : end - 1) : below(end))
      }
    }
  }

  fileprivate mutating func fill(_ triple: SampleTriple) {
    fill(triple.first)
    fill(triple.second)
    fill(triple.third)
  }

  fileprivate mutating func fill(_ plane: PixelPlane) {
    for y in 0..<plane.height {
      for x in 0..<plane.width { plane[x, y] = UInt8(below(256)) }
    }
  }
}

@c(check_glass) func checkGlass() {
  var random = SeededNumbers(state: 3)
  for width in [1, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 200] {
    let height = 1 + width % 13
    var results = Results()
    for subsampling in ChromaSubsampling.allCases {
      let picture = PlanarPicture(size: PixelSize(width: width, height: height)!, subsampling: subsampling)
      for plane in [picture.luma, picture.cb, picture.cr] { random.fill(plane) }
      let light = SampleTriple(width: width, height: height)
      linearize(picture, into: light)
      results.add(light)
    }
    let (light, codes) = (
      SampleTriple(width: width, height: height), SampleTriple(width: width, height: height)
    )
    let scratch = SamplePlane(width: width, height: height)
    random.fill(light)
    encode(light, wash: LightWash(color: LinearColor(code: 200, 30, 90), opacity: 0.3), into: codes)
    results.add(codes)
    saturate(light, by: 384)
    results.add(light)
    let washes = WashPlanes(width: width, height: height)
    random.fill(washes.keep)
    random.fill(washes.add)
    encode(light, washes: washes, into: codes)
    results.add(codes)
    luminance(light, washes: washes, into: scratch)
    results.add(scratch)
    results.add(meanLuminance(light))
    blur(light.first, [1496, 900, 300, 100], scratch: scratch)
    results.add(light.first)
    let half = SamplePlane(width: (width + 1) / 2, height: (height + 1) / 2)
    halve(light.second, into: half, scratch: SamplePlane(width: (width + 1) / 2, height: height))
    results.add(half)
    for (texel, step) in [(4, 1), (8, 1), (16, 1), (8, 2), (4, 2)] {
      let wide = SamplePlane(width: width * 3, height: height)
      stretchRows(light.third, firstTexel: 2, texel: texel, from: 9, step: step, into: wide)
      results.add(wide)
    }
    random.fill(codes.first, below: 4081)
    random.fill(codes.second, below: 4081)
    let row = PixelPlane(width: width, height: 1)
    let (other, kept) = (PixelPlane(width: width, height: 1), PixelPlane(width: 2 * width, height: 1))
    random.fill(other)
    random.fill(kept)
    unsafe paintRow(
      LinePair(codes.first, line: 0, fraction: random.below(17), from: 0),
      to: SampleRun(base: row.base, count: width, dither: DitherTable.shared.row(width), column: width))
    results.add(row)
    unsafe crossFade(other.base, opacity: 77, count: width, to: row.base)
    results.add(row)
    for step in 1...2 {
      unsafe shadeRow(other.base, by: kept.base, step: step, toward: 128, count: width, to: row.base)
      results.add(row)
    }
    results.done()
  }
  // Powers from the C library, rounded to tables.
  var tables = Results()
  for i in 0..<256 { tables.add(Int(TransferCurve.shared.light(ofCode: UInt8(i)))) }
  for i in 0..<16_384 { unsafe tables.add(Int(TransferCurve.shared.code[i])) }
  for i in 0..<LightTable.levels * LightTable.columns { unsafe tables.add(Int(LightTable.shared.code[i])) }
  for i in 0..<LightTable.levels { unsafe tables.add(Int(LightTable.shared.chroma[i])) }
  tables.done()
}
