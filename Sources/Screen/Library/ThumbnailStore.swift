import GlassChrome
import HostResources
import JPEGCodec
import Recordings

/// Small pictures of a library, read once and kept for a while. Used on one thread.
final class ThumbnailStore {
  private struct Key: Hashable {
    var folder: String
    var index: Int
  }

  private var reader: ThumbnailReader?
  private var pictures: [Key: Thumbnail] = [:]
  private var order: [Key] = []

  /// Width in pixels of a picture on a card, and of one on view.
  private static let small = 256
  private static let large = 640
  /// How many card pictures are kept: three pages.
  private static let most = 3 * Librarian.page

  /// A picture for a card; `nil` if it can't be read, which `dualcam verify` explains.
  ///
  /// - Returns: the picture, and whether it had to be read.
  func thumbnail(of index: Int, in browser: RecordingBrowser) -> (Thumbnail?, wasRead: Bool) {
    let key = Key(folder: browser.folder.path, index: index)
    if let known = pictures[key] { return (known, false) }
    guard let picture = try? read(index, browser, width: Self.small) else { return (nil, true) }
    pictures[key] = picture
    order.append(key)
    if order.count > Self.most { pictures[order.removeFirst()] = nil }
    return (picture, true)
  }

  /// A picture to view.
  ///
  /// - Throws: `FileError` or `JPEGError`.
  func large(_ index: Int, in browser: RecordingBrowser) throws -> Thumbnail {
    try read(index, browser, width: Self.large)
  }

  private func read(_ index: Int, _ browser: RecordingBrowser, width: Int) throws -> Thumbnail {
    if reader == nil { reader = try ThumbnailReader() }
    let (file, part) = browser.shown(index)
    guard let picture = try reader?.read(file, in: browser.folder, part: part, width: width) else {
      throw JPEGError.unavailable
    }
    return picture
  }
}
