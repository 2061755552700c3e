// Written by scripts/generate-json from the declarations of this target.

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

extension StatisticsReport {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("composition", composition)
        writer.member("damages", damages)
        writer.member("duration", duration)
        writer.member("events", events)
        writer.member("missed", missed)
        writer.member("responses", responses)
        writer.member("services", services)
        writer.member("started", started)
        writer.member("types", types)
        writer.endObject()
    }
}

extension StatisticsReport.Count {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("events", events)
        writer.member("name", name)
        writer.endObject()
    }
}

extension StatisticsReport.Damage {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("line", line)
        writer.member("reason", reason)
        writer.endObject()
    }
}

extension StatisticsReport.Service {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("received", received)
        writer.member("receivedBytes", receivedBytes)
        writer.member("sent", sent)
        writer.member("sentBytes", sentBytes)
        writer.endObject()
    }
}

extension StatisticsReport.Times {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("max", max)
        writer.member("p50", p50)
        writer.member("p99", p99)
        writer.member("roles", roles)
        writer.endObject()
    }
}
