import PixelTypes

extension CaptureError: ExplainedError {
  /// What the user can do about it, as a clause.
  public var remedy: String {
    switch self {
    case .badSource: "write it as /dev/videoN, file:PATH, synth:SCENE or, for a sink, v4l2:/dev/videoN"
    case .notFound: "check the name, and a camera's cable: `dualcam devices` lists the cameras"
    case .notACamera: "choose one that `dualcam devices` lists"
    case .notAnOutput:
      "name a virtual camera's node, such as v4l2loopback's, and a size and format that it takes"
    case .permission: "get leave to read it; for a camera, join the group that owns its node and log in again"
    case .busy: "close the program that uses it, or choose another camera"
    case .noFormat: "request what it offers: `dualcam devices` lists formats, sizes and rates"
    case .notAsAsked: "request what it offers, or leave out --strict"
    case .bandwidth: "use --format mjpeg, a smaller --resolution or --fps, or another USB controller"
    case .shortage: "raise the limit named, or end other programs"
    case .system: "see what the driver says in the kernel log (`dmesg`)"
    case .disconnected: "plug it in again; a live job picks it up by itself"
    case .stalled: "check its cable and power, or plug it in again"
    case .badFile: "check the file with another program; everything before the place named can be used"
    }
  }
}
