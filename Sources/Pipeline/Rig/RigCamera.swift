import CaptureKit
import Foundation
import PixelTypes
import Screen

/// A camera of a rig: its name, its place, and a mode for it.
package struct RigCamera: Sendable, Encodable {
  /// A format, size and rate that a camera offers.
  package struct Mode: Sendable, Hashable, Encodable {
    /// The ``PixelFormat``'s raw value.
    package var format: String
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Frames a second; `nil` when the driver doesn't say.
    package var fps: Double?
    /// An estimate: MJPEG depends on the picture, and a camera may reserve more than it sends.
    package var bytesPerSecond: Double

    init(_ format: PixelFormat, _ size: PixelSize, _ fps: Double?) {
      (self.format, width, height, self.fps) = (format.rawValue, size.width, size.height, fps)
      bytesPerSecond = SmallerModes.bytesPerSecond(format, size, fps ?? 30)
    }

    /// As options of `--camera`.
    package var options: String {
      "format=\(format),resolution=\(width)x\(height)" + (fps.map { ",fps=\($0.shortest)" } ?? "")
    }
  }

  /// Its name in a job.
  package var name: String
  /// What the camera calls itself.
  package var card: String
  /// Its node.
  package var path: String
  /// Its name for `--camera`: by-id if only it has this card and its serial number, by-path, or its node.
  package var source: String
  /// `nil` when it isn't on USB.
  package var usb: USBPlace?
  /// The mode proposed or asked for; `nil` when its modes aren't known.
  package var mode: Mode?
  /// The modes worth proposing, the heaviest first.
  var modes: [Mode]

  private enum CodingKeys: CodingKey { case name, card, path, source, usb, mode }

  /// Of its mode; 0 when that isn't known.
  package var bytesPerSecond: Double { mode?.bytesPerSecond ?? 0 }

  /// Of cameras of one kind none gets less than another.
  var kind: [AnyHashable?] { [usb?.bus, usb?.links.map(\.bytesPerSecond).min(), card, modes] }
}

extension RigCamera {
  /// All usable cameras, by their places, with names: the card's where it has no twin, else the port's.
  package static func cameras(of devices: [CameraDevice], sysfs: String = "/sys") -> [RigCamera] {
    var cameras = devices.filter(\.usable).map { RigCamera($0, sysfs: sysfs) }
    cameras.sort { a, b in
      guard let a = a.usb, let b = b.usb else { return a.usb != nil && b.usb == nil }
      return a.bus == b.bus ? a.ports.lexicographicallyPrecedes(b.ports) : a.bus < b.bus
    }
    let words = cameras.map { word($0.card) }
    let twins = cameras.indices.filter { index in
      words.filter { $0 == words[index] }.count > 1 || CameraNames.objectionOnScreen(to: words[index]) != nil
    }
    let hubs = Set(twins.map { cameras[$0].usb?.links.dropLast() })
    let buses = Set(twins.map { cameras[$0].usb?.bus })
    for index in cameras.indices {
      var name = words[index]
      if twins.contains(index), let usb = cameras[index].usb, let port = usb.ports.last {
        let hub = usb.ports.dropLast().map { "_\($0)" }.joined()
        name = "port\(port)"
        if hubs.count > 1, !hub.isEmpty { name = "hub\(hub.dropFirst())_\(name)" }
        if buses.count > 1 { name = "bus\(usb.bus)_\(name)" }
      }
      if CameraNames.objectionOnScreen(to: name) != nil { name = "view" }
      var (unique, number) = (name, 1)
      while cameras[..<index].contains(where: { $0.name == unique }) {
        number += 1
        unique = "\(name.prefix(CameraNames.longest - 3))_\(number)"
      }
      cameras[index].name = unique
      let device = devices.first { $0.path == cameras[index].path }
      let byId = twins.contains(index) || cameras[index].usb?.serial == nil ? nil : device?.byId.first
      cameras[index].source = byId ?? device?.byPath.first ?? cameras[index].path
    }
    return cameras
  }

  /// Those of a job's cameras that are devices, as it names them, with the modes that it asks for.
  package static func cameras(of settings: JobSettings, sysfs: String = "/sys") -> [RigCamera] {
    let isDevice = settings.sources.contains { if case .device = $0.specification { true } else { false } }
    let devices = isDevice ? DeviceEnumerator.cameras() : []
    return zip(settings.names, settings.sources).compactMap { name, source in
      guard case .device(let path) = source.specification else { return nil }
      let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard let device = devices.first(where: { $0.path == node }) else { return nil }
      var camera = RigCamera(device, sysfs: sysfs)
      (camera.name, camera.source) = (name, path)
      let size = source.request.size ?? PixelSize(clampingWidth: 1280, height: 720)
      let format = camera.modes.first.flatMap { PixelFormat(rawValue: $0.format) }
      camera.mode = Mode(
        source.request.pixelFormat ?? format ?? .mjpeg, size, source.request.framesPerSecond)
      return camera
    }
  }

  private init(_ device: CameraDevice, sysfs: String) {
    self.init(
      name: "", card: device.name, path: device.path, source: device.path,
      usb: USBPlace(ofCamera: device.path, sysfs: sysfs), modes: Self.modes(of: device.formats))
  }

  /// `HD Pro Webcam C920 (046d:082d)` becomes `hd_pro_webcam_c920`.
  private static func word(_ card: String) -> String {
    let words = card.lowercased().prefix { $0 != "(" && $0 != ":" }
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.reduce("") { text, word in
      let longer = text.isEmpty ? String(word) : "\(text)_\(word)"
      return longer.utf8.count > CameraNames.longest ? text : longer
    }
  }

  /// The modes worth proposing, the heaviest first: of the format that takes the least, up to 1920×1080 and 30 a
  /// second; up to 1280×720 also slower ones, each at most half as fast as the one before.
  static func modes(of formats: [CameraFormat]) -> [Mode] {
    let order: [PixelFormat] = [.mjpeg, .nv12, .yuyv, .grey]
    for format in order {
      let codes = format == .mjpeg ? ["MJPG", "JPEG"] : [format.fourCharacterCode]
      let sizes = formats.filter { codes.contains($0.fourcc) }.flatMap(\.sizes).flatMap(single)
      guard let least = sizes.min(by: { $0.0.area < $1.0.area }) else { continue }
      let usual = sizes.filter { $0.0.area <= 1920 * 1080 }
      let modes = (usual.isEmpty ? [least] : usual).flatMap { size, rates in
        Self.rates(rates, size.area).map { Mode(format, size, $0) }
      }
      return Set(modes).sorted {
        ($0.bytesPerSecond, $0.fps ?? 0, $0.width) > ($1.bytesPerSecond, $1.fps ?? 0, $1.width)
      }
    }
    return []
  }

  /// A size itself; of a range the usual ones in it.
  private static func single(_ size: CameraFrameSize) -> [(PixelSize, [Double])] {
    guard let least = size.smallest, let step = size.step else {
      return PixelSize(width: size.width, height: size.height).map { [($0, size.fps)] } ?? []
    }
    return [(1920, 1080), (1280, 720), (640, 480), (320, 240)].filter { width, height in
      width >= least.width && width <= size.width && (width - least.width) % max(step.width, 1) == 0
        && height >= least.height && height <= size.height
        && (height - least.height) % max(step.height, 1) == 0
    }.map { (PixelSize(clampingWidth: $0.0, height: $0.1), size.fps) }
  }

  private static func rates(_ offered: [Double], _ area: Int) -> [Double?] {
    let sorted = offered.sorted(by: >)
    guard let slowest = sorted.last else { return [nil] }
    var kept = [sorted.first { $0 < 31 } ?? slowest]
    for rate in sorted where area <= 1280 * 720 && rate >= 5 && rate <= kept[kept.count - 1] * 0.51 {
      kept.append(rate)
    }
    return kept
  }
}
