/// Work on frames that their source's thread does before it passes them on, beside the stage.
package protocol FramePreparation: AnyObject, Sendable {
  /// Leaves what it makes of a slot's frame in ``FrameSlot/prepared``.
  func prepare(_ slot: FrameSlot)
}
