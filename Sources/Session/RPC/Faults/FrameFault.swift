import Recording

/// A deliberate fault in a dialogue: `METHOD[#N][@P]:KIND` for the messages of a method that the server sends, `client:METHOD…` for those
/// of the client.
///
/// A method's messages are its requests, its notifications, and the responses to the other side's requests; `*` stands for every message.
package struct FrameFault: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// The message does not arrive.
        case drop
        /// The message arrives this many seconds later; others overtake it.
        case delay(Double)
        /// The message arrives twice.
        case duplicate
        /// Neither this message nor any later one of this side arrives: the side seems to hang.
        case never
        /// A response becomes a failure with this code; a request does not arrive, and its sender gets the failure.
        case error(Int32)
        /// A line that is no message stands before it.
        case noise
        /// Half of the frame arrives, then the connection ends.
        case half
        /// The header announces a byte too few; without a header, a line feed divides the message.
        case wrongLength
        /// The other line ending: CR LF behind a line, LF in a header.
        case crlf
        /// A byte order mark stands before the message.
        case bom
        /// The message has 64 MiB more.
        case huge
        /// The response arrives only after its request was cancelled.
        case afterCancel
        /// A response has an id that no request had.
        case unknownID
        /// The id has the other type: a number becomes a string, a string a number.
        case idType
        /// The process ends with this exit code instead.
        case exit(Int32)
        /// The process stays when its input has ended.
        case ignoreEnd
        /// The process stays when it gets SIGTERM.
        case ignoreTermination
    }

    /// The reason why a text is no fault.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    /// The user's spelling.
    package let text: String
    /// The side whose messages it strikes.
    package let sender: RPCPeer
    /// Nil for every message.
    package let method: String?
    /// The number of the message that it strikes, from 1; nil for all.
    package let ordinal: Int?
    package let probability: Double
    package let kind: Kind

    /// True if it strikes no message, but what the process does at the end.
    var concernsProcess: Bool { kind == .ignoreEnd || kind == .ignoreTermination }

    var endsProcess: Bool {
        switch kind {
        case .half, .exit: true
        default: false
        }
    }

    /// More in one command line are refused.
    package static let most = 100
    package static let kinds = [
        "drop", "delay=TIME", "duplicate", "never", "error=CODE", "noise", "half", "wrong-length", "crlf", "bom",
        "huge",
        "after-cancel", "unknown-id", "id-type", "exit=N", "ignore-eof", "ignore-term",
    ]

    package init(_ text: String) throws(Refused) {
        self.text = text
        if let kind = Self.conducts[text] {
            (sender, method, ordinal, probability, self.kind) = (.server, nil, nil, 1, kind)
            return
        }
        let isClients = text.hasPrefix("client:")
        let rest = isClients ? String(text.dropFirst("client:".count)) : text
        guard let notation = FaultNotation(rest) else {
            throw Refused(description: "expected METHOD:KIND, METHOD#N:KIND or METHOD@PROBABILITY:KIND")
        }
        (sender, ordinal, probability) = (isClients ? .client : .server, notation.ordinal, notation.probability)
        method = notation.name == "*" ? nil : notation.name
        kind = try Self.kind(notation)
    }

    /// Faults that concern the process, and no message.
    private static let conducts: [String: Kind] = ["ignore-eof": .ignoreEnd, "ignore-term": .ignoreTermination]
    private static let plain: [String: Kind] = [
        "drop": .drop, "duplicate": .duplicate, "never": .never, "noise": .noise, "half": .half,
        "wrong-length": .wrongLength, "crlf": .crlf, "bom": .bom, "huge": .huge, "after-cancel": .afterCancel,
        "unknown-id": .unknownID, "id-type": .idType,
    ]

    private static func kind(_ notation: FaultNotation) throws(Refused) -> Kind {
        let word = notation.kind
        if let kind = plain[word] {
            guard notation.value == nil else { throw Refused(description: "\(word) takes no value") }
            return kind
        }
        let value = notation.value ?? ""
        switch word {
        case "delay":
            guard let seconds = FaultNotation.seconds(value) else {
                throw Refused(description: "delay: expected a time up to a day, such as 200ms or 1.5s")
            }
            return .delay(seconds)
        case "error":
            guard let code = Int32(value) else { throw Refused(description: "error: expected a code, such as -32603") }
            return .error(code)
        case "exit":
            guard let code = Int32(value), 0...255 ~= code else {
                throw Refused(description: "exit: expected an exit code from 0 to 255")
            }
            return .exit(code)
        default:
            if conducts[word] != nil { throw Refused(description: "\(word) stands alone, without a method") }
            throw Refused(description: "unknown fault \"\(word)\"; known are \(kinds.joined(separator: ", "))")
        }
    }
}
