// Written by scripts/generate from the declarations of this target.

import JSON
import SupervisorMessages

extension ClientEntry {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("args", args)
        writer.member("command", command)
        writer.endObject()
    }
}

extension ScreenRow {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("accessory", accessory)
        writer.member("id", id)
        writer.member("subtitle", subtitle)
        writer.member("title", title)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension ScreenRows {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rows", rows)
        writer.member("selected", selected)
        writer.member("title", title)
        writer.endObject()
    }
}

extension SessionReport {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("folder", folder)
        writer.member("name", name)
        writer.member("pid", pid)
        writer.member("services", services)
        writer.member("uptime", uptime)
        writer.endObject()
    }
}

extension SilentSession {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("answers", answers)
        writer.member("folder", folder)
        writer.member("pid", pid)
        writer.member("services", services)
        writer.endObject()
    }
}
