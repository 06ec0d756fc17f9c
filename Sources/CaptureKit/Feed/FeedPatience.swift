/// How long a feed's thread is waited for when it was asked to stop.
enum FeedPatience {
  // A driver that hangs in the kernel, or a file on a network that has gone, must not keep the process.
  static let atEnd = Duration.seconds(10)
}
