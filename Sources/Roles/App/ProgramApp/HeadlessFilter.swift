import FuzzySearch
import Picking
import Platform
import Processes
import Wire

/// `--filter`: prints the rows that match, the best first, without a session. Rows have no limit but memory, and only those that match are
/// kept, unless they are printed as they come.
package struct HeadlessFilter {
    private struct Match {
        let rank: UInt64
        /// The place of the row among those that were found.
        let bytes: Range<Int>
    }

    private let options: PickingOptions
    private let format: LineFormat
    private let query: FuzzyQuery
    private var scorer: FuzzyScorer
    /// The beginning of a row whose end has not come.
    private var rest: [UInt8] = []
    /// The lines that have come.
    private var count = 0
    /// The rows that match and have not been printed, side by side.
    private var found: [UInt8] = []
    private var matches: [Match] = []
    private var hasFound = false

    package init(_ settings: AppSettings) {
        options = settings.picking
        format = settings.lines
        scorer = FuzzyScorer(options.order.scheme)
        query = FuzzyQuery(options.choice.filter ?? "", reading: options.reading)
    }

    /// - Parameter command: prints the rows; empty if standard input has them.
    /// - Returns: 0; 1 if no row matches; 69 if the command failed.
    package mutating func run(_ command: [String]) throws -> Int32 {
        StandardStream.ignoreBrokenPipes()
        if options.choice.printsQuery { try write(Array((options.choice.filter ?? "").utf8) + [end]) }
        let hasFailed = try command.isEmpty ? readInput() : read(command)
        finish()
        try write(takeOutput())
        return hasFailed ? ExitStatus.unavailable.rawValue : hasFound ? 0 : 1
    }

    private func write(_ bytes: [UInt8]) throws { try StandardStream.write(bytes, to: StandardStream.output) }

    // MARK: Input

    private mutating func readInput() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: PipedProcess.chunk)
        while true {
            let count = Platform.read(0, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                _ = PollSet.isReady(0, until: nil)
                continue
            }
            guard count >= 0 else { throw SystemError("read standard input") }
            guard count > 0 else { return false }
            append(bytes[..<count])
            try write(takeStream())
        }
    }

    private mutating func read(_ command: [String]) throws -> Bool {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.group = .own
        let program = try PipedProcess(launch, [.output], mostUnread: 0)
        while let number = program.outputNumber {
            _ = PollSet.isReady(number, until: nil)
            append(program.readOutput()[...])
            try write(takeStream())
        }
        while true {
            if let outcome = program.reap() { return outcome != .exited(0) }
            usleep(1000)
        }
    }

    // MARK: Rows

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        var left = bytes
        while let end = left.place(of: format.separator) {
            if rest.isEmpty {
                take(left[..<end])
            } else {
                rest += left[..<end]
                take(rest[...])
                rest = []
            }
            left = left[(end + 1)...]
        }
        rest += left
    }

    /// Handles the end of the input: text without a separator after it is a row, too.
    mutating func finish() {
        if !rest.isEmpty { take(rest[...]) }
        rest = []
    }

    private mutating func take(_ row: ArraySlice<UInt8>) {
        let number = count - format.headerLines
        count += 1
        guard number >= 0, let rank = rank(row, number) else { return }
        hasFound = true
        let start = found.count
        found += format.printed(row, number: number)
        found.append(end)
        if !isStream {
            matches.append(Match(rank: rank, bytes: start..<found.count))
        }
    }

    private mutating func rank(_ row: ArraySlice<UInt8>, _ number: Int) -> UInt64? {
        if query.isEmpty { return 0 }
        return query.rank(LineRows.searched(format.searched(row, number: number)), by: options.order, &scorer)
    }

    // MARK: Output

    private var end: UInt8 { options.choice.printsNUL ? 0 : 0x0A }

    private var isSorted: Bool { options.order.ranking(query).sorts }

    /// Rows are printed as they come.
    private var isStream: Bool { !isSorted && !options.search.isReversed }

    /// The output that need not wait for all rows.
    mutating func takeStream() -> [UInt8] { isStream ? takeOutput() : [] }

    /// The output for the rows so far.
    mutating func takeOutput() -> [UInt8] {
        defer { (found, matches) = ([], []) }
        guard !isStream else { return found }
        var order = Array(options.search.isReversed ? matches.reversed() : matches)
        // Equally good ones stay in their order: this sort is stable.
        if isSorted { order.sort { $0.rank < $1.rank } }
        return order.flatMap { found[$0.bytes] }
    }
}

extension ArraySlice<UInt8> {
    /// Search by the C library, which looks at many bytes at once.
    fileprivate func place(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, CInt(byte), bytes.count) else { return nil }
            return startIndex + (UnsafeRawPointer(found) - start)
        }
    }
}
