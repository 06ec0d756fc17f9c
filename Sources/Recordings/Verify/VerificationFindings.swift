/// What was found out about one picture, one run or a whole recording: problems, and counts of what was and wasn't checked.
struct VerificationFindings: Sendable {
  /// Pictures that should be there, and their bytes.
  var present = 0
  var bytes = 0
  var lines = 0
  var deleted = 0
  var freed = 0
  var runs = 0
  /// Runs whose totals were compared.
  var totalled = 0
  /// By camera: frames in lines, and in gaps.
  var accounted: [String: (frames: Int, lost: Int)] = [:]
  var problems: [RecordingProblem] = []
  /// How often something couldn't be checked, by what it was.
  var notChecked: [String: Int] = [:]
  /// Pictures whose EXIF time was compared with their line's.
  var times = 0
  /// Ink maps whose MCUs were counted.
  var inkMaps = 0
  /// Pictures that were compared with cameras' frames.
  var pictures = 0
  /// Cameras' frames in them.
  var frames = 0
  var requantized = 0
  /// Blocks with the cameras' coefficients.
  var same = 0
  /// Blocks under ink or chrome.
  var exempt = 0
  /// Microseconds between the cameras' frames, of each picture that has more than one.
  var skews: [UInt32] = []

  mutating func report(_ file: String?, _ line: Int? = nil, _ what: String) {
    problems.append(RecordingProblem(file: file, line: line, what: what))
  }

  mutating func skip(_ what: String, _ count: Int = 1) {
    if count > 0 { notChecked[what, default: 0] += count }
  }

  static func += (all: inout Self, one: Self) {
    all.problems += one.problems
    all.notChecked.merge(one.notChecked, uniquingKeysWith: +)
    all.present += one.present
    all.bytes += one.bytes
    all.lines += one.lines
    all.deleted += one.deleted
    all.freed += one.freed
    all.runs += one.runs
    all.totalled += one.totalled
    all.accounted.merge(one.accounted) { ($0.frames + $1.frames, $0.lost + $1.lost) }
    all.times += one.times
    all.inkMaps += one.inkMaps
    all.pictures += one.pictures
    all.frames += one.frames
    all.requantized += one.requantized
    all.same += one.same
    all.exempt += one.exempt
    all.skews += one.skews
  }
}
