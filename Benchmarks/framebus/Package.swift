// swift-tools-version: 6.2
// The ring beside boost::lockfree::spsc_queue, and the doorbell beside a condition variable and an eventfd, in one
// process. Needs libboost-dev. A package of its own, so that dualcam itself needs neither boost nor C++.

import PackageDescription

let package = Package(
  name: "framebus-bench",
  dependencies: [.package(name: "dualcam", path: "../..")],
  targets: [
    .target(name: "CPeers", cxxSettings: [.unsafeFlags(["-O3"])]),
    .executableTarget(
      name: "framebus-bench",
      dependencies: ["CPeers", .product(name: "FrameBus", package: "dualcam")],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
