import InteractorMessages
import JSON
import SafeText
package import Wire

/// The form in which answers are written: events, or one without an envelope.
package protocol AnswerFormat {
    /// The bytes of an answer; none if it is reported in another way.
    mutating func encode(_ answer: Event) -> [UInt8]
    /// Reports that the item of a lookup does not exist, if its answer is written so that nobody sees that.
    func reportMissing(in answer: Event, _ action: () -> String)
}

extension AnswerFormat {
    package func reportMissing(in _: Event, _: () -> String) {}
}

/// An event a line.
package struct EventFormat: AnswerFormat {
    private var encoder: EventEncoder

    package init(_ stamp: EventStamp, _ aliases: ProtocolAliases = .none) {
        encoder = EventEncoder(stamp: stamp, aliases: aliases)
    }

    package mutating func encode(_ answer: Event) -> [UInt8] { encoder.lines(of: [answer]) }
}

/// Writes the entities that were found, one a line. Failures go to `diagnose`.
package struct ItemFormat: AnswerFormat {
    private let diagnose: (String) -> Void

    /// - Parameter diagnose: takes the message of each failure, safe to print.
    package init(diagnose: @escaping (String) -> Void) {
        self.diagnose = diagnose
    }

    package func reportMissing(in answer: Event, _ action: () -> String) {
        guard answer.type == InteractorOutput.found,
            JSONSlices.elements(of: "items", in: answer.data.span)?.isEmpty == true
        else { return }
        diagnose("\(action()): there is no such item".printable)
    }

    package func encode(_ answer: Event) -> [UInt8] {
        switch answer.type {
        case InteractorOutput.found:
            reportUnreadable(answer)
            // The items' bytes are copied as they are.
            return (JSONSlices.elements(of: "items", in: answer.data.span) ?? []).flatMap { answer.data[$0] + [0x0A] }
        case InteractorOutput.Got.type:
            return answer.data + [0x0A]
        default:
            report(answer)
            return []
        }
    }

    /// Unreadable items are missing from the output.
    private func reportUnreadable(_ answer: Event) {
        guard let found = try? answer.decode(Unreadable.self), let count = found.unreadable, count > 0 else { return }
        diagnose(
            "\(found.source.printable): \(count) of its items could not be read and \(count == 1 ? "is" : "are") left out"
        )
    }

    struct Unreadable: JSONReadable {
        let source: String
        let unreadable: Int?
    }

    private func report(_ answer: Event) {
        if let failed = try? answer.decode(InteractorOutput.Failed.self) {
            diagnose(failed.message.printable)
        } else if let refused = try? answer.decode(ProcessOutput.Refused.self) {
            diagnose("read a line: \(refused.reason): \"\(refused.line.quotable)\"".printable)
        } else if let progress = try? answer.decode(InteractorOutput.Progress.self), let words = progress.words {
            diagnose("\(answer.causationID ?? ""): \(words.printable)")
        }
    }
}

extension InteractorOutput.Progress {
    /// The failed attempt in words; nil if there is none.
    fileprivate var words: String? {
        guard let attempt, let cause, let delay else { return nil }
        return AttemptText.words(attempt: attempt, cause: cause, delay: .seconds(delay))
    }
}
