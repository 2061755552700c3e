import TerminalText

/// Characters of several scalars and links, which the cells of a buffer name by their numbers. The buffer of the next frame begins with the
/// table of the one before, so that equal cells have equal numbers; from a table that has become large (``isLarge``) nothing is taken over.
struct CellTable: Sendable {
    /// A character of several scalars, equal by these: `é` of one and of two scalars are equal as characters.
    private struct Cluster: Equatable {
        let character: Character
        let width: Int
        let isCertain: Bool

        static func == (one: Cluster, other: Cluster) -> Bool {
            one.character.utf8.elementsEqual(other.character.utf8)
        }
    }

    private var clusters: [Cluster] = []
    private var links: [Hyperlink] = []
    private var clusterNumbers: [[UInt8]: Int] = [:]
    private var linkNumbers: [Hyperlink: UInt32] = [:]
    /// Scalars that were looked up last: finding their widths takes longer than drawing. A scalar's place is its last bits.
    private var scalars = Array(repeating: Scalar(), count: 256)

    private struct Scalar: BitwiseCopyable {
        var value: UInt32 = .max
        var width: UInt8 = 0
        var isCertain = false
    }

    /// Clusters, and links, that are kept from one frame to the next. A frame has as many as its cells need.
    static let mostKept = 1024

    var count: Int { clusters.count + links.count }
    var isLarge: Bool { clusters.count > Self.mostKept || links.count > Self.mostKept }

    /// - Returns: the glyph of a character that is drawn, and its cells; none for one without width.
    mutating func glyph(of character: Character) -> (glyph: Glyph, width: Int) {
        let unicode = character.unicodeScalars
        if let scalar = unicode.first, unicode.index(after: unicode.startIndex) == unicode.endIndex {
            return glyph(of: scalar)
        }
        let key = Array(character.utf8)
        if let number = clusterNumbers[key] {
            return (Glyph(cluster: number, isCertain: clusters[number].isCertain), clusters[number].width)
        }
        let cluster = Cluster(
            character: character, width: CellWidth.of(character), isCertain: CellWidth.isCertain(character))
        // No screen has so many cells.
        guard cluster.width > 0, clusters.count < Glyph.mostClusters else {
            return (glyph(of: "\u{FFFD}" as Unicode.Scalar).glyph, min(cluster.width, 1))
        }
        clusterNumbers[key] = clusters.count
        clusters.append(cluster)
        return (Glyph(cluster: clusters.count - 1, isCertain: cluster.isCertain), cluster.width)
    }

    mutating func glyph(of scalar: Unicode.Scalar) -> (glyph: Glyph, width: Int) {
        let place = Int(scalar.value & 0xFF)
        if scalars[place].value != scalar.value {
            let character = Character(scalar)
            scalars[place] = Scalar(
                value: scalar.value, width: UInt8(clamping: CellWidth.of(character)),
                isCertain: CellWidth.isCertain(character))
        }
        return (Glyph(scalar, isCertain: scalars[place].isCertain), Int(scalars[place].width))
    }

    func character(of glyph: Glyph) -> Character {
        if let scalar = glyph.scalar { return Character(scalar) }
        return clusters.indices.contains(glyph.cluster) ? clusters[glyph.cluster].character : "\u{FFFD}"
    }

    /// The number from 1; 0 for none.
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

    /// True when a cell means the same in both, as long as the numbers are in this one.
    func begins(_ other: CellTable) -> Bool {
        clusters.begins(other.clusters) && links.begins(other.links)
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

extension Array where Element: Equatable {
    /// Most often both are one array.
    fileprivate func begins(_ other: [Element]) -> Bool {
        guard count <= other.count else { return false }
        let isSame = withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
        }
        return isSame || other.starts(with: self)
    }
}
