import Platform
import Processes
import Wire

/// A file of the user's own settings, in the folder `viperline` of their configuration folder (XDG Base Directory
/// Specification): a setting a line. `#` begins a comment at the beginning of a line.
package enum SettingsFile {
    /// The reason why a file was not read.
    package struct Refusal: Error, Equatable, Sendable {
        package let reason: String
    }

    /// A line that is wrong.
    package struct Mistake: Error, Equatable, Sendable {
        /// The number of the line, from 1.
        package fileprivate(set) var line = 0
        package let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Bytes. No settings are longer.
    private static let longest = 1 << 16

    /// - Returns: the text, and the path for messages; nil where there is no such file.
    package static func read(
        _ name: String, variable: (String) -> String? = RoleEnvironment.variable
    ) throws(Refusal) -> (path: String, text: String)? {
        guard let folder = folder(variable) else { return nil }
        let path = "\(folder)/viperline/\(name)"
        // Without waiting: it could be a FIFO.
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Refusal(reason: "read \(path): \(String(cString: strerror(errno)))")
        }
        guard let status = FileStatus(of: file.number), status.isRegular else {
            throw Refusal(reason: "read \(path): it is not a regular file")
        }
        guard status.isOwn || status.system.st_uid == 0, status.system.st_mode & S_IWOTH == 0 else {
            throw Refusal(reason: "read \(path): it belongs to another user, or others can write to it")
        }
        guard status.size <= longest else {
            throw Refusal(reason: "read \(path): it has more than \(longest) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = bytes.withUnsafeMutableBytes { Platform.read(file.number, $0.baseAddress, $0.count) }
        guard count >= 0, let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw Refusal(reason: "read \(path): it is not UTF-8 text")
        }
        return (path, text)
    }

    private static func folder(_ variable: (String) -> String?) -> String? {
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
        return variable("HOME").map { "\($0)/.config" }
    }

    /// - Parameter take: takes the words of a line.
    /// - Returns: the lines that are wrong. All others are used.
    static func mistakes(in text: String, _ take: ([Substring]) throws(Mistake) -> Void) -> [Mistake] {
        var mistakes: [Mistake] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do throws(Mistake) { try take(words) } catch {
                var mistake = error
                mistake.line = index + 1
                mistakes.append(mistake)
            }
        }
        return mistakes
    }
}

extension SettingsFile.Mistake {
    init(_ word: some StringProtocol, isNoneOf names: [String]) {
        self.init("\"\(word.prefix(40))\" is not one of \(names.joined(separator: ", "))")
    }
}
