/// What sysfs reveals about a video node, even one that can't be opened.
///
/// https://docs.kernel.org/userspace-api/media/v4l/open.html and Documentation/ABI/testing/sysfs-bus-usb
struct SysfsNode<Kernel: KernelInterface> {
  private let kernel: Kernel
  private let folder: String

  /// - Parameters:
  ///   - node: `/dev/videoN`.
  ///   - kernel: reads sysfs.
  init(_ node: String, kernel: Kernel) {
    self.kernel = kernel
    folder = "/sys/class/video4linux/\(node.split(separator: "/").last ?? "")"
  }

  var name: String { kernel.text(of: folder + "/name") ?? "" }

  var driver: String { lastName(of: "device/driver") ?? "" }

  /// For USB, the driver's own `bus_info`; for others, the bus's name followed by the device's.
  var bus: String {
    guard let path = kernel.realPath(of: folder + "/device") else { return "" }
    let names = path.split(separator: "/")
    // …/0000:00:14.0/usb1/1-2/1-2.3/1-2.3:1.0: the controller, and the path from its root hub.
    if let root = names.firstIndex(where: { $0.hasPrefix("usb") && Int($0.dropFirst(3)) != nil }), root > 0,
      let ports = names.last?.split(separator: ":").first?.split(separator: "-", maxSplits: 1).last
    {
      return "usb-\(names[root - 1])-\(ports)"
    }
    guard let name = names.last, let kind = lastName(of: "device/subsystem") else { return "" }
    return "\(kind == "pci" ? "PCI" : kind):\(name)"
  }

  /// Whether it is one of the metadata nodes that `uvcvideo` makes beside each camera's node.
  var isMetadata: Bool { index.map { $0 % 2 == 1 } ?? false }

  /// The metadata node beside this camera's node; `nil` for other drivers, and before Linux 4.16.
  var metadataNode: String? {
    guard let index else { return nil }
    return kernel.entries(of: folder + "/device/video4linux").map { "/dev/\($0)" }
      .first { SysfsNode($0, kernel: kernel).index == index + 1 }
  }

  /// Its place among the nodes of a camera that `uvcvideo` drives; `nil` for other drivers.
  private var index: Int? {
    driver == "uvcvideo" ? kernel.text(of: folder + "/index").flatMap { Int($0) } : nil
  }

  /// The serial number of the USB device behind it; `nil` when it isn't a USB device or has none.
  var serial: String? {
    let serial = kernel.text(of: folder + "/device/../serial")
    return serial?.isEmpty == false ? serial : nil
  }

  private func lastName(of link: String) -> String? {
    kernel.realPath(of: "\(folder)/\(link)")?.split(separator: "/").last.map(String.init)
  }
}
