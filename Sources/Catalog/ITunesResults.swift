/// The body that every answer of the iTunes API has, byte for byte as it is spaced there.
enum ITunesResults {
    /// The headers of a real answer; there is no ETag.
    static let headers = [
        "content-type": "text/javascript; charset=utf-8",
        "content-disposition": "attachment; filename=1.txt",
        "cache-control": "max-age=86400",
        "vary": "Accept-Encoding",
    ]

    static func answer(_ apps: some Collection<Software>) -> Answer {
        Answer(status: 200, headers: headers, body: body(apps))
    }

    /// It begins with three newlines: a program that pastes it into a stream of lines breaks that stream.
    static func body(_ apps: some Collection<Software>) -> [UInt8] {
        var output = Array("\n\n\n{\n \"resultCount\":\(apps.count),\n \"results\": [".utf8)
        output.reserveCapacity(4096 * apps.count)
        for (index, app) in apps.enumerated() {
            output += (index == 0 ? "\n{" : ", \n{").utf8
            for (index, member) in app.members.enumerated() {
                if index > 0 { output += ", ".utf8 }
                output += "\"\(member.name)\":".utf8
                member.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
        output += "]\n}\n".utf8
        return output
    }
}
