package import Recording
import Wire

/// Checks a recorded session against the promises of the bus, in constant memory:
///
/// - each event reaches the services that receive its type, and no others;
/// - nobody sends what its `sends` does not list;
/// - each event comes once, and those of one process in their order;
/// - a reply comes after its cause, from a service that got the cause.
///
/// Events more than ``rememberedEvents`` events ago are forgotten, and so are those with longer names than ``longestName``: neither their
/// repetitions nor their replies are checked. Of replies to an event with more than ``mostReceivers`` receivers, only the order is.
package struct BusPromises: Sendable {
    /// A promise that a line of the recording breaks.
    package struct Breach: Equatable, Sendable {
        /// Number of the line, from 1.
        package let line: Int
        package let type: String
        package let id: String
        /// Problem of the event, as a verb with its object.
        package let problem: String

        /// - Parameter event: nil for a line that has none.
        fileprivate init(_ line: Int, _ event: Event?, _ problem: String) {
            self.line = line
            type = Self.bounded(event?.type ?? "")
            id = Self.bounded(event?.id ?? "")
            self.problem = Self.bounded(problem)
        }

        private static func bounded(_ text: String) -> String {
            text.utf8.count <= longestName ? text : String(text.prefix(longestName)) + "…"
        }
    }

    private struct Name: Hashable {
        let source: String
        let id: String
    }

    private struct Past {
        let line: Int
        /// Nil for more than ``mostReceivers``.
        let receivers: [String]?
    }

    private struct Wiring {
        let sends: [MessagePattern]
        let receives: [MessagePattern]

        init(_ service: CassetteHeader.Service) {
            sends = service.sends.map { MessagePattern($0) }
            receives = service.receives.map { MessagePattern($0) }
        }
    }

    package static let rememberedEvents = 65_536
    /// Bytes of an id, with its source.
    static let longestName = 1024
    static let mostReceivers = 64
    /// Breaches kept; the others are counted.
    package static let mostBreaches = 100
    /// Processes whose order is checked.
    private static let mostProcesses = 4096

    package private(set) var breaches: [Breach] = []
    package private(set) var breachCount = 0
    package private(set) var events = 0
    /// Events that passed unrecorded.
    package private(set) var missed = 0
    /// True if the header names the services; without it, routes cannot be checked.
    package var knowsRoutes: Bool { !services.isEmpty }

    private let services: [String: Wiring]
    private let isPartial: Bool
    private var past = RecentMap<Name, Past>(capacity: rememberedEvents)
    /// The newest number of each process's ids: `view-1-7` is 7 of `view-1`.
    private var newest = RecentMap<String, Int>(capacity: mostProcesses)
    /// The first event that did not reach a service, for each that nothing has reached since. Its input may have ended; it may still write.
    private var unreached: [String: Breach] = [:]
    /// Services that events reached again after some that did not. Those are lost, or the service was stopped and started again by a swap.
    package private(set) var returned: Set<String> = []
    /// Services whose input had ended, it seems, before the last event for them.
    package var absentees: [String] { unreached.keys.sorted() }

    /// - Parameters:
    ///   - header: nil for a tap's output saved without a header.
    ///   - isPartial: whether the recording is a part of its session, in which causes may be missing.
    package init(header: CassetteHeader?, isPartial: Bool) {
        services = (header?.services ?? [:]).mapValues(Wiring.init)
        self.isPartial = isPartial
    }

    package mutating func count(_ line: CassetteReader.Line, number: Int) {
        switch line {
        case .missed(let count): missed += count
        case .passage(let passage): check(passage, number)
        }
    }

    private mutating func check(_ passage: Passage, _ number: Int) {
        events += 1
        guard let event = try? Event(line: passage.event.span) else {
            return add(Breach(number, nil, "is no event"))
        }
        let problems = [
            repetition(of: event), disorder(of: event), foreignType(of: event, from: passage.sender),
            misdelivery(of: event, passage), strayReply(event, from: passage.sender),
        ]
        for case let problem? in problems {
            add(Breach(number, event, problem))
        }
        for name in passage.receivers {
            guard let breach = unreached.removeValue(forKey: name) else { continue }
            add(breach)
            returned.insert(name)
        }
        for name in missingReceivers(of: event, passage) where unreached[name] == nil {
            unreached[name] = Breach(number, event, "did not reach \(name)")
        }
        guard Self.isRemembered(event) else { return }
        let receivers = passage.receivers.count <= Self.mostReceivers ? passage.receivers : nil
        past.insert(Past(line: number, receivers: receivers), for: Name(source: event.source, id: event.id))
    }

    private static func isRemembered(_ event: Event) -> Bool {
        event.source.utf8.count + event.id.utf8.count <= longestName
    }

    private mutating func add(_ breach: Breach) {
        breachCount += 1
        if breaches.count < Self.mostBreaches { breaches.append(breach) }
    }

    // MARK: - Promises

    private func repetition(of event: Event) -> String? {
        past[Name(source: event.source, id: event.id)].map { "comes a second time; the first is line \($0.line)" }
    }

    /// Compares the numbers of ids that have the form of `VIPERLINE_SERVICE`-`VIPERLINE_RUN`-number.
    private mutating func disorder(of event: Event) -> String? {
        guard Self.isRemembered(event), let dash = event.id.lastIndex(of: "-"),
            let number = Int(event.id[dash...].dropFirst()), number >= 0,
            case let process = String(event.id[..<dash]), let run = process.lastIndex(of: "-"),
            process[..<run] == event.source, Int(process[run...].dropFirst()) != nil
        else { return nil }
        let last = newest[process]
        guard let last else {
            newest.insert(number, for: process)
            return nil
        }
        newest.update(process) { $0 = max(last, number) }
        return number < last ? "comes after \(process)-\(last)" : nil
    }

    private func foreignType(of event: Event, from sender: String) -> String? {
        guard !Self.isOfProcess(event.type), let service = services[sender],
            !service.sends.contains(where: { $0.matches(event.type) })
        else { return nil }
        return "is of a type that \(sender) does not send"
    }

    private func misdelivery(of event: Event, _ passage: Passage) -> String? {
        guard knowsRoutes, !Self.isOfProcess(event.type) else { return nil }
        let got = Set(passage.receivers)
        if got.count < passage.receivers.count { return "reached a service twice" }
        let strangers = got.filter { !receives($0, event.type, from: passage.sender) }.sorted()
        return strangers.isEmpty ? nil : "reached \(strangers.joined(separator: ", ")), which does not receive its type"
    }

    private func missingReceivers(of event: Event, _ passage: Passage) -> [String] {
        guard !Self.isOfProcess(event.type) else { return [] }
        let got = Set(passage.receivers)
        return services.keys.filter { !got.contains($0) && receives($0, event.type, from: passage.sender) }
    }

    /// True if the service gets events of the type; its own ones only by a pattern that it also sends.
    private func receives(_ name: String, _ type: String, from sender: String) -> Bool {
        guard let service = services[name] else { return false }
        return service.receives.contains { (name != sender || service.sends.contains($0)) && $0.matches(type) }
    }

    private func strayReply(_ event: Event, from sender: String) -> String? {
        guard let id = event.causationID, !Self.isOfProcess(event.type) else { return nil }
        let sources = event.causationSource.map { [$0] } ?? services.keys.filter { Self.belongs(id, to: $0) }
        let causes = sources.map { Name(source: $0, id: id) }
        if let cause = causes.lazy.compactMap({ past[$0] }).first {
            guard services[sender] != nil, let receivers = cause.receivers, !receivers.contains(sender),
                !sources.contains(sender)
            else { return nil }
            return "answers \(id) (line \(cause.line)), which \(sender) did not get"
        }
        let knowsAll =
            !isPartial && missed == 0 && events <= Self.rememberedEvents && id.utf8.count < Self.longestName / 2
        // An event that a process answers to itself need not be on the bus.
        guard knowsAll, sources.contains(where: { $0 != sender && services[$0] != nil }) else { return nil }
        return "answers \(id), which is not before it"
    }

    private static func belongs(_ id: String, to source: String) -> Bool {
        id.hasPrefix(source) && ["-", "+"].contains(id.dropFirst(source.count).first)
    }

    /// Any process may send these, and the supervisor answers them.
    private static func isOfProcess(_ type: String) -> Bool { type.hasPrefix("process.") }
}
