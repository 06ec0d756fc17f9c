import Compositor
import JPEGCodec
import Pipeline
import Settings

/// What to do with bad frames.
struct DamageOptions: SettingGroup {
  @Option(
    "damaged",
    help: Help(
      """
      Frames with broken or missing data: keep-rows shows the readable rows and fills in the rest from the last good \
      frame, drop shows nothing of the frame, keep shows whatever the decoder makes of it.
      """, valueName: "drop|keep-rows|keep"))
  var damaged = DamagePolicy.keepRows

  func apply(to stage: inout StageSettings) { stage.damaged = damaged }
}

extension DamagePolicy: SettingValue {}
