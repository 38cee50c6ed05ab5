// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "agent",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "hostline", path: "../../../bindings-swift")],
    targets: [
        .executableTarget(
            name: "agent",
            dependencies: [.product(name: "Hostline", package: "hostline")]
        )
    ],
    swiftLanguageModes: [.v6]
)
