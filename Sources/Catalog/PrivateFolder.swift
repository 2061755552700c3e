import Foundation
import Platform

/// A fresh folder that nobody else may enter (mode 0700).
package struct PrivateFolder: Sendable {
    package let path: String

    /// - Parameter parent: the folder for temporary files.
    package init(in parent: String) throws(PrivateFolderError) {
        var template = Array("\(parent)/viperline-catalog.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PrivateFolderError(parent: parent, code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes the folder away, with whatever the command has put there.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}

package struct PrivateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    package let parent: String
    package let code: Int32

    package var description: String {
        "make a folder in \(parent): \(String(cString: strerror(code))); set TMPDIR to a folder that can be written"
    }
}
