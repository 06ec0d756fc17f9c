/// A part of a picture that can be made beside another, on a ``SideThread``.
///
/// What it works on belongs to its owner but between the offer and the end of ``SideThread/finish()``.
package protocol SideTask: AnyObject, Sendable {
  func run()
}
