import PixelTypes
import Values

/// A single-file page: it contains everything it shows and does, and its policy lets it load nothing else.
struct Page {
  var html: [UInt8]
  /// The Content-Security-Policy: only the script and the style with this reply's nonce run.
  var policy: String

  /// Shows pictures, recordings and controls; on sites that may have it in a frame, too (``Gate/frames``).
  static func main(in frames: String?) -> Page {
    // How many decimals a value has is said once.
    let decimals = NamedValue.ownDecimals.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }
    return Page(
      DataFile.bytes("Viewer/Page/page.html"), frames,
      filling: ("/* decimals */", decimals.joined(separator: ",")))
  }
  /// A live picture and a shutter for guests; in no frame, because it does something.
  static func booth() -> Page { Page(DataFile.bytes("Viewer/Page/booth.html"), nil) }
  /// Asks for the token.
  static func login() -> Page { Page(DataFile.bytes("Viewer/Page/login.html"), nil) }

  private init(_ source: [UInt8], _ frames: String?, filling gap: (at: String, with: String)? = nil) {
    let nonce = Token(random: 16).text
    html = []
    html.reserveCapacity(source.count + 128)
    var rest = source[...]
    // In every page both tags are alone and have no attributes.
    for tag in ["<style>", "<script>"] {
      guard let found = rest.firstRange(of: tag.utf8) else { continue }
      html += rest[..<found.lowerBound]
      html += tag.dropLast().utf8
      html += " nonce=\"\(nonce)\">".utf8
      rest = rest[found.upperBound...]
    }
    if let gap, let found = rest.firstRange(of: gap.at.utf8) {
      html += rest[..<found.lowerBound]
      html += gap.with.utf8
      rest = rest[found.upperBound...]
    }
    html += rest
    policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src 'self' blob: data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors \(frames ?? "'none'")"
  }
}
