// swift-tools-version: 6.2
// The horizon estimator on a folder of pictures with known roll: its errors, what its confidence is worth, its time.

import PackageDescription

let package = Package(
  name: "horizon-bench",
  dependencies: [.package(name: "dualcam", path: "../..")],
  targets: [
    .executableTarget(
      name: "horizon-bench",
      dependencies: [
        .product(name: "HUDGeometry", package: "dualcam"), .product(name: "JPEGCodec", package: "dualcam"),
      ],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]),
    .executableTarget(
      name: "horizon-scenes", dependencies: [.product(name: "JPEGCodec", package: "dualcam")],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]),
  ],
  swiftLanguageModes: [.v6]
)
