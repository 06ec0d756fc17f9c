import Glibc
import HostResources
import PixelTypes

/// Why a source can't be used. Each case carries what a person needs to identify it, and has a remedy.
public enum CaptureError: Error, Sendable, Equatable {
  /// The text after `--primary` or `--secondary` isn't a source.
  case badSource(text: String, reason: String)
  /// There is no such device, file or folder.
  case notFound(path: String, hint: String)
  /// The node exists, but isn't a camera that dualcam can use.
  case notACamera(path: String, reason: String)
  /// The node exists, but accepts no pictures, or not these.
  case notAnOutput(path: String, reason: String)
  /// No permission (EACCES, EPERM).
  case permission(path: String, hint: String)
  /// Another process has the camera (EBUSY); `holder` names it as "name (PID)" if it is visible.
  case busy(path: String, holder: String?)
  /// The camera offers none of the requested formats.
  case noFormat(path: String, asked: String, offered: String)
  /// The result differs from the request, and the request was strict.
  case notAsAsked(path: String, differences: [String])
  /// STREAMON answered ENOSPC: not enough USB bandwidth. `smaller` lists modes of the camera that need much less, best first.
  case bandwidth(path: String, bus: String, smaller: [String] = [])
  /// The machine allows no more threads.
  case shortage(ResourceShortage)
  /// A system call failed; `code` is its errno.
  case system(call: String, path: String, code: Int32)
  /// The device went away.
  case disconnected(path: String)
  /// No frame came in time, despite every remedy; `seconds` since the last.
  case stalled(path: String, seconds: Double)
  /// A file isn't what its name suggests, or violates its format.
  case badFile(path: String, reason: String)
}

extension CaptureError {
  /// Why, without naming what, where that is known.
  package var reason: String { if case .badFile(_, let reason) = self { reason } else { description } }
}

extension CaptureError: CustomStringConvertible {
  /// For people: names the object, says why, and what to do. Plain text without control characters.
  public var description: String { PlainText.of(text, atMost: 2 * PlainText.longestReason) }

  private var text: String {
    func shown(_ text: String) -> String { PlainText.value(text) }
    switch self {
    case .badSource(let text, let reason):
      return "'\(shown(text))' can't be used: \(reason)"
    case .notFound(let path, let hint):
      return "\(shown(path)) isn't there; \(hint)"
    case .notACamera(let path, let reason):
      return "\(shown(path)) can't be used as a camera: \(reason); `dualcam devices` lists those that can"
    case .notAnOutput(let path, let reason):
      return "\(shown(path)) can't take the pictures: \(reason)"
    case .permission(let path, let hint):
      return "no permission to open \(shown(path)); \(hint)"
    case .busy(let path, let holder):
      let who =
        holder.map { "\($0) is using it" }
        ?? "another program is using it"
        + (CameraService(path: path) == nil ? " (as root, `fuser -v \(shown(path))` names it)" : "")
      return "\(shown(path)) is busy: \(who); close that program or choose another camera"
    case .noFormat(let path, let asked, let offered):
      return "\(shown(path)) doesn't offer \(asked); it offers \(offered)"
    case .notAsAsked(let path, let differences):
      return "\(shown(path)) doesn't deliver what was requested: \(differences.joined(separator: "; "));"
        + " request what it offers, or leave out --strict"
    case .bandwidth(let path, let bus, let smaller):
      let modes = smaller.isEmpty ? "" : ", of which it offers \(smaller.joined(separator: " and "))"
      return
        "\(shown(path)): not enough USB bandwidth left on \(bus) (ENOSPC from VIDIOC_STREAMON; the disk isn't"
        + " full); use --format mjpeg, a smaller --resolution or --fps\(modes), or plug the cameras into different"
        + " USB controllers"
    case .shortage(let shortage):
      return "\(shortage)"
    case .system(let call, let path, let code):
      return
        "\(shown(path)): \(call) failed: \(SystemCall.text(code)) (errno \(code)); \(Self.remedy(code))"
    case .disconnected(let path):
      return "\(shown(path)) was disconnected; plug it in again"
    case .stalled(let path, let seconds):
      let rounded = (seconds * 10).rounded() / 10
      return "\(shown(path)) sent no frame for \(rounded) s, despite being restarted and reopened;"
        + " check its cable and power, or plug it in again"
    case .badFile(let path, let reason):
      return "\(shown(path)) can't be read: \(reason)"
    }
  }

  /// The process's exit code, as in sysexits.h.
  public var exitCode: Int32 {
    switch self {
    case .badSource: 64
    case .badFile: 65
    case .notFound, .notACamera, .notAnOutput, .noFormat, .bandwidth, .disconnected, .stalled: 69
    case .shortage: ResourceShortage.exitCode
    case .system(_, _, ENOMEM), .system(_, _, EMFILE), .system(_, _, ENFILE): ResourceShortage.exitCode
    case .system: 74
    case .busy: 75
    case .permission: 77
    case .notAsAsked: 78
    }
  }

  private static func remedy(_ code: Int32) -> String {
    switch code {
    case ENOMEM:
      "ask for fewer --buffers or a smaller --resolution, or close programs to free memory"
    case EMFILE, ENFILE: "too many files are open: raise `ulimit -n`"
    case EINVAL, ENOTTY, ERANGE:
      "its driver can't do this: see `dualcam devices` for what it can do, or try another --format"
    case ENOSPC:
      "its driver has no bandwidth or memory left: close other programs that use cameras, or request less"
    case EINTR, EAGAIN: "try again"
    default: "plug it in again, or try another cable or port; `dmesg | tail` may say more"
    }
  }
}

extension CaptureError: ExplainedError {
  /// What the user can do about it, as a clause.
  public var remedy: String {
    switch self {
    case .badSource:
      "write it as /dev/videoN, file:PATH, synth:SCENE or, for a sink, v4l2:/dev/videoN or pipewire:NAME"
    case .notFound: "check the name, and a camera's cable: `dualcam devices` lists the cameras"
    case .notACamera: "choose one that `dualcam devices` lists"
    case .notAnOutput:
      "name a virtual camera's node, such as v4l2loopback's, and a size and format that it takes"
    case .permission: "get leave to read it; for a camera, join the group that owns its node and log in again"
    case .busy: "close the program that uses it, or choose another camera"
    case .noFormat: "request what it offers: `dualcam devices` lists formats, sizes and rates"
    case .notAsAsked: "request what it offers, or leave out --strict"
    case .bandwidth: "use --format mjpeg, a smaller --resolution or --fps, or another USB controller"
    case .shortage: "raise the limit named, or end other programs"
    case .system: "see what the driver says in the kernel log (`dmesg`)"
    case .disconnected: "plug it in again; a live job picks it up by itself"
    case .stalled: "check its cable and power, or plug it in again"
    case .badFile: "check the file with another program; everything before the place named can be used"
    }
  }
}
