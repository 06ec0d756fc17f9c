/// Which way a stack runs, a slider or a scroll view moves.
public enum Axis: Sendable, Hashable, CaseIterable { case horizontal, vertical }
