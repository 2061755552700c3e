import JSON
package import JSONRPC
package import Processes
package import Recording
import Wire

/// Something in a dialogue that is not as recorded.
package struct Discrepancy: Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Equatable, Sendable {
        /// The message differs in these places from the recorded one.
        case differs([JSONTree.Difference])
        /// The recorded message has not come.
        case missing
        /// Nothing like the message was recorded.
        case additional
        /// An equal message has come before, as often as recorded.
        case repeated
        /// The recorded request has no answer, so that this one gets none, either.
        case unanswered
        /// The bytes are not a message.
        case unreadable(String)
    }

    package let kind: Kind
    /// The recorded message: its place in the script.
    package let entry: Int?
    /// The message that came.
    package let live: RPCMessage?
    /// True if a request got an error for it.
    package let isRefused: Bool
    /// The name of the recorded message, or that of the one that came.
    let name: String

    package var description: String {
        let verdict = isRefused ? "refused" : live?.kind == .request ? "answered as recorded" : "taken as recorded"
        return switch kind {
        case .differs(let differences) where isRefused:
            "\(name) is the nearest recorded request, and \(Self.first(of: differences)); refused"
        case .differs(let differences): "\(name): \(Self.first(of: differences)); \(verdict)"
        case .missing: "\(name) has not come"
        case .additional: "\(name) was not recorded" + (isRefused ? "; refused" : "")
        case .repeated: "\(name) came more often than recorded; answered like the last one"
        case .unanswered: "\(name) was recorded without an answer, so it gets none"
        case .unreadable(let reason): reason
        }
    }

    private static func first(of differences: [JSONTree.Difference]) -> String {
        guard let first = differences.first else { return "nothing differs" }
        let (expected, actual) = Excerpt.ofDifference(
            first.expected?.text ?? "nothing", first.actual?.text ?? "nothing")
        return "\(first.path) differs: expected \(expected), got \(actual)"
    }
}

extension Discrepancy {
    /// The report in the form of `viperline verify`.
    /// - Parameter outcome: how the other side has ended, if it has.
    package func deviation(in script: DialogueScript, after outcome: Outcome? = nil) -> Deviation {
        let recorded = entry.map { script.entries[$0] }
        var event = Event(type: "rpc.message", subject: live?.method ?? name)
        if let frame = recorded?.frame, let found = try? Event(line: frame.event.span) {
            event = found
        } else if let live {
            event.type = "rpc.\(live.kind.rawValue)"
            event.data = live.bytes
        } else if case .unreadable(let reason) = kind {
            event.type = "rpc.noise"
            event.subject = nil
            event.data = Array(JSONTree.string(reason).text.utf8)
        }
        let cause = recorded?.call.map { script.entries[$0] }.flatMap { call in
            (try? Event(line: call.frame.event.span)).map { Deviation.Cause(type: $0.type, place: call.place) }
        }
        let kind: Deviation.Kind
        switch self.kind {
        case .differs(let differences): kind = .differs(differences)
        case .missing: kind = outcome.map { .ended($0) } ?? .missing
        // A recorded message like it has its own place.
        case .additional, .repeated, .unanswered, .unreadable:
            return Deviation(.additional, event, at: nil, cause: cause)
        }
        return Deviation(kind, event, at: recorded?.place, cause: cause)
    }
}

/// Errors that a double makes itself.
extension RPCError {
    static func unknown(_ method: String) -> RPCError {
        RPCError(RPCCode.methodNotFound, "\(method) was not recorded")
    }

    static func differs(_ method: String, from name: String, at difference: JSONTree.Difference?) -> RPCError {
        let place = difference.map { "\($0)" } ?? "nowhere"
        return RPCError(
            RPCCode.invalidParams,
            "\(method) was not recorded with these parameters; the nearest, \(name), differs at \(place)")
    }

    /// - Parameter recorded: the versions that are known instead, as JSON.
    static func version(_ asked: [UInt8], recorded: [[UInt8]]) -> RPCError {
        RPCError(
            RPCCode.unsupportedVersion,
            "the protocol's version \(String(decoding: asked, as: UTF8.self)) was not recorded",
            data: recorded.isEmpty ? nil : JSONBytes(["supported": recorded.map(JSONBytes.init)]))
    }
}
