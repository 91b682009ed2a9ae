// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, so that building the project does not build its benchmarks.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "earmark", path: "..")],
  targets: [
    .executableTarget(
      name: "cycle-bench",
      dependencies: [
        .product(name: "Earmark", package: "earmark"), .product(name: "GStreamerKit", package: "earmark"),
      ],
      path: "Sources/CycleBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "fingerprint-bench", dependencies: [.product(name: "Fingerprinting", package: "earmark")],
      path: "Sources/FingerprintBench",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "pack-bench", dependencies: [.product(name: "Fingerprinting", package: "earmark")],
      path: "Sources/PackBench", swiftSettings: swiftSettings),
  ]
)
