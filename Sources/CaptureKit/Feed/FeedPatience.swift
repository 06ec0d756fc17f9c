/// How long to wait for a feed's thread after telling it to stop.
enum FeedPatience {
  // A driver stuck in the kernel, or a file on a dead network mount, must not keep the process alive.
  static let atEnd = Duration.seconds(10)
}
