import CaptureKit

/// Makes the other cameras follow the first one's exposure time, gain and white balance, by their own controls, and reads them
/// back.
struct ExposureMatch {
  /// A setting as V4L2 names it (videodev2.h, UVC 1.5), with the mode that leaves it to the user.
  private struct Follower {
    let names: [String]
    let mode: (name: String, manual: Int64)
  }

  private static let followers = [
    Follower(names: ["exposure_time_absolute", "exposure_absolute"], mode: ("auto_exposure", 1)),
    Follower(names: ["gain"], mode: ("gain_automatic", 0)),
    Follower(names: ["white_balance_temperature"], mode: ("white_balance_automatic", 0)),
  ]
  /// Nanoseconds between looks: cameras' automatic modes settle within seconds.
  private static let period: Int64 = 500_000_000
  /// Looks at a value that isn't what was set, before that is reported.
  private static let patience = 4

  private var due: Int64 = 0
  /// What was set last, and how many looks it hasn't been so.
  private var asked: [String: (value: Int64, looks: Int)] = [:]
  private var told: Set<String> = []

  /// Whether to look again at this time, in nanoseconds.
  func isDue(at now: Int64) -> Bool { now >= due }

  /// Sets what differs.
  ///
  /// - Parameters:
  ///   - feeds: the cameras' by name, the first one's first.
  ///   - now: nanoseconds.
  ///   - warn: called with each sentence about what can't be matched, once.
  mutating func advance(
    _ feeds: [(name: String, feed: any CameraFeed)], at now: Int64, warn: (String) -> Void
  ) {
    due = now + Self.period
    guard let first = feeds.first, let main = first.feed.camera else { return }
    main.refreshControls()
    let models = main.controls
    for (name, feed) in feeds.dropFirst() {
      guard let camera = feed.camera, feed.status == .live else { continue }
      let own = camera.controls
      for follower in Self.followers {
        guard let model = Self.control(follower.names, models), let wanted = model.value else { continue }
        guard let control = Self.control(follower.names, own) else {
          tell("\(name) has no \(model.name): it isn't matched", warn)
          continue
        }
        // A gain is in steps of the camera's own.
        if follower.names == ["gain"], (control.minimum, control.maximum) != (model.minimum, model.maximum) {
          tell(
            "\(name)'s gain goes from \(control.minimum) to \(control.maximum), \(first.name)'s from "
              + "\(model.minimum) to \(model.maximum): it isn't matched", warn)
          continue
        }
        let mode = follower.mode
        if let switched = own.first(where: { $0.name == mode.name }),
          switched.value != mode.manual
        {
          set(mode.name, to: mode.manual, name, camera)
        }
        let value = min(max(wanted, control.minimum), control.maximum)
        guard control.value != value else {
          asked["\(name)/\(control.name)"] = nil
          continue
        }
        if let looks = set(control.name, to: value, name, camera), looks == Self.patience {
          tell("\(name) keeps its \(control.name) at \(control.value ?? 0), not \(value)", warn)
        }
      }
    }
  }

  private static func control(_ names: [String], _ controls: [CameraControl]) -> CameraControl? {
    controls.first { names.contains($0.name) && !$0.flags.contains("read-only") }
  }

  /// - Returns: how many looks the value hasn't been taken for.
  @discardableResult
  private mutating func set(_ control: String, to value: Int64, _ name: String, _ camera: any LiveCamera)
    -> Int?
  {
    let key = "\(name)/\(control)"
    let looks = asked[key].map { $0.value == value ? $0.looks + 1 : 0 } ?? 0
    asked[key] = (value, looks)
    // One that isn't taken isn't asked for twice a second for ever.
    if looks <= Self.patience { camera.setControl(control, to: value) }
    return looks
  }

  private mutating func tell(_ text: String, _ warn: (String) -> Void) {
    if told.insert(text).inserted { warn("--match-exposure: \(text)") }
  }
}
