/// Exposure and focus aids that can be overlaid on a picture on demand.
package enum Assist: String, Sendable, CaseIterable {
  /// Stripes where the luma is at or close to clipping.
  case zebra
  /// Dots on the sharpest edges.
  case peaking
  /// How often each luma level occurs, in a corner.
  case histogram
}
