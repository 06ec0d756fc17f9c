import CaptureKit
import GlassChrome
import JPEGCodec

extension PipelineError {
  /// What to do about errors of this kind, where the message itself doesn't say: a sentence's beginning, in lower case.
  public var remedy: String {
    switch self {
    case .layout: "choose another --layout or --canvas, or cameras of other sizes"
    case .usage: "correct the option that is named; --help tells what it takes"
    case .capture(let error): error.remedy
    case .codec: "look at the frame with another program; --damaged says what live frames of this kind become"
    case .chrome(.badLayout), .chrome(.layout):
      "ask for a larger --canvas, another --layout or a smaller --scale, or leave the chrome out with --no-chrome"
    case .chrome(.badPicture): "ask for a smaller --scale, or name a --component"
    case .chrome:
      "install a font, for instance Debian's fonts-inter, or leave the chrome out with --no-chrome"
    case .cannotCreate: "choose another folder, or make this one writable"
    case .fileTooLarge:
      "raise the limit of a file's size, or record in parts with --segment; what was recorded is whole"
    case .noRoom: "make room, or use --budget with --when-full free; what was recorded is whole"
    case .busy: "wait for the other process or end it, or choose another folder"
    case .io: "check the disk, the mount and the reader; what was recorded is whole"
    case .badRecording: "`dualcam verify` tells what is wrong; the pictures themselves stay as they are"
    case .badScript: "correct the line that is named: docs/control.md has the form of events"
    case .badConfiguration: "correct the line that is named; the keys are the names of the flags"
    case .noFrames:
      "check that the camera sends: cable, power, another program that has it; --timeout waits longer"
    case .cameraLost: "plug it in again and start anew, or let --on-camera-lost continue wait for it"
    case .shortage: "raise the limit that is named, or end other programs; what was recorded is whole"
    case .sandbox: "leave out --strict to go on without the filter"
    }
  }
}
