/// The procedural scenes, with the name after `synth:` as their raw value.
public enum SceneKind: String, Sendable, CaseIterable, Hashable, Codable {
  /// Sea, sky with drifting clouds, a distant headland: a horizon of known angle.
  case coast
  /// A park; a person walks through and stops at power points: a subject with a known box.
  case walker
  /// A city at night with lit windows and passing cars: many edges, no horizon.
  case city
  /// A test chart with fine lines, a Siemens star and colour patches, panning slowly.
  case chart
  /// Drifting fog: a picture without edges.
  case fog
  /// An even mid-grey.
  case grey
  /// Nothing but strong sensor noise.
  case noise

  /// Whether the scene has a horizon, so that `roll` and `sway` apply.
  var hasHorizon: Bool { self == .coast }
}
