import HostResources
import PixelTypes

/// A line as it was read.
package typealias PictureLine = LineRecord<LineFields>
/// One camera's part of it.
package typealias CameraLine = LineRecord<CameraFields>

extension PictureLine {
  /// A line that says nothing else.
  init(index: Int, file: String) {
    self.init(LineObject())
    (self.index, self.file, self.cameras, self.hud) = (index, file, [], [])
  }

  /// The first impossible number, in words; such a line must not be used in calculations.
  var impossible: String? {
    if !PictureNumber.range.contains(self.index) { return "\(self.index) isn't a \(PictureNumber.name)" }
    let cameras = self.cameras
    if cameras.count > CameraNames.most {
      return "\(cameras.count) cameras are more than \(CameraNames.most)"
    }
    for camera in cameras {
      for member in CameraFields.shape.members {
        guard case .integer(let number)? = camera.object[member.key] else { continue }
        switch member.kind {
        case .count where !Count.range.contains(number):
          return "a number of the \(camera.id) isn't a \(Count.name)"
        // So that differences of two fit.
        case .nanoseconds where number.magnitude > ClockTime.range.upperBound:
          return "a time of the \(camera.id) isn't a \(ClockTime.name)"
        default: break
        }
      }
    }
    return self.hud.lazy.compactMap { Self.impossibleShare(in: $0.object, GuidesFields.shape.members) }.first
  }

  private static func impossibleShare(in object: LineObject, _ members: [Member]) -> String? {
    for member in members {
      switch (member.kind, object[member.key]) {
      case (.share, .number(let share)?) where !(0...1).contains(share): return "a \(member.key) of \(share)"
      case (.object(let parts), .object(let part)?):
        if let impossible = impossibleShare(in: part, parts) { return impossible }
      default: break
      }
    }
    return nil
  }
}
