/// A camera's state: ● live, ◐ stale, ✕ lost, ○ connecting.
package enum CameraStatus: String, Sendable, Hashable, CaseIterable {
  case live, stale, lost, connecting
}

/// What kind of hint: a `violation` has a warning sign, a `success` a check mark, an `info` neither.
package enum HintRole: Sendable, Hashable, CaseIterable { case info, violation, success }
