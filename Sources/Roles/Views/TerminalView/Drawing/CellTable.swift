import TerminalText

/// What the cells of a buffer name by a number: characters of several scalars, and links. The buffer of the next frame begins with the
/// table of the one before, so that equal cells have equal numbers; from a table that has become large (``isLarge``) nothing is taken over.
struct CellTable: Sendable {
    /// A cluster by its scalars: `é` of one and of two scalars are equal as characters.
    private struct Cluster: Hashable {
        let character: Character

        static func == (one: Cluster, other: Cluster) -> Bool {
            one.character.utf8.elementsEqual(other.character.utf8)
        }

        func hash(into hasher: inout Hasher) { for byte in character.utf8 { hasher.combine(byte) } }
    }

    private var clusters: [(character: Character, width: UInt8, isCertain: Bool)] = []
    private var links: [Hyperlink] = []
    private var clusterNumbers: [Cluster: Int] = [:]
    private var linkNumbers: [Hyperlink: UInt32] = [:]
    private var scalars = ScalarWidths()

    /// Clusters, and links, that are kept from one frame to the next. A frame has as many as its cells need.
    static let mostKept = 1024

    var count: Int { clusters.count + links.count }
    var isLarge: Bool { clusters.count > Self.mostKept || links.count > Self.mostKept }

    /// - Returns: the glyph of a character that is drawn, and its cells; none for one without width.
    mutating func glyph(of character: Character) -> (glyph: Glyph, width: Int) {
        let unicode = character.unicodeScalars
        if let scalar = unicode.first, unicode.index(after: unicode.startIndex) == unicode.endIndex {
            return scalars.glyph(of: scalar)
        }
        if let number = clusterNumbers[Cluster(character: character)] {
            let cluster = clusters[number]
            return (Glyph(cluster: number, isCertain: cluster.isCertain), Int(cluster.width))
        }
        let width = CellWidth.of(character)
        // No screen has so many cells.
        guard width > 0, clusters.count < Glyph.mostClusters else {
            return (scalars.glyph(of: "\u{FFFD}").glyph, min(width, 1))
        }
        let cluster = (
            character: character, width: UInt8(clamping: width), isCertain: CellWidth.isCertain(character)
        )
        clusterNumbers[Cluster(character: character)] = clusters.count
        clusters.append(cluster)
        return (Glyph(cluster: clusters.count - 1, isCertain: cluster.isCertain), width)
    }

    mutating func glyph(of scalar: Unicode.Scalar) -> (glyph: Glyph, width: Int) { scalars.glyph(of: scalar) }

    func character(of glyph: Glyph) -> Character {
        if let scalar = glyph.scalar { return Character(scalar) }
        return clusters.indices.contains(glyph.cluster) ? clusters[glyph.cluster].character : "\u{FFFD}"
    }

    func firstScalar(of glyph: Glyph) -> UInt32 {
        glyph.scalar?.value ?? character(of: glyph).unicodeScalars.first?.value ?? 0
    }

    /// From 1; 0 for none.
    mutating func number(of link: Hyperlink?) -> UInt32 {
        guard let link else { return 0 }
        if let number = linkNumbers[link] { return number }
        guard links.count < Glyph.mostClusters else { return 0 }
        links.append(link)
        let number = UInt32(links.count)
        linkNumbers[link] = number
        return number
    }

    func link(_ number: UInt32) -> Hyperlink? {
        number > 0 && number <= links.count ? links[Int(number) - 1] : nil
    }

    /// Whether a cell means the same in both, as long as the numbers are in this one.
    func begins(_ other: CellTable) -> Bool {
        clusters.begins(other.clusters) { $0.character.utf8.elementsEqual($1.character.utf8) }
            && links.begins(other.links, by: ==)
    }

    /// - Returns: the cell of another table in this one.
    mutating func adopt(_ cell: PackedCell, from other: CellTable) -> PackedCell {
        var cell = cell
        if cell.glyph.isCluster {
            cell.glyph.replace(by: glyph(of: other.character(of: cell.glyph)).glyph)
        }
        if cell.link > 0 { cell.reference = number(of: other.link(cell.link)) }
        return cell
    }
}

extension Array {
    /// Most often both are one array.
    fileprivate func begins(_ other: [Element], by isEqual: (Element, Element) -> Bool) -> Bool {
        guard count <= other.count else { return false }
        let isSame = withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
        }
        return isSame || zip(self, other).allSatisfy(isEqual)
    }
}

/// The widths of scalars that were looked up last: finding them out takes longer than drawing.
struct ScalarWidths: Sendable {
    private struct Entry: BitwiseCopyable {
        var scalar: UInt32 = .max
        var width: UInt8 = 0
        var isCertain = false
    }

    /// A scalar's place is its last bits.
    private var entries = Array(repeating: Entry(), count: 256)

    mutating func glyph(of scalar: Unicode.Scalar) -> (glyph: Glyph, width: Int) {
        let place = Int(scalar.value & 0xFF)
        if entries[place].scalar != scalar.value {
            let character = Character(scalar)
            entries[place] = Entry(
                scalar: scalar.value, width: UInt8(clamping: CellWidth.of(character)),
                isCertain: CellWidth.isCertain(character))
        }
        return (Glyph(scalar, isCertain: entries[place].isCertain), Int(entries[place].width))
    }
}
