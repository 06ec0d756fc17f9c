import GlassChrome

/// What a picture's line tells because no line before it did that the same readers have.
package struct LineNews: Sendable {
  /// A camera's control with its value.
  package struct Control: Sendable {
    package var camera: String
    package var name: String
    package var value: Int64

    package init(camera: String, name: String, value: Int64) {
      self.camera = camera
      self.name = name
      self.value = value
    }
  }

  /// By viewfinder: the frames that its camera lost since that line.
  package var gaps = InlineArray<8, Int>(repeating: 0)
  /// The quality of the glass if it has changed.
  package var glass: GlassQuality?
  /// Controls that weren't in a line before, or have changed.
  package var controls: [Control] = []
  /// The triggers that fired in the picture.
  package var triggers: [String] = []
  /// Whether it is recorded because one fired later.
  package var isBeforeTrigger = false
  /// What programs marked since that line.
  package var marks: [String] = []

  package init() {}
}
