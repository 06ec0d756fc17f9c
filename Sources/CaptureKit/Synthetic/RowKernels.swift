// The inner loops of the synthetic scenes: one row each, integers only, written so that the compiler vectorizes
// them. Callers pass pointers into planes that they own and that outlive the call; every kernel touches exactly
// `count` samples of each (and one more when it interpolates).

@unsafe
enum RowKernels {
  typealias Samples = UnsafeMutablePointer<UInt8>
  typealias Source = UnsafePointer<UInt8>
  typealias SignedSource = UnsafePointer<Int8>

  /// `out = sky + (cloud − sky) · alpha`, with cloud and alpha read between two samples.
  ///
  /// `fraction`, 0...128, is the weight of the right one of the two samples.
  static func clouds(
    _ out: Samples, sky: Source, cloud: Source, alpha: Source, fraction: Int16, count: Int
  ) {
    let left = 128 &- fraction
    for x in 0..<count {
      let a = unsafe Int16(truncatingIfNeeded: alpha[x])
      let aNext = unsafe Int16(truncatingIfNeeded: alpha[x &+ 1])
      let c = unsafe Int16(truncatingIfNeeded: cloud[x])
      let cNext = unsafe Int16(truncatingIfNeeded: cloud[x &+ 1])
      // 255 · 128 fits; alpha becomes 0...127 so that the product below fits, too.
      let share = (a &* left &+ aNext &* fraction) >> 8
      let light =
        UInt16(truncatingIfNeeded: c) &* UInt16(truncatingIfNeeded: left)
        &+ UInt16(truncatingIfNeeded: cNext) &* UInt16(truncatingIfNeeded: fraction)
      let base = unsafe Int16(truncatingIfNeeded: sky[x])
      let delta = Int16(truncatingIfNeeded: light >> 7) &- base
      unsafe out[x] = UInt8(truncatingIfNeeded: base &+ ((delta &* share) >> 7))
    }
  }

  /// `out = sky + (level − sky) · alpha`: clouds in a chroma plane, where they have a single value.
  static func cloudChroma(_ out: Samples, sky: Source, level: Int16, alpha: Source, count: Int) {
    for x in 0..<count {
      let share = unsafe Int16(truncatingIfNeeded: alpha[x]) >> 1
      let base = unsafe Int16(truncatingIfNeeded: sky[x])
      unsafe out[x] = UInt8(truncatingIfNeeded: base &+ (((level &- base) &* share) >> 7))
    }
  }

  /// `out = water + (a + b) · gain + glitter where both crests meet`, clamped.
  ///
  /// `gainA` and `gainB` are 6-bit fractions, at most 127; `glitter`, 0...255, is how much sunlight a crest here reflects.
  static func waves(
    _ out: Samples, water: Source, a: SignedSource, gainA: Int16, b: SignedSource, gainB: Int16,
    glitter: Source, count: Int
  ) {
    for x in 0..<count {
      let wave = unsafe (Int16(a[x]) &* gainA &+ Int16(b[x]) &* gainB) >> 6
      // Only the highest crests face the sun.
      let crest = min(56, max(0, wave &+ 3))
      let shine = unsafe (crest &* crest &* 10 >> 6) &* Int16(truncatingIfNeeded: glitter[x] >> 2) >> 5
      let value = unsafe Int16(truncatingIfNeeded: water[x]) &+ wave &+ shine
      unsafe out[x] = UInt8(truncatingIfNeeded: min(255, max(0, value)))
    }
  }

  /// A row between two rows: `out = top + (bottom − top) · share`, where the share changes linearly along the row.
  ///
  /// `share` is a 16-bit fraction at the first sample; each further sample adds `step`. It must stay within
  /// 0...65535 along the row.
  static func between(_ out: Samples, top: Source, bottom: Source, share: Int32, step: Int32, count: Int) {
    for x in 0..<count {
      let weight = Int16(truncatingIfNeeded: (share &+ step &* Int32(truncatingIfNeeded: x)) >> 9)
      let a = unsafe Int16(truncatingIfNeeded: top[x])
      let b = unsafe Int16(truncatingIfNeeded: bottom[x])
      unsafe out[x] = UInt8(truncatingIfNeeded: a &+ (((b &- a) &* weight &+ 64) >> 7))
    }
  }

  /// Adds noise that grows with the sample value, and clamps.
  ///
  /// `floor` is the gain at black, `slope` the added gain per 256 levels; together at most 256, so that products fit. The
  /// kernel adds a noise value times the gain, shifted down by `shift`.
  static func addNoise(
    _ samples: Samples, _ noise: SignedSource, floor: Int16, slope: Int16, shift: Int16, count: Int
  ) {
    let half = (1 as Int16) &<< (shift &- 1)
    for x in 0..<count {
      let value = unsafe Int16(truncatingIfNeeded: samples[x])
      let gain = floor &+ ((value &* slope) >> 8)
      let noisy = unsafe value &+ ((Int16(noise[x]) &* gain &+ half) &>> shift)
      unsafe samples[x] = UInt8(truncatingIfNeeded: min(255, max(0, noisy)))
    }
  }

  /// Interleaves the mean of two rows of Cb and Cr, as NV12 requires.
  static func packNV12Chroma(
    _ out: Samples, cb: Source, cbNext: Source, cr: Source, crNext: Source, count: Int
  ) {
    for x in 0..<count {
      let blue = unsafe UInt16(cb[x]) &+ UInt16(cbNext[x]) &+ 1
      let red = unsafe UInt16(cr[x]) &+ UInt16(crNext[x]) &+ 1
      unsafe out[2 &* x] = UInt8(truncatingIfNeeded: blue >> 1)
      unsafe out[2 &* x &+ 1] = UInt8(truncatingIfNeeded: red >> 1)
    }
  }

  /// The mean of two rows.
  static func mean(_ out: Samples, _ a: Source, _ b: Source, count: Int) {
    for x in 0..<count {
      unsafe out[x] = UInt8(truncatingIfNeeded: (UInt16(a[x]) &+ UInt16(b[x]) &+ 1) >> 1)
    }
  }
}
