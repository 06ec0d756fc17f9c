/// A page of one file: what it shows and does is all in it, and its policy lets it load nothing else.
struct Page {
  var html: [UInt8]
  /// The Content-Security-Policy: only the script and the style with this answer's own number run.
  var policy: String

  /// What is done with pictures, recordings and controls.
  static func main() -> Page { Page(PackageResources.page_html) }
  /// Asks for the token.
  static func login() -> Page { Page(PackageResources.login_html) }

  private init(_ source: [UInt8]) {
    let nonce = Token(random: 16).text
    html = []
    html.reserveCapacity(source.count + 128)
    var rest = source[...]
    // In every page both stand alone and without attributes.
    for tag in ["<style>", "<script>"] {
      guard let found = rest.firstRange(of: tag.utf8) else { continue }
      html += rest[..<found.lowerBound]
      html += tag.dropLast().utf8
      html += " nonce=\"\(nonce)\">".utf8
      rest = rest[found.upperBound...]
    }
    html += rest
    policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src 'self' blob:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }
}
