/// A half-finished picture on a stage's canvas: the cameras are drawn and read; ink, chrome and JPEG are missing.
///
/// A canvas holds one at a time. ``Stage/finish(_:_:into:)`` uses it
/// up; an unwanted picture is dropped instead.
package struct Drawing: ~Copyable {
  let moment: Moment
  var times: StageTimes
}
