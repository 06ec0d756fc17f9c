import Compositor

/// How many of each camera's lost frames the lines so far tell of.
///
/// A picture knows how many were lost before it in all. What a line says is what no line before it said: losses of a picture
/// that was given up, refused or didn't show the camera are the next line's.
struct ToldLosses {
  private var told: [Int]

  init(cameras: Int) { told = Array(repeating: 0, count: cameras) }

  /// A camera's, by its number.
  subscript(channel: Int) -> Int { told[channel] }

  /// Notes in a picture what its line has to say; call it when the picture is handed on.
  func settle(_ picture: OutputFrame) {
    for index in picture.facts.cameras.indices {
      let channel = picture.facts.cameras[index].channel
      picture.facts.cameras[index].gap = picture.facts.cameras[index].lost - told[channel]
    }
  }

  /// A picture was taken: its line tells of everything up to it.
  mutating func tell(_ picture: OutputFrame) {
    for index in picture.facts.cameras.indices {
      told[picture.facts.cameras[index].channel] = picture.facts.cameras[index].lost
    }
  }
}
