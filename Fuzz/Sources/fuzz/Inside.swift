import HostResources
import JPEGCodec

/// Takes the frames out of a picture that may have some inside: what comes out has the digest that the picture tells.
func strip(_ picture: Span<UInt8>) {
  var headers = JPEGHeaders()
  do throws(JPEGError) { try headers.parse(picture) } catch { return }
  guard headers.layout.mcuCount <= 4096 else { return }
  var restorer = SourceRestorer()
  guard let sources = try? restorer.read(picture) else { return }
  for source in sources {
    var frame: [UInt8] = []
    guard (try? restorer.restore(source, into: &frame)) != nil else { continue }
    precondition(SHA256.of(frame) == source.sha256 && frame.count == source.byteCount, "another frame")
  }
}
