import TestSupport
import Testing

@testable import Catalog

@Suite("iTunes songs") struct SongTests {
    private let songs = SampleStore.songs.items

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
        let album = try require(songs.first { $0.album.name == "Thunder Library" }).album
        let app = try require(SampleStore.apps.first)
        func lookup(_ query: String) -> String { "\"$ITUNES_BASE_URL/lookup?\(query)\"" }
        let kinds = ".results | map([.wrapperType, .kind])"
        try QuestionRow.check([
            .init(
                lookup("id=\(album.id)&entity=song&limit=2"), kinds,
                #"[["collection",null],["track","song"],["track","song"]]"#),
            .init(lookup("id=\(album.id)&entity=song"), ".resultCount", "\(album.songCount + 1)"),
            .init(lookup("id=\(album.id)"), ".results | map(.collectionName)", #"["Thunder Library"]"#),
            .init(lookup("id=\(album.id)&entity=software"), ".resultCount", "0"),
            .init(lookup("id=\(songs[0].id)"), ".results[0].trackName", songs[0].name),
            .init(lookup("id=\(songs[0].id),\(app.id)"), ".results | map(.kind)", #"["song","software"]"#),
            .init(lookup("id=\(app.id)&entity=song"), ".resultCount", "0"),
        ])
    }

    @Test func thereAreEnough() {
        #expect(songs.count >= 250)
        expect(Set(songs.map(\.id)).count, equals: songs.count)
        expect(Set(songs.map(\.album.id)).count, equals: SampleAlbum.all.count)
        #expect(SampleAlbum.all.allSatisfy { !$0.titles.isEmpty })
    }

    @Test(
        "Some songs lack a member",
        arguments: [
            "previewUrl", "trackPrice", "trackTimeMillis", "collectionName", "releaseDate", "primaryGenreName",
        ])
    func missing(name: String) {
        let lacking = songs.count { song in !song.members.contains { $0.name == name } }
        expect((1...songs.count / 5), contains: lacking)
    }

    @Test func lengthsAndPricesAreThoseOfAStore() {
        let lengths = songs.compactMap(\.milliseconds)
        expect(lengths.contains { $0 > 3_600_000 } && lengths.contains { $0 < 10_000 })
        let prices = songs.flatMap { $0.members.filter { $0.name == "trackPrice" } }.map { "\($0.value)" }
        #expect(prices.contains { $0.contains("-1.00") })
    }
}
