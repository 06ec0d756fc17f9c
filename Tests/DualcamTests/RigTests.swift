import Foundation
import TestSupport
import Testing

@testable import dualcam

@Suite("More than two cameras")
struct RigTests {
  private static let rig = [
    "synth:coast?w=160&h=96&roll=3,name=left,rotate=90",
    "synth:walker?w=96&h=64,name=right_2,template=none,grid=phi",
    "synth:city?w=160&h=96,name=head,crop=96x64+32+16,field-of-view=70",
    "synth:chart,resolution=64x64,format=yuyv",
    "synth:coast?w=96&h=64,flip",
  ]
  private static let names = ["left", "right_2", "head", "fourth", "fifth"]

  /// Runs the tool with words that hold no spaces.
  private func run(_ scratch: TestFolder, _ words: [String], status: Int32 = 0) throws {
    try scratch.run(words.joined(separator: " "), status: status)
  }

  private var cameras: [String] { Self.rig.flatMap { ["--camera", $0] } }

  private func session(_ scratch: TestFolder, _ folder: String) throws -> [String: Any] {
    try Executable.json(try scratch.text("\(folder)/session.json"))
  }

  @Test(
    "without a layout the viewfinders get the one that makes them large",
    arguments: [
      (2, "native", "side-by-side"), (2, "1920x1080", "side-by-side"), (2, "1080x1080", "side-by-side"),
      (2, "1080x1920", "stacked"), (3, "1080x1920", "grid"), (3, "native", "grid"),
    ])
  func usualLayout(cameras: Int, canvas: String, layout: String) throws {
    let list = try (0..<cameras).map { try CameraArgument(parsing: "synth:coast,name=c\($0)") }
    let look = try LookOptions.parse(["--canvas", canvas])
    #expect(try look.stageSettings(for: list).layout.mode.rawValue == layout)
    let chosen = try LookOptions.parse(["--canvas", canvas, "--layout", "pip"])
    #expect(try chosen.stageSettings(for: list).layout.mode == .pip)
  }

  @Test("every camera's frames are in lines, files and exports under its name")
  func recording() throws {
    let scratch = try TestFolder()
    try run(
      scratch,
      ["annotate", "-o", "rig", "--frames", "6", "--template", "portrait", "--keep-source"] + cameras)
    try scratch.run("verify rig")
    let lines = try scratch.text("rig/frames.jsonl").split(separator: "\n").map {
      try Executable.json("\($0)")
    }
    #expect(lines.count == 6)
    for line in lines {
      let cameras = try #require(line["cameras"] as? [[String: Any]])
      #expect(cameras.map { $0["id"] as? String } == Self.names)
      #expect(cameras.allSatisfy { $0["gap"] as? Int == 0 && $0["skewUs"] as? Int == 0 })
      let guides = try #require(line["hud"] as? [[String: Any]])
      #expect(guides.map { $0["camera"] as? String } == Self.names)
      #expect(guides.map { $0["grid"] as? String } == ["thirds", "phi", "thirds", "thirds", "thirds"])
    }
    let sources = try #require(try session(scratch, "rig")["sources"] as? [[String: Any]])
    #expect(sources.map { $0["id"] as? String } == Self.names)
    #expect(sources[0]["rotate"] as? Int == 90 && sources[2]["crop"] as? String == "96x64+32+16")
    #expect(sources[1]["template"] as? String == "none" && sources[4]["flip"] as? Bool == true)
    // What isn't a JPEG isn't kept.
    for name in ["left", "right_2", "head", "fifth"] {
      #expect(scratch.exists("rig/sources/000005.\(name).jpg"))
    }
    try scratch.run("export rig -o head.mkv --camera head")
    try scratch.run("analyze file:rig?camera=right_2 --json")
    #expect(try scratch.run("sync rig", status: 65).errors.contains("no frames of fourth"))
    #expect(try scratch.run("export rig -o x.mkv --camera nobody", status: 65).errors.contains("nobody"))
    // Pictures go with all that they were made of.
    try scratch.run("library rig delete 5")
    for name in Self.names { #expect(!scratch.exists("rig/sources/000005.\(name).jpg")) }
    #expect(!scratch.exists("rig/sources/000005.ink.pbm"))
  }

  @Test("a settings file lists cameras as tables, and the same pictures come")
  func settingsFile() throws {
    let scratch = try TestFolder()
    let toml = """
      frames = 2
      [[camera]]
      source = "synth:coast?w=160&h=96&roll=3"
      name = "left"
      rotate = 90
      [[camera]]
      source = "synth:walker?w=96&h=64"
      name = "right_2"
      template = "none"
      grid = "phi"
      [[camera]]
      source = "synth:city?w=160&h=96"
      name = "head"
      crop = "96x64+32+16"
      field-of-view = 70
      [[camera]]
      source = "synth:chart"
      resolution = "64x64"
      format = "yuyv"
      [[camera]]
      source = "synth:coast?w=96&h=64"
      flip = true
      """
    try scratch.put(toml, "rig.toml")
    try scratch.run("annotate -o file --config rig.toml")
    try run(scratch, ["annotate", "-o", "flags", "--frames", "2"] + cameras)
    for name in ["000000.jpg", "000001.jpg", "frames.jsonl", "session.json"] {
      #expect(try scratch.bytes("file/\(name)") == scratch.bytes("flags/\(name)"), "\(name)")
    }
  }

  @Test(
    "a list of cameras that is wrong names the line",
    arguments: [
      ("[[camera]]\nname = 'a'\n", 1, "no source"),
      ("[[camera]]\nsource = 'synth:coast'\nrotat = 90", 3, "'rotate'?"),
      ("[[cam]]\nsource = 'x'", 1, "[[camera]]"),
      ("[[camera]]\nsource = 'synth:coast'\nname = 'a,b'", 3, "comma"),
      ("[[camera]]\nsource = 'synth:coast'\nrotate = 45", 1, "rotate is 45"),
    ])
  func badFile(text: String, line: Int, reason: String) throws {
    let scratch = try TestFolder()
    try scratch.put(text, "x.toml")
    let errors = try scratch.run("annotate -o out --config x.toml", status: 78).errors
    #expect(errors.contains("x.toml:\(line)") && errors.contains(reason), "\(errors)")
  }

  @Test(
    "a camera that is wrong is refused by what is wrong with it",
    arguments: [
      ("--camera synth:coast,name=grid", "grid_cam"),
      ("--camera synth:coast,name=Left", "a letter"),
      ("--camera synth:coast,name=a --camera synth:city,name=a", "called a"),
      ("--camera synth:coast,nam=a", "'name'"), ("--camera synth:coast,rotate=45", "0, 90, 180"),
      ("--camera synth:coast,flip=no", "no value"), ("--camera ,name=a", "begins with a source"),
      ("--camera synth:coast --camera synth:city,name=primary", "called primary"),
      (Array(repeating: "--camera synth:coast", count: 9).joined(separator: " "), "at most 8"),
      ("--camera synth:coast,template=wombat", "wombat"),
      ("--camera synth:coast,field-of-view=2", "10 to 150"),
      ("--camera synth:coast,fps=0", ".001"), ("--camera synth:coast,resolution=1x1", "1x1"),
      ("--camera synth:coast --layout nowhere.json", "no such layout"),
      ("--secondary synth:coast --camera synth:city", "--primary"),
    ])
  func refused(options: String, reason: String) throws {
    let scratch = try TestFolder()
    let outcome = try scratch.run(
      "annotate -o out --frames 1 \(options)", status: options.contains("json") ? 69 : 64)
    #expect(outcome.errors.contains(reason), "\(outcome)")
  }

  @Test("a source may have commas, and a camera's name is its own")
  func parsing() throws {
    let camera = try CameraArgument(
      parsing: "file:a,b,rotate/x=1.mjpeg,name=left,set-ctrl=gain=3,set-ctrl=gamma=1")
    #expect(
      camera.source == "file:a,b,rotate/x=1.mjpeg" && camera.name == "left" && camera.controls.count == 2)
    #expect(try CameraArgument(parsing: "/dev/video0").source == "/dev/video0")
    let source = try Run.parse(
      ["--primary", "synth:coast", "--camera", "synth:city,name=b", "--rotate", "90", "--fps", "10"]
    ).source
    #expect(try source.cameras(.live).map(\.name) == [nil, "b"])
    let sources = try source.sources()
    #expect(sources.map(\.turn.turn.quarters) == [1, 0] && sources.map(\.name) == [nil, "b"])
  }

  @Test("a layout is taken again from a recording, and shown as it was")
  func layoutFile() throws {
    let scratch = try TestFolder()
    try run(scratch, ["annotate", "-o", "a", "--frames", "1", "--layout", "stacked"] + cameras)
    try run(scratch, ["annotate", "-o", "b", "--frames", "1", "--layout", "a/session.json"] + cameras)
    try scratch.run("verify b")
    func places(_ folder: String) throws -> [[String: Int]] {
      let layout = try #require(try session(scratch, folder)["layout"] as? [String: Any])
      let viewfinders = try #require(layout["viewfinders"] as? [[String: Any]])
      return viewfinders.map { $0.compactMapValues { $0 as? Int } }
    }
    #expect(try places("a") == places("b"))
    try scratch.put(#"{"canvas":{"width":640,"height":480},"viewfinders":[]}"#, "none.json")
    try scratch.put(#"{"canvas":[]}"#, "bad.json")
    for (file, reason) in [("none", "no viewfinder for the camera primary"), ("bad", "isn't a layout")] {
      let outcome = try scratch.run(
        "annotate -o c --frames 1 --layout \(file).json --primary synth:coast", status: 65)
      #expect(outcome.errors.contains(reason), "\(outcome)")
    }
  }

  @Test("the screen shows one camera or all, with another main one, in every layout")
  func screen() throws {
    let scratch = try TestFolder()
    let events = [
      #"{"at":100,"select":{"id":"cameras","value":"head"}}"#, #"{"at":200,"toggle":"swap"}"#,
      #"{"at":300,"select":{"id":"cameras","value":"all"}}"#, #"{"at":400,"toggle":"swap"}"#,
      #"{"at":500,"select":{"id":"layout","value":"strip"}}"#,
      #"{"at":600,"set":{"id":"head/zoom","value":2}}"#,
      #"{"at":700,"select":{"id":"layout","value":"pip"}}"#,
    ]
    try scratch.put("{\"events\":[\(events.joined(separator: ","))]}", "script.json")
    let frames = Self.rig.map {
      $0.replacingOccurrences(of: "?", with: "?fps=10&").replacingOccurrences(
        of: "synth:chart,", with: "synth:chart?fps=10,")
    }
    let outcome = try scratch.run(
      (["annotate", "-o", "out", "--frames", "9", "--script", "script.json"]
        + frames.flatMap { ["--camera", $0] })
        .joined(separator: " "))
    #expect(!outcome.errors.contains("there is no"), "\(outcome)")
    let lines = try scratch.text("out/frames.jsonl").split(separator: "\n").map {
      try Executable.json("\($0)")
    }
    let shown = lines.map { line in
      ((line["cameras"] as? [[String: Any]]) ?? []).compactMap { $0["id"] as? String }
    }
    let swapped = ["right_2", "left", "head", "fourth", "fifth"]
    #expect(Array(shown.prefix(5)) == [Self.names, ["head"], ["fourth"], Self.names, swapped])
    #expect(shown.suffix(4).allSatisfy { $0 == swapped }, "\(shown)")
    let zooms = lines.map { line in
      ((line["cameras"] as? [[String: Any]]) ?? []).filter { $0["zoom"] != nil }.compactMap {
        $0["id"] as? String
      }
    }
    #expect(zooms.last == ["head"])
    try scratch.run("verify out")
  }

  private static let looks = [
    "", "--stamp %{camera} --assist zebra --template portrait",
    "--text-size accessibility3 --language ar --threads 4",
    "--values csv:log.csv --stamp %{depth:.1f} --stamp %{state} --stamp-corner top-right --alarm depth<2.5m --alarm heel>9",
  ]

  @Test("however cameras are turned, cut and sent, laid out and dressed, each keeps its own data")
  func combinations() throws {
    let firsts = [
      "w=324&h=244,rotate=90", "w=320&h=240,format=yuyv",
      "w=320&h=240&subsampling=420,crop=160x128+32+32,flip",
    ]
    let rest = [
      "synth:walker?frames=2&w=160&h=120,name=b,rotate=270",
      "synth:city?frames=2&w=320&h=180,name=c,flip,grid=phi",
      "synth:chart?frames=2&w=128&h=96,name=d,template=none",
    ]
    var all: [String] = []
    for layout in ["grid", "strip", "side-by-side", "stacked", "pip"] {
      for canvas in ["native", "1280x800", "800x1280"] {
        for first in firsts {
          let cameras = (["synth:coast?frames=2&\(first),name=a"] + rest).map { "--camera \($0)" }
          all += Self.looks.map {
            "\(cameras.joined(separator: " ")) --layout \(layout) --canvas \(canvas) \($0)"
          }
        }
      }
    }
    let scratch = try TestFolder()
    try scratch.put("time,depth [m],state\n0,2.1,idle\n0.04,,under way\n", "log.csv")
    for (number, options) in Share.of(Array(all.enumerated()), oneIn: 33) {
      try scratch.run("annotate --keep-source -o \(number) \(options)")
      try scratch.run("verify \(number)")
    }
  }

  @Test("masks have commas of their own, beside a camera's other options")
  func masks() throws {
    let camera = try CameraArgument(
      parsing: "synth:coast,mask=0,0,50%,20,mask=8,8,8,8,name=left,mask=a,b.svg")
    #expect(camera.source == "synth:coast,mask=0,0,50%,20,mask=8,8,8,8,name=left,mask=a,b.svg")
    let masked = try CameraArgument(parsing: "synth:coast,mask=0,0,50%,20,rotate=90,mask=8,8,8,8")
    #expect(masked.source == "synth:coast" && masked.rotate == 90)
    #expect(try masked.masks.map { try $0.mask.text } == ["0,0,50%,20", "8,8,8,8"])
    let scratch = try TestFolder()
    try scratch.put("<svg viewBox='0 0 4 3'><rect x='1' y='1' width='1' height='1'/></svg>", "m.svg")
    let frames = "synth:coast?w=160&h=96&frames=2"
    try scratch.run(
      "annotate \(frames) --mask m.svg --mask 0,0,10%,10% --secondary-mask 0,0,8,8 synth:grey?w=96&h=64 -o out"
    )
    let sources = try #require(try session(scratch, "out")["sources"] as? [[String: Any]])
    #expect(sources[0]["masks"] as? [String] == ["m.svg", "0,0,10%,10%"])
    #expect(sources[1]["masks"] as? [String] == ["0,0,8,8"])
    try scratch.run("verify out")
    // What can't be hidden is no recording.
    try scratch.run("annotate \(frames) --mask 160,0,8,8 -o none", status: 64)
    try scratch.run("annotate \(frames) --mask 0,0,8 -o none", status: 64)
    try scratch.run("annotate \(frames) --mask no.svg -o none", status: 69)
    for (number, part) in [
      "<rect width='50%' height='10'/>", "<use href='#a'/>",
      "<path d='M0 0L9 9' stroke='red' stroke-width='9'/>",
      "<path style='fill:none;stroke:#000' d='M0 0L9 9'/>", "<text>a</text>",
    ].enumerated() {
      let drawing = "<svg viewBox='0 0 9 9' width='9mm'><rect width='3' height='3'/>\(part)</svg>"
      try scratch.put(drawing.replacing("'", with: "\""), "odd\(number).svg")
      try scratch.run("annotate \(frames) --mask odd\(number).svg -o none", status: 65)
    }
    let plain =
      "<svg viewBox='0 0 9 9' width='9mm'><rect width='3' height='3' style='fill:#000;stroke:none'/></svg>"
    try scratch.put(plain.replacing("'", with: "\""), "plain.svg")
    try scratch.run("annotate \(frames) --mask plain.svg -o plain")
    try scratch.put("<svg/>", "empty.svg")
    try scratch.run("annotate \(frames) --mask empty.svg -o none", status: 65)
    #expect(!scratch.exists("none"))
  }
}
