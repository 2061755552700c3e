/// The envelope of the iTunes API's answers, with the same spacing byte for byte.
enum ITunesResults {
    /// The headers of a real answer; there is no ETag.
    static let headers = [
        "content-type": "text/javascript; charset=utf-8",
        "content-disposition": "attachment; filename=1.txt",
        "cache-control": "max-age=86400",
        "vary": "Accept-Encoding",
    ]

    /// - Parameter results: the members of each.
    static func answer(_ results: [JSONValue.Members]) -> Answer {
        Answer(status: 200, headers: headers, body: body(results))
    }

    /// It begins with three newlines, like the real one, which break naive streams of lines.
    static func body(_ results: [JSONValue.Members]) -> [UInt8] {
        var output = Array("\n\n\n{\n \"resultCount\":\(results.count),\n \"results\": [".utf8)
        output.reserveCapacity(4096 * results.count)
        for (index, members) in results.enumerated() {
            output += (index == 0 ? "\n" : ", \n").utf8
            output += JSONWriter.bytes(.object(members), .afterCommas)
        }
        output += "]\n}\n".utf8
        return output
    }
}
