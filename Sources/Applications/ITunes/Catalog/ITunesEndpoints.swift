/// The iTunes Search API, offline: `search` and `lookup`, with the shapes and the quirks of the real one.
struct ITunesEndpoints: Endpoints {
    static let vendor = "itunes"

    private enum Kind { case software, song, other }

    func reply(to request: CatalogRequest) -> EndpointReply? {
        switch request.path {
        case "search": search(request.parameters)
        case "lookup": lookUp(request.parameters)
        default: nil
        }
    }

    private func search(_ parameters: QueryParameters) -> EndpointReply {
        let term = parameters["term"] ?? ""
        let (offset, limit) = (max(parameters.integer("offset") ?? 0, 0), limit(parameters))
        let results: [JSONValue.Members] =
            switch kind(parameters) ?? .software {
            case .software: SampleStore.software.search(term).dropFirst(offset).prefix(limit).map(\.members)
            case .song: SampleStore.songs.search(term).dropFirst(offset).prefix(limit).map(\.members)
            case .other: []
            }
        return EndpointReply(ITunesResults.response(results), subjects: [term])
    }

    private func lookUp(_ parameters: QueryParameters) -> EndpointReply {
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
        return EndpointReply(ITunesResults.response(found.map(\.members)), subjects: found.map(\.name))
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

/// The envelope of the iTunes API's responses, with the same spacing byte for byte.
enum ITunesResults {
    /// The headers of a real response; there is no ETag.
    static let headers = [
        "content-type": "text/javascript; charset=utf-8",
        "content-disposition": "attachment; filename=1.txt",
        "cache-control": "max-age=86400",
        "vary": "Accept-Encoding",
    ]

    /// - Parameter results: the members of each.
    static func response(_ results: [JSONValue.Members]) -> CatalogResponse {
        CatalogResponse(status: 200, headers: headers, body: body(results))
    }

    /// It begins with three newlines, like the real one, which break naive streams of lines.
    static func body(_ results: [JSONValue.Members]) -> [UInt8] {
        var output = Array("\n\n\n{\n \"resultCount\":\(results.count),\n \"results\": [".utf8)
        output.reserveCapacity(4096 * results.count)
        for (index, members) in results.enumerated() {
            output += (index == 0 ? "\n" : ", \n").utf8
            output += VendorJSONWriter.bytes(.object(members), .afterCommas)
        }
        output += "]\n}\n".utf8
        return output
    }
}
