import TestSupport
import Testing

@testable import Catalog

@Suite("iTunes songs") struct SongTests {
    private let songs: AnswerTable
    private let albums: AnswerTable

    init() throws {
        let vendor = try require(Vendor("itunes"))
        songs = try require(vendor.table("songs"))
        albums = try require(vendor.table("albums"))
    }

    @Test func answers() throws {
        func search(_ query: String) -> String { "\"$ITUNES_BASE_URL/search?\(query)\"" }
        try QuestionRow.check([
            .init(search("term=love&entity=song&limit=200"), ".resultCount >= 12", "true"),
            .init(search("term=music&entity=song&limit=200"), ".resultCount >= 12", "true"),
            .init(search("term=music&media=music&limit=7"), ".results | length", "7"),
            .init(search("term=love&entity=musicTrack"), "[.results[].kind] | unique", #"["song"]"#),
            .init(search("term=love"), "[.results[].kind] | unique", #"["software"]"#),
            .init(search("term=fluorescent&entity=song"), ".results[0].artistName", "Velvet Commute"),
            .init(search("term=love&entity=movie"), ".resultCount", "0"),
            .init(search("term=mon+amour&media=music"), ".results[0].trackName", "Mon amour a pris le métro"),
            .init(search("term=%E7%B5%82%E9%9B%BB&media=music"), ".results[0].collectionName", "終電のあと"),
        ])
    }

    @Test(
        "A song has the members of a real one, of the same types",
        arguments: [
            ("wrapperType", "string"), ("kind", "string"), ("trackId", "number"), ("trackName", "string"),
            ("artistName", "string"), ("collectionName", "string"), ("artworkUrl60", "string"),
            ("artworkUrl100", "string"), ("previewUrl", "string"), ("trackTimeMillis", "number"),
            ("releaseDate", "string"), ("primaryGenreName", "string"), ("trackPrice", "number"),
            ("currency", "string"), ("trackViewUrl", "string"),
        ])
    func members(name: String, type: String) throws {
        let ask = "\"$ITUNES_BASE_URL/search?term=small+hours&entity=song&limit=1\""
        try QuestionRow.check([.init(ask, ".results[0].\(name) | type", type)])
    }

    @Test func aLookupOfAnAlbumMixesItWithItsSongs() throws {
        let place = try require(albums.rows.indices.first { albums.name(at: $0) == "Thunder Library" })
        let (album, count) = (value("album_id", albums, place), value("count", albums, place))
        let (song, app) = (value("id", songs, 0), value("id", try require(Vendor("itunes")?.table("apps")), 0))
        func lookup(_ query: String) -> String { "\"$ITUNES_BASE_URL/lookup?\(query)\"" }
        let kinds = ".results | map([.wrapperType, .kind])"
        try QuestionRow.check([
            .init(
                lookup("id=\(album)&entity=song&limit=2"), kinds,
                #"[["collection",null],["track","song"],["track","song"]]"#),
            .init(lookup("id=\(album)&entity=song"), ".resultCount", "\((Int(count) ?? 0) + 1)"),
            .init(lookup("id=\(album)"), ".results | map(.collectionName)", #"["Thunder Library"]"#),
            .init(lookup("id=\(album)&entity=software"), ".resultCount", "0"),
            .init(lookup("id=\(song)"), ".results[0].trackName", songs.name(at: 0) ?? ""),
            .init(lookup("id=\(song),\(app)"), ".results | map(.kind)", #"["song","software"]"#),
            .init(lookup("id=\(app)&entity=song"), ".resultCount", "0"),
        ])
    }

    @Test func thereAreEnough() {
        #expect(songs.rows.count >= 250)
        expect(Set(songs.rows.indices.map { value("id", songs, $0) }).count, equals: songs.rows.count)
        expect(Set(albums.rows.indices.map { value("album_id", albums, $0) }).count, equals: albums.rows.count)
        expect(Set(songs.rows.indices.map { value("album_id", songs, $0) }).count, equals: albums.rows.count)
    }

    @Test(
        "Some songs lack a member",
        arguments: [
            "previewUrl", "trackPrice", "trackTimeMillis", "collectionName", "releaseDate", "primaryGenreName",
        ])
    func missing(name: String) {
        let lacking = songs.rows.indices.count { AnswerRow(songs.shown($0, [:]), adding: [:])?[name] == nil }
        expect((1...songs.rows.count / 5), contains: lacking)
    }

    @Test func lengthsAndPricesAreThoseOfAStore() {
        let lengths = songs.rows.indices.compactMap { Int(value("milliseconds", songs, $0)) }
        expect(lengths.contains { $0 > 3_600_000 } && lengths.contains { $0 < 10_000 })
        expect(songs.rows.indices.map { value("price", songs, $0) }, contains: "-1.00")
    }

    private func value(_ name: String, _ table: AnswerTable, _ place: Int) -> String {
        table.value(AnswerTemplate("${\(name)}", isJSON: false), at: place)
    }
}
