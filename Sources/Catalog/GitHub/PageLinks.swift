/// GitHub's Link header for paging (RFC 8288).
struct PageLinks {
    let address: String
    let parameters: QueryParameters
    /// From 1.
    let page: Int
    let lastPage: Int

    /// - Returns: nil if there is no other page.
    var field: String? {
        var links: [String] = []
        if page > 1 { links.append(link(to: page - 1, "prev")) }
        if page < lastPage { links += [link(to: page + 1, "next"), link(to: lastPage, "last")] }
        if page > 1 { links.append(link(to: 1, "first")) }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }

    private func link(to page: Int, _ relation: String) -> String {
        "<\(address)?\(parameters.query(setting: "page", to: "\(page)"))>; rel=\"\(relation)\""
    }
}
