// What sysfs tells of a USB camera (Documentation/ABI/testing/sysfs-bus-usb: speed, busnum), and what a bus carries:
// Universal Serial Bus Specification 2.0, 5.6.4 and 5.7.4 (periodic transfers get 80 % of a high-speed microframe, 90 %
// of a full-speed frame).

import CaptureKit
import Foundation

/// The USB bus that a camera shares with others.
public struct USBLink: Sendable, Codable, Equatable {
  public var bus: Int
  /// Megabits a second at which the camera is connected: 12, 480, 5000 or more.
  public var megabitsPerSecond: Double

  public init(bus: Int, megabitsPerSecond: Double) {
    self.bus = bus
    self.megabitsPerSecond = megabitsPerSecond
  }

  /// - Parameters:
  ///   - path: a camera's node, or a link to it.
  ///   - sysfs: where sysfs is mounted.
  /// - Returns: `nil` where the camera is on no USB.
  init?(ofCamera path: String, sysfs: String = "/sys") {
    let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    // The interface's folder; the device's is the one around it, as the kernel resolves the link before "..".
    let device = "\(sysfs)/class/video4linux/\(node)/device/.."
    func number(_ name: String) -> Double? {
      guard let text = try? String(contentsOfFile: "\(device)/\(name)", encoding: .utf8) else { return nil }
      return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    guard let bus = number("busnum"), let speed = number("speed"), bus >= 0, bus < 1e6, speed > 0 else {
      return nil
    }
    self.init(bus: Int(bus), megabitsPerSecond: speed)
  }

  /// Bytes a second that a bus of this speed gives to cameras, all of them together.
  public var bytesPerSecond: Double {
    switch megabitsPerSecond {
    case ..<100: megabitsPerSecond * 1e6 / 8 * 0.9
    case ..<1000: megabitsPerSecond * 1e6 / 8 * 0.8
    // Eight bits in ten carry data.
    default: megabitsPerSecond * 1e6 / 10 * 0.9
    }
  }

  /// The buses of those sources that are USB cameras, by `primary` and `secondary`.
  public static func links(of sources: [JobSettings.Source]) -> [String: USBLink] {
    var links: [String: USBLink] = [:]
    for (id, source) in zip(["primary", "secondary"], sources) {
      if case .device(let path) = source.specification { links[id] = USBLink(ofCamera: path) }
    }
    return links
  }
}
