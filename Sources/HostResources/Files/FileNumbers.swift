import Glibc

/// A file's numbers, as far as they can be those of a file: whoever may write it can give it any size (ftruncate(2), if it has holes)
/// and any time (utimensat(2)).
extension stat {
  /// At most a tebibyte: the sum of a folder's has room.
  package var bytes: Int { min(Int(st_size), 1 << 40) }

  /// When it was last changed, in seconds since 1970: within 34,000 years, which calendars have room for.
  package var modified: Double {
    Double(min(max(st_mtim.tv_sec, -1 << 40), 1 << 40)) + Double(st_mtim.tv_nsec) / 1e9
  }
}
