import Foundation
import HostResources
import PixelTypes

/// Accounts for every frame of every camera: each is in a line or in a counted gap, and each run's totals agree with its lines.
///
/// `python/verify_recording.py` does the same without this code. Lines are added in order.
struct RecordingAccount: Sendable {
  private struct Track {
    var sequence: Int?
    var time: Int64 = 0
    var bytes = 0
    var masked: Double?
    var reconnects = 0
    /// Whether no frame of this run was seen yet.
    var isNew = true
    /// Whether the last line had a frame of it.
    var isInLast = false
    /// Frames in gaps since the last frame.
    var owed = 0
    // Of this run:
    var frames = 0
    var lost = 0
    var damaged = 0
    var passedOver = 0
    /// Where a frame was first passed over.
    var passed: RecordingProblem?
  }

  private(set) var findings = VerificationFindings()
  private var run: SessionDescription?
  private var runs: ArraySlice<SessionDescription>
  private var tracks: [String: Track] = [:]
  private var expected = 0
  private var number = 0
  // Of this run:
  private var lines = 0
  private var bytes: Int? = 0
  private var mcus: [String: Int] = [:]
  private var hasRestored = false
  private var offset: (nanoseconds: Int64, at: Int64)?
  // Holes in the numbers, and lines that came late and may fill them.
  private var holes: [(from: Int, to: Int, line: Int)] = []
  private var late: Set<Int> = []

  /// - Parameters:
  ///   - runs: in order.
  ///   - earlier: of the segment before.
  init(_ runs: [SessionDescription], after earlier: RecordingAccount? = nil) {
    self.runs = runs[...]
    tracks = earlier?.tracks ?? [:]
    run = earlier?.run
    beginRun()
  }

  private mutating func report(_ what: String) {
    guard findings.problems.count < ManifestReader.mostProblems else { return }
    findings.report(RecordingFolder.manifest, number, what)
  }

  // MARK: - Lines

  /// - Parameters:
  ///   - line: `nil` if it can't be read.
  ///   - jpeg: the picture's bytes; `nil` if it isn't there, or not whole.
  mutating func add(_ entry: RecordingIndex.Entry, _ line: PictureLine?, jpeg: Int?) {
    number = entry.line
    guard entry.otherFile == nil else {
      (lines, bytes) = (lines + 1, nil)
      return report("index \(entry.index) names the file \(entry.file)")
    }
    if entry.index < expected, lines > 0 {
      report("index \(entry.index) comes after \(expected - 1)")
      late.insert(entry.index)
      (lines, bytes) = (lines + 1, nil)
      return
    }
    while let next = runs.first, next.firstIndex <= entry.index {
      endRun()
      beginRun()
    }
    guard let run else { return }
    if entry.index < run.firstIndex { report("index \(entry.index) is of no run") }
    if entry.index > expected {
      if line?.recovered == true, run.totals == nil {
        findings.skip("numbers of which a power cut left nothing", entry.index - expected)
      } else {
        holes.append((expected, entry.index - 1, number))
      }
      claimNothing()
    }
    expected = entry.index + 1
    lines += 1
    bytes = jpeg.flatMap { jpeg in bytes.map { $0 + jpeg } }
    guard let line else { return }
    for (name, count) in line.mcus ?? [:] { mcus[name, default: 0] &+= count }
    guard isComposed(line, run) else { return claimNothing() }
    checkClocks(line, run)
    for camera in line.cameras { follow(camera, run) }
    for name in tracks.keys {
      tracks[name]?.isInLast = line.cameras.contains { $0.id == name && $0.sequence != nil }
    }
  }

  /// Of frames across a line that is missing, or doesn't say what pictures' lines do.
  private mutating func claimNothing() {
    for name in tracks.keys {
      tracks[name]?.isNew = true
      tracks[name]?.isInLast = false
    }
  }

  /// Whether a line says what pictures' lines do.
  private mutating func isComposed(_ line: PictureLine, _ run: SessionDescription) -> Bool {
    let isRestored = line.recovered == true
    if isRestored, line.composer == nil, run.totals == nil {
      findings.skip("pictures whose line a kill took and the next start restored without numbers")
      hasRestored = true
      return false
    }
    guard !isRestored else {
      report("is said to be restored after a kill, but it has a composer, or its run ended")
      return false
    }
    if hasRestored { report("comes after a line that was restored after its run was killed") }
    let names: Set = ["copied", "recoded", "redrawn", "coded", "kept"]
    let isSpliced = line.composer == "splice"
    guard isSpliced || line.composer == "pixel",
      Set(line.mcus?.keys.map { $0 } ?? []) == (isSpliced ? names : []),
      line.mcus?.values.allSatisfy({ Count.range.contains($0) }) ?? true
    else {
      report("no composer, or not its counts of MCUs")
      return false
    }
    let cameras = line.cameras.map(\.id)
    if cameras != run.layout.viewfinders.map(\.camera) {
      report(
        "its cameras are \(cameras.joined(separator: ", ")): not those of the viewfinders, in their order")
      return false
    }
    for camera in line.cameras where camera.sequence != nil {
      guard let time = camera.timestampNs, ClockTime.range.contains(Int(time)), camera.bytes != nil,
        camera.flags != nil
      else {
        report("\(camera.id): a frame without time, size or flags")
        return false
      }
      if let rows = camera.rows, (camera.rowsKept ?? rows) >= rows {
        report("\(camera.id): no row is missing")
      }
    }
    return true
  }

  /// Compares the times in one line with one another, and with those of the line before.
  private mutating func checkClocks(_ line: PictureLine, _ run: SessionDescription) {
    let cameras = line.cameras.filter { $0.sequence != nil }
    if let skew = line.skewUs { findings.skews.append(UInt32(clamping: skew.magnitude)) }
    if cameras.map(\.state) == ["live", "live"], let skew = line.skewUs {
      let times = cameras.map { camera in
        let offset = run.sources.first { $0.id == camera.id }?.offsetMs ?? 0
        return Double(camera.timestampNs ?? 0) / 1000 + (abs(offset) < 1e9 ? offset * 1000 : 0)
      }
      if abs(times[0] - times[1]) > Double(skew) + 2 {
        report("its frames are farther apart than its skewUs")
      }
    }
    let stamped = cameras.filter { $0.clock != "media" }
    var first: Int64?
    for camera in stamped {
      guard let utc = camera.utc.flatMap({ UTCText.nanoseconds($0) }) else {
        if stamped.contains(where: { $0.utc != nil }) {
          report("\(camera.id): no time in UTC, as others have")
        }
        continue
      }
      let difference = utc &- (camera.timestampNs ?? 0)
      if let first, (difference &- first).magnitude > 1000 {
        report("\(camera.id): its time in UTC doesn't fit its stamp as the first camera's does")
      }
      guard first == nil else { continue }
      first = difference
      // The kernel slews by at most 500 parts in a million; see UTCClock.
      let at = stamped.compactMap(\.timestampNs).max() ?? 0
      if let before = offset, line.utcStepUs == nil,
        (difference &- before.nanoseconds).magnitude > 5_000_000 + (at &- before.at).magnitude / 200
      {
        report("its times in UTC fit its stamps otherwise than the line before's, and no step is told")
      }
      offset = (difference, at)
    }
  }

  /// Accounts for a camera's frames between the line before and this one.
  private mutating func follow(_ camera: CameraLine, _ run: SessionDescription) {
    var track = tracks[camera.id] ?? Track()
    defer { tracks[camera.id] = track }
    let (gap, flags) = (camera.gap ?? 0, camera.flags ?? [])
    track.lost += gap
    track.owed += gap
    guard let sequence = camera.sequence, let time = camera.timestampNs, let size = camera.bytes else {
      return
    }
    let isRepeated = flags.contains("repeated")
    // A mask that is changed meanwhile makes other bytes of the same frame.
    let isSame = time == track.time && (size == track.bytes || camera.masked != track.masked)
    if isRepeated, sequence == track.sequence, isSame || !track.isNew {
      // What a gap counts here, the next frame's number tells; a run may begin with a repeated frame of its own.
      track.isNew = false
      if !isSame {
        report("\(camera.id): frame \(sequence) is repeated with another time or size")
      }
      return
    }
    track.frames += 1
    // A run's first frame, repeated: the run before, which may have been freed, counted it.
    track.damaged += flags.contains("damaged") && !(isRepeated && track.isNew) ? 1 : 0
    let step = track.sequence.map { (sequence - $0) & 0xFFFF_FFFF } ?? 0
    let isRestart = flags.contains("restarted") || camera.reconnects ?? 0 != track.reconnects
    let isBack = !(1...1 << 16).contains(step) || time <= track.time
    let after = "\(camera.id): frame \(sequence) comes after \(track.sequence ?? 0)"
    if track.isNew, step - 1 != track.owed || isBack {
      begin(camera, track, run)
      if track.isInLast, isBack, !isRestart, camera.clock != "media" {
        report("\(after), or isn't later, and no restart is flagged")
      }
    } else if isRestart {
      findings.skip("frames of the \(camera.id) around restarts, after which a camera counts anew: places")
    } else if isBack {
      // A restart's flag may be in a picture that wasn't recorded.
      pass(1, "\(after), or isn't later, and no restart is flagged", &track)
    } else if step - 1 < track.owed {
      report("\(camera.id): a gap of \(track.owed) between frames \(track.sequence ?? 0) and \(sequence)")
    } else if step - 1 > track.owed {
      let passed = step - 1 - track.owed
      pass(
        passed, "\(camera.id): \(passed) frames between \(track.sequence ?? 0) and \(sequence) are in no gap",
        &track)
    } else if isRepeated, !flags.contains("damaged"), !track.isNew {
      pass(1, "\(camera.id): frame \(sequence) is repeated, but no line has it before", &track)
    }
    (track.isNew, track.owed) = (false, 0)
    (track.sequence, track.time, track.bytes) = (sequence, time, size)
    track.masked = camera.masked
    track.reconnects = camera.reconnects ?? 0
  }

  /// A frame may have been in a picture that wasn't recorded: the run's end tells whether there were such.
  private func pass(_ count: Int, _ what: String, _ track: inout Track) {
    track.passedOver += count
    track.passed =
      track.passed ?? RecordingProblem(file: RecordingFolder.manifest, line: number, what: what)
  }

  /// A run's first frame: a file is read from where it says, of a camera nothing is claimed before it.
  private mutating func begin(_ camera: CameraLine, _ track: Track, _ run: SessionDescription) {
    if camera.clock == "media", let sequence = camera.sequence, lines == 1 || track.sequence == nil {
      let query = run.sources.first { $0.id == camera.id }?.specification.split(separator: "?").last ?? ""
      let first = query.split(separator: "&").first { $0.hasPrefix("first=") }.flatMap {
        Int($0.dropFirst(6))
      }
      let ahead = sequence - max(0, min(first ?? 0, sequence))
      if camera.gap ?? 0 > ahead {
        report("\(camera.id): a gap of \(camera.gap ?? 0) before frame \(sequence), the first")
      } else {
        findings.skip("frames of the \(camera.id) before a run's first picture", ahead - (camera.gap ?? 0))
      }
    }
    if track.sequence != nil {
      findings.skip("frames of the \(camera.id) between two runs, which don't share their numbers: places")
    }
  }

  // MARK: - Runs

  private mutating func beginRun() {
    let before = run
    run = runs.popFirst()
    // Others' numbers would pile up.
    let names = Set(run?.layout.viewfinders.map(\.camera) ?? [])
    tracks = tracks.filter { names.contains($0.key) }
    for name in tracks.keys {
      var track = tracks[name] ?? Track()
      // The same process goes on if it began before the run before ended.
      track.isInLast =
        track.isInLast && run?.startedAt != nil && run?.startedAt == before?.startedAt
        && before?.endedAt ?? "" > run?.startedAt ?? ""
      track.isNew = true
      (track.frames, track.lost, track.damaged, track.passedOver, track.passed) = (0, 0, 0, 0, nil)
      tracks[name] = track
    }
    (lines, bytes, mcus, hasRestored, offset) = (0, 0, [:], false, nil)
    expected = run?.firstIndex ?? 0
  }

  /// All lines were added.
  mutating func end() {
    while run != nil {
      endRun()
      if runs.isEmpty { break }
      beginRun()
    }
    for hole in holes where !(hole.to - hole.from < 1000 && (hole.from...hole.to).allSatisfy(late.contains)) {
      number = hole.line
      report("lines \(hole.from) to \(hole.to) are missing before it")
    }
    (holes, late) = ([], [])
  }

  private mutating func endRun() {
    guard let run else { return }
    checkPassed(run)
    for (name, track) in tracks {
      findings.accounted[name, default: (0, 0)].frames += track.frames
      findings.accounted[name, default: (0, 0)].lost += track.lost
    }
    guard let totals = run.totals else { return findings.skip("runs without totals: killed, or not over") }
    findings.totalled += 1
    let damaged = tracks.values.reduce(0) { $0 + $1.damaged }
    var said = ["copied": 0, "recoded": 0, "redrawn": 0, "coded": 0, "kept": 0]
    if let mcus = totals.mcus {
      said = [
        "copied": mcus.copied, "recoded": mcus.recoded, "redrawn": mcus.redrawn, "coded": mcus.coded,
        "kept": mcus.kept,
      ]
    }
    compare("frames", totals.frames, lines, isExact: true)
    if let bytes { compare("bytes", totals.bytes, bytes, isExact: true) }
    for (name, count) in said { compare("mcus.\(name)", count, mcus[name] ?? 0, isExact: true) }
    for (name, track) in tracks { compare("dropped.\(name)", totals.dropped[name] ?? 0, track.lost) }
    for (name, count) in totals.dropped where count < 0 && tracks[name] == nil {
      compare("dropped.\(name)", count, 0)
    }
    compare("damaged", totals.damaged, damaged)
  }

  private mutating func compare(_ what: String, _ said: Int, _ found: Int, isExact: Bool = false) {
    if said < found || isExact && said != found {
      findings.report(
        RecordingFolder.session, nil,
        "totals.\(what) of the run from \(run?.firstIndex ?? 0) on is \(said), but there are \(found)")
    } else if said > found {
      let more = said.subtractingReportingOverflow(found).partialValue
      findings.skip("frames after a run's last line, in totals.\(what) alone", more)
    }
  }

  /// Frames in no gap and no picture must have been in pictures that weren't to be recorded, or couldn't be.
  private mutating func checkPassed(_ run: SessionDescription) {
    let settings = run.settings
    let reasons = [
      settings.fps == nil ? nil : "fps", settings.everySeconds == nil ? nil : "everySeconds",
      settings.trigger == nil ? nil : "trigger",
    ].compactMap(\.self)
    let unmade = [run.totals?.dropped["writer"], run.totals?.paused, settings.skip].reduce(0) {
      $0.addingReportingOverflow($1 ?? 0).partialValue
    }
    for (name, track) in tracks {
      guard let passed = track.passed else { continue }
      let why: String
      if !reasons.isEmpty {
        why = "passed over by \(reasons.joined(separator: ", "))"
      } else if run.totals == nil {
        why = "that a run without totals may have been too slow to write"
      } else if track.passedOver <= unmade {
        why = "that skip, totals.dropped.writer and totals.paused count"
      } else {
        findings.problems.append(passed)
        continue
      }
      findings.skip("frames of the \(name) in pictures \(why)", track.passedOver)
    }
  }
}
