import FrameBus

// Three buffers, of which two may wait: a newer frame takes the oldest one's place, and that is counted.
let bus = FrameBus(slots: ["A", "B", "C"], capacity: 2, policy: .dropOldest)
if var camera = bus.takeProducer(), var viewer = bus.takeConsumer() {  // Each on a thread of its own.
  var free = camera.takeFree()
  for _ in 1...5 {
    guard let index = free else { break }
    // Fill `camera.slot(index)`, then:
    if case .displaced(let oldest) = camera.publish(index) { free = oldest } else { free = camera.takeFree() }
  }
  while let frame = viewer.take() { print("buffer \(frame.slot)") }  // It goes back with `frame`.
}
print("\(bus.counters.dropped) dropped")
