import CSamples

/// The catalog's data, invented for the project: hand-written rows, with numbers drawn from each name, so an app has
/// the same numbers in every run, whatever is added.
///
/// Each part is made on first use: at the start it would take longer than everything else.
enum SampleStore {
    static let apps: [Software] = SampleRow.all.enumerated().map { index, row in
        SampleApp(row: row, index: index).software
    }
    static let software = SearchIndex(apps)

    static let songs = SearchIndex(SampleAlbum.all.flatMap(\.songs))
    private static let albums = Dictionary(
        songs.items.map { ($0.album.id, $0.album) }, uniquingKeysWith: { first, _ in first })

    static func album(id: Int) -> Album? { albums[id] }
    static func songs(of album: Album) -> [ITunesSong] { songs.items.filter { $0.album.id == album.id } }

    static let repositories = SearchIndex(SampleRepository.all)
    /// More than a search can list, by stars.
    static let popularRepositories = SampleRepository.popular

    static let videos = SampleVideo.all
}

/// The hand-written texts of the applications, which are embedded in the program. `\u{1B}` in a file stands for the
/// character with that number.
enum SampleText {
    static func lines(of file: CSamplesFile) -> [Substring] { text(of: file).split(separator: "\n") }

    /// The columns of a line, `one | two`, without the blanks around them.
    static func columns(_ line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimming(" ")) }
    }

    static func text(of file: CSamplesFile) -> String {
        text(of: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    static func text(of bytes: some Collection<UInt8>) -> String {
        var text = ""
        var rest = Substring(decoding: bytes, as: UTF8.self)
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "\\")) {
            text += rest[..<start]
            rest = rest[start...]
            let digits = rest.dropFirst(3).prefix { $0 != "}" }
            if rest.hasPrefix("\\u{"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                text.unicodeScalars.append(scalar)
                rest = rest[digits.endIndex...].dropFirst()
            } else {
                text += rest.prefix(1)
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        let start = drop { $0 == character }
        return start.prefix(
            upTo: start.lastIndex { $0 != character }.map { start.index(after: $0) } ?? start.startIndex)
    }
}
