import NATSBridge
import Wire

/// A service's part of a bus of its own.
protocol SimulatedBus: AnyObject {
    /// The process has written a line.
    func take(_ line: [UInt8], in world: NetworkWorld)
    /// The lines that a successor is sent.
    /// - Parameter unread: lines that its predecessor has not read.
    func backlog(unread: ArraySlice<[UInt8]>) -> [[UInt8]]
}

/// The bus of a join, with `recovery: replay` (``ReplayJournal``): its own lines go to other joins, and theirs come.
final class JoinBus: SimulatedBus {
    private let name: String
    /// Its own lines since the last snapshot's event.
    private var kept: [(id: String, line: [UInt8])] = []
    private var snapshot: [UInt8]?
    /// The id of that event.
    private var begin = ProcessOutput.Snapshot.start.id
    /// Lines that have come since that snapshot.
    private var outputs = 0
    /// Lines of a successor that are dropped.
    private(set) var skipped = 0
    /// Its own lines so far.
    private(set) var count = 0
    /// The number of the newest state of each subject.
    private(set) var newest: [Int: Int] = [:]
    /// The numbers of the lines that have come, by their sender.
    private(set) var arrived: [String: [Int]] = [:]

    private static let subjects = 3

    init(_ name: String) { self.name = name }

    /// - Returns: the next line of its own.
    func nextLine(_ type: String, size: Int) -> [UInt8] {
        count += 1
        if type == "state" { newest[count % Self.subjects] = count }
        let id = "\(name)-\(count)"
        let envelope =
            #"{"specversion":"1.0","type":"\#(name).out.\#(type)","source":"role","id":"\#(id)","subject":"s\#(count % Self.subjects)""#
        let line = [UInt8]("\(envelope),\"data\":{\"pad\":\"".utf8) + repeatElement(0x78, count: size) + "\"}}".utf8
        kept.append((id, line))
        return line
    }

    func take(_ line: [UInt8], in world: NetworkWorld) {
        guard let event = try? BusLine(line) else { world.fail("\(name) gets a line that is no event", world) }
        // A successor that repeats its predecessor's lines repeats its states, too.
        if event.type == ProcessOutput.Snapshot.type { return skipped > 0 ? () : takeSnapshot(line, in: world) }
        guard !event.type.hasPrefix("process.") else { return }
        if skipped > 0 {
            world.note("the bus of \(name) drops \(event.id ?? ""), which it has")
            return skipped -= 1
        }
        outputs += 1
        let id = event.id ?? ""
        let words = id.utf8.split(separator: UInt8(ascii: "-")).map { Substring($0) }
        guard words.count == 2, let number = Int(words[1]) else { world.fail("\(name) gets \(id)", world) }
        let (sender, last) = (String(words[0]), arrived[String(words[0])]?.last ?? 0)
        world.note("\(name) gets \(id)")
        if number <= last { world.fail("\(name) gets \(id) after \(sender)-\(last)", world) }
        arrived[sender, default: []].append(number)
    }

    private func takeSnapshot(_ line: [UInt8], in world: NetworkWorld) {
        guard let event = try? Event(line: line.span) else { return }
        let cause = event.causationID ?? ""
        if cause != begin {
            guard let place = kept.lastIndex(where: { $0.id == cause }) else {
                world.fail("the join of \(name) sends its state after \(cause), which the bus has no longer", world)
            }
            kept.removeFirst(place + 1)
        }
        world.note("the join of \(name) sends its state after \(cause)")
        (begin, snapshot, outputs) = (cause, event.data, 0)
    }

    var isRestored: Bool { snapshot != nil }

    func backlog(unread: ArraySlice<[UInt8]>) -> [[UInt8]] {
        skipped = outputs
        let fresh = zip(kept.reversed(), unread.reversed()).prefix { $0.line == $1 }.count
        let read = kept.dropLast(fresh).map { $0.line.replayed }
        return restoration + read + kept.suffix(fresh).map { $0.line }
    }

    private var restoration: [[UInt8]] {
        guard let snapshot else { return [] }
        var restore = Event(type: ProcessInput.Restore.type)
        (restore.source, restore.id, restore.data) = ("viperline", "restore", snapshot)
        return [Array(restore.line.dropLast())]
    }
}

/// The bus of a caller, with `recovery: redeliver` (``RedeliveryJournal``).
final class CallerBus: SimulatedBus {
    private let name: String
    private var count = 0
    /// Requests without an answer.
    private(set) var open: [(id: String, line: [UInt8])] = []

    init(_ name: String) { self.name = name }

    /// - Returns: the next request.
    func nextRequest() -> [UInt8] {
        count += 1
        let id = "\(name)-\(count)"
        let line = Array(#"{"specversion":"1.0","type":"fetch.input.get","source":"me","id":"\#(id)","data":{}}"#.utf8)
        open.append((id, line))
        return line
    }

    func take(_ line: [UInt8], in world: NetworkWorld) {
        guard let answer = try? BusLine(line) else { world.fail("\(name) gets a line that is no event", world) }
        guard answer.type == ProcessOutput.Refused.type || !answer.type.hasPrefix("process.") else { return }
        let request = answer.causationID ?? "nothing"
        guard let place = open.firstIndex(where: { $0.id == request }) else {
            world.fail("\(name) gets an answer to \(request), which is not open", world)
        }
        open.remove(at: place)
        world.note("\(name) gets \(answer.type) for \(request)")
        if answer.type != "fetch.output.got", !world.failed.contains(request) {
            world.fail("\(request) is refused, and no child has failed on it", world)
        }
    }

    func backlog(unread: ArraySlice<[UInt8]>) -> [[UInt8]] {
        let waiting = Set(unread.compactMap { (try? BusLine($0))?.id })
        return open.filter { !waiting.contains($0.id) }.map { $0.line.replayed } + unread
    }
}

extension [UInt8] {
    /// The line as a bus sends it to a successor.
    fileprivate var replayed: [UInt8] { Array(#"{"replayed":true,"#.utf8) + dropFirst() }
}
