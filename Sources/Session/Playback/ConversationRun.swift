import Platform
import JSON
package import Processes
package import Recording
package import SessionClient
package import Wire

/// Runs a conversation with a program, in lock-step: sends each input once all outputs expected before it have come.
package final class ConversationRun {
    private struct Awaited {
        let line: Int
        let event: JSONTree
    }

    private struct Output {
        let line: [UInt8]
        let event: JSONTree
    }

    private let conversation: Conversation
    private let process: RoleProcess
    private let patience: Duration
    private let accepts: Bool
    private var awaited: [Awaited] = []
    private var pending: [Output] = []
    /// Events that were as expected, or accepted.
    package private(set) var count = 0
    /// The output that replaces an expectation, by the expectation's line; nil if none came. `further` has additional ones.
    private var revised: [Int: [UInt8]?] = [:]
    private var further: [[UInt8]] = []
    /// The first accepted differences.
    package private(set) var accepted: [ConversationDeviation] = []
    /// Differences that are listed.
    private static let mostAccepted = 20
    /// Events that were not expected yet.
    private static let mostPending = 10_000

    /// - Parameters:
    ///   - patience: the longest time of an answer; four times that for the first.
    ///   - accepts: whether differences are gathered for ``revision(of:)``.
    package init(_ conversation: Conversation, with process: RoleProcess, patience: Duration, accepts: Bool) {
        self.conversation = conversation
        self.process = process
        self.patience = patience
        self.accepts = accepts
    }

    package func run() throws(ConversationDeviation) {
        for line in conversation.lines {
            switch line.step {
            case .expected(let event): awaited.append(Awaited(line: line.number, event: event))
            case .given(let bytes):
                try settle()
                process.give(bytes + [0x0A])
            }
        }
        try settle()
        process.endInput()
        try finish()
    }

    /// Waits until all that is expected so far has come.
    private func settle() throws(ConversationDeviation) {
        let deadline = Instant.now + (count == 0 ? patience * 4 : patience)
        try turn(within: .zero)
        // Events that came before they were expected.
        try compare()
        while !awaited.isEmpty {
            let isLate = Instant.now > deadline
            guard process.isSilent || isLate else {
                try turn(within: .milliseconds(100))
                continue
            }
            if process.isSilent, !accepts {
                throw deviation(.ended(process.leave(within: .seconds(1)), awaited[0].event), at: awaited[0].line)
            }
            guard accepts else { throw deviation(.missing(awaited[0].event), at: awaited[0].line) }
            for expectation in awaited { accept(deviation(.missing(expectation.event), at: expectation.line)) }
            for expectation in awaited { revised.updateValue(nil, forKey: expectation.line) }
            awaited = []
        }
    }

    private func finish() throws(ConversationDeviation) {
        let deadline = Instant.now + patience
        while !process.isSilent, Instant.now < deadline { try turn(within: .milliseconds(100)) }
        let isEndless = !process.isSilent
        let outcome = process.leave(within: isEndless ? .zero : patience)
        try readAvailable()
        if let first = pending.first {
            guard accepts else { throw deviation(.additional(first.event), at: nil) }
            for output in pending { accept(deviation(.additional(output.event), at: nil)) }
            further = pending.map(\.line)
        }
        if isEndless { throw deviation(.endless, at: nil) }
        guard outcome == .exited(0) else { throw deviation(.outcome(outcome), at: nil) }
    }

    private func turn(within time: Duration) throws(ConversationDeviation) {
        process.turn(within: time)
        try readAvailable()
    }

    private func readAvailable() throws(ConversationDeviation) {
        while let line = process.nextLine() {
            guard !JSONScanner.isBlank(line.span) else { continue }
            let event: Event
            do throws(EnvelopeError) { event = try Event(line: line.span) } catch {
                throw deviation(.stray(error, Excerpt.beginning(of: String(decoding: line, as: UTF8.self))), at: nil)
            }
            // Every event is JSON.
            guard let tree = JSONTree(line) else { continue }
            guard !event.type.hasPrefix("process.output.") else { continue }
            pending.append(Output(line: line, event: tree))
            try compare()
        }
    }

    private func compare() throws(ConversationDeviation) {
        while let expected = awaited.first, let output = pending.first {
            if let difference = ConversationRules.difference(expected.event, output.event) {
                guard accepts else { throw deviation(.differs(difference), at: expected.line) }
                accept(deviation(.differs(difference), at: expected.line))
                revised[expected.line] = .some(output.line)
            }
            awaited.removeFirst()
            pending.removeFirst()
            count += 1
        }
        guard pending.count <= Self.mostPending else { throw deviation(.additional(pending[0].event), at: nil) }
    }

    private func accept(_ deviation: ConversationDeviation) {
        if accepted.count < Self.mostAccepted { accepted.append(deviation) }
    }

    private func deviation(_ kind: ConversationDeviation.Kind, at line: Int?) -> ConversationDeviation {
        ConversationDeviation(kind: kind, line: line)
    }

    /// The file with the program's output; nil if that was as expected.
    package func revision(of file: [UInt8]) -> [UInt8]? {
        guard !revised.isEmpty || !further.isEmpty else { return nil }
        var output: [UInt8] = []
        let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where index < lines.count - 1 || !line.isEmpty {
            switch revised[index + 1] {
            case nil: output += line + [0x0A]
            case .some(nil): break
            case .some(let event?): output += Self.expectation(of: event)
            }
        }
        for event in further { output += Self.expectation(of: event) }
        return output
    }

    /// A line that expects this event, without what differs from run to run.
    private static func expectation(of event: [UInt8]) -> [UInt8] {
        let skipped = ConversationRules.neverCompared.union(["causationid", "causationsource"])
        let members = (try? JSONSlices.members(event.span)) ?? []
        var output = Array(#"{"expected":{"#.utf8)
        for member in members
        where !skipped.contains(String(decoding: event[member.key].dropFirst().dropLast(), as: UTF8.self)) {
            if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
            output += event[member.key] + [UInt8(ascii: ":")] + event[member.value]
        }
        return output + Array("}}\n".utf8)
    }
}

/// The first thing that was not as a conversation expects.
package struct ConversationDeviation: Error {
    package enum Kind {
        case differs(JSONTree.Difference)
        case missing(JSONTree)
        case additional(JSONTree)
        /// A line that is not an event.
        case stray(EnvelopeError, String)
        /// The program ended before it wrote this event.
        case ended(Outcome, JSONTree)
        /// The program ended otherwise than with 0.
        case outcome(Outcome)
        /// The program did not end after its input.
        case endless
    }

    package let kind: Kind
    /// The expectation's line in the file; nil if there is none.
    package let line: Int?
}

extension ConversationDeviation: CustomStringConvertible {
    /// The place, and the two texts, one under the other.
    package var description: String {
        let place = line.map { "line \($0): " } ?? ""
        switch kind {
        case .differs(let difference):
            let (expected, actual) = Excerpt.ofDifference(
                difference.expected?.text ?? "(nothing)", difference.actual?.text ?? "(nothing)")
            return "\(place)\(difference.path) differs\n  - \(expected)\n  + \(actual)"
        case .missing(let event): return "\(place)this is missing\n  - \(Excerpt.beginning(of: event.text))"
        case .additional(let event): return "\(place)this is additional\n  + \(Excerpt.beginning(of: event.text))"
        case .stray(let error, let text):
            let advice = error.isText ? "; write diagnostics to stderr" : ""
            return "\(place)it wrote a line that is not an event (\(error)\(advice))\n  + \(text)"
        case .ended(let outcome, let event):
            return "\(place)this is missing: the program \(outcome)\n  - \(Excerpt.beginning(of: event.text))"
        case .outcome(let outcome): return "\(place)the program \(outcome), not with 0"
        case .endless: return "\(place)the program did not end after its input"
        }
    }
}
