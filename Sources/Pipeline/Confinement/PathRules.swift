import CSandbox
import CaptureKit
import Glibc

/// What of the file system a command sees from some moment on, and what it may do there. All else can't be opened, made or
/// removed.
///
/// A rule on a folder holds for all below it, whenever that comes to be there.
public struct PathRules: Sendable, Equatable {
  public struct Access: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What is in files.
    public static let reads = Access(rawValue: UInt32(CSANDBOX_READS))
    /// Which names a folder has.
    public static let lists = Access(rawValue: UInt32(CSANDBOX_LISTS))
    /// Into files that are there.
    public static let writes = Access(rawValue: UInt32(CSANDBOX_WRITES))
    /// Making, renaming and removing files and folders.
    public static let creates = Access(rawValue: UInt32(CSANDBOX_CREATES))
    /// Making a socket.
    public static let listens = Access(rawValue: UInt32(CSANDBOX_LISTENS))
    /// `ioctl` on devices.
    public static let controls = Access(rawValue: UInt32(CSANDBOX_CONTROLS))
    /// Removing folders that are empty.
    public static let clears = Access(rawValue: UInt32(CSANDBOX_CLEARS))

    static let sees: Access = [.reads, .lists]
    static let owns: Access = [.reads, .lists, .writes, .creates]
  }

  /// By path.
  public private(set) var access: [String: Access] = [:]

  /// What any command may: the system's libraries, fonts and their settings, facts about machine and process, and devices that
  /// are none.
  public init() {
    // Time zone, groups' names for hints, libraries that are loaded late.
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
    // SAFETY: nobody changes the environment; the text is copied at once.
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.hasPrefix("/") ? value : nil
  }

  public mutating func allow(_ access: Access, _ path: String) {
    self.access[path, default: []].insert(access)
  }

  // MARK: - What commands name

  /// A file or folder that is read.
  public mutating func read(_ path: String) { allow(.sees, path) }

  /// A file that is read again later, when an editor may have put another in its place.
  public mutating func readAgain(_ path: String) { allow(.sees, Self.folder(of: path)) }

  /// A folder that is the command's own.
  public mutating func own(_ folder: String) { allow(.owns, folder) }

  /// A file that appears by a rename: its folder may get new files, and is not read.
  public mutating func write(_ path: String) { allow([.lists, .writes, .creates], Self.folder(of: path)) }

  /// A Unix socket that is made.
  public mutating func listen(_ path: String) { allow([.lists, .listens], Self.folder(of: path)) }

  /// Cameras and outputs: one that comes back has another node, which may have another number.
  public mutating func useCameras() { allow([.reads, .lists, .writes, .controls], "/dev") }

  public mutating func read(_ source: SourceSpecification) {
    switch source {
    case .device(let path):
      useCameras()
      // A link that lies elsewhere.
      allow([.reads, .writes, .controls], path)
    case .files(let settings):
      // A glob's folder is what stands before its first mark.
      if let mark = settings.path.firstIndex(where: { "*?[".contains($0) }) {
        read(Self.folder(of: String(settings.path[..<mark])))
      }
      read(settings.path)
    case .synthetic: break
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
