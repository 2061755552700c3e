package import Foundation

/// The folder of this build's executables: beside the test bundle.
package enum Products {
    package static let folder: URL = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent()
    }()

    package static func executable(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// The checkout from which the tests were built.
package enum Checkout {
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }
}
