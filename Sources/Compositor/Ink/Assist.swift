/// A monitor's instruments, to be overlaid on a picture on demand.
package enum Assist: String, Sendable, CaseIterable {
  /// Stripes where the luma is at or close to clipping.
  case zebra
  /// Dots on the sharpest edges.
  case peaking
  /// How often each luma level occurs, in a corner.
  case histogram
  /// The horizon with a ladder of 5° of pitch.
  case artificialHorizon = "artificial-horizon"
}
