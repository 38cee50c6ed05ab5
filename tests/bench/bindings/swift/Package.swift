// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "bench",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "hostline", path: "../../../../bindings-swift")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [.product(name: "Hostline", package: "hostline")]
        )
    ],
    swiftLanguageModes: [.v6]
)
