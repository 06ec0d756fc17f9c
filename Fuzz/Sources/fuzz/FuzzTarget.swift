/// The ways in. Each has a corpus under `Fuzz/corpus`, and one line in ``run(_:)``.
enum FuzzTarget: String, CaseIterable {
  /// A camera's JPEG: the walker with the row writer, the whole splicer, libjpeg-turbo behind its shim, turned in coefficients.
  case splice, canvas, jpeg, turn
  /// A picture with cameras' frames inside.
  case inside
  /// Files that are played.
  case mjpeg, avi, mkv, mp4, y4m, png
  /// A picture packed as JPEG XL.
  case pack
  /// Motion JPEG on standard input, bare and in Matroska.
  case pipe, stream
  /// A camera's calibration for ROS 2, in YAML.
  case calibration
  /// What the kernel says of a camera and its frames.
  case camera
  /// `--template FILE.svg`.
  case template
  /// Numbers in such a drawing, the whole way that they go.
  case drawing
  /// Settings that change in a running job.
  case reload
  /// A recording's folder: `session.json`, `frames.jsonl`, `kept.json`, `deleted.json`, `freed.json`, with a byte 0xFF between them.
  case recording
  /// A plan for workers.
  case plan
  /// What workers say of a plan: the plan, a shard's `.done`, `.failed` and `.sums`, with a byte 0xFF between them.
  case board
  /// Lines of the control socket, as JSON and as a stream of bytes; a script of events.
  case event, socket, script
  /// A browser's connection to `dualcam view`, a recorder's lines to it, and what a terminal answers.
  case http, recorder, terminal
  /// Lines of instruments, stamps of what they say, and logs of it.
  case values
  /// `--config FILE.toml`.
  case config
  /// Names of devices and files, as they are shown.
  case text
  /// Sources, sizes and frame lists as they are typed.
  case argument

  /// The folder under `Fuzz/corpus`: what takes a camera's JPEG starts from the same pictures.
  var corpus: String {
    switch self {
    case .splice, .canvas, .turn: FuzzTarget.jpeg.rawValue
    case .pipe: FuzzTarget.mjpeg.rawValue
    case .stream: FuzzTarget.mkv.rawValue
    default: rawValue
    }
  }

  /// Reads an input; nothing may trap, hang or grow, and what is promised of the result holds.
  func run(_ input: Span<UInt8>) {
    switch self {
    case .splice: walk(input)
    case .canvas: compose(input)
    case .jpeg: decode(input)
    case .turn: transform(input)
    case .inside: strip(input)
    case .mjpeg: play(input, ending: "mjpeg")
    case .avi: play(input, ending: "avi")
    case .mkv: play(input, ending: "mkv")
    case .mp4: play(input, ending: "mp4")
    case .y4m: play(input, ending: "y4m")
    case .png: play(input, ending: "png")
    case .pack: unpack(input)
    case .pipe: pour(input, ending: "mjpeg")
    case .stream: pour(input, ending: "mkv")
    case .calibration: read(calibration: input)
    case .camera: drive(input)
    case .template: outline(input)
    case .drawing: draw(input)
    case .reload: changeSettings(input)
    case .recording: open(recording: input)
    case .plan: open(plan: input)
    case .board: open(board: input)
    case .event: readEvents(input)
    case .socket: feed(input)
    case .script: readScript(input)
    case .http: serve(input)
    case .recorder: readMessages(input)
    case .terminal: answer(input)
    case .values: say(input)
    case .config: configure(input)
    case .text: write(input)
    case .argument: parse(input)
    }
  }
}

/// An input as the readers of whole files get it.
func array(_ input: Span<UInt8>) -> [UInt8] {
  // SAFETY: the buffer is good during the call, which copies it.
  unsafe input.withUnsafeBufferPointer { unsafe Array($0) }
}
