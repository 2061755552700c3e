import Composition
import Platform

/// The lines that the processes of a history wrote and read, and the promises about them.
final class Ledger {
    /// An event as a process has read it.
    struct Reading {
        let id: String
        /// The event is marked: a process of the service was sent it before.
        let isReplayed: Bool
    }

    /// Ids of the lines that a service has written whole, in order.
    private var written: [String: [String]] = [:]
    /// Ids of lines that lacked only their end when their process ended: the bus may deliver them.
    private var unended: Set<String> = []
    private var read: [String: [Reading]] = [:]
    /// The number of events that a service had read when its last process began.
    private var beginning: [String: Int] = [:]
    /// The number of a service's processes.
    private var running: [String: Int] = [:]
    /// Services without a process, whose last one had nothing more to do.
    private var finished: Set<String> = []
    /// Services that went before their input had ended, and got no successor, or came back after their end.
    var left: Set<String> = []

    /// Events of its own that a service has begun to write, over all its processes.
    private var begun: [String: Int] = [:]
    let recording = Watch()
    var taps: [Watch] = []

    func begun(by service: String) -> Int { begun[service] ?? 0 }

    /// - Returns: the id of the service's next event.
    func begin(by service: String) -> String {
        begun[service, default: 0] += 1
        return "\(service)-\(begun(by: service))"
    }

    func wrote(_ id: String, by service: String) { written[service, default: []].append(id) }
    func leftUnended(_ id: String) { unended.insert(id) }
    func began(_ service: String) {
        beginning[service] = read[service]?.count ?? 0
        running[service, default: 0] += 1
        // A swap has brought it back. Meanwhile, what came for it was lost.
        if finished.remove(service) != nil { left.insert(service) }
    }

    /// - Parameter isFinished: whether it ended because nobody sends anything to it any more.
    func ended(_ service: String, isFinished: Bool) {
        running[service, default: 0] -= 1
        if isFinished, running[service] == 0 { finished.insert(service) }
    }

    /// - Parameter line: without its line end.
    /// - Returns: nil for a line that is no event of a service.
    func note(_ line: [UInt8], readBy service: String) -> Reading? {
        guard let id = Self.id(in: line), id.contains("-") else { return nil }
        let reading = Reading(id: id, isReplayed: Self.place(of: "\"replayed\":true", in: line) != nil)
        read[service, default: []].append(reading)
        return reading
    }

    private static func id(in line: [UInt8]) -> String? {
        place(of: "\"id\":\"", in: line).map {
            String(decoding: line[($0 + 6)...].prefix { $0 != 0x22 }, as: UTF8.self)
        }
    }

    private static func place(of key: StaticString, in line: [UInt8]) -> Int? {
        line.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let found = memmem(start, bytes.count, key.utf8Start, key.utf8CodeUnitCount)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    // MARK: - Promises

    /// - Parameter isCut: the session has ended before its services, so the last events need not have arrived.
    /// - Returns: the promise that is broken; nil if none is.
    func brokenPromise(of services: [SimulatedService], clients: Int, isCut: Bool) -> String? {
        let known = Set(read.values.lazy.joined().map(\.id))
        if let broken = recording.brokenPromise(read: known, absentees: left) { return "the recording \(broken)" }
        for tap in taps { if let broken = tap.brokenPromise(read: [], absentees: left) { return "a tap \(broken)" } }
        for receiver in services {
            let readings = read[receiver.name] ?? []
            if let broken = marks(receiver, readings) { return broken }
            for sender in services where receiver.receives.contains(sender.name) {
                let got = readings.filter { !$0.isReplayed && $0.id.hasPrefix(sender.name + "-") }.map(\.id)
                // A sender that was started again after its end may find no receiver.
                let isWhole = !isCut && left.isDisjoint(with: [sender.name, receiver.name])
                let broken =
                    switch sender.kind {
                    case .events: events(from: sender, to: receiver, got, isWhole: isWhole)
                    case .states: states(from: sender, to: receiver, got, isWhole: isWhole)
                    case .answers:
                        answers(from: sender, to: receiver, got, isWhole: isWhole)
                    case .nothing: String?.none
                    }
                if let broken { return broken }
            }
            for client in (0..<clients).map({ "client\($0)" }) {
                let got = readings.filter { !$0.isReplayed && $0.id.hasPrefix(client + "-") }.map(\.id)
                if let broken = disorder(of: got, in: possible(from: client)) {
                    return "\(receiver.name) got \(broken), but \(client) sent \(possible(from: client))"
                }
            }
        }
        return nil
    }

    /// An event is marked as replayed if and only if a process of the service has read it before.
    private func marks(_ receiver: SimulatedService, _ readings: [Reading]) -> String? {
        var seen: Set<String> = []
        for reading in readings {
            // Lines that waited for a service that went for good were sent to it; nobody takes them back.
            if reading.isReplayed, !seen.contains(reading.id), !left.contains(receiver.name) {
                return "\(receiver.name) got \(reading.id) as replayed, which it had not read"
            }
            if !reading.isReplayed, !seen.insert(reading.id).inserted {
                return "\(receiver.name) got \(reading.id) twice"
            }
        }
        return nil
    }

    /// All events arrive, once and in order.
    private func events(
        from sender: SimulatedService, to receiver: SimulatedService, _ got: [String], isWhole: Bool
    ) -> String? {
        let sure = written[sender.name] ?? []
        let taken = got.filter { !unended.contains($0) }
        // A service that was stopped and started again has missed what came in between, or found no receiver.
        let hasGap = !left.isDisjoint(with: [sender.name, receiver.name])
        let isOrdered = hasGap ? disorder(of: taken, in: sure) == nil : sure.starts(with: taken)
        if !isOrdered {
            return "\(receiver.name) got \(taken) from \(sender.name), which wrote \(sure)"
        }
        guard isWhole, taken.count < sure.count else { return nil }
        return "\(receiver.name) did not get \(sure[taken.count]) from \(sender.name)"
    }

    /// The newest state of each subject arrives, and none after a newer one; with `latest`, each process gets it. A last line without its end
    /// may have taken its place.
    private func states(
        from sender: SimulatedService, to receiver: SimulatedService, _ got: [String], isWhole: Bool
    ) -> String? {
        let sure = written[sender.name] ?? []
        if let broken = disorder(of: got, in: possible(from: sender.name)) {
            return "\(receiver.name) got \(broken) from \(sender.name), which wrote \(sure)"
        }
        guard isWhole else { return nil }
        for subject in 0..<SimulatedService.subjects {
            guard let newest = sure.last(where: { SimulatedService.subject(of: $0) == subject }) else { continue }
            let isWanted = { (id: String) in
                id == newest || self.unended.contains(id) && SimulatedService.subject(of: id) == subject
            }
            if !got.contains(where: isWanted) {
                return "\(receiver.name) did not get \(newest), the newest state of \(sender.name)"
            }
            guard receiver.recovery == .latest else { continue }
            let last = (read[receiver.name] ?? [])[(beginning[receiver.name] ?? 0)...]
            if !last.contains(where: { isWanted($0.id) }) { return "\(newest) was not sent again to \(receiver.name)" }
        }
        return nil
    }

    /// Each request has at most one answer, in the order of the requests; exactly one if the service recovers what its dead
    /// processes had in hand.
    private func answers(
        from sender: SimulatedService, to receiver: SimulatedService, _ got: [String], isWhole: Bool
    ) -> String? {
        for source in sender.receives {
            let sure = (written[source] ?? []).map { "\(sender.name)-\($0)" }
            let possible = possible(from: source).map { "\(sender.name)-\($0)" }
            let answered = got.filter { $0.hasPrefix("\(sender.name)-\(source)-") }
            if let broken = disorder(of: answered, in: possible) {
                return "\(receiver.name) got \(broken) from \(sender.name), which was asked \(possible)"
            }
            guard isWhole, !left.contains(source), sender.recovers,
                let missing = sure.first(where: { !answered.contains($0) })
            else {
                continue
            }
            return "\(receiver.name) did not get \(missing), but \(answered)"
        }
        return nil
    }

    /// - Returns: ids of the events that the bus may have got from a sender, in the order in which it has begun them.
    private func possible(from sender: String) -> [String] {
        let number = { (id: String) in Int(id.dropFirst(sender.utf8.count + 1)) ?? 0 }
        let ids = (written[sender] ?? []) + unended.filter { $0.hasPrefix(sender + "-") }
        return ids.sorted { number($0) < number($1) }
    }

    /// - Returns: the ids, unless each stands among the others, in the same order.
    private func disorder(of ids: [String], in others: [String]) -> [String]? {
        var rest = others[...]
        for id in ids {
            guard let place = rest.firstIndex(of: id) else { return ids }
            rest = rest[(place + 1)...]
        }
        return nil
    }
}
