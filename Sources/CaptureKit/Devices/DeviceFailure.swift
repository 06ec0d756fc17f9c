import Glibc

/// Turns an errno into a ``CaptureError`` with the details a user needs: groups, holders, buses.
struct DeviceFailure<Kernel: KernelInterface> {
  var kernel: Kernel
  /// As the user named it.
  var path: String
  /// The node that `path` leads to.
  var node: String

  func error(_ code: Int32, call: String) -> CaptureError {
    switch code {
    case ENOENT, ENOTUNIQ, EHOSTDOWN, ELIBACC: .notFound(path: path, hint: hint(code))
    case EACCES, EPERM: .permission(path: path, hint: permissionHint)
    case EBUSY: .busy(path: path, holder: holder)
    case ENODEV, ENXIO: .disconnected(path: path)
    default: .system(call: call, path: path, code: code)
    }
  }

  private func hint(_ code: Int32) -> String {
    switch (code, CameraService(path: path)) {
    case (ELIBACC, .libcamera):
      "its plug-in isn't built for the libcamera that is here: sudo apt install g++ libcamera-dev, "
        + "then sudo /usr/share/dualcam/libcamera/build (in the source: plugins/libcamera/build)"
    case (ELIBACC, _): "PipeWire's library isn't installed: apt install libpipewire-0.3-0"
    case (EHOSTDOWN, let service?): service.downHint
    case (ENOTUNIQ, .libcamera?): "several cameras are this model; name one by its id: `cam --list`"
    case (_, let service?): service.listHint
    default: "`dualcam devices` lists the cameras"
    }
  }

  /// How to get access.
  var permissionHint: String {
    guard let group = kernel.groupName(of: node) else { return "ask an administrator for access" }
    if group == "root" { return "only root may open it; a udev rule can give it to the group video" }
    return "it belongs to the group \(group): `sudo usermod -aG \(group) $USER`, then log in again"
  }

  /// The other process that has the node open, as "name (PID)"; `nil` when none is visible: only root can see
  /// other users' processes.
  var holder: String? {
    let own = kernel.linkTarget(of: "/proc/self").flatMap(Int32.init)
    for process in kernel.entries(of: "/proc").compactMap(Int32.init).sorted() where process != own {
      let folder = "/proc/\(process)/fd"
      for entry in kernel.entries(of: folder) where kernel.linkTarget(of: "\(folder)/\(entry)") == node {
        return "\(kernel.text(of: "/proc/\(process)/comm") ?? "process") (\(process))"
      }
    }
    return nil
  }
}
