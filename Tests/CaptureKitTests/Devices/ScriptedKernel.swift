import CVideo4Linux
import Glibc
import PixelTypes
import Synchronization

@testable import CaptureKit

/// A kernel that does what a test says, on a clock of its own: nothing waits for real time.
@safe
final class ScriptedKernel: KernelInterface {
  /// Names of calls, for scripted errnos and for counting.
  enum Call: String, Sendable, CaseIterable {
    case open, queryCapability, input, enumerateFormat, enumerateFrameSize, enumerateFrameInterval
    case setFormat, getParameters, setParameters, queryControl, queryMenuItem, getControl
    case setControl, requestBuffers, queryBuffer, map, unmap, queueBuffer, dequeueBuffer, streamOn, streamOff
    case poll, close, makeWake

    /// Whether it names the kind of buffers.
    var hasBufferType: Bool {
      switch self {
      case .enumerateFormat, .setFormat, .getParameters, .setParameters, .requestBuffers, .queryBuffer,
        .queueBuffer, .dequeueBuffer, .streamOn, .streamOff:
        true
      default: false
      }
    }
  }

  struct World {
    var cameras: [String: ScriptedCamera] = [:]
    /// Descriptor → node.
    var open: [Int32: String] = [:]
    var nextDescriptor: Int32 = 10
    var clock: Int64 = 1_000_000_000_000
    var errors: [Call: [Int32]] = [:]
    /// What all calls of a kind answer at one node.
    var failing: (node: String, call: Call, code: Int32)?
    /// What all calls of a kind answer.
    var always: [Call: Int32] = [:]
    var calls: [Call: Int] = [:]
    var steps: [ScriptedStep] = []
    /// The number of the latest frame.
    var sequence: UInt32 = 0
    var isWoken = false
    var mappings = 0
    var pauses: [Int32] = []
    var folders: [String: [String]] = [:]
    var links: [String: String] = [:]
    var texts: [String: String] = [:]
    var groups: [String: String] = [:]
    /// Called when the script is over.
    var atEnd: (@Sendable () -> Void)?

    /// What a call is to answer instead of its own.
    mutating func scripted(_ call: Call) -> Int32? {
      if let code = always[call] { return code }
      return errors[call]?.isEmpty == false ? errors[call]?.removeFirst() : nil
    }
  }

  // SAFETY: the mutex guards all; tests that look at memory do so on the loop's thread.
  private struct Box: @unchecked Sendable { var world = World() }
  private let box = Mutex(Box())

  init(_ cameras: [String: ScriptedCamera]) { with { $0.cameras = cameras } }

  /// A kernel with one camera, at /dev/video0.
  convenience init(_ change: (inout ScriptedCamera) -> Void = { _ in }) {
    var camera = ScriptedCamera()
    change(&camera)
    self.init(["/dev/video0": camera])
  }

  @discardableResult
  func with<Result: Sendable>(_ body: (inout World) -> Result) -> Result { box.withLock { body(&$0.world) } }

  /// The next calls of this kind answer these (0: go on as usual).
  func fail(_ call: Call, _ codes: Int32...) { with { $0.errors[call, default: []] += codes } }

  func count(_ call: Call) -> Int { with { $0.calls[call] ?? 0 } }

  /// All calls so far.
  var callCount: Int { with { $0.calls.values.reduce(0, +) } }

  /// Whether nothing is open or mapped any more.
  var isAtRest: Bool { with { $0.open.isEmpty && $0.mappings == 0 } }

  private func play(
    _ call: Call, _ device: DeviceHandle? = nil, _ body: (inout World, inout ScriptedCamera) -> Int32
  ) -> Int32 {
    box.withLock { box in
      box.world.calls[call, default: 0] += 1
      if let code = box.world.scripted(call), code != 0 { return code }
      guard let device, let node = box.world.open[device.descriptor] else { return 9 }
      if let failing = box.world.failing, failing.node == node, failing.call == call { return failing.code }
      guard var camera = box.world.cameras[node] else { return ENODEV }
      // A camera that came back under the number of one that went isn't what this descriptor opened.
      defer { if box.world.cameras[node] != nil { box.world.cameras[node] = camera } }
      if call.hasBufferType, device.isMultiplanar != camera.isMultiplanar { return EINVAL }
      return body(&box.world, &camera)
    }
  }

  func open(_ path: String, _ device: inout DeviceHandle) -> Int32 {
    box.withLock { box in
      box.world.calls[.open, default: 0] += 1
      if let code = box.world.scripted(.open), code != 0 { return code }
      if let failing = box.world.failing, failing.node == path, failing.call == .open { return failing.code }
      guard box.world.cameras[path] != nil else { return ENOENT }
      device.descriptor = box.world.nextDescriptor
      box.world.nextDescriptor += 1
      box.world.open[device.descriptor] = path
      return 0
    }
  }

  func convert(_ device: inout DeviceHandle) -> Int32 {
    device.isConverting = true
    return 0
  }

  func close(_ device: DeviceHandle) -> Int32 {
    with { world in
      world.calls[.close, default: 0] += 1
      if let node = world.open.removeValue(forKey: device.descriptor),
        world.cameras[node]?.owner == device.descriptor
      {
        world.cameras[node]?.owner = nil
      }
    }
    return 0
  }

  func queryCapability(_ device: DeviceHandle, _ capability: inout Capability) -> Int32 {
    play(.queryCapability, device) { _, camera in
      var raw = v4l2_capability()
      unsafe withUnsafeMutableBytes(of: &raw.card) { unsafe fill($0, camera.card) }
      unsafe withUnsafeMutableBytes(of: &raw.driver) { unsafe fill($0, camera.driver) }
      unsafe withUnsafeMutableBytes(of: &raw.bus_info) { unsafe fill($0, camera.bus) }
      raw.capabilities = camera.capabilities
      raw.device_caps = camera.deviceCaps
      capability = Capability(raw)
      return 0
    }
  }

  func input(_ device: DeviceHandle, _ input: inout InputReport) -> Int32 {
    play(.input, device) { _, camera in
      input.name = "HDMI 0"
      input.status = camera.inputStatus
      return 0
    }
  }

  func enumerateFormat(_ device: DeviceHandle, _ format: inout v4l2_fmtdesc) -> Int32 {
    play(.enumerateFormat, device) { _, camera in
      guard format.index < camera.formats.count else { return EINVAL }
      let offer = camera.formats[Int(format.index)]
      format.pixelformat = FourCharacterCode(offer.code).rawValue
      unsafe withUnsafeMutableBytes(of: &format.description) { unsafe fill($0, "as " + offer.code) }
      return 0
    }
  }

  private func offers(_ camera: ScriptedCamera, _ code: UInt32) -> [ScriptedCamera.Size] {
    camera.formats.first { FourCharacterCode($0.code).rawValue == code }?.sizes ?? []
  }

  func enumerateFrameSize(_ device: DeviceHandle, _ size: inout v4l2_frmsizeenum) -> Int32 {
    play(.enumerateFrameSize, device) { _, camera in
      let sizes = offers(camera, size.pixel_format)
      guard size.index < sizes.count else { return EINVAL }
      let offer = sizes[Int(size.index)]
      if let smallest = offer.smallest {
        size.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
        size.stepwise = v4l2_frmsize_stepwise(
          min_width: smallest.width, max_width: offer.width, step_width: smallest.step,
          min_height: smallest.height, max_height: offer.height, step_height: smallest.step)
      } else {
        size.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        size.discrete = v4l2_frmsize_discrete(width: offer.width, height: offer.height)
      }
      return 0
    }
  }

  func enumerateFrameInterval(_ device: DeviceHandle, _ interval: inout v4l2_frmivalenum) -> Int32 {
    play(.enumerateFrameInterval, device) { _, camera in
      let offer = offers(camera, interval.pixel_format).first {
        $0.width == interval.width && $0.height == interval.height
      }
      guard let offer, interval.index < offer.rates.count else { return EINVAL }
      interval.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      interval.discrete = v4l2_fract(numerator: 1, denominator: offer.rates[Int(interval.index)])
      return 0
    }
  }

  func setFormat(_ device: DeviceHandle, _ format: inout v4l2_pix_format) -> Int32 {
    play(.setFormat, device) { world, camera in
      if camera.isMetadata {
        // As uvcvideo, while the camera has buffers.
        if world.cameras.values.contains(where: { $0.owner != nil }) { return EBUSY }
        camera.format.sizeimage = 1024
        camera.amendFormat(&format)
        return 0
      }
      let code = FourCharacterCode(rawValue: format.pixelformat)
      let size = sides(of: format)
      format.bytesperline = UInt32(code.pixelFormat?.minimumBytesPerRow(width: size.width) ?? size.width)
      let raw = code.pixelFormat?.frameBytes(height: size.height, bytesPerRow: Int(format.bytesperline))
      format.sizeimage = UInt32(raw ?? size.width * size.height * 3 / 2)
      format.field = V4L2_FIELD_NONE.rawValue
      format.priv = cv4l_pix_priv_magic
      camera.amendFormat(&format)
      camera.format = format
      return 0
    }
  }

  private func sides(of format: v4l2_pix_format) -> (width: Int, height: Int) {
    (Int(format.width), Int(format.height))
  }

  func getParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    play(.getParameters, device) { _, camera in
      parameters.capability = cv4l_cap_timeperframe
      parameters.timeperframe = v4l2_fract(numerator: 1, denominator: camera.fixedRate ?? camera.rate)
      return 0
    }
  }

  func setParameters(_ device: DeviceHandle, _ parameters: inout v4l2_captureparm) -> Int32 {
    play(.setParameters, device) { _, camera in
      if let fixed = camera.fixedRate {
        parameters.timeperframe = v4l2_fract(numerator: 1, denominator: fixed)
      }
      camera.rate = parameters.timeperframe.denominator / max(1, parameters.timeperframe.numerator)
      return 0
    }
  }

  func queryControl(_ device: DeviceHandle, _ control: inout v4l2_query_ext_ctrl) -> Int32 {
    play(.queryControl, device) { _, camera in
      let after = control.id & ~cv4l_next_control
      guard let next = camera.controls.filter({ $0.id > after }).min(by: { $0.id < $1.id }) else {
        return EINVAL
      }
      control.id = next.id
      control.type = next.type.rawValue
      control.minimum = next.range.lowerBound
      control.maximum = next.range.upperBound
      control.step = 1
      control.flags = next.flags
      control.elems = 1
      unsafe withUnsafeMutableBytes(of: &control.name) { unsafe fill($0, next.name) }
      return 0
    }
  }

  func queryOldControl(_ device: DeviceHandle, _ control: inout v4l2_queryctrl) -> Int32 {
    var new = v4l2_query_ext_ctrl()
    new.id = control.id
    let code = queryControl(device, &new)
    control.id = new.id
    control.type = new.type
    control.minimum = Int32(clamping: new.minimum)
    control.maximum = Int32(clamping: new.maximum)
    unsafe withUnsafeMutableBytes(of: &control.name) { to in
      unsafe withUnsafeBytes(of: &new.name) { unsafe to.copyMemory(from: $0) }
    }
    return code
  }

  func queryMenuItem(_ device: DeviceHandle, _ item: inout MenuItem) -> Int32 {
    play(.queryMenuItem, device) { _, camera in
      guard let name = camera.controls.first(where: { $0.id == item.id })?.items[Int64(item.index)] else {
        return EINVAL
      }
      item.name = name
      return 0
    }
  }

  func getControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: inout Int64) -> Int32 {
    play(.getControl, device) { _, camera in
      guard let index = camera.index(of: control) else { return EINVAL }
      value = camera.controls[index].value
      return 0
    }
  }

  func setRectangle(_ device: DeviceHandle, _ control: ControlAddress, _ rect: PixelRect) -> Int32 {
    play(.setControl, device) { _, camera in
      guard let index = camera.index(of: control) else { return EINVAL }
      camera.controlsSet.append(camera.controls[index].name)
      camera.region = rect
      return 0
    }
  }

  func setControl(_ device: DeviceHandle, _ control: ControlAddress, _ value: Int64) -> Int32 {
    play(.setControl, device) { _, camera in
      guard let index = camera.index(of: control) else { return EINVAL }
      camera.controlsSet.append(camera.controls[index].name)
      guard camera.controls[index].range.contains(value) else { return ERANGE }
      if !camera.controls[index].isStubborn { camera.controls[index].value = value }
      return 0
    }
  }

  func requestBuffers(_ device: DeviceHandle, _ count: inout UInt32) -> Int32 {
    play(.requestBuffers, device) { _, camera in
      if let owner = camera.owner, owner != device.descriptor { return EBUSY }
      camera.owner = count == 0 ? nil : device.descriptor
      camera.queue = []
      if count > 0 { count = camera.bufferCount ?? count }
      return 0
    }
  }

  func queryBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    play(.queryBuffer, device) { _, camera in
      buffer.length = camera.bufferLength ?? camera.format.sizeimage
      buffer.offset = buffer.index * 4096
      return 0
    }
  }

  func map(
    _ device: DeviceHandle, length: Int, offset: UInt32, _ memory: inout UnsafeMutableRawBufferPointer
  ) -> Int32 {
    play(.map, device) { world, camera in
      unsafe memory = .allocate(byteCount: length, alignment: 64)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe camera.memory[offset / 4096] = unsafe memory
      world.mappings += 1
      return 0
    }
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer, isConverting: Bool) -> Int32 {
    unsafe memory.deallocate()
    with { $0.mappings -= 1 }
    return 0
  }

  func queueBuffer(_ device: DeviceHandle, index: UInt32, bytes: UInt32) -> Int32 {
    play(.queueBuffer, device) { _, camera in
      if camera.queue.contains(index) { return EINVAL }
      camera.queue.append(index)
      return 0
    }
  }

  func dequeueBuffer(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    if device.bufferType == V4L2_BUF_TYPE_META_CAPTURE.rawValue { return dequeueMetadata(device, &buffer) }
    // A device that has just gone may answer with any of these.
    let failure = with { world -> Int32 in
      guard case .failure(let code) = world.steps.first else { return 0 }
      world.steps.removeFirst()
      return code
    }
    if failure != 0 { return failure }
    return play(.dequeueBuffer, device) { world, camera in
      guard camera.isStreaming else { return EINVAL }
      switch world.steps.first {
      case .pollError:
        world.steps.removeFirst()
        return EAGAIN
      case .frame(let frame):
        guard !camera.queue.isEmpty else { return EAGAIN }
        world.steps.removeFirst()
        let index = camera.queue.removeFirst()
        world.clock += 33_000_000
        world.sequence = frame.sequence
        if let memory = unsafe camera.memory[index] {
          for (offset, byte) in frame.content.enumerated() where offset < memory.count {
            unsafe memory[offset] = byte
          }
        }
        let stamp = frame.age.map { world.clock - $0 } ?? frame.stamp
        buffer = BufferReport(
          index: frame.index ?? index, flags: frame.flags, bytesUsed: frame.bytes,
          dataOffset: frame.dataOffset,
          sequence: frame.sequence, seconds: Int(stamp / 1_000_000_000),
          microseconds: Int(stamp % 1_000_000_000 / 1000))
        return 0
      default: return EAGAIN
      }
    }
  }

  private func dequeueMetadata(_ device: DeviceHandle, _ buffer: inout BufferReport) -> Int32 {
    play(.dequeueBuffer, device) { world, camera in
      guard let next = camera.metadata.first, next.sequence <= world.sequence, !camera.queue.isEmpty else {
        return EAGAIN
      }
      let (index, (sequence, bytes)) = (camera.queue.removeFirst(), camera.metadata.removeFirst())
      if let memory = unsafe camera.memory[index] { unsafe memory.copyBytes(from: bytes) }
      buffer = BufferReport(
        index: index, flags: ScriptedFrame.monotonic, bytesUsed: UInt32(bytes.count), sequence: sequence)
      return 0
    }
  }

  func streamOn(_ device: DeviceHandle) -> Int32 {
    play(.streamOn, device) { _, camera in
      camera.isStreaming = true
      return 0
    }
  }

  func streamOff(_ device: DeviceHandle) -> Int32 {
    play(.streamOff, device) { _, camera in
      camera.isStreaming = false
      camera.queue = []
      return 0
    }
  }

  func poll(_ device: DeviceHandle?, wake: Int32, milliseconds: Int32, _ events: inout PollEvents) -> Int32 {
    let failure = with { world -> Int32 in
      world.calls[.poll, default: 0] += 1
      return world.scripted(.poll) ?? 0
    }
    if failure != 0 { return failure }
    events = PollEvents()
    // Acts run without the lock, as they call the kernel and the feed.
    let act = with { world -> (@Sendable () -> Void)? in
      if device == nil {
        world.pauses.append(milliseconds)
        // What would happen to an open device can't happen to none.
        switch world.steps.first {
        case .failure, .pollError: world.steps.removeFirst()
        default: break
        }
      }
      // A script that the loop never gets through ends too.
      if world.calls[.poll, default: 0] > 100_000 { return world.atEnd }
      if case .act(let act) = world.steps.first {
        world.steps.removeFirst()
        return act
      }
      if world.steps.isEmpty, let atEnd = world.atEnd { return atEnd }
      return nil
    }
    act?()
    with { world in
      events.isWoken = world.isWoken
      if let device, let node = world.open[device.descriptor], world.cameras[node] == nil {
        events.isBroken = true
        return
      }
      switch world.steps.first {
      case .frame, .failure:
        if device == nil { world.clock += Int64(milliseconds) * 1_000_000 } else { events.isReadable = true }
      case .pollError: events.isBroken = device != nil
      case .silence:
        world.steps.removeFirst()
        world.clock += Int64(milliseconds) * 1_000_000
      default: world.clock += Int64(milliseconds) * 1_000_000
      }
    }
    return 0
  }

  func makeWake(_ wake: inout Int32) -> Int32 {
    if let code = with({ $0.scripted(.makeWake) }), code != 0 { return code }
    wake = 1000
    return 0
  }

  func signalWake(_ wake: Int32) -> Int32 {
    with { $0.isWoken = true }
    return 0
  }

  func closeWake(_ wake: Int32) {}

  func rest(milliseconds: Int32) {
    let atEnd = with { world -> (@Sendable () -> Void)? in
      world.clock += Int64(milliseconds) * 1_000_000
      world.pauses.append(milliseconds)
      // Nothing of the script comes to pass where poll fails for good.
      return world.always[.poll] != nil ? world.atEnd : nil
    }
    atEnd?()
  }

  var nanoseconds: Int64 { with { $0.clock } }
}

/// Writes a text into a fixed field, ended by 0.
func fill(_ field: UnsafeMutableRawBufferPointer, _ text: String) {
  let bytes = Array(text.utf8.prefix(field.count - 1)) + [0]
  unsafe field.copyBytes(from: bytes)
}
