import JSONRPC
import Platform
package import Wire

/// The loop around a ``LanguageServer``: reads its input, writes its output, and has documents checked when the user pauses.
package struct ServerLoop {
    /// After the last change. A check takes longer than the time between two keys.
    private static let pause = Duration.milliseconds(100)
    /// After the first change, if the user does not pause.
    private static let longestDelay = Duration.seconds(1)

    private var server: LanguageServer
    private var reader = FrameReader(framing: .headers)
    private var firstChange: Instant?
    private var lastChange = Instant.now

    package init(_ server: LanguageServer) { self.server = server }

    /// - Returns: the exit code: 0 after `shutdown` and `exit`, 65 after something unreadable, otherwise 1.
    package mutating func run() throws(StandardStream.Failure) -> Int32 {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while server.exitCode == nil {
            var set = PollSet(reading: [StandardStream.input])
            switch set.wait(until: deadline) {
            case .interrupted: continue
            case .failed(let code): throw .system(errno: code)
            case .timedOut: try write(server.checkNext())
            case .ready:
                let count = try chunk.withUnsafeMutableBytes { bytes in
                    Result { () throws(StandardStream.Failure) in
                        try StandardStream.read(StandardStream.input, into: bytes)
                    }
                }.get()
                if let code = try take(chunk[..<count]) { return code }
            }
            if !server.hasUnchecked { firstChange = nil }
        }
        return server.exitCode ?? 1
    }

    private var deadline: Instant? {
        guard server.hasUnchecked, let firstChange else { return nil }
        return min(lastChange + Self.pause, firstChange + Self.longestDelay)
    }

    /// - Parameter bytes: none at the end of the stream.
    /// - Returns: the exit code at the end, and if nobody can know where the next message begins.
    private mutating func take(_ bytes: ArraySlice<UInt8>) throws(StandardStream.Failure) -> Int32? {
        reader.append(bytes)
        var items: [FrameReader.Item] = []
        var problem: FrameReader.Problem?
        while problem == nil, let item = reader.next() ?? (bytes.isEmpty ? reader.last() : nil) {
            if case .noise(_, let found) = item { problem = found } else { items.append(item) }
        }
        try write(server.receive(items))
        if server.hasUnchecked, !items.isEmpty {
            lastChange = .now
            firstChange = firstChange ?? lastChange
        }
        guard let problem else { return bytes.isEmpty ? server.exitCode ?? 1 : nil }
        StandardStream.diagnose("viperline lsp", "\(problem); the connection cannot go on")
        return server.exitCode ?? ExitStatus.badInput.rawValue
    }

    private func write(_ messages: [[UInt8]]) throws(StandardStream.Failure) {
        for message in messages {
            try StandardStream.write(Framing.headers.frame(message), to: StandardStream.output)
        }
    }
}
