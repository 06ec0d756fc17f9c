import HostResources
import JPEGCodec
import PixelTypes

/// Decodes a recording's pictures one by one; use one per thread.
package struct PictureChecker: ~Copyable {
  private var folder: FolderHandle?
  private var reader: PictureReader?
  private var failure = ""

  package init(folder path: String) {
    do {
      folder = try FolderHandle(path)
      reader = try PictureReader()
    } catch {
      failure = "can't be checked: \(error)"
    }
  }

  /// - Parameters:
  ///   - name: the picture's file name.
  ///   - canvas: the size that the picture must have; `nil` for any.
  /// - Returns: the file's size in bytes, and what is wrong with it or `nil`.
  package mutating func check(
    _ name: String, canvas: SessionDescription.Layout.Size?
  ) -> (bytes: Int, what: String?) {
    guard let folder else { return (0, failure) }
    guard let size = folder.status(FileName(name))?.bytes else { return (0, "is missing") }
    if size == 0 { return (0, "is empty") }
    let bytes: [UInt8]
    do { bytes = try folder.read(name) } catch { return (size, "\(error)") }
    do {
      guard let (picture, findings) = try reader?.read(bytes) else { return (size, failure) }
      if findings.damage > 0 { return (size, "is damaged") }
      if let canvas, picture.size.width != canvas.width || picture.size.height != canvas.height {
        return (size, "is \(picture.size), but the canvas is \(canvas.width)x\(canvas.height)")
      }
      return (size, nil)
    } catch { return (size, "\(error)") }
  }
}

/// Decodes JPEGs of any size into a picture that is reused while the size stays the same.
package struct PictureReader: ~Copyable {
  private var decoder: JPEGDecoder
  private var picture: PlanarPicture?

  package init() throws(JPEGError) { decoder = try JPEGDecoder() }

  /// - Returns: a picture valid until the next call.
  package mutating func read(_ bytes: [UInt8]) throws(JPEGError) -> (PlanarPicture, JPEGFindings) {
    let header = try decoder.readHeader(bytes.span)
    let target = PlanarPicture.reusing(picture, size: header.size, subsampling: header.subsampling)
    picture = target
    return (target, try decoder.decode(bytes.span, into: target))
  }
}
