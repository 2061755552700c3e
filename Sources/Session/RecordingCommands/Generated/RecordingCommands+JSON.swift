// Written by scripts/generate from the declarations of this target.

import JSON

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
