import JPEGCodec

/// A camera's own frames, out of pictures that have them inside.
final class EmbeddedFrames: JPEGContainer {
  private let pictures: any JPEGContainer
  private let camera: String
  private var restorer = SourceRestorer()

  var path: String { pictures.path }
  var isFolder: Bool { pictures.isFolder }
  var framesPerSecond: Double? { pictures.framesPerSecond }
  var largestFrame: Int? { pictures.largestFrame }

  /// - Parameter pictures: with the frames, or with kept frames themselves.
  init(_ pictures: any JPEGContainer, of camera: String) { (self.pictures, self.camera) = (pictures, camera) }

  func next() throws(CaptureError) -> JPEGStep {
    let step = try pictures.next()
    guard case .piece(let piece) = step, !piece.isKept else { return step }
    let path = piece.file.path
    do throws(CaptureError) {
      var own = piece
      own.file = InputFile(path: path, bytes: try frame(in: piece))
      (own.offset, own.byteCount, own.isKept) = (0, own.file.size, true)
      return .piece(own)
    } catch { return .unreadable(path: path, error) }
  }

  private func frame(in piece: JPEGPiece) throws(CaptureError) -> [UInt8] {
    let path = piece.file.path
    var picture = [UInt8](repeating: 0, count: piece.byteCount)
    let count = try piece.file.read(at: piece.offset, count: piece.byteCount, into: &picture)
    do throws(JPEGError) {
      let sources: [EmbeddedSource]
      do { sources = try restorer.read(picture.span.extracting(0..<count)) } catch {
        // A picture that can't be read says nothing of a frame beside it.
        if let kept = beside(piece) { return kept }
        throw error
      }
      guard let source = sources.first(where: { $0.camera == camera }) else {
        if let kept = beside(piece) { return kept }
        let others = sources.map(\.camera).joined(separator: " and ")
        throw .malformed(
          reason: "it has no frame of the \(camera) inside" + (others.isEmpty ? "" : ", but of the \(others)")
        )
      }
      var frame: [UInt8] = []
      try restorer.restore(source, into: &frame)
      return frame
    } catch {
      if case .malformed(let reason) = error { throw .badFile(path: path, reason: reason) }
      throw .badFile(path: path, reason: "\(error)")
    }
  }

  private func beside(_ piece: JPEGPiece) -> [UInt8]? {
    guard let path = piece.keptPath, let file = try? InputFile(path: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: file.size)
    guard let count = try? file.read(at: 0, count: file.size, into: &bytes) else { return nil }
    return Array(bytes.prefix(count))
  }

  func skip(_ count: Int) throws(CaptureError) -> Int { try pictures.skip(count) }

  func rewind() { pictures.rewind() }

  func stop() { pictures.stop() }
}
