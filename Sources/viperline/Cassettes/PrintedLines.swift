/// A command's output, collected into large writes.
struct PrintedLines {
    private static let mostWaiting = 1 << 16

    private var waiting: [UInt8] = []

    mutating func append(_ lines: [String]) throws {
        for line in lines {
            waiting += line.utf8
            waiting.append(0x0A)
        }
        if waiting.count >= Self.mostWaiting { try flush() }
    }

    /// A closed pipe, as with `| head`, ends the command quietly; lost output is an error.
    mutating func flush() throws {
        try Output.write(waiting)
        waiting = []
    }
}
