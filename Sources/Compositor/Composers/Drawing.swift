/// A half-finished picture: the cameras are drawn and read; ink, chrome and JPEG are missing.
///
/// ``Stage/finish(_:_:into:)`` uses it up; an unwanted picture is dropped instead, and the next is drawn in its place.
package struct Drawing: ~Copyable {
  let moment: Moment
  let surface: Surface
  var times: StageTimes
}
