import Wire

/// Why an event can't be put on the bus from outside.
enum InjectionRefusal: Error, Equatable {
    case notAnEvent(EnvelopeError, line: String)
    case unheard(type: String)
    case forbidden(type: String, source: String)
    case unknownSource(String)
}

extension InjectionRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnEvent(let error, let line): "a line is no event (\(error)): \(line)"
        case .unheard(let type): "nobody in the session receives \"\(type)\""
        case .forbidden(let type, let source): "\(source) may not send \"\(type)\""
        case .unknownSource(let source): "there is no service \"\(source)\" in the session"
        }
    }
}

/// Events that come from outside of the session.
extension Switchboard {
    /// Whether a receiver is so far behind that who sends has to wait.
    var isCrowded: Bool { ports.contains { !$0.isDeaf && $0.outbox.count > queueLimit } }

    /// Passes an event on as if a service had sent it, marked with `"injected":true`. Its source is the service that
    /// it names, if it names one that could have sent it; else `viperline`.
    /// - Parameter line: without its LF.
    func inject(_ line: [UInt8]) throws(InjectionRefusal) {
        let (complete, type, subject, source) = try completed(line)
        let route = route(of: type, past: ports.first { $0.name == source })
        guard !route.receivers.isEmpty else { throw .unheard(type: type) }
        let limit = ports.first?.inboxLimit ?? LineBuffer.standardLimit
        guard complete.count - 1 <= limit else {
            throw .notAnEvent(
                .lineTooLong(bytes: complete.count - 1, limit: limit),
                line: String(decoding: line.prefix(200), as: UTF8.self))
        }
        complete.withUnsafeBytes { _ = pass(LineRun(scanning: $0), by: route, from: source, subject: subject) }
    }

    private func completed(
        _ line: [UInt8]
    ) throws(InjectionRefusal) -> (line: [UInt8], type: String, subject: String, source: String) {
        let layout: EnvelopeLayout
        let (type, subject, claimed): (String?, String?, String?)
        do throws(EnvelopeError) {
            layout = try EnvelopeScanner.scan(line.span)
            type = try layout.text(.type, in: line.span)
            subject = try layout.text(.subject, in: line.span)
            claimed = try layout.text(.source, in: line.span)
        } catch {
            throw .notAnEvent(error, line: String(decoding: line.prefix(200), as: UTF8.self))
        }
        let source = claimed ?? SessionLog.ownName
        if let claimed, claimed != SessionLog.ownName {
            guard let port = ports.first(where: { $0.name == claimed }) else { throw .unknownSource(claimed) }
            guard let type, port.maySend(type) else { throw .forbidden(type: type ?? "", source: claimed) }
        }
        injected += 1
        let complete = EventCompletion.complete(
            line, layout, source: source, id: "injected+\(injected)", mark: "injected")
        return (complete, type ?? "", subject ?? "", source)
    }
}
