/// A picture that lies on a stage's canvas half made: the cameras and their ink are drawn, chrome and JPEG are missing.
///
/// A canvas holds one at a time. ``Stage/finish(_:secondsOfDay:recordingSeconds:into:)`` uses it up; a picture that nobody
/// wants is dropped instead.
package struct Drawing: ~Copyable {
  let frames: FrameSet
  var times: StageTimes
}
