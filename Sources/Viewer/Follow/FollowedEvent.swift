import HostResources

/// A line that a recorder sends to those that follow it (docs/triggers.md).
package struct FollowedEvent: Sendable, Equatable {
  /// Counts from 1 in each job.
  package let number: Int
  /// What happened.
  package let name: String
  /// The whole line, an object.
  package let line: [UInt8]
  /// The members as text, by name; and the path's last part as `name`.
  package let members: [String: String]

  /// - Returns: `nil` for anything else.
  init?(_ line: [UInt8]) {
    guard let read = JSONMembers(line), let name = read.decode(String.self, "event"),
      let number = read.decode(Bounded<Count>.self, "number")?.value, number > 0
    else { return nil }
    (self.name, self.number, self.line) = (name, number, Array(read.object))
    var members: [String: String] = [:]
    for key in read.names {
      members[key] = read.decode(String.self, key) ?? read[key].map { String(decoding: $0, as: UTF8.self) }
    }
    if let path = members["path"] { members["name"] = path.split(separator: "/").last.map(String.init) }
    self.members = members
  }
  /// Words with `{path}` and others in place of members; those of no member stay.
  func fill(_ words: [String]) -> [String] {
    words.map { word in
      var filled = word
      // One pass: a value isn't looked at again.
      filled.replace(/\{([A-Za-z]+)\}/) { found in members[String(found.1)] ?? String(found.0) }
      return filled
    }
  }

  /// Variables for a program: `DUALCAM_PATH` and so on.
  var variables: [String: String] {
    Dictionary(members.map { ("DUALCAM_" + $0.uppercased(), $1) }, uniquingKeysWith: { first, _ in first })
  }
}
