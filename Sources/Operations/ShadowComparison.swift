package import Recording
import Wire

/// Holds what a candidate says against what the live service says, for the same events.
///
/// Outputs are paired by the event that they answer and by their order among its answers, because two processes that do
/// several things at once need not finish them in the same order. Ids and times are each one's own.
package struct ShadowComparison {
    package enum Finding: Equatable, Sendable {
        case same
        case differs(type: String, cause: String, [JSONTree.Difference])
        /// At the end: what only the live service has said.
        case missing(type: String, cause: String)
        /// At the end: what only the candidate has said.
        case additional(type: String, cause: String)
    }

    private struct Output {
        let type: String
        let cause: String
        let content: JSONTree
    }

    private var live: [String: [Output]] = [:]
    private var shadow: [String: [Output]] = [:]
    /// How many of the candidate's first outputs the live service has said before the comparison began.
    private var saidAlready: Int

    package init(saidAlready: Int) {
        self.saidAlready = saidAlready
    }

    /// The live service has said this.
    package mutating func live(_ line: [UInt8]) -> Finding? {
        guard let output = Self.output(line) else { return nil }
        live[output.cause, default: []].append(output)
        return settle(output.cause)
    }

    /// The candidate has said this.
    package mutating func shadow(_ line: [UInt8]) -> Finding? {
        guard let output = Self.output(line), !output.type.hasPrefix("process.output.") else { return nil }
        guard saidAlready == 0 else {
            saidAlready -= 1
            return nil
        }
        shadow[output.cause, default: []].append(output)
        return settle(output.cause)
    }

    /// What has stayed without its counterpart.
    package func remaining() -> [Finding] {
        let missing = live.values.joined().map { Finding.missing(type: $0.type, cause: $0.cause) }
        let additional = shadow.values.joined().map { Finding.additional(type: $0.type, cause: $0.cause) }
        return missing + additional
    }

    private mutating func settle(_ cause: String) -> Finding? {
        guard let one = live[cause]?.first, let other = shadow[cause]?.first else { return nil }
        live[cause]?.removeFirst()
        shadow[cause]?.removeFirst()
        if live[cause]?.isEmpty == true { live[cause] = nil }
        if shadow[cause]?.isEmpty == true { shadow[cause] = nil }
        let differences = one.content.differences(from: other.content)
        return differences.isEmpty ? .same : .differs(type: one.type, cause: cause, differences)
    }

    private static func output(_ line: [UInt8]) -> Output? {
        guard let event = try? Event(line: line.span), case .object(var content) = JSONTree(line) else { return nil }
        // What a line may leave out says nothing, and the rest of these is each process's own.
        for key in ["id", "time", "source", "specversion"] { content[key] = nil }
        return Output(type: event.type, cause: event.causationID ?? "", content: .object(content))
    }
}
