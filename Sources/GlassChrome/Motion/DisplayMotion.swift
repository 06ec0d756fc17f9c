/// How changes of a display list are animated: what leaves goes first, and quickly.
public struct DisplayMotion: Sendable, Hashable {
  /// For moving frames, and glass that flows into other glass.
  public var frame: Motion
  /// For what a finger drags.
  var tracking: Motion
  /// For sheets that grow from a control, or become other sheets.
  var zoom: Motion
  /// For sheets that shrink back into their control.
  var zoomOut: Motion
  /// For glass that appears in place.
  var presence: Motion
  /// For glass that disappears in place.
  var presenceRemoval: Motion
  /// For what appears on glass that stays.
  var content: Motion
  /// For what disappears from glass; what comes in its place waits for it.
  var contentRemoval: Motion
  /// For a press.
  var press: Motion
  /// For its release.
  var release: Motion
  /// For a glow that appears under a finger.
  var glowIn: Motion
  /// For a glow that fades.
  var glowOut: Motion
  /// Frames jump to their targets, glass never flows, and presses shrink nothing.
  public var isReduced: Bool

  /// Seconds after a sheet begins to grow until its words, which grow with it, come: it is then a third of its way.
  static let zoomInkSeconds = 0.075
  /// Seconds after a sheet begins to take another height until the words that it then has room for come.
  static let resizeInkSeconds = 0.22
  /// Seconds that a sheet has grown, unseen, when its place becomes free: its first picture is large enough to be noticed.
  static let zoomLeadSeconds = 0.03
  /// Seconds after a sheet begins to shrink until its glass fades.
  static let zoomOutSeconds = 0.14
  /// For the words of a sheet that shrinks: they shrink with it, and are gone when its glass begins to fade.
  static let zoomInkRemoval = Motion.curve(.easeOutCubic, seconds: 0.14)

  /// Frames move by a snappy spring, glass appears by one of 0.3 s, ink within 0.15 s; ink leaves within 0.06 s, glass
  /// within 0.05 s: evenly, so that something is seen until what comes has begun.
  public static let standard = DisplayMotion(
    frame: .spring(.snappy), tracking: .spring(.interactive),
    zoom: .spring(Spring(duration: 0.42, bounce: 0.2)), zoomOut: .spring(Spring(duration: 0.28, bounce: 0)),
    presence: .spring(Spring(duration: 0.3, bounce: 0)),
    presenceRemoval: .curve(.linear, seconds: 0.05),
    content: .curve(.easeOutCubic, seconds: 0.15),
    contentRemoval: .curve(.easeOutCubic, seconds: 0.06),
    press: PressMotion.press, release: PressMotion.release, glowIn: PressMotion.glowIn,
    glowOut: PressMotion.glowOut, isReduced: false)

  /// For reduced motion: what leaves dissolves in 0.12 s, then what comes in 0.18 s, and a press takes 0.1 s without a
  /// spring.
  public static let reduced = DisplayMotion(
    frame: .none, tracking: .none, zoom: .none, zoomOut: .none,
    presence: .curve(.linear, seconds: 0.18), presenceRemoval: .curve(.linear, seconds: 0.12),
    content: .curve(.linear, seconds: 0.18), contentRemoval: .curve(.linear, seconds: 0.12),
    press: .curve(.linear, seconds: 0.1), release: .curve(.linear, seconds: 0.1),
    glowIn: PressMotion.glowIn, glowOut: PressMotion.glowOut, isReduced: true)
}
