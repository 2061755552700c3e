import JSON
import JSONRPC

/// The ids of the messages that a double sends: the recorded ones, unless they are taken. The Debug Adapter Protocol numbers all
/// messages, so its numbers are always new.
struct OwnIDs: Sendable {
    typealias Edits = [(range: Range<Int>, value: [UInt8])]

    /// A request that the double has sent.
    struct Call: Sendable {
        let run: Int
        let entry: Int
    }

    private var open: [[UInt8]: Call] = [:]
    private var used: Set<[UInt8]> = []
    private var liveIDs: [Int: [UInt8]] = [:]
    /// The number of the newest message of the Debug Adapter Protocol.
    private var number = 0
    /// No recorded id of the side is as high.
    private var free: Int

    init(_ script: DialogueScript, side: RPCPeer) {
        let numbers = script.entries.lazy.filter { $0.sender == side && $0.kind == .request }.compactMap {
            $0.message.id.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        }
        free = (numbers.filter { $0 < 1 << 52 }.max() ?? 0) + 1
    }

    /// The number of the next message of the Debug Adapter Protocol.
    mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    /// The request that a response answers, which is no longer open then.
    mutating func take(_ id: [UInt8]) -> Call? { open.removeValue(forKey: id) }

    /// The id with which a recorded request was sent last.
    func live(of entry: Int) -> [UInt8]? { liveIDs[entry] }

    /// The ids and numbers of this run in a recorded message.
    /// - Parameters:
    ///   - entry: its place in the script.
    ///   - id: that of the request which it answers, if it is a response.
    mutating func edits(of message: RPCMessage, _ entry: Int, in run: Int, answering id: [UInt8]) -> Edits {
        var edits: Edits = []
        if let range = message.idRange {
            edits.append((range, message.kind == .response ? id : newID(of: message, Call(run: run, entry: entry))))
        }
        if message.envelope == .debugAdapter, message.kind != .request,
            let range = JSONSlices.member("seq", of: message.bytes.span)
        {
            edits.append((range, Array("\(nextNumber())".utf8)))
        }
        return edits
    }

    private mutating func newID(of request: RPCMessage, _ call: Call) -> [UInt8] {
        var id = request.id ?? []
        if request.envelope == .debugAdapter {
            id = Array("\(nextNumber())".utf8)
        } else if used.contains(id) {
            id = Array("\(free)".utf8)
            free += 1
        }
        used.insert(id)
        open[id] = call
        liveIDs[call.entry] = id
        return id
    }

    /// The ids and numbers of the recorded message in a live one.
    static func edits(of live: RPCMessage, like recorded: RPCMessage) -> Edits {
        var edits: Edits = []
        if let range = live.idRange, let id = recorded.id { edits.append((range, id)) }
        if let range = JSONSlices.member("seq", of: live.bytes.span), range != live.idRange,
            let number = JSONSlices.member("seq", of: recorded.bytes.span), live.envelope == .debugAdapter
        {
            edits.append((range, Array(recorded.bytes[number])))
        }
        return edits
    }
}
