import CTypography

/// Finds fonts for characters that the first font lacks: fontconfig's outline fonts in order of similarity.
///
/// The order is fetched when a character is first missing. For one thread at a time; faces of all
/// sizes of one weight share it.
@safe
final class FontFallbacks {
  private let weight: TextStyle.Weight
  private let families: [String]
  private var handle: OpaquePointer?
  private var isSought = false
  /// Results by grapheme.
  private var found: [Character: FontFile?] = [:]
  private static let capacity = 4096

  /// - Parameter families: those to try right after the first font.
  init(weight: TextStyle.Weight, families: [String] = []) {
    (self.weight, self.families) = (weight, families)
  }

  deinit {
    // SAFETY: only this object owns the handle, which may be nil.
    if let handle = unsafe handle { unsafe ctypography_fallbacks_destroy(handle) }
  }

  /// The first font with every character of a grapheme, else the first with any of them.
  func font(for character: Character) -> FontFile? {
    if let known = found[character] { return known }
    if found.count >= Self.capacity { found.removeAll(keepingCapacity: true) }
    let file = search(character)
    found[character] = file
    return file
  }

  private func search(_ character: Character) -> FontFile? {
    guard let fonts = unsafe fonts() else { return nil }
    let list = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map(\.value)
    return unsafe FontFile.named { path, capacity, index in
      // SAFETY: the list stays valid for the call; the call writes a terminated string of at most the capacity.
      unsafe ctypography_fallbacks_find(fonts, list, list.count, path, capacity, index)
    }
  }

  private func fonts() -> OpaquePointer? {
    if !isSought {
      isSought = true
      let families = (Typeface.families[..<1] + families + Typeface.families[1...] + ["sans-serif"]).joined(
        separator: ",")
      // SAFETY: the call writes one pointer, or none and a code.
      _ = unsafe ctypography_fallbacks_create(families, Int32(weight.rawValue), &handle)
    }
    return unsafe handle
  }
}
