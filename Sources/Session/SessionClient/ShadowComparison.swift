package import Recording
import Wire

/// Compares a candidate's outputs with the live service's, for the same events.
///
/// Outputs are paired by the event that they answer and by their order among its answers, because processes that work
/// concurrently need not finish in the same order. A process need only name the chain of that event; then the order in the chain
/// counts. Ids and times are not compared.
package struct ShadowComparison {
    package enum Finding: Equatable, Sendable {
        case same
        case differs(type: String, cause: String, [JSONTree.Difference])
        /// An output that only the live service has written, at the end.
        case missing(type: String, cause: String)
        /// An output that only the candidate has written, at the end.
        case additional(type: String, cause: String)
    }

    /// A line whose counterpart has not come yet. It is kept as it came: a parsed event takes many times its bytes.
    private struct Waiting {
        let line: [UInt8]
        /// The id of the event that it answers, if it has that.
        let cause: String?
        /// Bytes that the line takes here.
        let size: Int
    }

    private struct Output {
        let type: String
        let cause: String?
        let chain: String
        let content: JSONTree

        var answered: String { cause ?? chain }
    }

    /// How many bytes of lines may wait for their counterparts, with ``costPerLine`` for each. Further lines count as
    /// unmatched.
    package static let mostWaiting = 8 << 20
    /// Lines of a chain, the oldest first, among which the counterpart is looked for.
    package static let mostCompared = 4_096
    /// Bytes that keeping a line costs, besides its own and those of the event that it answers.
    package static let costPerLine = 256

    /// Outputs that wait for their counterparts, by their chain.
    private typealias Side = [String: ArraySlice<Waiting>]

    private var live: Side = [:]
    private var shadow: Side = [:]
    private var waiting = 0
    private let mostWaiting: Int
    /// How many of the candidate's first outputs the live service had written before the comparison began.
    private var saidAlready: Int

    package init(saidAlready: Int, mostWaiting: Int = Self.mostWaiting) {
        self.saidAlready = max(0, saidAlready)
        self.mostWaiting = mostWaiting
    }

    /// The live service has written a line.
    package mutating func live(_ line: [UInt8]) -> Finding? {
        guard let output = Self.output(line) else { return nil }
        if let other = take(output, from: \.shadow) { return Self.compare(output, other) }
        return keep(line, output, in: \.live) ? nil : .missing(type: output.type, cause: output.answered)
    }

    /// The candidate has written a line.
    package mutating func shadow(_ line: [UInt8]) -> Finding? {
        guard let output = Self.output(line), !output.type.hasPrefix("process.output.") else { return nil }
        guard saidAlready == 0 else {
            saidAlready -= 1
            return nil
        }
        if let other = take(output, from: \.live) { return Self.compare(other, output) }
        return keep(line, output, in: \.shadow) ? nil : .additional(type: output.type, cause: output.answered)
    }

    /// The outputs without counterparts.
    package func remaining() -> [Finding] {
        let missing = Self.outputs(live).map { Finding.missing(type: $0.type, cause: $0.answered) }
        let additional = Self.outputs(shadow).map { Finding.additional(type: $0.type, cause: $0.answered) }
        return missing + additional
    }

    private static func outputs(_ side: Side) -> [Output] {
        side.sorted { $0.key < $1.key }.flatMap(\.value).compactMap { output($0.line) }
    }

    private mutating func take(_ output: Output, from side: WritableKeyPath<Self, Side>) -> Output? {
        guard var queue = self[keyPath: side].removeValue(forKey: output.chain) else { return nil }
        defer { if !queue.isEmpty { self[keyPath: side][output.chain] = queue } }
        let index = queue.prefix(Self.mostCompared).firstIndex {
            $0.cause == nil || output.cause == nil || $0.cause == output.cause
        }
        guard let index else { return nil }
        let found = queue[index]
        // Those before it move back: there may be many more behind it.
        for place in (queue.startIndex..<index).reversed() { queue[place + 1] = queue[place] }
        queue.removeFirst()
        waiting -= found.size
        return Self.output(found.line)
    }

    private mutating func keep(_ line: [UInt8], _ output: Output, in side: WritableKeyPath<Self, Side>) -> Bool {
        let size = line.count + output.chain.utf8.count + (output.cause?.utf8.count ?? 0) + Self.costPerLine
        guard waiting + size <= mostWaiting else { return false }
        self[keyPath: side][output.chain, default: []].append(Waiting(line: line, cause: output.cause, size: size))
        waiting += size
        return true
    }

    private static func compare(_ live: Output, _ shadow: Output) -> Finding {
        let differences = live.content.differences(from: shadow.content).filter { !$0.isUpToTheMachine(in: live.type) }
        return differences.isEmpty ? .same : .differs(type: live.type, cause: live.answered, differences)
    }

    private static func output(_ line: [UInt8]) -> Output? {
        guard let event = try? Event(line: line.span), case .object(var content) = JSONTree(line) else { return nil }
        // Optional in a line, or each process's own.
        for key: JSONTree.Key in ["id", "time", "source", "specversion", "causationid", "causationsource"] {
            content[key] = nil
        }
        return Output(
            type: event.type, cause: event.causationID, chain: event.correlationID ?? "", content: .object(content))
    }
}
