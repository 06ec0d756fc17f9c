/// The edge of the selected item: ink, which stands out from any glass, without colour (WCAG 2.2, 1.4.1 and 1.4.11).
package struct SelectionMark: View {
  /// The mark's outline.
  var shape: EffectShape
  /// Its identity on the glass, so that it slides to what is selected next.
  var id: String

  package init(shape: EffectShape, id: String) { (self.shape, self.id) = (shape, id) }

  package var body: some View {
    EnvironmentReader { environment in
      ViewNode(.edge(shape, role: environment.isEnabled ? .primary : .secondary, lineWidth: 1.5))
        .matchedGeometryEffect(id: id)
    }
  }
}

/// A white disc to drag or flip, with an edge that sets it off from bright glass.
struct Knob: View {
  /// Its identity on the glass, so that it slides.
  var id: String
  /// Whether it lies on a dark colour, which is contrast enough.
  var isOnColor = false

  var body: some View {
    EnvironmentReader { environment in
      ZStack {
        Circle().fill(.onTint, strength: environment.isEnabled ? 1 : 0.7).matchedGeometryEffect(id: id)
        if !isOnColor {
          Circle().strokeBorder(environment.isEnabled ? .primary : .secondary, lineWidth: 1.5)
            .matchedGeometryEffect(id: id)
        }
      }
    }
  }
}
