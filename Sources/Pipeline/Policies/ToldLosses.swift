import Compositor

/// How many of each camera's lost frames the lines so far account for.
///
/// A picture knows the total lost before it. Its line states what no earlier line did: the losses
/// of a picture that was dropped, refused or didn't show the camera go to the next line.
struct ToldLosses {
  private var told: [Int]

  init(cameras: Int) { told = Array(repeating: 0, count: cameras) }

  /// The count for a camera, by its number.
  subscript(channel: Int) -> Int { told[channel] }

  /// Sets what a picture's line must state; call it when handing the picture over.
  func settle(_ picture: OutputFrame) {
    for index in picture.facts.cameras.indices {
      let channel = picture.facts.cameras[index].channel
      picture.facts.cameras[index].gap = picture.facts.cameras[index].lost - told[channel]
    }
  }

  /// A picture was taken: its line accounts for everything up to it.
  mutating func tell(_ picture: OutputFrame) {
    for index in picture.facts.cameras.indices {
      told[picture.facts.cameras[index].channel] = picture.facts.cameras[index].lost
    }
  }
}
