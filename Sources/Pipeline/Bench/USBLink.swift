// sysfs's facts about a USB camera (Documentation/ABI/testing/sysfs-bus-usb: speed, busnum), and a
// bus's capacity: Universal Serial Bus Specification 2.0, 5.6.4 and 5.7.4 (periodic transfers get
// 80 % of a high-speed microframe, 90 % of a full-speed frame).

import CaptureKit
import Foundation

/// The USB bus that a camera shares with others.
package struct USBLink: Sendable, Codable, Equatable {
  /// The bus's number (`busnum`).
  package var bus: Int
  /// Megabits a second of the camera's connection: 12, 480, 5000 or more.
  package var megabitsPerSecond: Double
}

extension USBLink {
  /// Reads a camera's link from sysfs.
  ///
  /// - Parameters:
  ///   - path: a camera's node, or a link to it.
  ///   - sysfs: where sysfs is mounted.
  /// - Returns: `nil` when the camera isn't on USB.
  init?(ofCamera path: String, sysfs: String = "/sys") {
    let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    // The interface's folder; the device's is its parent, as the kernel resolves the link before "..".
    let device = "\(sysfs)/class/video4linux/\(node)/device/.."
    func number(_ name: String) -> Double? {
      guard let text = try? String(contentsOfFile: "\(device)/\(name)", encoding: .utf8) else { return nil }
      return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    guard let bus = number("busnum"), let speed = number("speed"), bus >= 0, bus < 1e6, speed > 0,
      speed < 1e9
    else {
      return nil
    }
    self.init(bus: Int(bus), megabitsPerSecond: speed)
  }

  /// Bytes a second that a bus of this speed grants all cameras together.
  package var bytesPerSecond: Double {
    switch megabitsPerSecond {
    case ..<100: megabitsPerSecond * 1e6 / 8 * 0.9
    case ..<1000: megabitsPerSecond * 1e6 / 8 * 0.8
    // 8 of 10 bits carry data.
    default: megabitsPerSecond * 1e6 / 10 * 0.9
    }
  }

  /// The buses of those of a job's cameras that are USB cameras, keyed by their cameras' names.
  package static func links(of settings: JobSettings) -> [String: USBLink] {
    var links: [String: USBLink] = [:]
    for (name, source) in zip(settings.names, settings.sources) {
      if case .device(let path) = source.specification { links[name] = USBLink(ofCamera: path) }
    }
    return links
  }
}
