/// The direction in which a stack runs, or a slider or scroll view moves.
public enum Axis: Sendable, Hashable, CaseIterable { case horizontal, vertical }
