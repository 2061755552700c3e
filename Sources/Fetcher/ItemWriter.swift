import InteractorMessages
package import Wire

/// Writes what was found, one entity a line, and what failed to stderr.
package struct ItemWriter: AnswerWriter {
    private let descriptor: Int32
    private let diagnose: (String) -> Void
    private var pending: [UInt8] = []
    private static let highWater = 1 << 16

    /// - Parameter diagnose: takes the message of each failure, fit to be printed.
    package init(_ descriptor: Int32 = StandardStream.output, diagnose: @escaping (String) -> Void) {
        self.descriptor = descriptor
        self.diagnose = diagnose
    }

    package mutating func write(_ answers: [Event]) throws(StandardStream.Failure) {
        for answer in answers {
            switch answer.type {
            case InteractorOutput.found: appendItems(of: answer)
            case InteractorOutput.Got.type: append(answer.data[...])
            default: tell(answer)
            }
            if pending.count >= Self.highWater { try flush() }
        }
    }

    package mutating func flush() throws(StandardStream.Failure) {
        guard !pending.isEmpty else { return }
        try StandardStream.write(pending, to: descriptor)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func appendItems(of found: Event) {
        // The items are taken as the bytes that they already are.
        for item in JSONSlices.elements(of: "items", in: found.data.span) ?? [] { append(found.data[item]) }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        pending += line
        pending.append(0x0A)
    }

    private func tell(_ answer: Event) {
        guard answer.type == InteractorOutput.Failed.type,
            let failed = try? answer.decode(InteractorOutput.Failed.self)
        else { return }
        diagnose(failed.message.printable)
    }
}

extension String {
    /// Without what could steer a terminal or reorder a line: a message quotes what came from outside.
    fileprivate var printable: String {
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
