import HostResources
import JPEGCodec
import NIOCore
import PixelTypes

/// State shared by all connections. Belongs to the server's event loop.
final class Hub {
  let gate: Gate
  let limits: Limits
  let recorders: [Recorder]
  let shelf: RecordingShelf?
  /// Films that pages ask for; `nil` where none are made, and why.
  let films: FilmOrders?
  let noFilms: String
  /// Called when a recorder comes or goes.
  private var listeners: [ObjectIdentifier: () -> Void] = [:]
  /// Open Motion JPEG streams.
  var streams: [ObjectIdentifier: LiveStream] = [:]
  /// Cameras that are watched by themselves, by recorder and id.
  private var cameras: [CameraKey: Recorder] = [:]
  /// Open connections, and what has been served.
  var connections = 0
  var served = Served()
  var throttle: TokenThrottle

  /// Counts since the start.
  struct Served {
    var requests = 0
    var refused = 0
    var pictures = 0
    var bytes = 0
    var events = 0
  }

  private struct CameraKey: Hashable {
    var recorder, camera: String
  }

  /// The most cameras watched at a time: each has a connection and a thread.
  private static let mostCameras = 32

  init(
    gate: Gate, limits: Limits, recorders: [Recorder], shelf: RecordingShelf?, films: FilmOrders? = nil,
    noFilms: String = "", tell: @escaping (String) -> Void = { _ in }
  ) {
    (self.gate, self.limits, self.recorders, self.shelf) = (gate, limits, recorders, shelf)
    (self.films, self.noFilms) = (films, noFilms)
    throttle = TokenThrottle(gate, limits)
    for recorder in recorders {
      var wasThere: Bool?
      recorder.onChange = { [unowned self, unowned recorder] in
        for tell in listeners.values { tell() }
        let (isThere, path) = (recorder.state != .gone, PlainText.value(recorder.path))
        if isThere != wasThere {
          tell(
            isThere
              ? "a recorder is at \(path)" : "waiting for a recorder at \(path): \(recorder.reason ?? "")")
        }
        wasThere = isThere
      }
    }
  }

  /// What logs in the next browser that has it, and says what logs in the one after.
  private var link: Token?
  private var renew: () -> Void = {}

  static func link(to page: String, _ secret: Token) -> String { page + "login?once=" + secret.text }

  /// Lets in the one browser that first presents this secret; then another one takes its place, and is told.
  func offer(_ secret: Token, at page: String, _ tell: @escaping (String) -> Void) {
    link = secret
    renew = { [unowned self] in
      let next = Token(random: 16)
      offer(next, at: page, tell)
      tell("a browser logged in with the link; the next one can with \(Self.link(to: page, next))")
    }
  }

  /// Whether it is the link's secret, which it then no longer is. It has 128 bits that nobody can guess, so tries aren't counted.
  func takeLink(_ secret: String) -> Bool {
    guard let link, link.matches(secret) else { return false }
    renew()
    return true
  }

  /// Counts a picture sent to a client.
  func count(_ picture: PublishedPicture) {
    served.pictures += 1
    served.bytes += picture.jpeg.readableBytes
  }

  /// The recorder with a name; without one, the first.
  func recorder(_ name: String?) -> Recorder? {
    guard let name else { return recorders.first }
    return recorders.first { $0.name == name }
  }

  /// A recorder's camera, to be watched by itself; it is let go when nobody does any more.
  ///
  /// - Returns: `nil` if too many are watched.
  func camera(_ id: String, of recorder: Recorder) -> Recorder? {
    let key = CameraKey(recorder: recorder.name, camera: id)
    if let camera = cameras[key] { return camera }
    guard cameras.count < Self.mostCameras, let camera = try? recorder.connectCamera(id) else { return nil }
    cameras[key] = camera
    camera.onUnwatched = { [unowned self, unowned camera] in
      // Whoever watches for a moment may go on to watch.
      camera.later {
        guard !$0.isWatched else { return }
        $0.close()
        self.cameras[key] = nil
      }
    }
    return camera
  }

  /// Ends the connections to recorders, and the thread for files.
  func close() {
    for recorder in recorders + Array(cameras.values) { recorder.close() }
    cameras = [:]
    shelf?.close()
    films?.close()
  }

  func listen(_ owner: AnyObject, _ tell: @escaping () -> Void) { listeners[ObjectIdentifier(owner)] = tell }

  func unlisten(_ owner: AnyObject) { listeners[ObjectIdentifier(owner)] = nil }

  /// Everything there is to see, as one JSON object.
  func state() -> [UInt8] {
    var json = JSONBytes(capacity: 512)
    json.beginObject()
    json.member("control", gate.allowsControl)
    json.member("recordings", shelf != nil)
    json.beginArray("recorders")
    for recorder in recorders {
      json.beginObject()
      json.member("name", recorder.name)
      json.member("state", recorder.state.rawValue)
      json.member("since", recorder.since, decimals: 0)
      if let reason = recorder.reason {
        json.member("reason", reason)
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  /// A recorder's state in the members that ustreamer's `/state` has, for programs that read those.
  ///
  /// What it says of the source is what the recorder makes. `desired_fps` is 0, as ustreamer's is without a limit: a view sets none.
  func streamerState(of recorder: Recorder) -> [UInt8] {
    let size = recorder.picture.flatMap { picture -> PixelSize? in
      guard var decoder = try? JPEGDecoder() else { return nil }
      return try? decoder.readHeader(Array(picture.jpeg.readableBytesView).span).size
    }
    let clients = streams.values.filter { $0.shows(recorder) }
    let now = WallClock.milliseconds()
    var json = JSONBytes(capacity: 512)
    json.beginObject()
    json.member("ok", true)
    json.beginObject("result")
    json.member("instance_id", recorder.name)
    json.beginObject("source")
    json.beginObject("resolution")
    json.member("width", size?.width ?? 0)
    json.member("height", size?.height ?? 0)
    json.endObject()
    json.member("online", recorder.isOnline)
    json.member("desired_fps", 0)
    json.member("captured_fps", recorder.isOnline ? recorder.made.perSecond() : 0)
    json.endObject()
    json.beginObject("stream")
    json.member("queued_fps", clients.map { $0.rate.perSecond(now) }.max() ?? 0)
    json.member("clients", clients.count)
    json.endObject()
    json.endObject()
    json.endObject()
    return json.bytes
  }

  /// Metrics in Prometheus's text format.
  func metrics() -> String {
    var out = ExpositionText()
    func add(_ name: String, _ kind: ExpositionText.Kind, _ help: String, _ value: Int) {
      out.single("dualcam_view_" + name, kind, help, Double(value))
    }
    func each(_ name: String, _ kind: ExpositionText.Kind, _ help: String, _ value: (Recorder) -> Int) {
      out.metric("dualcam_view_" + name, kind, help)
      for recorder in recorders {
        out.sample("dualcam_view_" + name, [("recorder", recorder.name)], Double(value(recorder)))
      }
    }
    add("connections", .gauge, "Connections at present.", connections)
    add("requests_total", .counter, "Requests answered.", served.requests)
    add("refused_total", .counter, "Requests and connections refused.", served.refused)
    add("pictures_total", .counter, "Pictures sent to clients.", served.pictures)
    add("picture_bytes_total", .counter, "Bytes of pictures sent to clients.", served.bytes)
    add("events_total", .counter, "Events passed to recorders.", served.events)
    each("recorder_up", .gauge, "Whether a recorder is there.") { $0.state == .gone ? 0 : 1 }
    each("recorder_pictures_total", .counter, "Pictures that came from a recorder.") { $0.pictures }
    return out.text
  }
}
