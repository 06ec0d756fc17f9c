import Glibc

/// A folder in memory for readers that take paths; one a process, used again for each input.
enum Scratch {
  static let folder: String = {
    let path = "/dev/shm/dualcam-fuzz-\(getpid())"
    // SAFETY: the string lives through the call.
    unsafe mkdir(path, 0o700)
    unsafe mkdir(path + "/inside", 0o700)
    unsafe mkdir(path + "/inside/sources", 0o700)
    atexit {
      for name in ["inside/session.json", "inside/frames.jsonl", "inside/kept.json", "inside/.kept.lock"] {
        unsafe unlink("\(Scratch.folder)/\(name)")
      }
      let files = [
        "inside/000000.jpg", "inside/sources/000000.primary.jpg", "inside/sources/000000.ink.pbm",
        "inside/sources", "outside.jpg", "input.mjpeg", "input.avi", "input.y4m", "inside",
      ]
      for name in files {
        unsafe remove("\(Scratch.folder)/\(name)")
      }
      unsafe rmdir(Scratch.folder)
    }
    return path
  }()

  static func write(_ bytes: some Collection<UInt8>, to name: String) -> String {
    let path = "\(folder)/\(name)"
    // SAFETY: the string lives through the call.
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0, "no room in /dev/shm")
    let all = Array(bytes)
    // SAFETY: the array's bytes are read during the call only.
    let written = unsafe all.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    precondition(written == all.count, "no room in /dev/shm")
    close(file)
    return path
  }

  static func discard(_ name: String) {
    // SAFETY: the string lives through the call.
    unsafe unlink("\(folder)/\(name)")
  }

  static func exists(_ name: String) -> Bool {
    // SAFETY: as above.
    unsafe access("\(folder)/\(name)", F_OK) == 0
  }
}
