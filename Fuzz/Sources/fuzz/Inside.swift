@testable import HostResources
@testable import JPEGCodec

/// Takes the frames out of a picture that may have some inside: what comes out has the digest that the picture tells.
func strip(_ picture: Span<UInt8>) {
  var headers = JPEGHeaders()
  do throws(JPEGError) { try headers.parse(picture) } catch { return }
  guard headers.layout.mcuCount <= 4096 else { return }
  // What may be sealed in it, to a key that the corpus has.
  if let key = OpeningKey(secret: [UInt8](1...32)) {
    var opener = FrameOpener(key)
    var bytes: [UInt8] = []
    for index in picture.indices { bytes.append(picture[index]) }
    _ = try? opener.open(bytes)
  }
  var restorer = SourceRestorer()
  guard let sources = try? restorer.read(picture) else { return }
  for source in sources {
    var frame: [UInt8] = []
    guard (try? restorer.restore(source, into: &frame)) != nil else { continue }
    precondition(SHA256.of(frame) == source.sha256 && frame.count == source.byteCount, "another frame")
  }
}
