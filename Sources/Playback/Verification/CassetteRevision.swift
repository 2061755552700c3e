import Platform
package import Processes
import Recording
import Wire

/// Rewrites a cassette with edits, line by line, into a new file that then replaces it atomically.
package struct CassetteRevision {
    private let path: String
    private let edits: CassetteEdits
    private let receivers: (String) -> [String]

    /// - Parameter receivers: the services that an event type goes to.
    package init(of path: String, with edits: CassetteEdits, receivers: @escaping (String) -> [String]) {
        self.path = path
        self.edits = edits
        self.receivers = receivers
    }

    package func write() throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError("open \(path)") }
        let new = "\(path).new"
        let number = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 0o777)
        guard number >= 0 else { throw SystemError("make \(new)") }
        let file = Descriptor(owning: number)
        do throws(SystemError) {
            try copy(to: file.number)
            guard rename(new, path) == 0 else { throw SystemError("put \(new) in the place of \(path)") }
        } catch {
            unlink(new)
            throw error
        }
    }

    private func copy(to file: Int32) throws(SystemError) {
        let cassette = try CassetteReader(path)
        var writer = try CassetteWriter(to: file, compressing: path.hasSuffix(".gz"))
        if let header = cassette.header { try writer.append(header.line) }
        while let line = try cassette.next() {
            switch line {
            case .missed(let count): try writer.append(Passage.missed(count))
            case .passage(let passage): try writer.append(revised(passage, cassette.lineNumber))
            }
        }
        try writer.finish()
    }

    private func revised(_ passage: Passage, _ number: Int) -> [UInt8] {
        var output: [UInt8] = []
        func append(_ line: some Collection<UInt8>, to receivers: [String], from sender: String) {
            let passage = Passage(time: passage.time, sender: sender, receivers: receivers, event: Array(line))
            passage.appendLine(withTime: true, to: &output)
        }
        if let event = edits.replaced[number] {
            let keepsType = (try? Event(line: passage.event.span))?.type == event.type
            append(
                event.line.dropLast(), to: keepsType ? passage.receivers : receivers(event.type), from: passage.sender)
        } else if !edits.removed.contains(number) {
            append(passage.event, to: passage.receivers, from: passage.sender)
        }
        for event in edits.added(after: number) {
            append(event.line.dropLast(), to: receivers(event.type), from: event.source)
        }
        return output
    }
}
