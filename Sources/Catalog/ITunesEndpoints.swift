/// The iTunes Search API, offline: `/itunes/search` and `/itunes/lookup`, with the shapes and the quirks of the real one.
struct ITunesEndpoints: Sendable {
    /// An answer, and the texts by which a fault may have been ordered for it.
    struct Reply {
        var answer: Answer
        /// The term that was searched, or the names of what was looked up.
        var subjects: [String]
    }

    private let software: SoftwareIndex

    init(_ software: SoftwareIndex) {
        self.software = software
    }

    /// - Returns: nil for a path that is none of the API's.
    func reply(path: String, _ parameters: QueryParameters) -> Reply? {
        switch path {
        case "/itunes/search": search(parameters)
        case "/itunes/lookup": lookUp(parameters)
        default: nil
        }
    }

    private func search(_ parameters: QueryParameters) -> Reply {
        let term = parameters["term"] ?? ""
        let limit = min(max(parameters.integer("limit") ?? 50, 1), 200)
        let offset = max(parameters.integer("offset") ?? 0, 0)
        let found = isForSoftware(parameters) ? software.search(term) : []
        return Reply(answer: ITunesResults.answer(found.dropFirst(offset).prefix(limit)), subjects: [term])
    }

    private func lookUp(_ parameters: QueryParameters) -> Reply {
        let ids = (parameters["id"] ?? "").split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) }
        let found = isForSoftware(parameters) ? ids.compactMap(software.app(id:)) : []
        return Reply(answer: ITunesResults.answer(found), subjects: found.map(\.name))
    }

    /// The real API narrows by `entity`, or else by `media`; what is of another kind is searched, and nothing is found.
    private func isForSoftware(_ parameters: QueryParameters) -> Bool {
        switch (parameters["entity"]?.lowercased(), parameters["media"]?.lowercased()) {
        case ("software", _), ("ipadsoftware", _): true
        case (nil, nil), (nil, "software"), (nil, "all"): true
        default: false
        }
    }
}
