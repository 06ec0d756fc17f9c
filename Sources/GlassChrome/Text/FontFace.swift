import CTypography

/// One face of one font at one size: HarfBuzz shapes with it, FreeType draws. For one thread at a time.
@safe
final class FontFace {
  private let handle: OpaquePointer

  /// - Throws: ``GlassError/unreadableFont(path:code:)`` if FreeType can't use the file.
  init(_ file: FontFile, pixels: Double) throws(GlassError) {
    var made: OpaquePointer?
    // SAFETY: the call writes one pointer, or none and a code.
    let code = unsafe ctypography_font_create(file.path, file.index, Int32((pixels * 64).rounded()), &made)
    guard code == 0, let made = unsafe made else { throw .unreadableFont(path: file.path, code: code) }
    unsafe handle = made
  }

  // SAFETY: only this object owns the handle.
  deinit { unsafe ctypography_font_destroy(handle) }

  /// Ascender (up is positive), descender (negative) and height of capitals, in pixels.
  var metrics: (ascender: Double, descender: Double, capHeight: Double) {
    var (ascender, descender, capHeight): (Int32, Int32, Int32) = (0, 0, 0)
    // SAFETY: the call reads the live handle and writes three numbers.
    unsafe ctypography_font_metrics(handle, &ascender, &descender, &capHeight)
    return (Double(ascender) / 64, Double(descender) / 64, Double(capHeight) / 64)
  }

  func has(_ scalar: Unicode.Scalar) -> Bool {
    // SAFETY: the handle lives as long as self.
    unsafe ctypography_font_has(handle, scalar.value) != 0
  }

  /// Shapes a run and passes its glyphs from left to right: glyph, offset from the pen and advance, in pixels,
  /// x to the right and y up.
  ///
  /// - Parameters:
  ///   - units: the whole line in UTF-16; the text around the run decides how its ends join.
  ///   - script: ISO 15924, packed.
  func shape(
    _ units: [UInt16], _ range: Range<Int>, script: UInt32, isRightToLeft: Bool,
    _ body: (_ glyph: UInt32, _ x: Double, _ y: Double, _ advance: Double) -> Void
  ) {
    unsafe units.withUnsafeBufferPointer { buffer in
      var glyphs: UnsafePointer<ctypography_glyph>?
      var count = 0
      // SAFETY: the text stays valid for the call, and the range lies in it; the glyphs stay valid until the next
      // call on the handle, which `body` can't make: it doesn't get the face.
      let code = unsafe ctypography_shape(
        handle, buffer.baseAddress, Int32(buffer.count), Int32(range.lowerBound), Int32(range.count), script,
        isRightToLeft ? 1 : 0, &glyphs, &count)
      guard code == 0, let glyphs = unsafe glyphs else { return }
      for i in 0..<count {
        let glyph = unsafe glyphs[i]
        body(
          glyph.glyph, Double(glyph.x_offset) / 64, Double(glyph.y_offset) / 64, Double(glyph.x_advance) / 64)
      }
    }
  }

  /// Draws a glyph, moved right by a fraction of a pixel (0..<1); `nil` if it has no ink.
  func draw(_ glyph: UInt32, shift: Double) -> GlyphMask? {
    var rows: UnsafePointer<UInt8>?
    var (pitch, width, height, left, top): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    // SAFETY: the rows stay valid until the next call on the handle; they are copied before that.
    let code = unsafe ctypography_draw_glyph(
      handle, glyph, Int32(shift * 64), &rows, &pitch, &width, &height, &left, &top)
    guard code == 0, width > 0, height > 0, let rows = unsafe rows else { return nil }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(Int(width) * Int(height))
    for y in 0..<Int(height) {
      for x in 0..<Int(width) { coverage.append(unsafe rows[y * Int(pitch) + x]) }
    }
    return GlyphMask(
      width: Int(width), height: Int(height), left: Int(left), top: -Int(top), coverage: coverage)
  }
}
