import CSamples

/// An album in `songs.txt`: a line `# album | artist | genre | day`, and a line for each song.
struct SampleAlbum {
    let name: String
    let artist: String
    let genre: String
    /// `2021-03-05`.
    let day: String
    var titles: [String] = []
    /// The place of its first song among all songs.
    let start: Int

    static var all: [SampleAlbum] {
        var albums: [SampleAlbum] = []
        var count = 0
        for line in SampleText.lines(of: sample_songs()) {
            if line.hasPrefix("# ") {
                let columns = SampleText.columns(line.dropFirst(2))
                guard columns.count == 4 else { continue }
                let (name, artist, genre, day) = (columns[0], columns[1], columns[2], columns[3])
                albums.append(SampleAlbum(name: name, artist: artist, genre: genre, day: day, start: count))
            } else if !albums.isEmpty {
                albums[albums.count - 1].titles.append(String(line))
                count += 1
            }
        }
        return albums
    }

    var songs: [ITunesSong] {
        let album = album
        return titles.enumerated().map { song($0 + 1, $1, of: album) }
    }

    private var album: Album {
        Album(
            id: Int(300_000_000 + stableHash("\(artist)/\(name)") % 99_000_000), name: name, artist: artist,
            artistID: Int(100_000_000 + stableHash(artist) % 99_000_000),
            genre: genre.isEmpty ? nil : genre, releaseDate: day.isEmpty ? nil : "\(day)T12:00:00Z",
            cents: min(titles.count * 129, 999), songCount: titles.count)
    }

    private func song(_ number: Int, _ title: String, of album: Album) -> ITunesSong {
        let seed = stableHash("\(artist)/\(name)/\(title)")
        var draw = SplitMix64(seed: seed)
        let place = start + number - 1
        return ITunesSong(
            id: Int(400_000_000 + seed % 500_000_000), name: title, album: album, number: number,
            milliseconds: milliseconds(place, &draw), hasPreview: place % 12 != 5, price: price(place, &draw),
            tellsAlbum: place % 31 != 17)
    }

    /// Most last a few minutes, some a few seconds or over an hour; some have no duration.
    private func milliseconds(_ place: Int, _ draw: inout SplitMix64) -> Int? {
        let usual = Int.random(in: 95_000...410_000, using: &draw)
        return switch place % 83 {
        case 19: nil
        case 40: 3_600_000 + usual
        case 61: 4_000 + usual / 100
        default: usual
        }
    }

    private func price(_ place: Int, _ draw: inout SplitMix64) -> ITunesSong.Price? {
        let cents = [69, 99, 129, 129].randomElement(using: &draw) ?? 99
        return switch place % 20 {
        case 7, 13: nil
        case 16: .albumOnly
        default: .cents(cents)
        }
    }
}
