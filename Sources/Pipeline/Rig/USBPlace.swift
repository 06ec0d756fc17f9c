// sysfs's facts about USB (Documentation/ABI/testing/sysfs-bus-usb; the folders of hubs and devices lie in
// each other), and a link's capacity: Universal Serial Bus Specification 2.0, 5.6.4 and 5.7.4 (periodic
// transfers get 80 % of a high-speed microframe, 90 % of a full-speed frame).

import CaptureKit
import Foundation

/// Where a USB camera is plugged in: what it shares with others.
package struct USBPlace: Sendable, Equatable, Encodable {
  /// A bus, or a connection of a hub or camera to it.
  package struct Link: Sendable, Hashable, Encodable {
    /// sysfs's name: "usb1" for a bus, "1-2.3" for what is plugged into port 3 of the hub at its port 2.
    package var name: String
    /// 12, 480, 5000 or more.
    package var megabitsPerSecond: Double

    /// Bytes a second that it grants all cameras together.
    package var bytesPerSecond: Double {
      switch megabitsPerSecond {
      case ..<100: megabitsPerSecond * 1e6 / 8 * 0.9
      case ..<1000: megabitsPerSecond * 1e6 / 8 * 0.8
      // 8 of 10 bits carry data.
      default: megabitsPerSecond * 1e6 / 10 * 0.9
      }
    }
  }

  /// The bus's number.
  package var bus: Int
  /// The bus's controller, by sysfs's name: "0000:00:14.0". Most have a bus for USB 2 and another for USB 3.
  package var controller: String
  /// From the bus to the camera.
  package var links: [Link]
  /// The camera's serial number; `nil` when it has none.
  package var serial: String?

  /// The ports on the way from the bus to the camera.
  package var ports: [Int] {
    let name = links.last?.name.split(separator: "-", maxSplits: 1).last ?? ""
    return name.split(separator: ".").compactMap { Int($0) }
  }
}

extension USBPlace {
  /// Reads a camera's place from sysfs.
  ///
  /// - Parameters:
  ///   - path: a camera's node, or a link to it.
  ///   - sysfs: where sysfs is mounted.
  /// - Returns: `nil` when the camera isn't on USB.
  package init?(ofCamera path: String, sysfs: String = "/sys") {
    let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    let interface = URL(fileURLWithPath: "\(sysfs)/class/video4linux/\(node)/device")
      .resolvingSymlinksInPath()
    let folders = interface.pathComponents.dropLast().map(\.self)
    guard let root = folders.lastIndex(where: { $0.wholeMatch(of: /usb[0-9]+/) != nil }), root > 0 else {
      return nil
    }
    func text(_ name: String, to end: Int) -> String? {
      let path = folders[...end].joined(separator: "/") + "/\(name)"
      return try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first.map(String.init)
    }
    links = (root..<folders.count).compactMap { end in
      let speed = text("speed", to: end).flatMap(Double.init).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
      return speed.map { Link(name: folders[end], megabitsPerSecond: $0) }
    }
    guard links.last?.name == folders.last, let bus = Int(folders[root].dropFirst(3)) else { return nil }
    (self.bus, controller) = (bus, folders[root - 1])
    serial = text("serial", to: folders.count - 1)
  }
}

/// What cameras need of a bus: of that link of it which has the least room for them.
package struct USBLoad: Sendable, Encodable {
  /// The bus's number.
  package var bus: Int
  /// The link with the least room: the bus itself, a hub's or a camera's.
  package var link: USBPlace.Link
  /// The names of the cameras on this link.
  package var cameras: [String]
  /// Bytes a second that they need.
  package var bytesPerSecond: Double
  /// How much of what the link grants; 1 is all.
  package var share: Double

  /// Up to this share there is room to spare.
  package static let comfortable = 0.7

  /// The loads of all buses on which there are cameras, in order.
  package static func of(
    _ cameras: [(name: String, place: USBPlace, bytesPerSecond: Double)]
  ) -> [USBLoad] {
    Set(cameras.map(\.place.bus)).sorted().compactMap { bus in
      var tightest: USBLoad?
      for place in cameras.map(\.place) where place.bus == bus {
        for link in place.links {
          let here = cameras.filter { $0.place.links.contains(link) }
          let bytes = here.reduce(0) { $0 + $1.bytesPerSecond }
          let share = bytes / link.bytesPerSecond
          if let tightest, tightest.share >= share { continue }
          tightest = USBLoad(
            bus: bus, link: link, cameras: here.map(\.name),
            bytesPerSecond: bytes, share: share)
        }
      }
      return tightest
    }
  }
}
