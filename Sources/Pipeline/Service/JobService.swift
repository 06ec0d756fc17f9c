import CaptureKit
import Compositor
import FrameBus
import HUDGeometry
import HostResources
import Recordings
import Synchronization

/// Looks after a live job from its own thread: rereads settings, notifies the service manager, writes metrics.
///
/// The stage checks in once per picture (`turn(at:)` and the functions after it, called by
/// `JobLoop`), which costs a few atomic loads and a store; it never waits here.
final class JobService: Sendable {
  private let settings: ServiceSettings
  private let takesStills: Bool
  let signals: JobSignals
  private let notifier: ServiceNotifier?
  private let metrics: ReplacedFile?
  private let budget: FrameBudget

  private struct Exchange {
    var progress: JobProgress?
    var reload: ServiceSettings.Reload?
    var feeds: [any CameraFeed] = []
    // The drawings in use: their files may have changed under the same names.
    var drawings: Drawings
  }

  /// The viewfinders' templates.
  struct Drawings: Equatable {
    private var template: SilhouetteTemplate?
    private var own: [OwnGuides.Template]

    init(_ stage: StageSettings) {
      template = stage.template
      own = stage.own.map(\.template)
    }

    /// The flags, without dashes, whose drawings differ.
    func changes(to other: Drawings) -> [String] {
      (template == other.template ? [] : ["template"])
        + (own == other.own ? [] : ["secondary-template"])
    }
  }

  /// For the stage to report. Nobody takes them while it hangs.
  let messages = Inbox<JobEvent>(most: 100)
  private let exchange: Mutex<Exchange>
  // Says that `exchange` holds one. Releasing stores with the lock held, acquiring loads before taking it.
  private let hasReload = Atomic<Bool>(false)
  private let isProgressWanted = Atomic<Bool>(false)
  // When the stage last checked in, in nanoseconds; 0 before the first picture. No other data depends on it.
  private let lastTurn = Atomic<Int64>(0)
  private let isStopping = Atomic<Bool>(false)
  // Partner: the store in `close`.
  private let isClosed = Atomic<Bool>(false)
  private let bell = Doorbell()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Opens the files and sockets; `start()` runs the service.
  ///
  /// - Parameters:
  ///   - settings: the service's settings.
  ///   - drawings: the templates that the job starts with.
  ///   - takesStills: whether a sink keeps stills.
  ///   - budget: the source of the timings in the metrics.
  ///   - events: called with a warning when the service manager can't be reached.
  /// - Throws: `FileError.cannotCreate(path:reason:)` when the metrics file can't be created.
  init(
    _ settings: ServiceSettings, drawings: Drawings, takesStills: Bool, budget: FrameBudget,
    events: (JobEvent) -> Void
  ) throws(FileError) {
    self.settings = settings
    exchange = Mutex(Exchange(drawings: drawings))
    self.takesStills = takesStills
    self.budget = budget
    signals = settings.signals
    metrics = try settings.metrics.map { path throws(FileError) in try ReplacedFile(path) }
    do { notifier = try ServiceNotifier.connected(settings.environment) } catch {
      notifier = nil
      events(.warning("\(error); the service manager won't know how this run is doing"))
    }
  }

  /// Starts the thread.
  ///
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  func start() throws(ResourceShortage) {
    let thread = try WorkerThread(name: "dualcam-service") { [self] in run() }
    self.thread.withLock { $0 = thread }
  }

  /// Ends the thread, and waits for it.
  ///
  /// - Returns: `false` when it hangs, as would anything that touches its files.
  func close() -> Bool {
    isClosed.store(true, ordering: .releasing)
    bell.ring()
    return thread.withLock { $0 }?.join(within: Self.patience) ?? true
  }

  // If the thread hangs, for instance writing metrics to a dead network mount, the run ends without it.
  private static let patience = Duration.seconds(10)

  // MARK: - The stage's side

  /// Sets the cameras whose signs of life count.
  func watch(_ feeds: [any CameraFeed]) { exchange.withLock { $0.feeds = feeds } }

  /// The stage has begun another picture.
  func turn(at now: Int64) { lastTurn.store(now, ordering: .relaxed) }

  var wantsProgress: Bool { isProgressWanted.load(ordering: .relaxed) }

  func give(_ progress: JobProgress) {
    exchange.withLock { $0.progress = progress }
    isProgressWanted.store(false, ordering: .relaxed)
  }

  /// Reread settings, if any.
  func takeReload() -> ServiceSettings.Reload? {
    guard hasReload.load(ordering: .acquiring) else { return nil }
    return exchange.withLock {
      hasReload.store(false, ordering: .releasing)
      return $0.reload.take()
    }
  }

  /// The loop has ended; pictures in flight are still written to disk.
  func stopping() {
    isStopping.store(true, ordering: .relaxed)
    notifier?.send("STOPPING=1\nSTATUS=finishing what is in flight")
  }

  /// Writes the final figures. Call it after `close()`.
  func finish(_ progress: JobProgress, events: (JobEvent) -> Void) {
    if let code = metrics?.write(metricsText(progress)), code != 0 {
      events(.warning(Self.metricsProblem(settings.metrics, code)))
    }
  }

  private func metricsText(_ progress: JobProgress) -> String {
    MetricsText.text(progress, budget.figures(), path: settings.metrics ?? "")
  }

  // MARK: - The service's thread

  private static let step: Int64 = 250_000_000
  private static let statusPeriod: Int64 = 2_000_000_000

  private struct Clock {
    var nextStatus: Int64 = 0
    var nextMetrics: Int64 = 0
    var nextPing: Int64 = 0
    var nextExtension: Int64 = 0
    var isReady = false
    var isReloading = false
    var metricsFailed = false
    var lastStatus = ""
    var judge: WatchdogJudge
    var ping: Int64
  }

  private func run() {
    let watchdog = notifier?.watchdog.map { Int64($0 / .nanoseconds(1)) }
    var clock = Clock(judge: WatchdogJudge(patience: watchdog ?? .max), ping: (watchdog ?? 0) / 2)
    while !isClosed.load(ordering: .acquiring) {
      let ticket = bell.ticket
      let now = MonotonicClock.now()
      attend(now, &clock)
      bell.wait(after: ticket, timeout: .nanoseconds(min(Self.step, max(clock.ping / 2, 10_000_000))))
    }
  }

  private func attend(_ now: Int64, _ clock: inout Clock) {
    if signals.takeReload() { reload(&clock) }
    if clock.isReloading, !hasReload.load(ordering: .relaxed) {
      clock.isReloading = false
      if clock.isReady { notifier?.send("READY=1") }
    }
    if !takesStills, signals.takeStill() {
      messages.add(.note("USR1 saves a picture only with --stills; nothing was saved"))
    }
    let turned = lastTurn.load(ordering: .relaxed)
    if turned == 0 || isStopping.load(ordering: .relaxed) { extend(now, &clock, isStarting: turned == 0) }
    if turned != 0, !clock.isReady {
      clock.isReady = true
      notifier?.send("READY=1")
    }
    ping(now, turned, &clock)
    guard turned != 0, notifier != nil || metrics != nil else { return }
    report(now, &clock)
  }

  /// Asks the manager for more time, because it gives up on a start or stop that takes too long.
  private func extend(_ now: Int64, _ clock: inout Clock, isStarting: Bool) {
    guard let notifier, now >= clock.nextExtension else { return }
    clock.nextExtension = now + 5_000_000_000
    notifier.send(
      "EXTEND_TIMEOUT_USEC=15000000" + (isStarting ? "\nSTATUS=waiting for the first frame" : ""))
  }

  private func ping(_ now: Int64, _ turned: Int64, _ clock: inout Clock) {
    guard clock.ping > 0, turned != 0, now >= clock.nextPing, let notifier else { return }
    let feeds = exchange.withLock { $0.feeds }
    var signs: UInt64 = 0
    var isLooking = false
    for feed in feeds {
      let counters = feed.counters
      signs &+= counters.received &+ counters.gaps &+ counters.bad &+ counters.reconnects &+ counters.timeouts
      if feed.status == .lost || feed.status == .connecting { isLooking = true }
    }
    // While the remaining pictures are written, the stage makes none.
    let last = isStopping.load(ordering: .relaxed) ? now : turned
    guard clock.judge.isWell(at: now, turned: last, signs: signs, isLooking: isLooking) else { return }
    clock.nextPing = now + clock.ping
    notifier.send("WATCHDOG=1")
  }

  private func report(_ now: Int64, _ clock: inout Clock) {
    if let progress = exchange.withLock({ $0.progress.take() }) {
      if let notifier, let statusText = settings.statusText {
        let status = ServiceNotifier.line(statusText(progress))
        if status != clock.lastStatus { notifier.send("STATUS=" + status) }
        clock.lastStatus = status
      }
      if let metrics, now >= clock.nextMetrics {
        clock.nextMetrics = now + Int64(settings.metricsInterval / .nanoseconds(1))
        let code = metrics.write(metricsText(progress))
        if code != 0, !clock.metricsFailed {
          messages.add(.warning(Self.metricsProblem(settings.metrics, code)))
        }
        if code == 0, clock.metricsFailed {
          messages.add(.note("\(settings.metrics ?? "") is being written again"))
        }
        clock.metricsFailed = code != 0
      }
    }
    let period = min(Self.statusPeriod, Int64(settings.metricsInterval / .nanoseconds(1)))
    if now >= clock.nextStatus {
      clock.nextStatus = now + period
      isProgressWanted.store(true, ordering: .relaxed)
    }
  }

  private static func metricsProblem(_ path: String?, _ code: Int32) -> String {
    "\(path ?? ""): \(SystemCall.text(code)); the metrics stay unchanged and the run continues"
  }

  private func reload(_ clock: inout Clock) {
    guard let read = settings.reload else {
      return messages.add(.note("HUP rereads settings only with --config; nothing changed"))
    }
    notifier?.send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now() / 1000)")
    clock.isReloading = true
    do {
      var reload = try read()
      lookAt(&reload)
      guard !reload.changes.isEmpty else {
        return messages.add(.note("reread the settings: nothing changed"))
      }
      exchange.withLock {
        $0.reload = reload
        hasReload.store(true, ordering: .releasing)
      }
    } catch {
      messages.add(ServiceSettings.refusal(error))
    }
  }

  /// Counts a drawing that changed under the same name as a change, too.
  private func lookAt(_ reload: inout ServiceSettings.Reload) {
    let drawings = Drawings(reload.settings.stage)
    for name in exchange.withLock({ $0.drawings.changes(to: drawings) })
    where !reload.changes.contains(name) {
      reload.changes.append(name)
    }
    reload.accept = { [self, accept = reload.accept] in
      accept()
      exchange.withLock { $0.drawings = drawings }
    }
  }
}
