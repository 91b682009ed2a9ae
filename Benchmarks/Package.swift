// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building the project does not build its benchmarks.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "earmark", path: "..")],
  targets: [
    .executableTarget(
      name: "fingerprint-bench", dependencies: [.product(name: "Fingerprinting", package: "earmark")],
      path: "Sources/FingerprintBench",
      swiftSettings: [
        .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ]
)
