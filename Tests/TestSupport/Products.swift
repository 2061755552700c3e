package import Foundation

/// Where this build's executables are: beside the running test bundle.
package enum Products {
    package static let folder: URL = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent()
    }()

    package static func executable(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// The checkout that the tests were built from.
package enum Checkout {
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }
}
