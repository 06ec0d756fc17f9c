/// Identifies a camera that was unplugged and came back under another number.
struct CameraIdentity: Sendable, Equatable {
  /// The stable link by which the user named it, if any.
  var link: String?
  /// The by-id links not shared by a twin, then the by-path links.
  var links: [String] = []
  var card: String
  var bus: String
  /// The USB serial number, if it has one.
  var serial: String?

  /// Its first link's name, which doesn't depend on how the user named it; without udev's links, its name and bus.
  var stableName: String {
    links.first.flatMap { $0.split(separator: "/").last.map(String.init) } ?? "\(card) \(bus)"
  }

  /// Whether a node with these attributes is this camera. A serial number outranks the port: a camera that has one is
  /// recognized on any port.
  func matches(_ other: Mark) -> Bool {
    guard other.card == card else { return false }
    if let serial, let others = other.serial { return serial == others }
    return other.bus == bus
  }

  /// What distinguishes a camera while it is plugged in.
  typealias Mark = (card: String, bus: String, serial: String?)
}

/// Reads the names that udev and the USB stack give to nodes.
struct StableNames<Kernel: KernelInterface> {
  var kernel: Kernel

  /// Every `/dev/videoN`, by number.
  var nodes: [String] {
    kernel.entries(of: "/dev")
      .compactMap { name -> Int? in name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil }
      .sorted()
      .prefix(256)
      .map { "/dev/video\($0)" }
  }

  /// The links in a folder, keyed by the node they lead to.
  func links(in folder: String) -> [String: [String]] {
    var byNode: [String: [String]] = [:]
    for name in kernel.entries(of: folder).sorted().prefix(1024) {
      let link = "\(folder)/\(name)"
      if let node = kernel.realPath(of: link) { byNode[node, default: []].append(link) }
    }
    return byNode
  }

  /// The serial number of the USB device behind a node; `nil` when it isn't a USB device or has none.
  func serial(of node: String) -> String? { SysfsNode(node, kernel: kernel).serial }

  typealias Mark = CameraIdentity.Mark

  /// Whether udev's by-id link can't distinguish this camera from another with the same name and serial number.
  func hasTwin(_ camera: Mark, among others: [Mark]) -> Bool {
    others.contains { $0.bus != camera.bus && $0.card == camera.card && $0.serial == camera.serial }
  }

  /// Records a camera's identity while it is open.
  func identity(asNamed path: String, node: String, capability: Capability) -> CameraIdentity {
    if CameraService(path: path) != nil {
      return CameraIdentity(link: path, links: [path], card: capability.card, bus: capability.bus)
    }
    let serial = serial(of: node)
    var identity = CameraIdentity(card: capability.card, bus: capability.bus, serial: serial)
    // A twin could take over a by-id link, so then only the port counts.
    let hasTwin = hasTwin((capability.card, capability.bus, serial), among: nodes.compactMap(mark))
    if path.hasPrefix("/dev/v4l/") && !(hasTwin && path.contains("by-id")) { identity.link = path }
    if serial != nil && !hasTwin { identity.links += links(in: "/dev/v4l/by-id")[node] ?? [] }
    identity.links += links(in: "/dev/v4l/by-path")[node] ?? []
    return identity
  }

  /// Name, bus and serial number of a camera; `nil` when the node isn't one or can't be opened.
  private func mark(of node: String) -> Mark? {
    guard var device = try? VideoDevice(node, kernel: kernel), let found = try? device.capability(),
      found.whyNoCamera == nil
    else { return nil }
    return (found.card, found.bus, serial(of: node))
  }

  /// The node where the camera is now; `nil` while it is away.
  func find(_ camera: CameraIdentity) -> String? {
    for link in [camera.link].compactMap(\.self) + camera.links {
      if let node = kernel.realPath(of: link), isSame(node, camera) { return node }
    }
    return nodes.first { isSame($0, camera) }
  }

  private func isSame(_ node: String, _ camera: CameraIdentity) -> Bool {
    guard let found = mark(of: node) else { return false }
    // The user's own link decides, as long as it leads to the same model.
    if let link = camera.link, kernel.realPath(of: link) == node { return found.card == camera.card }
    return camera.matches(found)
  }
}
