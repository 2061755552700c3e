// Written by scripts/generate from the declarations of this target.

package import JSON

extension Credentials {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var token: Secret?
        var cookie: Secret?
        var form: Secret?
        var name: String?
        var port: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "token" where token == nil: token = try reader.read(Secret.self)
            case "cookie" where cookie == nil: cookie = try reader.read(Secret.self)
            case "form" where form == nil: form = try reader.read(Secret.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "port" where port == nil: port = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let token else { throw .missing("token", at: object) }
        guard let cookie else { throw .missing("cookie", at: object) }
        guard let form else { throw .missing("form", at: object) }
        guard let name else { throw .missing("name", at: object) }
        guard let port else { throw .missing("port", at: object) }
        self.token = token
        self.cookie = cookie
        self.form = form
        self.name = name
        self.port = port
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cookie", cookie)
        writer.member("form", form)
        writer.member("name", name)
        writer.member("port", port)
        writer.member("token", token)
        writer.endObject()
    }
}

extension JSONReadable where Self == Credentials {
    package init(token: Secret, cookie: Secret, form: Secret, name: String, port: Int) {
        self.init(token: token, cookie: cookie, form: form, name: name, port: port)
    }
}
