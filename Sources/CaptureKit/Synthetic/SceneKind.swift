/// The procedural scenes, by the name after `synth:`.
public enum SceneKind: String, Sendable, CaseIterable, Hashable, Codable {
  /// Sea, sky with drifting clouds, a far headland: a horizon whose angle is known.
  case coast
  /// A park; a person walks through and stops at power points: a subject whose box is known.
  case walker
  /// A city at night with lit windows and passing cars: many edges, no horizon.
  case city
  /// A test chart with fine lines, a Siemens star and colour patches, panning slowly.
  case chart
  /// Drifting fog: a picture without any edge.
  case fog
  /// An even mid-grey.
  case grey
  /// Nothing but strong sensor noise.
  case noise

  /// Whether the scene has a horizon, so that `roll` and `sway` mean something.
  public var hasHorizon: Bool { self == .coast }
}
