import CSamples

/// A line of `videos.txt`, an entry of the playlist: `duration | title | description`; `deleted` or `private` alone.
enum SampleVideo {
    static var all: [YouTubeVideo] {
        SampleText.lines(of: sample_videos()).enumerated().compactMap { video($1, at: $0) }
    }

    private static func video(_ line: Substring, at position: Int) -> YouTubeVideo? {
        let columns = SampleText.columns(line)
        let seed = stableHash("video \(line) \(position)")
        var draw = SplitMix64(seed: seed)
        let id = YouTubeTag.make("video \(line) \(position)", length: 11)
        // The list has grown by about two entries a month.
        let day = SampleMoment.firstDay + 15 * position + Int.random(in: 0..<10, using: &draw)
        let published = SampleMoment.random(day: day, using: &draw)
        let added = SampleMoment.random(day: day + Int.random(in: 1...5, using: &draw), using: &draw)
        func video(_ title: String, _ text: String, _ duration: String, _ state: YouTubeVideo.State = .available)
            -> YouTubeVideo
        {
            YouTubeVideo(
                id: id, title: title, description: text, duration: duration, published: published, added: added,
                state: state)
        }
        switch (columns.first, columns.count) {
        case ("deleted", _): return video("Deleted video", "This video is unavailable.", "", .deleted)
        case ("private", _): return video("Private video", "This video is private.", "", .closed)
        case (let duration?, 3):
            return video(columns[1], description(columns[2], at: position), duration)
        default: return nil
        }
    }

    private static let ending = """
        Drawings and cutting lists: https://workshop.example/plans
        Subscribe for a new repair every other Thursday. No sponsor, no music, one dog.
        """

    private static let chapters = """
        0:00 What is broken
        1:12 Tools
        3:40 The mistake everybody makes
        9:05 The repair
        21:30 Was it worth it?
        """

    /// Some descriptions are only their row's, some end with the channel's standard text, and some have chapters.
    private static func description(_ text: String, at position: Int) -> String {
        switch position % 5 {
        case 0: text
        case 3: [text, chapters, ending].joined(separator: "\n\n")
        default: text.isEmpty ? "" : [text, ending].joined(separator: "\n\n")
        }
    }
}
