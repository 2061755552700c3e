import Composition
import JSON
import Platform
import Recording
import SupervisorMessages
import Wire

/// What is asked on the control socket.
extension Supervisor {
    func listen(to client: ControlClient) {
        client.read()
        serve(client)
    }

    /// Lets it have what waits for it. If it has read its answers, what it had asked for besides has its turn.
    func attend(to client: ControlClient) {
        client.write()
        if client.holdsRequests, !client.isBehind { serve(client) }
    }

    /// Does what it asks for, as far as it reads what it is answered.
    private func serve(_ client: ControlClient) {
        while !client.isGone, let line = client.nextLine() {
            guard !JSONScanner.isBlank(line.span) else { continue }
            if case .sending = client.purpose { inject(line, from: client) } else { answer(line, of: client) }
        }
        if client.isSilent, !client.holdsRequests { heardOut(client) }
        relay.flushAll()
    }

    private func answer(_ line: [UInt8], of client: ControlClient) {
        do throws(OperationRefusal) {
            try answer(try Self.event(line), of: client)
        } catch {
            client.fail("\(error)")
        }
    }

    private static func event(_ line: [UInt8]) throws(OperationRefusal) -> Event {
        do throws(EnvelopeError) { return try Event(line: line.span) } catch {
            throw .notUnderstood("a request is no event (\(error))")
        }
    }

    private func answer(_ request: Event, of client: ControlClient) throws(OperationRefusal) {
        switch request.type {
        case SupervisorInput.Describe.type:
            client.answer(SupervisorOutput.Described.type, description())
        case SupervisorInput.Tap.type: try tap(try read(request), for: client)
        case SupervisorInput.Send.type: client.purpose = .sending
        case SupervisorInput.Swap.type:
            let order: SupervisorInput.Swap = try read(request)
            guard order.command?.isEmpty != true else { throw .notUnderstood("the command is empty") }
            try swap(
                try child(order.service), to: order.command.map { Program(command: $0, folder: order.folder) },
                for: client)
        case SupervisorInput.Stop.type: try stop(try read(request), for: client)
        case SupervisorInput.ReadLog.type: try tellLog(try read(request), to: client)
        default: throw .notUnderstood("there is no request \"\(request.type)\"")
        }
    }

    private func read<Request: JSONReadable>(_ request: Event) throws(OperationRefusal) -> Request {
        do throws(PayloadError) { return try request.decode(Request.self) } catch {
            throw .notUnderstood(error.reason)
        }
    }

    private func child(_ name: String) throws(OperationRefusal) -> Child {
        if let child = children.first(where: { $0.service.name == name }) { return child }
        throw .unknownService(name, there: children.map(\.service.name))
    }

    /// It has said all that it will.
    private func heardOut(_ client: ControlClient) {
        switch client.purpose {
        case .sending:
            client.purpose = .asking
            client.answer(SupervisorOutput.Sent.type, SupervisorOutput.Sent(count: client.sent))
            client.isLeaving = true
        // Who waits for the end of a swap may be silent, so it stays.
        case .asking, .tapping, .followingLog: break
        }
    }

    private func inject(_ line: [UInt8], from client: ControlClient) {
        do throws(InjectionRefusal) {
            try switchboard.inject(line)
            client.sent += 1
        } catch {
            client.fail("\(error)")
        }
    }

    private func stop(_ order: SupervisorInput.Stop, for client: ControlClient) throws(OperationRefusal) {
        if let name = order.service {
            let child = try child(name)
            let wasAlive = child.isAlive
            child.handle(.stopRequested, at: clock.now)
            if !wasAlive {
                child.port.isInputClosed = true
                child.port.isOutputClosed = true
            }
        } else {
            isStopping = true
        }
        client.answer(SupervisorOutput.Stopping.type, SupervisorOutput.Stopping())
    }

    // MARK: - Watching

    private func tap(_ order: SupervisorInput.Tap, for client: ControlClient) throws(OperationRefusal) {
        let service = try order.service.map { name throws(OperationRefusal) in try child(name) }
        let filter = TapFilter(types: order.types.map(MessagePattern.init), service: order.service)
        if order.isLabelled == true {
            client.offer(cassetteHeader.line, count: 1)
            tellStates(to: client, filter)
        }
        if order.catchesUp == true, var journal = service?.port.outgoing.journal, let name = service?.service.name {
            let backlog = journal.backlog()
            for line in backlog.lines {
                client.offer(record(line, from: SessionLog.ownName, to: [name]), count: 1)
            }
            client.answer(
                SupervisorOutput.CaughtUp.type,
                SupervisorOutput.CaughtUp(saidAlready: backlog.saidAlready, isRestored: backlog.isRestored))
        }
        client.purpose = .tapping(filter)
        watchTraffic()
    }

    /// A recording that begins in the middle of a session begins with what the view shows. The states come from the
    /// supervisor, since whoever said them first does not say them now.
    private func tellStates(to client: ControlClient, _ filter: TapFilter) {
        for child in children {
            let name = child.service.name
            for line in child.port.outgoing.journal.newestStates {
                let text = Array(line.dropLast())
                guard let event = try? Event(line: text.span) else { continue }
                let isWanted = line.withUnsafeBytes { bytes in
                    filter.wants(
                        Passing(lines: bytes, count: 1, type: event.type, sender: SessionLog.ownName, receivers: [name])
                    )
                }
                if isWanted { client.offer(record(line, from: SessionLog.ownName, to: [name]), count: 1) }
            }
        }
    }

    private func tellLog(_ order: SupervisorInput.ReadLog, to client: ControlClient) throws(OperationRefusal) {
        let service = order.service
        if let service, service != SessionLog.ownName { _ = try child(service) }
        for line in log.recent.lines where service == nil || line.service == service { client.tell(line) }
        guard order.follows else {
            client.isLeaving = true
            return
        }
        client.purpose = .followingLog(service: service)
        log.watch = { [unowned self] line in
            for client in control?.clients ?? [] {
                guard case .followingLog(let service) = client.purpose, service == nil || line.service == service
                else { continue }
                client.tell(line)
            }
        }
    }

    /// Lets go of clients that are done, and of the watching that nobody needs any more.
    func dismissClients() {
        guard let control else { return }
        control.dismiss()
        if recorder == nil, !control.clients.contains(where: \.isTapping) { switchboard.watch = nil }
    }

    // MARK: - Describing

    private func description() -> SupervisorOutput.Described {
        let now = clock.now
        return SupervisorOutput.Described(
            name: composition.name, pid: getpid(), uptime: (now - began) / .seconds(1), folder: folder.path,
            services: children.map { $0.report(at: now) })
    }
}

extension Child {
    fileprivate func report(at now: ContinuousClock.Instant) -> ServiceReport {
        ServiceReport(
            name: service.name, command: program.command, state: "\(state)", pid: isAlive ? pid : nil,
            uptime: uptime(at: now).map { $0 / .seconds(1) }, restarts: max(0, runs - 1),
            input: .init(lines: port.counters.read.lines, bytes: port.counters.read.bytes),
            output: .init(lines: port.counters.written.lines, bytes: port.counters.written.bytes),
            queued: port.outgoing.outbox.count,
            terminal: service.tty)
    }
}

extension ControlClient {
    func answer(_ type: String, _ payload: some JSONWritable) { answer(Event(type, payload)) }

    func fail(_ message: String) {
        answer(SupervisorOutput.Failed.type, SupervisorOutput.Failed(message: message))
    }

    fileprivate func tell(_ line: RecentLines.Line) {
        let logged = SupervisorOutput.Logged(time: line.time, service: line.service, text: line.text)
        var event = Event(SupervisorOutput.Logged.type, logged)
        event.source = SessionLog.ownName
        offer(event.line, count: 1)
    }
}
