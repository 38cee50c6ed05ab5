// swift-tools-version: 6.0
//
// The native library is found in `HOSTLINE_LIBRARY_PATH`, or else in the folder `lib` of this
// package. A program looks for it there, and beside itself.

import Foundation
import PackageDescription

let folder = Context.environment["HOSTLINE_LIBRARY_PATH"] ?? "\(Context.packageDirectory)/lib"

#if os(Linux)
    let library = "\(folder)/libhostline_ffi.so"
    let beside = "$ORIGIN"
#else
    let library = "\(folder)/libhostline_ffi.dylib"
    let beside = "@loader_path"
#endif

// Said here, since the linker would only say that it cannot find `-lhostline_ffi`.
if !FileManager.default.fileExists(atPath: library) {
    let sentence = """
        Hostline's native library is not there: \(library). Use the package of a release, which \
        has it, or build it with `cargo build --release -p hostline-swift` and set \
        HOSTLINE_LIBRARY_PATH to the folder that it is in.

        """
    FileHandle.standardError.write(Data(sentence.utf8))
    exit(1)
}

let package = Package(
    name: "hostline",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Hostline", targets: ["Hostline"])
    ],
    targets: [
        .target(name: "Hostline", dependencies: ["HostlineNative"]),
        // What UniFFI writes. Swift 6.0 crashes on it in its own language mode.
        .target(
            name: "HostlineNative",
            dependencies: ["HostlineFFI"],
            swiftSettings: [.swiftLanguageMode(.v5)],
            linkerSettings: [
                .linkedLibrary("hostline_ffi"),
                .unsafeFlags([
                    "-L\(folder)",
                    "-Xlinker", "-rpath", "-Xlinker", beside,
                    "-Xlinker", "-rpath", "-Xlinker", folder,
                ]),
            ]
        ),
        .systemLibrary(name: "HostlineFFI"),
        .executableTarget(name: "walk", dependencies: ["Hostline"], path: "examples"),
        .testTarget(name: "HostlineTests", dependencies: ["Hostline"]),
    ],
    swiftLanguageModes: [.v6]
)
