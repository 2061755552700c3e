import InteractorMessages
import TestSupport
import Testing

/// Songs; behaviour shared with apps is tested with apps.
@Suite struct ITunesSongsTests {
    private func songs(_ results: String) throws -> [Song] {
        let body = "\n\n\n{\"resultCount\":1,\"results\":[\(results)]}"
        return try found(search(in: "itunes.songs"), try response(200, body), of: Song.self).items
    }

    @Test func readsAWholeSong() throws {
        let song = try songs(
            """
            {"wrapperType":"track","kind":"song","trackId":7,"trackName":"Lów","artistName":"Ann","collectionName":"Deep",
             "artworkUrl30":"a30","artworkUrl60":"a60","artworkUrl100":"a100","previewUrl":"p","trackTimeMillis":215640,
             "releaseDate":"2003-11-17T12:00:00Z","primaryGenreName":"Pop","trackPrice":1.29,"currency":"USD",
             "trackViewUrl":"https://songs.example/7","collectionPrice":9.99}
            """)
        expect(
            song,
            equals: [
                Song(
                    id: "7", name: "Lów", artist: "Ann", album: "Deep", artwork: "a100", preview: "p",
                    milliseconds: 215_640, releaseDate: "2003-11-17T12:00:00Z", genre: "Pop", price: 1.29,
                    currency: "USD", url: "https://songs.example/7")
            ])
    }

    @Test(
        arguments: [
            ("", []), (#"{"wrapperType":"artist","artistId":1}"#, []),
            (#"{"trackId":1,"trackName":"x"}"#, [Song(id: "1", name: "x")]),
            // A lookup returns an album.
            (
                #"{"wrapperType":"collection","collectionId":2,"collectionName":"c"},{"kind":"song","trackId":1,"trackName":"x"}"#,
                [Song(id: "1", name: "x")]
            ),
            (#"{"kind":"music-video","trackId":1,"trackName":"x"}"#, []),
            (#"{"kind":"software","trackId":1,"trackName":"x"}"#, []),
            // Sold only with its album.
            (#"{"trackId":1,"trackName":"x","trackPrice":-1.00,"currency":"USD"}"#, [Song(id: "1", name: "x")]),
            (
                #"{"trackId":1,"trackName":"x","trackTimeMillis":"long","artworkUrl30":"a"}"#,
                [Song(id: "1", name: "x", artwork: "a")]
            ),
        ] as [(String, [Song])])
    func toleratesWhatIsMissingOrOdd(_ row: (results: String, songs: [Song])) throws {
        try expect(songs(row.results), equals: row.songs)
    }

    @Test func aRefusalIsALimitHereToo() throws {
        try expect(failed(search(in: "itunes.songs"), try response(403)).kind, equals: .rateLimited)
    }
}
