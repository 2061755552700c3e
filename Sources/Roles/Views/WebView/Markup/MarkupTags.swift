/// Markup, cut before each `<`. In Viperline's markup, every `<` begins a tag.
package struct MarkupTags {
    package let bytes: [UInt8]
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.indices.filter { $0 == 0 || bytes[$0] == UInt8(ascii: "<") }
    }

    private var indices: Range<Int> { starts.indices }

    private subscript(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[starts[range.lowerBound]..<(range.upperBound < starts.count ? starts[range.upperBound] : bytes.count)]
    }

    /// A tag with the text behind it.
    private struct Tag: Hashable {
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// Places of a tag that are compared, the last ones.
    private static let mostPlaces = 16
    /// Bytes. A shorter copy could be longer than what it stands for.
    private static let shortestCopy = 12

    /// The markup, in which `<FROM COUNT>` stands for tags that were there before: so many, from that one on. The tags of `base` come
    /// first, then those of this markup.
    ///
    /// A tag of this markup is copied only if it contains no text of an application, and none follows it. So the length does not reveal
    /// whether two texts of one screen are equal.
    package func edits(from base: MarkupTags) -> [UInt8] {
        var known: [Tag: Int] = [:]
        let old = base.numbers(&known)
        let new = numbers(&known)
        let all = old + new
        let bare = indices.map(isBare)
        var (places, own) = (TagPlaces(kinds: known.count), TagPlaces(kinds: known.count))
        for number in old { places.append(number) }
        var edits: [UInt8] = []
        // The tag that follows the last copy, and the tag of this markup at which the copy ended.
        var (resumed, copied) = (0, 0)
        var index = 0
        while index < new.count {
            var (best, count) = (0, 0)
            let written = old.count + index
            func compare(_ place: Int) {
                var length = 0
                while index + length < new.count, place + length < written, all[place + length] == new[index + length],
                    place + length < old.count || bare[index + length]
                {
                    length += 1
                }
                if length > count { (best, count) = (place, length) }
            }
            compare(resumed)
            compare(resumed + index - copied)
            places.forEachLast(Self.mostPlaces, of: new[index], compare)
            own.forEachLast(Self.mostPlaces, of: new[index]) { compare(old.count + $0) }
            if count > 0, self[index..<index + count].count >= Self.shortestCopy {
                edits += "<\(best) \(count)>".utf8
                (resumed, copied) = (best + count, index + count)
            } else {
                edits += self[index..<index + 1]
                count = 1
            }
            for number in new[index..<index + count] { own.append(number) }
            index += count
        }
        return edits
    }

    /// Attributes whose values are words of this program.
    private static let ownAttributes = Set(
        ["class", "dir", "scope", "role", "type", "name", "form", "method", "action"].map { Array($0.utf8) })

    /// True if the tag has only words of this program, and no text follows it.
    private func isBare(_ index: Int) -> Bool {
        let tag = self[index..<index + 1]
        guard tag.last == UInt8(ascii: ">") else { return false }
        var name = tag.endIndex
        for place in tag.indices {
            switch tag[place] {
            case UInt8(ascii: " "): name = place + 1
            // A quotation mark in a value is escaped.
            case UInt8(ascii: "=") where tag[place + 1] == UInt8(ascii: "\""):
                guard name < place, Self.ownAttributes.contains(Array(tag[name..<place])) else { return false }
            default: break
            }
        }
        return true
    }

    /// A number for each tag, the same for equal ones.
    private func numbers(_ known: inout [Tag: Int]) -> [Int] {
        indices.map { index in
            let next = known.count
            let tag = Tag(bytes: self[index..<index + 1])
            if let number = known[tag] { return number }
            known[tag] = next
            return next
        }
    }
}

private struct TagPlaces {
    /// The last place by the number of a tag.
    private var last: [Int?]
    /// The place before, of the same tag, by place.
    private var earlier: [Int?] = []

    init(kinds: Int) { last = Array(repeating: nil, count: kinds) }

    mutating func append(_ number: Int) {
        earlier.append(last[number])
        last[number] = earlier.count - 1
    }

    func forEachLast(_ most: Int, of number: Int, _ body: (Int) -> Void) {
        var (place, count) = (last[number], 0)
        while let next = place, count < most {
            body(next)
            (place, count) = (earlier[next], count + 1)
        }
    }
}
