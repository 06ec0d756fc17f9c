struct SubjectTracker: Sendable {
  private(set) var box: Rect?
  init(width: Int, height: Int) {}
  mutating func update(_ luma: Span<UInt8>?, bytesPerRow: Int, nanoseconds: Int64) {}
}
