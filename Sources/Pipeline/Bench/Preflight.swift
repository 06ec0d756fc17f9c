import CaptureKit
import Compositor

/// Whether these cameras and this layout suit the machine, judged before the first frame is recorded.
package struct Preflight: Sendable, Codable {
  /// From good to bad.
  package enum Verdict: String, Sendable, Codable, Comparable {
    /// It fits, with room to spare.
    case yes
    /// It fits, as long as nothing else needs the machine.
    case tight
    /// It doesn't fit.
    case no

    /// Orders verdicts from good to bad.
    package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .yes: 0
      case .tight: 1
      case .no: 2
      }
    }
  }

  /// One resource: how much is needed, and how much there is.
  package struct Check: Sendable, Codable {
    /// `stage`, `write`, `cpu`, `latency`, `drops`, `camera`, `skew`, `usb` or `disk`.
    package var what: String
    /// Which camera or bus; `nil` when there is only one of this kind.
    package var name: String?
    /// The cameras on a bus; `nil` for all else.
    package var cameras: [String]?
    /// How much is needed, in ``unit``.
    package var needs: Double
    /// How much there is, in ``unit``.
    package var has: Double
    /// The unit of both numbers: `ms`, `cores`, `fps`, `B/s`, `s`, `frames`.
    package var unit: String
    /// How much of it is taken; 1 is all.
    package var share: Double
    /// Whether it suffices.
    package var verdict: Verdict
  }

  /// The space for a recording, and its intended length.
  package struct Room: Sendable {
    /// Free bytes on the recording's disk.
    package var freeBytes: Int
    /// Intended length of the recording in seconds.
    package var seconds: Double

    /// Makes a room from its parts.
    package init(freeBytes: Int, seconds: Double) {
      self.freeBytes = freeBytes
      self.seconds = seconds
    }
  }

  /// The worst verdict of all checks, at least ``Verdict/tight`` if there were problems.
  package var verdict = Verdict.yes
  /// The checks, one per resource.
  package var checks: [Check] = []
  /// What to change, most helpful first; empty when it fits.
  package var advice: [String] = []
  /// What was measured; `nil` when the cameras didn't run.
  package var measured: PacedReport?
  /// Seconds until the disk is full; `nil` when no folder was named.
  package var secondsOfRoom: Double?

  /// Up to this share of what there is, it fits with room to spare: the rest is for what the trial missed.
  package static let comfortable = USBLoad.comfortable
  /// Up to this share, lost frames only make it tight; so does a single one, which may be chance in a short trial.
  package static let bearableLoss = 0.01

  /// Judges the figures of a trial run.
  ///
  /// - Parameters:
  ///   - report: what was measured.
  ///   - rig: those of the cameras that are devices, with the modes that were asked for.
  ///   - room: `nil` when no folder was named.
  package init(_ report: PacedReport, rig: [RigCamera] = [], room: Room? = nil) {
    measured = report
    let interval = report.intervalMs
    add("stage", needs: report.stageMs.p95, has: interval, unit: "ms")
    let write = report.stages.first { $0.stage == StageTimes.Part.write.name }?.ms.p95 ?? 0
    add("write", needs: write, has: interval, unit: "ms")
    add("cpu", needs: report.cpuSecondsNeeded, has: Double(report.processors), unit: "cores")
    add("latency", needs: report.latencyMs.p99, has: interval, unit: "ms", atWorst: .tight)
    addDrops(report)
    for camera in report.cameras {
      guard let rate = camera.fps, let came = camera.measuredFps else { continue }
      // A camera that lengthens its exposure is slower than it claimed.
      checks.append(
        Check(
          what: "camera", name: camera.id, needs: rate, has: came, unit: "fps",
          share: rate / max(came, 0.001),
          verdict: came >= rate * 0.95 ? .yes : .tight))
    }
    addSkews(report)
    addUSB(report, rig)
    if let room { addDisk(report, room) }
    verdict = checks.map(\.verdict).max() ?? .yes
    if !report.problems.isEmpty { verdict = max(verdict, .tight) }
    advice = verdict == .yes ? [] : PreflightAdvice.lines(self, rig)
  }

  /// For cameras that failed to run at the same time.
  package init(failure: CaptureError, rig: [RigCamera] = []) {
    verdict = .no
    advice = ["\(failure)"] + PreflightAdvice.modes(rig)
  }

  private mutating func add(
    _ what: String, name: String? = nil, cameras: [String]? = nil, needs: Double, has: Double, unit: String,
    atWorst: Verdict = .no
  ) {
    let share = has > 0 ? needs / has : needs > 0 ? .greatestFiniteMagnitude : 0
    let verdict: Verdict = share <= Self.comfortable ? .yes : share <= 1 ? .tight : .no
    checks.append(
      Check(
        what: what, name: name, cameras: cameras, needs: needs, has: has, unit: unit, share: share,
        verdict: min(verdict, atWorst)))
  }

  private mutating func addDrops(_ report: PacedReport) {
    let frames = Double(max(report.pictures + report.lost, 1))
    let share = Double(report.lost) / frames
    checks.append(
      Check(
        what: "drops", name: nil, needs: Double(report.lost), has: frames, unit: "frames", share: share,
        verdict: report.lost == 0 ? .yes : report.lost == 1 || share <= Self.bearableLoss ? .tight : .no))
  }

  /// The nearest frame is at most half a frame time away.
  private mutating func addSkews(_ report: PacedReport) {
    for camera in report.cameras {
      guard let skew = camera.skewMs, let rate = camera.measuredFps ?? camera.fps, rate > 0 else { continue }
      let most = 1000 / rate * SkewTally.farthest
      // What comes in bursts, as through a pipe, has no frame time.
      guard most >= 1 else { continue }
      checks.append(
        Check(
          what: "skew", name: camera.id, needs: skew.p50, has: most, unit: "ms", share: skew.p50 / most,
          verdict: skew.p50 <= most ? .yes : .tight))
    }
  }

  private mutating func addUSB(_ report: PacedReport, _ rig: [RigCamera]) {
    let cameras = rig.compactMap { camera in
      camera.usb.map { place in
        (camera.name, place, report.cameras.first { $0.id == camera.name }?.bytesPerSecond ?? 0)
      }
    }
    for load in USBLoad.of(cameras) {
      // They did run at the same time, so the bus has granted their reservations.
      add(
        "usb", name: "bus \(load.bus)", cameras: load.cameras, needs: load.bytesPerSecond,
        has: load.link.bytesPerSecond, unit: "B/s", atWorst: .tight)
    }
  }

  private mutating func addDisk(_ report: PacedReport, _ room: Room) {
    let seconds = report.bytesPerSecond > 0 ? Double(room.freeBytes) / report.bytesPerSecond : .infinity
    guard seconds.isFinite else { return }
    secondsOfRoom = seconds
    add("disk", needs: room.seconds, has: seconds, unit: "s")
  }
}
