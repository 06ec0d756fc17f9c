import Glibc

/// A file's numbers, clamped to plausible values: whoever may write a file can give it any size (ftruncate(2), with holes) and
/// any time (utimensat(2)).
extension stat {
  /// At most a tebibyte, so that a folder's sum fits.
  package var bytes: Int { min(Int(st_size), 1 << 40) }

  /// When it was last changed, in seconds since 1970: within 34,000 years, which calendars can represent.
  package var modified: Double {
    Double(min(max(st_mtim.tv_sec, -1 << 40), 1 << 40)) + Double(st_mtim.tv_nsec) / 1e9
  }
}
