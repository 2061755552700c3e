/// The iTunes Search API, offline: `search` and `lookup`, with the shapes and the quirks of the real one.
struct ITunesEndpoints: Endpoints {
    private enum Kind { case software, song, other }

    func reply(to request: CatalogRequest) -> Reply? {
        switch request.path {
        case "search": search(request.parameters)
        case "lookup": lookUp(request.parameters)
        default: nil
        }
    }

    private func search(_ parameters: QueryParameters) -> Reply {
        let term = parameters["term"] ?? ""
        let (offset, limit) = (max(parameters.integer("offset") ?? 0, 0), limit(parameters))
        let results: [JSONValue.Members] =
            switch kind(parameters) ?? .software {
            case .software: SampleStore.software.search(term).dropFirst(offset).prefix(limit).map(\.members)
            case .song: SampleStore.songs.search(term).dropFirst(offset).prefix(limit).map(\.members)
            case .other: []
            }
        return Reply(ITunesResults.answer(results), subjects: [term])
    }

    private func lookUp(_ parameters: QueryParameters) -> Reply {
        let ids = (parameters["id"] ?? "").split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) }
        let kind = kind(parameters)
        let limit = limit(parameters)
        let found = ids.flatMap { id -> [(name: String, members: JSONValue.Members)] in
            if kind != .song, let app = SampleStore.software.item(id: id) { return [(app.name, app.members)] }
            guard kind == .song || kind == nil else { return [] }
            if let song = SampleStore.songs.item(id: id) { return [(song.name, song.members)] }
            guard let album = SampleStore.album(id: id) else { return [] }
            // Songs are included only on request.
            let songs = kind == nil ? [] : SampleStore.songs(of: album).prefix(limit)
            return [(album.name, album.members)] + songs.map { ($0.name, $0.members) }
        }
        return Reply(ITunesResults.answer(found.map(\.members)), subjects: found.map(\.name))
    }

    private func limit(_ parameters: QueryParameters) -> Int {
        min(max(parameters.integer("limit") ?? 50, 1), 200)
    }

    /// The real API narrows by `entity`, or else by `media`; other kinds find nothing.
    /// - Returns: nil when neither is given.
    private func kind(_ parameters: QueryParameters) -> Kind? {
        switch (parameters["entity"]?.lowercased(), parameters["media"]?.lowercased()) {
        case ("software", _), ("ipadsoftware", _), (nil, "software"): .software
        case ("song", _), ("musictrack", _), (nil, "music"): .song
        case (nil, nil), (nil, "all"): nil
        default: .other
        }
    }
}
