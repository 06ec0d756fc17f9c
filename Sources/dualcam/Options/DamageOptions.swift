import ArgumentParser
import Compositor
import JPEGCodec
import Pipeline

/// What becomes of bad frames.
struct DamageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Frames with broken or missing data: keep-rows shows the rows that can be read and the last good frame's in place \
      of the others, drop shows none of it, keep what the decoder makes of it.
      """, valueName: "drop|keep-rows|keep"))
  var damaged = DamagePolicy.keepRows

  func apply(to stage: inout StageSettings) { stage.damaged = damaged }
}

extension DamagePolicy: ExpressibleByArgument {}
