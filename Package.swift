// swift-tools-version: 6.2
// Two cameras in, an annotated JPEG sequence out. What each module is: docs/architecture.md, "Modules".

import PackageDescription

// CI builds with CI=true: there a warning is an error. A package that depends on this one never sees it.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
let swift: [SwiftSetting] = [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")] + strict
// Swift 6.2 has to be told that a span which is written into is still the same one; 6.3 infers it.
let spans: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]
// Packages have the ICU inside Foundation, whose names have no version, not Debian's: `DUALCAM_ICU=$(tools/release/icu)`.
let foundationICU = Context.environment["DUALCAM_ICU"]?.split(whereSeparator: \.isWhitespace)
  .flatMap { ["-Xlinker", String($0)] }

let package = Package(
  name: "dualcam",
  products: [
    .executable(name: "dualcam", targets: ["dualcam"]),
    .library(name: "CaptureKit", targets: ["CaptureKit"]),
    .library(name: "Geometry", targets: ["Geometry"]),
    .library(name: "HUDGeometry", targets: ["HUDGeometry"]),
    .library(name: "FrameBus", targets: ["FrameBus"]),
    .library(name: "GlassChrome", targets: ["GlassChrome"]),
    .library(name: "JPEGCodec", targets: ["JPEGCodec"]),
    .library(name: "PixelTypes", targets: ["PixelTypes"]),
    // For the packages in Fuzz and Benchmarks alone.
    .library(
      name: "parts",
      targets: [
        "Batch", "Viewer", "Pipeline", "Screen", "Recordings", "Compositor", "SettingsFile",
        "PublishProtocol", "Values",
        "HostResources",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    // For `export --calibration` alone.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // `swift package generate-documentation`; nothing that is built depends on it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // Layer 0
    .target(name: "PixelTypes", dependencies: ["CData"], swiftSettings: swift),
    .target(
      name: "Geometry", dependencies: [.product(name: "RealModule", package: "swift-numerics")],
      swiftSettings: swift),
    // It finds the files that it takes in from Sources on.
    .target(name: "CData", path: "Sources/CShims/CData", cSettings: [.headerSearchPath("../..")]),
    .target(name: "CResources", path: "Sources/CShims/CResources"),
    .target(
      name: "HostResources",
      dependencies: [
        "PixelTypes", "CResources", "CFileSystem", "CProcess", "CAllocationCounter", "CInstructionCounter",
        "CJPEGXL", "CDigest",
      ],
      swiftSettings: swift),
    .target(name: "CFutex", path: "Sources/CShims/CFutex"),
    .target(
      name: "CVideo4Linux", path: "Sources/CShims/CVideo4Linux", linkerSettings: [.linkedLibrary("v4l2")]),
    .target(
      name: "CCameraLibraries", dependencies: ["CVideo4Linux"], path: "Sources/CShims/CCameraLibraries",
      // Not by pkg-config, which would link libpipewire: it is loaded when it is needed.
      cSettings: [.headerSearchPath("headers")]),
    .target(
      name: "CJPEG", path: "Sources/CShims/CJPEG",
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
    .target(
      name: "CTypography", dependencies: ["CTypographyLibraries"], path: "Sources/CShims/CTypography",
      linkerSettings: foundationICU.map { [.unsafeFlags($0)] }),
    .systemLibrary(
      name: "CTypographyLibraries", path: "Sources/CShims/CTypographyLibraries",
      pkgConfig: "freetype2 harfbuzz fontconfig" + (foundationICU == nil ? " icu-uc" : ""),
      providers: [.apt(["libfreetype-dev", "libharfbuzz-dev", "libfontconfig-dev", "libicu-dev"])]),
    .target(
      name: "CGuides", path: "Sources/CShims/CGuides", exclude: ["weights"],
      // Where the assembler looks for what it embeds: Sources/CShims/embed.h.
      cSettings: [.headerSearchPath("..")]),
    .target(name: "CAllocationCounter", path: "Sources/CShims/CAllocationCounter"),
    .target(name: "CInstructionCounter", path: "Sources/CShims/CInstructionCounter"),
    .target(name: "CPlaneScaler", path: "Sources/CShims/CPlaneScaler"),
    .target(name: "CSampleOrder", path: "Sources/CShims/CSampleOrder"),
    .target(name: "CGlass", path: "Sources/CShims/CGlass"),
    .target(name: "CFileSystem", path: "Sources/CShims/CFileSystem"),
    .target(
      name: "CSandbox", path: "Sources/CShims/CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(
      name: "CMatroska", path: "Sources/CShims/CMatroska",
      linkerSettings: [.linkedLibrary("matroska"), .linkedLibrary("ebml")]),
    .target(
      name: "CDigest", path: "Sources/CShims/CDigest",
      linkerSettings: [.linkedLibrary("hogweed"), .linkedLibrary("nettle")]),
    .target(name: "CProcess", path: "Sources/CShims/CProcess"),
    .target(name: "CChecksum", path: "Sources/CShims/CChecksum", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CJPEGXL", path: "Sources/CShims/CJPEGXL"),
    .target(name: "CPhotoLibraries", path: "Sources/CShims/CPhotoLibraries"),
    .target(name: "CPNG", path: "Sources/CShims/CPNG", linkerSettings: [.linkedLibrary("png16")]),

    // Layer 1
    .target(name: "FrameBus", dependencies: ["CFutex"], swiftSettings: swift),
    .target(
      name: "HUDGeometry",
      dependencies: [
        "Geometry", "PixelTypes", "CGuides", .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["Templates/Drawings"], swiftSettings: swift),

    .target(
      name: "Films", dependencies: ["PixelTypes", "HostResources", "CMatroska", "CChecksum"],
      swiftSettings: swift),

    // Rounding is libm's when it isn't optimized.
    .target(
      name: "JPEGCodec", dependencies: ["PixelTypes", "HostResources", "CJPEG"], swiftSettings: swift + spans,
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "SettingsFile", dependencies: ["PixelTypes", "HostResources"], swiftSettings: swift),
    .target(name: "PublishProtocol", dependencies: ["HostResources", "CFileSystem"], swiftSettings: swift),
    .target(name: "Values", dependencies: ["PixelTypes"], swiftSettings: swift),
    .target(name: "Settings", dependencies: ["PixelTypes"], exclude: ["Shells"], swiftSettings: swift),
    .target(name: "Terminal", dependencies: ["PixelTypes", "HostResources"], swiftSettings: swift),

    // Layer 2
    .target(
      name: "CaptureKit",
      dependencies: [
        "PixelTypes", "HostResources", "FrameBus", "JPEGCodec", "CVideo4Linux", "CCameraLibraries", "CJPEG",
        "CPNG", "CPhotoLibraries", "CSampleOrder",
      ],
      swiftSettings: swift),
    .target(
      name: "GlassChrome",
      dependencies: [
        "PixelTypes", "Geometry", "CTypography", "CPNG", "CGlass",
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["Icons/Drawings"], swiftSettings: swift),

    // Layer 3
    .target(
      name: "Compositor",
      dependencies: [
        "PixelTypes", "HostResources", "FrameBus", "HUDGeometry", "CaptureKit", "JPEGCodec", "GlassChrome",
        "Settings", "Values", "CPlaneScaler", "CSampleOrder",
      ],
      swiftSettings: swift + spans),

    // Layer 4
    .target(
      name: "Recordings",
      dependencies: [
        "Films", "Compositor", "Settings", "Values", "PixelTypes", "HostResources", "HUDGeometry",
        "CaptureKit",
        "GlassChrome", "JPEGCodec",
        "CFileSystem", .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: swift + spans),

    // Layer 5
    .target(
      name: "Screen",
      dependencies: [
        "Recordings", "Compositor", "Values", "PixelTypes", "HostResources", "FrameBus", "HUDGeometry",
        "CaptureKit",
        "JPEGCodec", "GlassChrome", .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["en", "de", "es", "zh", "ar"].map { "Words/\($0).json" }, swiftSettings: swift),

    // Layer 6
    .target(
      name: "Showroom",
      dependencies: ["PixelTypes", "HostResources", "HUDGeometry", "JPEGCodec", "GlassChrome", "Screen"],
      exclude: ["Contrast/Photographs"],
      swiftSettings: swift),
    .target(
      name: "Pipeline",
      dependencies: [
        "Recordings", "Compositor", "Films", "Settings", "Values", "PixelTypes", "HostResources", "FrameBus",
        "PublishProtocol", "HUDGeometry", "CaptureKit",
        "JPEGCodec", "GlassChrome", "Screen", "CAllocationCounter", "CSandbox",
      ],
      swiftSettings: swift),

    .target(
      name: "Viewer",
      dependencies: [
        "Recordings", "JPEGCodec", "GlassChrome", "Values", "PixelTypes", "HostResources",
        "PublishProtocol", "CChecksum",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      exclude: ["Page/page.html", "Page/booth.html", "Page/login.html"],
      swiftSettings: swift),

    .target(
      name: "Batch",
      dependencies: [
        "Recordings", "CaptureKit", "PixelTypes", "HostResources", "CProcess",
      ],
      exclude: ["slurm.sh", "parallel.sh", "kubernetes.yaml"].map { "Recipes/\($0)" },
      swiftSettings: swift),

    // Layer 7
    .executableTarget(
      name: "dualcam",
      dependencies: [
        "Batch", "Viewer", "Pipeline", "Screen", "Recordings", "Compositor", "SettingsFile", "Settings",
        "Terminal", "Values",
        "PixelTypes",
        "HostResources", "HUDGeometry", "CaptureKit", "JPEGCodec", "GlassChrome", "CAllocationCounter",
      ],
      swiftSettings: swift,
      // Plans name the build whose bytes they mean.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--build-id"])]),

    .executableTarget(
      name: "glass",
      dependencies: [
        "Showroom", "GlassChrome", "Settings", "Terminal", "HostResources", "PixelTypes",
      ],
      swiftSettings: swift),

    // Programs to begin with; their text is in the docs.
    .executableTarget(
      name: "HelloGlass", dependencies: ["GlassChrome"], path: "Examples/HelloGlass", swiftSettings: swift),
    .executableTarget(
      name: "HelloRing", dependencies: ["FrameBus"], path: "Examples/HelloRing", swiftSettings: swift),
    .executableTarget(
      name: "HelloHorizon", dependencies: ["HUDGeometry"], path: "Examples/HelloHorizon", swiftSettings: swift
    ),

    .executableTarget(
      name: "Gallery", dependencies: ["GlassChrome", "CaptureKit", "JPEGCodec", "PixelTypes"],
      path: "Examples/Gallery", swiftSettings: swift),

    // What several suites use: seeded numbers, folders that go away, waits with an end.
    .target(
      name: "TestSupport", dependencies: ["CAllocationCounter"], path: "Tests/TestSupport",
      swiftSettings: swift),
    // Areas and distances of paths, written for exactness: what rasterizers and templates are held against.
    .target(
      name: "PathTruth",
      dependencies: ["Geometry", .product(name: "RealModule", package: "swift-numerics")],
      path: "Tests/PathTruth", exclude: ["README.md"], swiftSettings: swift),
    // Painted pictures whose truth is known: what guides are held against.
    .target(
      name: "TestScenes",
      dependencies: [
        "TestSupport", "PixelTypes", "Geometry", .product(name: "RealModule", package: "swift-numerics"),
      ],
      path: "Tests/TestScenes", swiftSettings: swift),
    // A path tracer of the glass and a measure of colour differences: what the painter is held against. It is optimized
    // in every build: it traces millions of rays.
    .target(
      name: "GlassTruth",
      dependencies: ["PixelTypes", .product(name: "RealModule", package: "swift-numerics")],
      path: "Tests/GlassTruth", exclude: ["README.md"], swiftSettings: swift + [.unsafeFlags(["-O"])]),
    .testTarget(
      name: "HostResourcesTests", dependencies: ["TestSupport", "HostResources"], swiftSettings: swift),
    .testTarget(name: "ValuesTests", dependencies: ["Values"], swiftSettings: swift),
    .testTarget(name: "PixelTypesTests", dependencies: ["TestSupport", "PixelTypes"], swiftSettings: swift),
    .testTarget(
      name: "FilmsTests", dependencies: ["TestSupport", "Films", "PixelTypes", "HostResources"],
      swiftSettings: swift),
    .testTarget(
      name: "FrameBusTests", dependencies: ["TestSupport", "FrameBus", "CAllocationCounter"],
      swiftSettings: swift),
    .testTarget(
      name: "HUDGeometryTests",
      dependencies: [
        "PathTruth", "TestScenes", "TestSupport", "Geometry", "HUDGeometry", "CGuides", "CAllocationCounter",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "CaptureKitTests",
      dependencies: [
        "TestSupport", "CaptureKit", "PixelTypes", "FrameBus", "CVideo4Linux", "CCameraLibraries", "CJPEG",
        "CAllocationCounter",
      ],
      swiftSettings: swift),
    // libjpeg-turbo's own view of a JPEG, for the splicer's tests.
    .target(
      name: "CJPEGReference", path: "Tests/CJPEGReference", linkerSettings: [.linkedLibrary("jpeg")]),
    .testTarget(
      name: "JPEGCodecTests",
      dependencies: ["TestSupport", "JPEGCodec", "CAllocationCounter", "CJPEG", "CJPEGReference"],
      swiftSettings: swift),
    .testTarget(
      name: "GlassChromeTests",
      dependencies: [
        "GlassTruth", "PathTruth", "TestScenes", "TestSupport", "Showroom", "Screen",
        "GlassChrome", "PixelTypes", "HUDGeometry", "CAllocationCounter", "CGlass",
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: swift),
    // Frames, pictures and recordings for tests.
    .target(
      name: "TestPictures",
      dependencies: [
        "TestSupport", "Screen", "Recordings", "Compositor", "PixelTypes", "HostResources", "FrameBus",
        "HUDGeometry", "CaptureKit", "JPEGCodec", "GlassChrome",
      ],
      path: "Tests/TestPictures", swiftSettings: swift),
    .testTarget(
      name: "CompositorTests",
      dependencies: [
        "Values",
        "TestPictures", "TestSupport",
        "Pipeline", "Recordings", "Compositor", "PixelTypes", "HostResources", "HUDGeometry", "CaptureKit",
        "JPEGCodec",
        "GlassChrome", "Screen",
        "CPlaneScaler", "CJPEGReference",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "TestPictures", "TestSupport",
        "Pipeline", "Recordings", "Compositor", "PixelTypes", "HostResources", "HUDGeometry", "CaptureKit",
        "JPEGCodec", "CAllocationCounter", "Values",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "ScreenTests",
      dependencies: [
        "TestPictures", "TestSupport",
        "Screen", "Compositor", "PixelTypes", "HostResources", "FrameBus", "HUDGeometry", "CaptureKit",
        "GlassChrome", "CAllocationCounter",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "PathTruth", "TestPictures", "TestScenes", "TestSupport",
        "Pipeline", "Recordings", "Compositor", "PixelTypes", "HostResources", "FrameBus",
        "PublishProtocol", "HUDGeometry", "CaptureKit", "JPEGCodec",
        "GlassChrome", "Screen", "CAllocationCounter", "Values",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "ViewerTests",
      dependencies: [
        "TestSupport", "Viewer", "Pipeline", "Screen", "Recordings", "Compositor", "HostResources",
        "PublishProtocol",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: swift),
    .testTarget(
      name: "BatchTests",
      dependencies: [
        "TestSupport", "Batch", "Recordings", "CaptureKit", "JPEGCodec", "HostResources", "PixelTypes",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "SettingsFileTests", dependencies: ["TestSupport", "SettingsFile"], swiftSettings: swift),
    .testTarget(
      name: "ShowroomTests",
      dependencies: ["TestSupport", "Showroom", "GlassChrome", "HUDGeometry", "PixelTypes"],
      swiftSettings: swift),
    // The gallery's pictures, and SwiftUI's snippets as they compile here.
    .testTarget(
      name: "ExampleTests",
      dependencies: ["Gallery", "GlassChrome", "JPEGCodec", "PixelTypes"],
      swiftSettings: swift),
    // Confines itself as dualcam does, and tries what it then can't do.
    .executableTarget(
      name: "SandboxProbe", dependencies: ["Pipeline"], path: "Tests/SandboxProbe", swiftSettings: swift),
    // The fuzz targets with seeded inputs; libFuzzer's loop around them is a package of its own, Fuzz/Package.swift.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "TestSupport",
        "JPEGCodec", "PixelTypes", "HostResources", "CaptureKit", "FrameBus", "HUDGeometry", "GlassChrome",
        "SettingsFile", "Values", "PublishProtocol", "Pipeline", "Screen", "Recordings", "Compositor",
        "Viewer",
        "Batch",
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      path: "Fuzz", exclude: ["Package.swift", "corpus", "numbers.dict", "Sources/fuzz/Main.swift"],
      sources: ["Sources", "Tests"],
      swiftSettings: swift),
    .testTarget(
      name: "DualcamTests",
      dependencies: [
        "TestSupport", "Settings", "Terminal", "dualcam", "glass", "HelloGlass", "HelloRing", "HelloHorizon",
        "SandboxProbe",
      ],
      swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .cxx17
)

// A sanitizer's run needs some of the tests only, and what they stand on: `DUALCAM_TESTS=FrameBusTests,CaptureKitTests`.
if let chosen = Context.environment["DUALCAM_TESTS"]?.split(separator: ",").map(String.init) {
  var (needed, open) = (Set<String>(), chosen)
  while let name = open.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
      continue
    }
    for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}

// Tests are built for debugging, and what computes is optimized all the same: `DUALCAM_OPTIMIZED=GlassChrome,CGlass`.
if let chosen = Context.environment["DUALCAM_OPTIMIZED"]?.split(separator: ",").map(String.init) {
  for target in package.targets where chosen.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        // Optimized by files, a camera whose opening fails stays open (Swift 6.3). Threads make a file for each source, as the linker expects.
        .unsafeFlags(
          target.name == "CaptureKit" ? ["-O", "-whole-module-optimization", "-num-threads", "2"] : ["-O"])
      ]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
  }
}
