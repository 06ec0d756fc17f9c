import Foundation
import Glibc
import Testing

/// A serial line's other end: a pseudo-terminal (pts(4)) under a name that stays.
public final class PluggedLine {
  private let main: Int32

  /// Plugs it in: from now on the link leads to it.
  public init(_ link: String) throws {
    // A new one's number, and its lock (tty_ioctl(2)).
    main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, lock): (UInt32, Int32) = (0, 0)
    #expect(main >= 0)
    #expect(unsafe ioctl(main, 0x8004_5430, &number) == 0 && ioctl(main, 0x4004_5431, &lock) == 0)
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/pts/\(number)")
  }

  /// Says something, as an instrument would.
  public func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(unsafe Glibc.write(main, bytes, bytes.count) == bytes.count)
  }

  /// The speed that its reader has set.
  public var speed: speed_t {
    var settings = termios()
    #expect(unsafe tcgetattr(main, &settings) == 0)
    return unsafe cfgetispeed(&settings)
  }

  /// Unplugs it.
  deinit { close(main) }
}
