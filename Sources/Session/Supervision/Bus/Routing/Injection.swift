import Wire

/// An event from outside, completed and marked with `"injected":true`.
struct Injection {
    let line: [UInt8]
    let type: String
    /// The service that the event names, or `viperline`.
    let source: String
    /// The port of the service with that name.
    let sender: Port?

    /// - Parameters:
    ///   - line: without its LF.
    ///   - number: of the injection in this session.
    init(_ line: [UInt8], to ports: [Port], number: Int) throws(InjectionRefusal) {
        let layout: EnvelopeLayout
        let claimed: String?
        do throws(EnvelopeError) {
            layout = try EnvelopeScanner.scan(line.span)
            type = try layout.text(.type, in: line.span) ?? ""
            claimed = try layout.text(.source, in: line.span)
        } catch {
            throw .notAnEvent(error, line: Self.quoted(line))
        }
        let source = claimed ?? SessionLog.ownName
        sender = ports.first { $0.name == source }
        self.source = source
        if source != SessionLog.ownName {
            guard let sender else { throw .unknownSource(source) }
            guard sender.maySend(type) else {
                throw .forbidden(type: type, source: source, because: sender.reason(against: type))
            }
        }
        var complete: [UInt8] = []
        line.withUnsafeBytes {
            EventCompletion(source: source, ids: "injected").complete(
                $0, layout, number: number, isInjected: true, onto: &complete)
        }
        let limit = ports.first?.incoming.limit ?? LineBuffer.standardLimit
        guard complete.count - 1 <= limit else {
            throw .notAnEvent(.lineTooLong(bytes: complete.count - 1, limit: limit), line: Self.quoted(line))
        }
        self.line = complete
    }

    private static func quoted(_ line: [UInt8]) -> String { String(decoding: line.prefix(200), as: UTF8.self) }
}

/// Why an event can't be put on the bus from outside.
enum InjectionRefusal: Error, Equatable {
    case notAnEvent(EnvelopeError, line: String)
    case unreceived(type: String)
    case forbidden(type: String, source: String, because: String?)
    case unknownSource(String)
}

extension InjectionRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnEvent(let error, let line): "a line is not an event (\(error)): \(line)"
        case .unreceived(let type): "no service of the session receives \"\(type)\""
        case .forbidden(let type, let source, let reason):
            "\(source) may not send \"\(type)\"\(reason.map { ": \($0)" } ?? "")"
        case .unknownSource(let source): "there is no service \"\(source)\" in the session"
        }
    }
}
