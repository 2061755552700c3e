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
    private let input: Int32
    private let output: Int32
    private var reader = FrameReader(framing: .headers)
    private var firstChange: Instant?
    private var lastChange = Instant.now

    package init(
        _ server: LanguageServer, input: Int32 = StandardStream.input, output: Int32 = StandardStream.output
    ) {
        self.server = server
        self.input = input
        self.output = output
    }

    /// - Returns: the exit code: 0 after `shutdown` and `exit`, otherwise 1.
    package mutating func run() throws(StandardStream.Failure) -> Int32 {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var set = PollSet(reading: [input])
            switch set.wait(until: deadline) {
            case .interrupted: continue
            case .failed(let code): throw .system(errno: code)
            case .timedOut: try write(server.checkNext())
            case .ready:
                let count = try chunk.withUnsafeMutableBytes { bytes in
                    Result { () throws(StandardStream.Failure) in try StandardStream.read(input, into: bytes) }
                }.get()
                guard count > 0 else { return atEnd() }
                guard try take(chunk[..<count]) else { return 1 }
            }
            if let code = server.exitCode { return code }
            if !server.hasUnchecked { firstChange = nil }
        }
    }

    /// - Returns: the exit code.
    private mutating func atEnd() -> Int32 {
        if case .noise(_, let problem)? = reader.last() { StandardStream.diagnose("viperline lsp", "\(problem)") }
        return server.exitCode ?? 1
    }

    private var deadline: Instant? {
        guard server.hasUnchecked, let firstChange else { return nil }
        return min(lastChange + Self.pause, firstChange + Self.longestDelay)
    }

    /// - Returns: false if nobody can know where the next message begins.
    private mutating func take(_ bytes: ArraySlice<UInt8>) throws(StandardStream.Failure) -> Bool {
        reader.append(bytes)
        var items: [FrameReader.Item] = []
        while let item = reader.next() {
            if case .noise(_, let problem) = item {
                try write(server.receive(items))
                StandardStream.diagnose("viperline lsp", "\(problem); the connection cannot go on")
                return false
            }
            items.append(item)
        }
        try write(server.receive(items))
        if server.hasUnchecked, !items.isEmpty {
            lastChange = .now
            firstChange = firstChange ?? lastChange
        }
        return true
    }

    private func write(_ messages: [[UInt8]]) throws(StandardStream.Failure) {
        for message in messages { try StandardStream.write(Framing.headers.frame(message), to: output) }
    }
}
