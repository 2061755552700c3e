/// The pictures named in the sample data, `<what>/<id>/<file>.png`, drawn from their paths.
struct PictureEndpoints: Endpoints {
    func reply(to request: CatalogRequest) -> Reply? {
        let path = request.path
        guard path.hasSuffix(".png"), let name = path.dropLast(4).split(separator: "/").last,
            let file = PictureFile(String(name))
        else { return nil }
        let tag = "\"\(String(stableHash(path), radix: 16))\""
        var answer = Answer(
            status: 200, headers: ["content-type": "image/png", "cache-control": "public, max-age=86400", "etag": tag],
            body: [])
        if isKnown(tag, request.knownTag) {
            answer.status = 304
        } else {
            answer.body = PNG.encode(SamplePicture(of: subject(path), file).rows, width: file.width) ?? []
        }
        return Reply(answer, subjects: [path])
    }

    /// RFC 9110 §13.1.2: a list of tags, weak or not, or any.
    private func isKnown(_ tag: String, _ field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { entry in
            let known = entry.filter { !$0.isWhitespace }
            return known == "*" || known == tag || known == "W/\(tag)"
        }
    }

    /// All sizes of an artwork show the same; each screenshot differs.
    private func subject(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let isNumbered = name.hasPrefix("screenshot-") || name.hasPrefix("ipad-")
        return isNumbered ? path : String(path.dropLast(name.count))
    }
}
