import Platform

/// An entry of a playlist.
struct YouTubeVideo: Sendable {
    /// Eleven characters.
    let id: String
    let title: String
    let description: String
    /// ISO 8601: `PT4M13S`.
    let duration: String
    /// RFC 3339; when the video came out, and when it was added to the list.
    let published: String
    let added: String
    let state: State

    enum State: Sendable {
        case available
        /// Its entry stays in the list, without pictures.
        case deleted
        /// The same for a private video.
        case closed
    }
}

extension YouTubeVideo {
    static let channel = (id: "UCkettleAndCrane0ffline1", title: "Kettle & Crane Workshop")

    /// The entry of a playlist.
    /// - Parameters:
    ///   - parts: `snippet`, `contentDetails`, `status`; the rest is always included.
    ///   - position: from 0.
    func playlistItem(_ parts: Set<String>, in playlist: String, at position: Int) -> JSONValue {
        var members: JSONValue.Members = [
            ("kind", .string("youtube#playlistItem")),
            ("etag", .string(YouTubeTag.make("item \(id)"))),
            ("id", .string(YouTubeTag.make("\(playlist).\(id)", length: 68))),
        ]
        if parts.contains("snippet") {
            members.append(("snippet", .object(playlistSnippet(playlist, position))))
        }
        if parts.contains("contentDetails") {
            var details: JSONValue.Members = [("videoId", .string(id))]
            if state == .available { details.append(("videoPublishedAt", .string(published))) }
            members.append(("contentDetails", .object(details)))
        }
        if parts.contains("status") {
            let status =
                switch state {
                case .available: "public"
                case .deleted: "privacyStatusUnspecified"
                case .closed: "private"
                }
            members.append(("status", .object([("privacyStatus", .string(status))])))
        }
        return .object(members)
    }

    private func playlistSnippet(_ playlist: String, _ position: Int) -> JSONValue.Members {
        var members: JSONValue.Members = [
            ("publishedAt", .string(added)),
            ("channelId", .string(Self.channel.id)),
            ("title", .string(title)),
            ("description", .string(description)),
            ("thumbnails", thumbnails),
            ("channelTitle", .string(Self.channel.title)),
            ("playlistId", .string(playlist)),
            ("position", .integer(position)),
            ("resourceId", .object([("kind", .string("youtube#video")), ("videoId", .string(id))])),
        ]
        if state == .available {
            members.append(("videoOwnerChannelTitle", .string(Self.channel.title)))
            members.append(("videoOwnerChannelId", .string(Self.channel.id)))
        }
        return members
    }

    /// The video resource; nil unless it is available.
    func video(_ parts: Set<String>) -> JSONValue {
        var members: JSONValue.Members = [
            ("kind", .string("youtube#video")),
            ("etag", .string(YouTubeTag.make("video \(id)"))),
            ("id", .string(id)),
        ]
        if parts.contains("snippet") {
            let snippet: JSONValue.Members = [
                ("publishedAt", .string(published)),
                ("channelId", .string(Self.channel.id)),
                ("title", .string(title)),
                ("description", .string(description)),
                ("thumbnails", thumbnails),
                ("channelTitle", .string(Self.channel.title)),
                ("categoryId", .string("26")),
                ("liveBroadcastContent", .string("none")),
                ("localized", .object([("title", .string(title)), ("description", .string(description))])),
            ]
            members.append(("snippet", .object(snippet)))
        }
        if parts.contains("contentDetails") {
            let details: JSONValue.Members = [
                ("duration", .string(duration)),
                ("dimension", .string("2d")),
                ("definition", .string("hd")),
                ("caption", .string("false")),
                ("licensedContent", .boolean(false)),
                ("contentRating", .object([])),
                ("projection", .string("rectangular")),
            ]
            members.append(("contentDetails", .object(details)))
        }
        return .object(members)
    }

    private var thumbnails: JSONValue {
        guard state == .available else { return .object([]) }
        return .object(
            PictureFile.thumbnails.map { name, file in
                let members: JSONValue.Members = [
                    ("url", .string("\(CatalogHost.url)/pictures/videos/\(id)/\(file.name).png")),
                    ("width", .integer(file.width)),
                    ("height", .integer(file.height)),
                ]
                return (name, .object(members))
            })
    }
}

/// Opaque ids and tags, as the API uses them.
enum YouTubeTag {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// Equal texts give equal tags.
    static func make(_ text: String, length: Int = 27) -> String {
        var draw = SplitMix64(seed: stableHash(text))
        return String((0..<length).map { _ in alphabet.randomElement(using: &draw) ?? "A" })
    }
}
