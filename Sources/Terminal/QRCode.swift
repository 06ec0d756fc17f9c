import Glibc

/// A QR code (ISO/IEC 18004) for a terminal, by libqrencode where that is installed: Debian's `libqrencode4`.
package struct QRCode: Sendable {
  /// Modules in a row, and rows.
  package let width: Int
  // Row by row; `true` is dark.
  private let modules: [Bool]

  /// Modules around it that stay light, as the standard wants them.
  private static let quietZone = 4

  /// Code of a text, as bytes, with the lowest error correction but one (M).
  ///
  /// - Returns: `nil` without the library, and of more than a code can hold.
  package init?(_ text: String) {
    guard let library = Self.library else { return nil }
    // SAFETY: the function reads a C string. What it returns begins with two integers, its version and width, then has a pointer
    // to width times width bytes, whose lowest bit is a module (qrencode.h, the same since 3.0).
    guard let code = unsafe text.withCString({ unsafe library.encode($0, 0, 1) }) else { return nil }
    defer { unsafe library.free(code) }
    let width = unsafe Int(code.load(fromByteOffset: 4, as: Int32.self))
    let bytes = unsafe code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>?.self)
    guard let bytes = unsafe bytes, (21...177).contains(width) else { return nil }
    self.width = width
    modules = (0..<width * width).map { unsafe bytes[$0] & 1 == 1 }
  }

  /// Looks for the library, which a confined process can't.
  package static func prepare() { _ = library }

  @safe
  private struct Library: @unchecked Sendable {
    typealias Encode =
      @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    // SAFETY: functions of a library that stays loaded.
    let encode: Encode
    let free: Free
  }

  private static let library: Library? = {
    // SAFETY: the library exports these functions (qrencode.h).
    guard let file = unsafe dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
      let encode = unsafe dlsym(file, "QRcode_encodeString8bit"), let free = unsafe dlsym(file, "QRcode_free")
    else { return nil }
    return unsafe Library(
      encode: unsafeBitCast(encode, to: Library.Encode.self), free: unsafeBitCast(free, to: Library.Free.self)
    )
  }()

  private func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x]
  }

  /// Lines of half blocks, two rows in each, black on white whatever the terminal's colours are.
  package var lines: [String] {
    let range = -Self.quietZone..<width + Self.quietZone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let blocks = range.map { x in
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      // Colours 16 and 231 are black and white in all themes.
      return "\u{1B}[38;5;16;48;5;231m" + blocks.joined() + "\u{1B}[0m"
    }
  }
}
