import Platform
import CPageFiles
import Compression

/// The files that every page has, from `Assets`.
package enum StaticFile: String, CaseIterable, Sendable {
    case script = "script.js"
    case style = "style.css"
    case icon = "icon.svg"

    package var path: String { "/\(rawValue)" }

    package var contentType: String {
        switch self {
        case .script: "text/javascript; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private var file: CPageFilesFile {
        switch self {
        case .script: page_script()
        case .style: page_style()
        case .icon: page_icon()
        }
    }

    /// The contents as gzip has them; nil without memory.
    var compressed: [UInt8]? { Self.compressions[self] }

    private static let compressions: [StaticFile: [UInt8]] = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { file in
            guard let deflater = Deflater(.gzip, effort: .smallest) else { return nil }
            var output: [UInt8] = []
            file.bytes.withUnsafeBytes { deflater.compress($0, .finish, onto: &output) }
            return (file, output)
        })

    /// Changes with the content, so that browsers can keep the file.
    package var version: String { Self.versions[self] ?? "" }

    private static let versions: [StaticFile: String] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, String($0.bytes.hash(), radix: 36)) })
}
