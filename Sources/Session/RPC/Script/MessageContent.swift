import JSON
import Recording

/// The content of a message: the values of its parameters, result or error that have no members, by their paths.
struct MessageContent: Sendable {
    struct Leaf: Sendable {
        /// Such as `params.arguments.name`.
        let path: String
        /// The compared value, in canonical form.
        let value: [UInt8]
        /// The value that a report shows instead: one that either side makes up.
        var shown: [UInt8]?

        var tree: JSONTree? { JSONTree(shown ?? value) }
    }

    var leaves: [Leaf] = []

    /// Equal for equal contents, whatever the order of members.
    var key: [UInt8] {
        var key: [UInt8] = []
        for leaf in leaves.map({ (path: Array($0.path.utf8), value: $0.value) }).sorted(by: {
            $0.path.lexicographicallyPrecedes($1.path)
        }) {
            key += leaf.path
            key.append(0)
            key += leaf.value
            key.append(0)
        }
        return key
    }

    /// The paths where `other` differs from this, the recorded one: at most `most`. Members with one name are paired in order.
    /// - Parameter isTimeless: whether other dates and times within texts are no differences.
    func differences(from other: MessageContent, isTimeless: Bool, most: Int = 100) -> [JSONTree.Difference] {
        // By bytes, because a text of Swift equals its other spellings in Unicode. The first one is the last of its list.
        var others: [[UInt8]: [Int]] = [:]
        for place in other.leaves.indices.reversed() {
            others[Array(other.leaves[place].path.utf8), default: []].append(place)
        }
        var isPaired = [Bool](repeating: false, count: other.leaves.count)
        var found: [JSONTree.Difference] = []
        for leaf in leaves where found.count < most {
            let place = others[Array(leaf.path.utf8)]?.popLast()
            let pair = place.map { other.leaves[$0] }
            if let place { isPaired[place] = true }
            guard pair?.value != leaf.value else { continue }
            if isTimeless, let pair, TimesInText.masked(pair.value) == TimesInText.masked(leaf.value) { continue }
            found.append(.init(path: leaf.path, expected: leaf.tree, actual: pair.flatMap(\.tree)))
        }
        for (place, leaf) in other.leaves.enumerated() where found.count < most && !isPaired[place] {
            found.append(.init(path: leaf.path, expected: nil, actual: leaf.tree))
        }
        return found
    }
}

/// A walk through a JSON value that reads each byte once.
enum JSONWalk {
    /// - Parameters:
    ///   - json: one value.
    ///   - isWhole: whether the value at a path is wanted as a whole, with its members.
    ///   - take: gets the path and the range of each such value, and of each other value: objects and arrays after their members.
    static func visit(
        _ json: [UInt8], isWhole: ([ValueStep]) -> Bool, take: ([ValueStep], Range<Int>, Bool) -> Void
    ) {
        var path: [ValueStep] = []
        try? JSONReader.read(json.span) { reader throws(JSONError) in
            try walk(&reader, &path, isWhole, take)
        }
    }

    private static func walk(
        _ reader: inout JSONReader, _ path: inout [ValueStep], _ isWhole: ([ValueStep]) -> Bool,
        _ take: ([ValueStep], Range<Int>, Bool) -> Void
    ) throws(JSONError) {
        if isWhole(path) { return take(path, try reader.skipValue(), true) }
        let start = reader.offset
        switch reader.nextByte {
        case UInt8(ascii: "{"):
            try reader.beginObject()
            while let key = try reader.nextKey() {
                path.append(.key(key.text ?? key.spelling))
                try walk(&reader, &path, isWhole, take)
                path.removeLast()
            }
            take(path, start..<reader.offset, false)
        case UInt8(ascii: "["):
            var index = 0
            try reader.beginArray()
            while try reader.nextElement() {
                path.append(.index(index))
                try walk(&reader, &path, isWhole, take)
                path.removeLast()
                index += 1
            }
            take(path, start..<reader.offset, false)
        default: take(path, try reader.skipValue(), false)
        }
    }
}

/// Dates and times as in `2026-11-24T23:30:00.5Z`, within a text.
enum TimesInText {
    /// A zero stands for any digit, and the `T` may be a blank.
    private static let pattern = Array("0000-00-00T00:00".utf8)
    /// Bytes of seconds, fractions and the zone, with zeros for digits.
    private static let rest = Set("0:.+-Z".utf8)

    /// The text with a placeholder for each of them.
    static func masked(_ text: [UInt8]) -> [UInt8] {
        let shape = text.map { 0x30...0x39 ~= $0 ? 0x30 : $0 }
        var output: [UInt8] = []
        var at = 0
        while at < text.count {
            let isTime = zip(shape[at...].prefix(pattern.count), pattern).allSatisfy {
                $0 == $1 || $0 == 0x20 && $1 == 0x54
            }
            if isTime, text.count - at >= pattern.count {
                output += "(time)".utf8
                at = shape[(at + pattern.count)...].firstIndex { !rest.contains($0) } ?? text.count
            } else {
                output.append(text[at])
                at += 1
            }
        }
        return output
    }
}
