import CSandbox
import CaptureKit
import Glibc
import HostResources

/// Which paths a command can use from some point on, and what it may do there. Nothing else can be
/// opened, created or removed.
///
/// A rule on a folder covers everything below it, even what appears later.
package struct PathRules: Sendable, Equatable {
  /// What may be done at a path and below.
  package struct Access: OptionSet, Hashable, Sendable {
    /// The bits of `CSANDBOX_READS` and so on.
    package let rawValue: UInt32
    /// Makes a set from such bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Reading files.
    package static let reads = Access(rawValue: UInt32(CSANDBOX_READS))
    /// Listing folders.
    package static let lists = Access(rawValue: UInt32(CSANDBOX_LISTS))
    /// Writing to existing files.
    package static let writes = Access(rawValue: UInt32(CSANDBOX_WRITES))
    /// Creating, renaming and removing files and folders.
    package static let creates = Access(rawValue: UInt32(CSANDBOX_CREATES))
    /// Creating and removing a socket.
    package static let listens = Access(rawValue: UInt32(CSANDBOX_LISTENS))
    /// `ioctl` on devices.
    package static let controls = Access(rawValue: UInt32(CSANDBOX_CONTROLS))
    /// Removing empty folders.
    package static let clears = Access(rawValue: UInt32(CSANDBOX_CLEARS))

    /// Running programs.
    package static let runs = Access(rawValue: UInt32(CSANDBOX_RUNS))

    static let sees: Access = [.reads, .lists]
    static let owns: Access = [.reads, .lists, .writes, .creates]
  }

  /// What may be done, by path.
  package private(set) var access: [String: Access] = [:]

  /// The rules for any command: system libraries, fonts and their settings, facts about machine and
  /// process, and pseudo-devices such as `/dev/null`.
  package init() {
    // Time zone, group names for hints, libraries loaded late.
    for name in ["fonts", "localtime", "group", "passwd", "nsswitch.conf", "ld.so.cache"] {
      allow(.sees, "/etc/" + name)
    }
    for path in ["/usr", "/lib", "/lib64", "/var/cache/fontconfig", "/proc", "/sys"] { allow(.sees, path) }
    for name in ["null", "zero"] { allow([.reads, .writes], "/dev/" + name) }
    for name in ["urandom", "random"] { allow(.reads, "/dev/" + name) }
    allowFonts(of: Self.variable("HOME"))
  }

  private mutating func allowFonts(of home: String?) {
    let data = Self.variable("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    let settings = Self.variable("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    let cache = Self.variable("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }
    let paths = [
      home.map { $0 + "/.fonts" }, home.map { $0 + "/.fonts.conf" }, data.map { $0 + "/fonts" },
      settings.map { $0 + "/fontconfig" }, cache.map { $0 + "/fontconfig" }, Self.variable("FONTCONFIG_FILE"),
      Self.variable("FONTCONFIG_PATH"),
    ]
    for case .some(let path) in paths { allow(.sees, path) }
  }

  private static func variable(_ name: String) -> String? {
    // SAFETY: nothing changes the environment; the text is copied at once.
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.hasPrefix("/") ? value : nil
  }

  /// Allows something at a path and below, in addition to what is already allowed there.
  package mutating func allow(_ access: Access, _ path: String) {
    self.access[path, default: []].insert(access)
  }

  /// The first path of other rules, by name, at which these don't allow as much; `nil` if they allow all of it.
  func firstMissing(of other: PathRules) -> String? {
    let allowed = access.map { (Self.real($0.key), $0.value) }
    return other.access.keys.sorted().first { path in
      let wanted = other.access[path, default: []]
      let path = Self.real(path)
      return !allowed.contains { folder, access in
        access.isSuperset(of: wanted)
          && (path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/"))
      }
    }
  }

  /// Without links, as far as there is something.
  private static func real(_ path: String) -> String {
    // SAFETY: the result is the caller's, copied and freed at once.
    if let text = unsafe path.withName({ unsafe realpath($0, nil) }) {
      defer { unsafe free(text) }
      return unsafe String(cString: text)
    }
    let folder = folder(of: path)
    if folder == path || path == "." { return path }
    return real(folder) + "/" + (path.split(separator: "/").last ?? "")
  }

  // MARK: - What commands name

  /// Allows reading a file or folder.
  package mutating func read(_ path: String) { allow(.sees, path) }

  /// Allows rereading a file later, when an editor may have replaced it.
  package mutating func readAgain(_ path: String) { allow(.sees, Self.folder(of: path)) }

  /// Allows reading, listing, writing and creating in a folder that the command owns.
  package mutating func own(_ folder: String) { allow(.owns, folder) }

  /// Creates a folder, with its parents, that the command owns.
  package mutating func make(_ folder: String) throws(FileError) {
    _ = try FolderHandle.creating(folder)
    own(folder)
  }

  /// Allows writing a file that appears by a rename: its folder may get new files but isn't read.
  package mutating func write(_ path: String) { allow([.lists, .writes, .creates], Self.folder(of: path)) }

  /// Allows creating a Unix socket.
  package mutating func listen(_ path: String) { allow([.lists, .listens], Self.folder(of: path)) }

  /// Allows all cameras and outputs: one that comes back may be at a new node with another number.
  package mutating func useCameras() { allow([.reads, .lists, .writes, .controls], "/dev") }

  /// Allows whatever reading a source requires.
  package mutating func read(_ source: SourceSpecification) {
    switch source {
    case .device where source.service == .pipewire: break
    case .device where source.service == .libcamera:
      useCameras()
      for path in ["/etc/libcamera", "/run/udev"] { read(path) }
    case .device(let path):
      useCameras()
      // The path may be a link that points elsewhere.
      allow([.reads, .writes, .controls], path)
    case .files(let settings) where settings.descriptor != nil: break
    case .files(let settings):
      // A glob's folder is the part before its first wildcard.
      if let mark = settings.path.firstIndex(where: { "*?[".contains($0) }) {
        read(Self.folder(of: String(settings.path[..<mark])))
      }
      read(settings.path)
    // Scenes need none.
    default: break
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
