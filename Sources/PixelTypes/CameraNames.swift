/// The names of a job's cameras: in its manifest, files, events, controls and metrics.
package enum CameraNames {
  /// The most cameras in one job.
  package static let most = usual.count
  /// Of cameras without a name of their own, in order.
  package static let usual = [
    "primary", "secondary", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  ]
  /// The most characters of a name.
  package static let longest = 24

  /// Why a text isn't a camera's name; `nil` if it is one: it becomes part of file names, topics and controls'
  /// paths.
  package static func objection(to name: String) -> String? {
    if name.isEmpty || name.utf8.count > longest {
      return "a camera's name has 1 to \(longest) characters"
    }
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, name.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else {
      return "a camera's name starts with a letter, and has a to z, 0 to 9 and underscores only"
    }
    return nil
  }
}
