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
