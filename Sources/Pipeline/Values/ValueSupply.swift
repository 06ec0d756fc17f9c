import CaptureKit
import HUDGeometry
import HostResources
import Values

/// Where a job's values come from.
protocol ValueSupply: AnyObject {
  /// Starts its threads.
  ///
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  func start() throws(ResourceShortage)
  /// Ends the threads, and waits for them.
  func close()
  /// What held at a picture's time.
  ///
  /// - Parameters:
  ///   - nanoseconds: of the clock of the frames.
  ///   - frame: the one that leads the picture.
  ///   - samples: replaced.
  func sample(at nanoseconds: Int64, of frame: FrameSlot?, into samples: inout [ValueSample])
  /// What an attitude sensor has said since the last call.
  func takeAttitude(into samples: inout [AttitudeSample])
  /// What to tell people.
  var messages: Inbox<String> { get }
  /// What was wrong with what they said.
  var remarks: [String] { get }
}
