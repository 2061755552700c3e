import JSON
import JSONRPC
import Recording

/// Translates between the values of a recording and those of this run: the ids that either side makes up, and the folders.
struct DialogueValues: Sendable {
    /// A value that one side makes up, such as the id of a session.
    struct Handle: Hashable, Sendable {
        /// Equal for values of one kind.
        let kind: Int
        /// The value as JSON.
        let value: [UInt8]
    }

    private struct Root: Equatable, Sendable {
        let recorded: [UInt8]
        let live: [UInt8]
    }

    static let mostHandles = 10_000
    static let mostRoots = 100

    private let volatile: [ValuePattern]
    private let handles: [[ValuePattern]]
    private let rootPaths: [ValuePattern]
    private let versions: [[String]]
    private let emptiable: [ValuePattern]
    private let cancellations: [String: ValuePattern]
    private var recordedHandles = RecentMap<Handle, [UInt8]>(capacity: mostHandles)
    private var liveHandles = RecentMap<Handle, [UInt8]>(capacity: mostHandles)
    private var roots: [Root] = []

    init(_ table: DialogueProtocol, ignoring: [ValuePattern]) {
        volatile = table.paths.volatile.compactMap { ValuePattern($0) } + ignoring
        handles = table.paths.handles.map { $0.compactMap { ValuePattern($0) } }
        rootPaths = table.paths.roots.compactMap { ValuePattern($0) }
        versions = table.paths.versions
        emptiable = table.paths.emptiable.compactMap { ValuePattern($0) }
        cancellations = table.cancellations.compactMapValues { ValuePattern($0) }
    }

    // MARK: Comparing

    /// - Parameters:
    ///   - isLive: whether it is translated into the values of the recording.
    ///   - seesHandles: whether values that either side makes up count.
    func content(of message: RPCMessage, isLive: Bool, seesHandles: Bool) -> MessageContent {
        var content = MessageContent()
        if message.envelope == .jsonRPC, message.kind != .batch, let version = message.text(message.version) {
            content.leaves.append(.init(path: "jsonrpc", value: Self.canonical(version)))
        }
        // A response has one of the last two, unless it is faulty.
        for (part, range) in [("params", message.params), ("error", message.error), ("result", message.result)] {
            guard let json = message.text(range) else { continue }
            // The id of a cancelled request is another one in each run.
            let cancelled = message.method.flatMap { cancellations[$0] }
            /// The beginning of the last value that counts.
            var last = -1
            JSONWalk.visit(json) { path in
                isVolatile(path) || kind(of: path) != nil || cancelled?.matches(path) == true
            } take: { path, range, isWhole in
                var leaf: MessageContent.Leaf?
                func take(_ value: [UInt8], shown: [UInt8]? = nil) {
                    leaf = .init(
                        path: part + path.map(\.text).joined(), value: Self.canonical(value), shown: shown)
                }
                switch json[range.lowerBound] {
                case _ where isWhole:
                    guard !isVolatile(path), let kind = kind(of: path) else { return }
                    let value = Array(json[range])
                    if seesHandles {
                        take(isLive ? recordedHandles[Handle(kind: kind, value: value)] ?? value : value)
                    } else {
                        // The presence of the value counts nevertheless.
                        take(value.first == UInt8(ascii: "n") ? value : Array(#""(id)""#.utf8), shown: value)
                    }
                // Containers with members that do not count are like empty ones.
                case UInt8(ascii: "{"):
                    if last < range.lowerBound, !mayLack(path, in: part, json[range]) { take(Array("{}".utf8)) }
                case UInt8(ascii: "["): if last < range.lowerBound { take(Array("[]".utf8)) }
                case UInt8(ascii: "\"") where isLive:
                    take(replacingRoots(in: Array(json[range])) { ($0.live, $0.recorded) })
                default: take(Array(json[range]))
                }
                guard let leaf else { return }
                last = range.lowerBound
                content.leaves.append(leaf)
            }
        }
        return content
    }

    /// In canonical form, but an integer is not `1.0`: strict readers refuse that.
    private static func canonical(_ value: [UInt8]) -> [UInt8] {
        var canonical: [UInt8] = []
        try? JSONCanonicalForm.append(value.span, to: &canonical)
        guard let first = value.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first,
            value.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
            !canonical.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") })
        else { return canonical }
        return canonical + ".0".utf8
    }

    /// True if an object of which nothing counts means the same as none: one program writes `"arguments":{}` where another one writes
    /// nothing. Elsewhere, and always in a result, `{}` is a value: it declares a capability.
    private func mayLack(_ path: [ValueStep], in part: String, _ object: ArraySlice<UInt8>) -> Bool {
        if part == "params", path.isEmpty || emptiable.contains(where: { $0.matches(path) }) { return true }
        return path.last == .key("_meta") && object.contains(UInt8(ascii: ":"))
    }

    /// The versions of the protocol that a request names.
    func versions(in message: RPCMessage) -> [[UInt8]] {
        versions.compactMap { message.value(at: $0, in: message.params) }
    }

    private func isVolatile(_ path: [ValueStep]) -> Bool { volatile.contains { $0.matches(path) } }

    private func kind(of path: [ValueStep]) -> Int? {
        handles.firstIndex { $0.contains { $0.matches(path) } }
    }

    /// The part of a message that has its values.
    private static func payload(of message: RPCMessage) -> Range<Int>? {
        message.params ?? message.error ?? message.result
    }

    // MARK: Learning

    /// Notes the values in a message that stand where the recorded one has others.
    /// - Returns: for each recorded value that either side makes up, the present one.
    @discardableResult
    mutating func learn(_ recorded: RPCMessage, _ live: RPCMessage) -> [Handle: [UInt8]] {
        let (old, new) = (made(in: recorded), made(in: live))
        var found: [Handle: [UInt8]] = [:]
        for (path, handle) in old.handles {
            guard let other = new.handles[path], Self.isHandle(handle.value), Self.isHandle(other.value) else {
                continue
            }
            recordedHandles[other] = handle.value
            liveHandles[handle] = other.value
            found[handle] = other.value
        }
        for (path, root) in old.roots where new.roots[path] != nil {
            pair(root, new.roots[path] ?? root)
        }
        return found
    }

    /// Lets texts name another folder than the recorded one.
    mutating func pair(_ recorded: [UInt8], _ live: [UInt8]) {
        let root = Root(recorded: Self.folder(recorded), live: Self.folder(live))
        guard root.recorded != root.live, root.recorded.count > 1, root.live.count > 1, !roots.contains(root),
            roots.count < Self.mostRoots
        else { return }
        roots.append(root)
        roots.sort { $0.recorded.count > $1.recorded.count }
    }

    /// The folders that a message names, as it spells them.
    func folders(in message: RPCMessage) -> [[UInt8]] { made(in: message).roots.values.map { Self.folder($0) } }

    /// Null and zero name nothing.
    private static func isHandle(_ value: [UInt8]) -> Bool {
        value.first == UInt8(ascii: "\"") || (value.first.map { 0x31...0x39 ~= $0 } ?? false)
    }

    private func made(in message: RPCMessage) -> (handles: [[ValueStep]: Handle], roots: [[ValueStep]: [UInt8]]) {
        var found: (handles: [[ValueStep]: Handle], roots: [[ValueStep]: [UInt8]]) = ([:], [:])
        guard let range = Self.payload(of: message) else { return found }
        let json = Array(message.bytes[range])
        JSONWalk.visit(json) { path in
            kind(of: path) != nil || rootPaths.contains { $0.matches(path) }
        } take: { path, range, isWhole in
            guard isWhole else { return }
            if let kind = kind(of: path) {
                found.handles[path] = Handle(kind: kind, value: Array(json[range]))
            } else {
                found.roots[path] = Array(json[range])
            }
        }
        return found
    }

    /// The folder that a JSON text with a path or a URL names.
    private static func folder(_ text: [UInt8]) -> [UInt8] {
        guard text.first == UInt8(ascii: "\""), text.count > 2 else { return [] }
        var path = text.dropFirst().dropLast()
        if path.starts(with: "file://".utf8) { path = path.dropFirst(7) }
        while path.last == UInt8(ascii: "/"), path.count > 1 { path.removeLast() }
        return path.first == UInt8(ascii: "/") ? Array(path) : []
    }

    // MARK: Sending

    /// A recorded message with the values of this run.
    /// - Parameters:
    ///   - handles: values that count for this message only.
    ///   - cancelled: the id of the request that it cancels.
    func live(_ message: RPCMessage, handles own: [Handle: [UInt8]], cancelled: [UInt8]?, edits: OwnIDs.Edits)
        -> [UInt8]
    {
        translated(message, cancelled: cancelled, edits: edits) {
            own[$0] ?? liveHandles[$0]
        } root: {
            ($0.recorded, $0.live)
        }
    }

    /// A message of this run with the recorded values.
    func recorded(_ message: RPCMessage, edits: OwnIDs.Edits) -> [UInt8] {
        translated(message, cancelled: nil, edits: edits) {
            recordedHandles[$0]
        } root: {
            ($0.live, $0.recorded)
        }
    }

    private func translated(
        _ message: RPCMessage, cancelled: [UInt8]?, edits others: OwnIDs.Edits, handle: (Handle) -> [UInt8]?,
        root: (Root) -> (from: [UInt8], to: [UInt8])
    ) -> [UInt8] {
        var edits = others
        if let payload = Self.payload(of: message) {
            let json = Array(message.bytes[payload])
            let cancellation = message.method.flatMap { cancellations[$0] }
            JSONWalk.visit(json) { path in
                kind(of: path) != nil || cancellation?.matches(path) == true
            } take: { path, range, isWhole in
                guard isWhole || json[range.lowerBound] == UInt8(ascii: "\"") else { return }
                let old = Array(json[range])
                var value = old
                if isWhole, let kind = kind(of: path) {
                    value = handle(Handle(kind: kind, value: old)) ?? old
                } else if isWhole {
                    value = cancelled ?? old
                } else {
                    value = replacingRoots(in: old, root)
                }
                guard value != old else { return }
                edits.append((payload.lowerBound + range.lowerBound..<payload.lowerBound + range.upperBound, value))
            }
        }
        return message.bytes.replacing(edits)
    }

    private func replacingRoots(in text: [UInt8], _ direction: (Root) -> (from: [UInt8], to: [UInt8])) -> [UInt8] {
        guard !roots.isEmpty, text.contains(UInt8(ascii: "/")) else { return text }
        let pairs = roots.map(direction).sorted { $0.from.count > $1.from.count }
        var output: [UInt8] = []
        var at = 0
        while at < text.count {
            if text[at] == UInt8(ascii: "/"),
                let pair = pairs.first(where: {
                    text[at...].starts(with: $0.from) && Self.ends(text, at + $0.from.count)
                })
            {
                output += pair.to
                at += pair.from.count
            } else {
                output.append(text[at])
                at += 1
            }
        }
        return output
    }

    /// True if the name of a folder ends there.
    private static func ends(_ text: [UInt8], _ at: Int) -> Bool {
        guard at < text.count else { return true }
        return text[at] == UInt8(ascii: "/") || !ValuePattern.isPlain(text[at]) && text[at] != UInt8(ascii: ".")
    }
}

extension [UInt8] {
    /// The bytes with others in some ranges, which do not overlap.
    func replacing(_ edits: [(range: Range<Int>, value: [UInt8])]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= copied {
            output += self[copied..<edit.range.lowerBound]
            output += edit.value
            copied = edit.range.upperBound
        }
        return output + self[copied...]
    }
}
