// Written by scripts/generate from the declarations of this target.

import JSON

extension ApplicationRow {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("description", description)
        writer.member("example", example)
        writer.member("file", file)
        writer.member("kind", kind)
        writer.member("mistake", mistake)
        writer.member("name", name)
        writer.member("namesake", namesake)
        writer.member("origin", origin)
        writer.member("title", title)
        writer.endObject()
    }
}

extension CheckReport {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("description", description)
        writer.member("forbids", forbids)
        writer.member("name", name)
        writer.member("services", services)
        writer.member("states", states)
        writer.member("wiring", wiring)
        writer.endObject()
    }
}

extension CheckReport.RouteRow {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("from", from)
        writer.member("message", message)
        writer.member("to", to)
        writer.endObject()
    }
}

extension CheckReport.RuleRow {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("because", because)
        writer.member("receives", receives)
        writer.member("sends", sends)
        writer.member("services", services)
        writer.endObject()
    }
}

extension CheckReport.ServiceRow {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("dependsOn", dependsOn)
        writer.member("name", name)
        writer.member("notes", notes)
        writer.endObject()
    }
}

extension DoctorReport {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("findings", findings)
        writer.member("ready", ready)
        writer.member("version", version)
        writer.endObject()
    }
}

extension Finding {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("advice", advice)
        writer.member("detail", detail)
        writer.member("name", name)
        writer.member("state", state)
        writer.endObject()
    }
}

extension Finding.State {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .good: writer.literal("\"good\"")
        case .optional: writer.literal("\"optional\"")
        case .essential: writer.literal("\"essential\"")
        }
    }
}
