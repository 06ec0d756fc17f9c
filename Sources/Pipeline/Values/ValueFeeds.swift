import CaptureKit
import HUDGeometry
import HostResources
import Values

/// A live job's sources of values, and what they said.
final class ValueFeeds: ValueSupply {
  private let feeds: [ValueFeed]
  /// What was said, also by programs over the control socket.
  let board: ValueBoard
  private var lastAttitude = Int64.min
  /// What to tell people.
  let messages = Inbox<String>(most: 100)

  /// Opens the sources.
  ///
  /// - Returns: `nil` if there are none, and no socket over which a program may say some.
  /// - Throws: ``FileError``.
  init?(_ settings: JobSettings) throws(FileError) {
    if settings.values.isEmpty, settings.control == nil { return nil }
    let board = ValueBoard(patience: Int64((settings.valuesAge ?? .seconds(2)) / .nanoseconds(1)))
    self.board = board
    let messages = messages
    feeds = try settings.values.map { source throws(FileError) in
      try ValueFeed(source, onto: board) { messages.add($0) }
    }
  }

  /// Starts their threads.
  ///
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  func start() throws(ResourceShortage) { for feed in feeds { try feed.start() } }

  /// Ends the threads, and waits for them.
  func close() { for feed in feeds { feed.close() } }

  func sample(at nanoseconds: Int64, of frame: FrameSlot?, into samples: inout [ValueSample]) {
    board.sample(at: nanoseconds, into: &samples)
  }

  /// What an attitude sensor has said since the last call.
  func takeAttitude(into samples: inout [AttitudeSample]) {
    samples.removeAll(keepingCapacity: true)
    board.angles("roll", beside: "pitch", after: lastAttitude) { time, roll, pitch in
      samples.append(AttitudeSample(time, roll, pitch))
    }
    lastAttitude = samples.last?.nanoseconds ?? lastAttitude
  }

  /// What was wrong with their lines.
  var remarks: [String] { feeds.compactMap(\.remark) }
}
