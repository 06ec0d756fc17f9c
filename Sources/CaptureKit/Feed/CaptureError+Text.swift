import Glibc
import HostResources
import PixelTypes

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
        ?? "another program is using it (as root, `fuser -v \(shown(path))` names it)"
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
