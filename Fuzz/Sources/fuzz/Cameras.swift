import FrameBus

@testable import CaptureKit

/// A camera whose driver says what an input says: listed, opened, streamed from, lost and found again.
func drive(_ input: Span<UInt8>) {
  var at = 0
  var clock = DeviceClock()
  while let header = PayloadClock(&at, input) {
    clock.take(header)
    _ = clock.endFrame()
  }
  let bytes = array(input)
  _ = DeviceEnumerator.cameras(kernel: FuzzedKernel(bytes))
  let kernel = FuzzedKernel(bytes)
  var request = StreamRequest()
  request.controls = [ControlValue("brightness", 5)]
  guard
    let feed = try? DeviceFeed(
      path: "/dev/video0", request: request, policy: .dropOldest, doorbell: Doorbell(), strict: false,
      kernel: kernel)
  else { return }
  guard let taken = feed.takeConsumer() else { return }
  let reader = Reader(taken)
  var waits = 0
  kernel.atWait = { isOver in
    reader.look()
    waits += 1
    if isOver || waits > 10_000 { feed.requestStop() }
  }
  _ = try? feed.runHere()
  reader.look()
  kernel.atWait = { _ in }
}

/// The other end of the ring.
private final class Reader {
  private var consumer: FrameConsumer<FrameSlot>
  init(_ consumer: consuming FrameConsumer<FrameSlot>) { self.consumer = consumer }

  func look() {
    while let lease = consumer.take() {
      precondition(
        lease.slot.byteCount > 0 && lease.slot.byteCount <= lease.slot.capacity, "more than there is")
      precondition(lease.slot.gap >= 0)
    }
  }
}
