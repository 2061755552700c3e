package import HTTPTransfer
import JSON
import SafeText

/// A cached response as a line, for a user or a program.
package enum CacheText {
    private static let sizeColumns = 10

    package static func line(_ entry: CacheListing) -> [UInt8] {
        let size = String(entry.size)
        let padding = String(repeating: " ", count: max(0, sizeColumns - size.count))
        return Array("\(padding)\(size)  \(entry.status)  \(entry.url.printable)\n".utf8)
    }

    package static func object(_ entry: CacheListing) -> [UInt8] {
        var line = Array(#"{"url":"#.utf8)
        JSONText.append(entry.url, to: &line)
        line +=
            #","status":\#(entry.status),"receivedAt":\#(entry.receivedAt),"lifetime":\#(entry.lifetime.components.seconds)"#
            .utf8
        line += #","size":\#(entry.size)}"#.utf8
        line.append(0x0A)
        return line
    }
}
