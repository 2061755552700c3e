import SafeText
import SessionClient
import Wire

/// The output of `viperline tap`. A pipe or a file gets the bytes as they passed; on a terminal, control characters
/// become JSON escapes.
struct TapPrinter {
    private let records: Bool
    private let isTerminal: Bool
    private(set) var losses = TapLosses()
    private(set) var hasEnded = false

    init(records: Bool, isTerminal: Bool) {
        self.records = records
        self.isTerminal = isTerminal
    }

    mutating func print(_ line: [UInt8], to output: inout [UInt8]) throws(SessionLink.Failure) {
        switch TapLine(line) {
        case .record(let event): append(records ? line[...] : line[event], to: &output)
        case .missed(let count):
            losses.miss(count)
            StandardStream.diagnose(
                "viperline", "missed \(count) events: the reader of this output is slower than the session")
            if records { append(line[...], to: &output) }
        case .ended: hasEnded = true
        case .refused(let reason): throw .refused(reason)
        case .unreadable: losses.leaveOut()
        case .header, .answer: return
        }
    }

    private func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output += isTerminal ? PrintableJSON.escaping(line) : Array(line)
        output.append(0x0A)
    }

    /// The connection has ended.
    /// - Parameter overlong: how many lines were too long to read.
    mutating func end(overlong: Int) {
        losses.leaveOut(overlong)
        if !hasEnded { losses.cutOff() }
    }
}
