// swift-tools-version: 6.2
// The subject's mask and contour against the synthetic scenes' exact masks. A package of its own, so that dualcam
// itself carries no measuring code; compare.py sets OpenCV's MOG2 beside it.

import PackageDescription

let package = Package(
  name: "subject-bench",
  dependencies: [.package(name: "dualcam", path: "../..")],
  targets: [
    .executableTarget(
      name: "subject-bench",
      dependencies: [
        .product(name: "HUDGeometry", package: "dualcam"), .product(name: "CaptureKit", package: "dualcam"),
        .product(name: "JPEGCodec", package: "dualcam"),
      ],
      swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")])
  ],
  swiftLanguageModes: [.v6]
)
