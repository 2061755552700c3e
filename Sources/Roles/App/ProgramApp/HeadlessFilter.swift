import FuzzySearch
import Picking
import Platform
import Processes
import Wire

/// `--filter`: prints the rows that match, the best first, without a session.
package struct HeadlessFilter {
    private let options: PickingOptions
    private var rows: LineRows

    package init(_ settings: AppSettings) {
        options = settings.picking
        rows = LineRows(settings.lines, areReadAgain: false)
    }

    /// - Parameter command: prints the rows; empty if standard input has them.
    /// - Returns: 0; 1 if no row matches; 69 if the command failed.
    package mutating func run(_ command: [String]) throws -> Int32 {
        let hasFailed = try command.isEmpty ? readInput() : read(command)
        rows.finish()
        let found = matches
        let lines = (options.printsQuery ? [Array((options.filter ?? "").utf8)] : []) + found
        try StandardStream.write(lines.flatMap { $0 + [options.printsNUL ? 0 : 0x0A] }, to: StandardStream.output)
        return hasFailed ? ExitStatus.unavailable.rawValue : found.isEmpty ? 1 : 0
    }

    mutating func append(_ bytes: [UInt8]) { rows.append(bytes) }

    /// The output for the rows so far.
    var matches: [[UInt8]] {
        var search = RowSearch(reading: options.reading, order: options.order, most: LineRows.most)
        search.search(options.filter ?? "")
        while !search.isComplete(rows) { search.advance(rows) }
        let all = Array(options.isReversed ? (0..<rows.count).reversed() : Array(0..<rows.count))
        return (search.matches ?? all).map { rows.result(at: $0) }
    }

    private mutating func readInput() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: PipedProcess.chunk)
        while !rows.isFull {
            let count = Platform.read(0, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read standard input") }
            guard count > 0 else { break }
            rows.append(Array(bytes[..<count]))
        }
        return false
    }

    private mutating func read(_ command: [String]) throws -> Bool {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        let program = try PipedProcess(launch, [.output], mostUnread: 0)
        while let number = program.outputNumber, !rows.isFull {
            var set = PollSet()
            _ = set.add(number)
            set.wait()
            rows.append(program.readOutput())
        }
        if rows.isFull {
            program.signal(SIGKILL)
            return false
        }
        while true {
            if let outcome = program.reap() { return outcome != .exited(0) }
            usleep(1000)
        }
    }
}
