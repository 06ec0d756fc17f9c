import FrameBus

// Four buffers, of which two may wait: a newer frame takes the oldest one's place, and that is counted.
let bus = FrameBus(slots: ["A", "B", "C", "D"], capacity: 2, policy: .dropOldest)
if var camera = bus.takeProducer(), var viewer = bus.takeConsumer() {  // Each on a thread of its own.
  for _ in 1...5 {
    if let free = camera.takeFree() { _ = camera.publish(free) }  // Fill `camera.slot(free)` before.
  }
  while let frame = viewer.take() { print("buffer \(frame.slot)") }  // It goes back with `frame`.
}
print("\(bus.counters.dropped) dropped")
