import InteractorMessages
import JSON
package import Wire

/// Writes the entities that were found, one a line. Failures go to `diagnose`.
package struct ItemFormat: AnswerFormat {
    private let diagnose: (String) -> Void

    /// - Parameter diagnose: takes the message of each failure, safe to print.
    package init(diagnose: @escaping (String) -> Void) {
        self.diagnose = diagnose
    }

    package func encode(_ answer: Event) -> [UInt8] {
        switch answer.type {
        case InteractorOutput.found:
            // The items' bytes are copied as they are.
            return (JSONSlices.elements(of: "items", in: answer.data.span) ?? []).flatMap { answer.data[$0] + [0x0A] }
        case InteractorOutput.Got.type:
            return answer.data + [0x0A]
        default:
            tell(answer)
            return []
        }
    }

    private func tell(_ answer: Event) {
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

extension String {
    /// The text without characters that could steer a terminal or reorder a line: messages quote text from outside.
    var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
