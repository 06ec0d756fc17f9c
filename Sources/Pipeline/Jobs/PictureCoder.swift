import Compositor

/// Codes one picture while its owner draws the next.
final class PictureCoder {
  /// Code lower rows, a band each; none if the system hasn't threads enough for all bands.
  let help: [SideThread]
  private let thread: SideThread
  /// That of the help which is the owner: it codes while it waits, so that nobody takes its processor before.
  private let lent = SideThread.borrowed

  /// - Parameter threads: how many make a picture.
  /// - Returns: `nil` without a second processor, or a thread.
  init?(threads: Int) {
    let own = SideThread.whereUseful(atMost: threads - 1)
    guard let first = own.first else { return nil }
    thread = first
    help = own.count == threads - 1 ? [lent] + own.dropFirst() : []
  }

  /// Offers a picture, whose coding has this ``help``.
  func begin(_ coding: Coding) { thread.begin(coding) }

  /// Returns when the picture is coded.
  func finish() {
    lent.lend()
    thread.finish()
  }
}
