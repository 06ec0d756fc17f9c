@testable import CaptureKit

// What the scripted world has in /dev, /proc and /sys.
extension ScriptedKernel {
  func entries(of folder: String) -> [String] {
    with { world in
      folder == "/dev"
        ? world.cameras.keys.map { String($0.dropFirst(5)) } + ["null", "video", "videoX"]
        : world.folders[folder] ?? []
    }
  }

  func linkTarget(of path: String) -> String? { with { $0.links[path] } }

  func realPath(of path: String) -> String? {
    with { world in world.links[path] ?? (world.cameras[path] == nil ? nil : path) }
  }

  func text(of path: String) -> String? { with { $0.texts[path] } }

  func groupName(of path: String) -> String? { with { $0.groups[path] } }
}
