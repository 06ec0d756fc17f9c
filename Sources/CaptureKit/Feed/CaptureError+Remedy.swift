import PixelTypes

extension CaptureError: ExplainedError {
  /// What the user can do about it, as a clause.
  public var remedy: String {
    switch self {
    case .badSource: "write it as /dev/videoN, file:PATH, synth:SCENE or, for a sink, v4l2:/dev/videoN"
    case .notFound: "check the name and the plug; `dualcam devices` lists the cameras that are there"
    case .notACamera: "take one of those that `dualcam devices` lists"
    case .notAnOutput: "name a virtual camera's node, such as v4l2loopback's, and pictures that it takes"
    case .permission: "join the group that owns the node, and log in again"
    case .busy: "close the program that has it, or take another camera"
    case .noFormat: "ask for what it offers: `dualcam devices` lists formats, sizes and rates"
    case .notAsAsked: "ask for what it offers, or leave out --strict"
    case .bandwidth: "use --format mjpeg, a smaller --resolution or --fps, or another USB controller"
    case .shortage: "raise the limit that is named, or end other programs"
    case .system: "look into the kernel's log (`dmesg`): the driver says there what it met"
    case .disconnected: "plug it in again; a live job goes on with it by itself"
    case .stalled: "check its cable and power, or plug it in anew"
    case .badFile: "check the file with another program; what is before the place that is named could be used"
    }
  }
}
