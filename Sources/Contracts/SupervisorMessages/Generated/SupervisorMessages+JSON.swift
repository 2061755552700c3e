// Written by scripts/generate from the declarations of this target.

package import JSON

extension ServiceReport {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var command: [String]?
        var state: String?
        var pid: Int32?
        var uptime: Double?
        var restarts: Int?
        var input: Traffic?
        var output: Traffic?
        var queued: Int?
        var terminal: Bool?
        var health: String?
        var status: Status?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "command" where command == nil: command = try reader.read([String].self)
            case "state" where state == nil: state = try reader.read(String.self)
            case "pid" where pid == nil: pid = try reader.readIfPresent(Int32.self)
            case "uptime" where uptime == nil: uptime = try reader.readIfPresent(Double.self)
            case "restarts" where restarts == nil: restarts = try reader.read(Int.self)
            case "input" where input == nil: input = try reader.read(Traffic.self)
            case "output" where output == nil: output = try reader.read(Traffic.self)
            case "queued" where queued == nil: queued = try reader.read(Int.self)
            case "terminal" where terminal == nil: terminal = try reader.read(Bool.self)
            case "health" where health == nil: health = try reader.readIfPresent(String.self)
            case "status" where status == nil: status = try reader.readIfPresent(Status.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let command else { throw .missing("command", at: object) }
        guard let state else { throw .missing("state", at: object) }
        guard let restarts else { throw .missing("restarts", at: object) }
        guard let input else { throw .missing("input", at: object) }
        guard let output else { throw .missing("output", at: object) }
        guard let queued else { throw .missing("queued", at: object) }
        guard let terminal else { throw .missing("terminal", at: object) }
        self.name = name
        self.command = command
        self.state = state
        self.pid = pid
        self.uptime = uptime
        self.restarts = restarts
        self.input = input
        self.output = output
        self.queued = queued
        self.terminal = terminal
        self.health = health
        self.status = status
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("health", health)
        writer.member("input", input)
        writer.member("name", name)
        writer.member("output", output)
        writer.member("pid", pid)
        writer.member("queued", queued)
        writer.member("restarts", restarts)
        writer.member("state", state)
        writer.member("status", status)
        writer.member("terminal", terminal)
        writer.member("uptime", uptime)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceReport {
    package init(
        name: String, command: [String], state: String, pid: Int32? = nil, uptime: Double? = nil, restarts: Int,
        input: ServiceReport.Traffic, output: ServiceReport.Traffic, queued: Int, terminal: Bool, health: String? = nil,
        status: ServiceReport.Status? = nil
    ) {
        self.init(
            name: name, command: command, state: state, pid: pid, uptime: uptime, restarts: restarts, input: input,
            output: output, queued: queued, terminal: terminal, health: health, status: status)
    }
}

extension ServiceReport.Status {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var trouble: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "trouble" where trouble == nil: trouble = try reader.read(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        guard let trouble else { throw .missing("trouble", at: object) }
        self.text = text
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.member("trouble", trouble)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceReport.Status {
    package init(text: String, trouble: Bool) {
        self.init(text: text, trouble: trouble)
    }
}

extension ServiceReport.Traffic {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var lines: Int?
        var bytes: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "lines" where lines == nil: lines = try reader.read(Int.self)
            case "bytes" where bytes == nil: bytes = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let lines else { throw .missing("lines", at: object) }
        guard let bytes else { throw .missing("bytes", at: object) }
        self.lines = lines
        self.bytes = bytes
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("lines", lines)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceReport.Traffic {
    package init(lines: Int, bytes: Int) {
        self.init(lines: lines, bytes: bytes)
    }
}

extension SupervisorInput.Describe {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.Describe {
    package init() {
        self.init()
    }
}

extension SupervisorInput.ReadLog {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var services: [String]?
        var follows: Bool?
        var since: String?
        var last: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "services" where services == nil: services = try reader.readIfPresent([String].self)
            case "follows" where follows == nil: follows = try reader.read(Bool.self)
            case "since" where since == nil: since = try reader.readIfPresent(String.self)
            case "last" where last == nil: last = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let follows else { throw .missing("follows", at: object) }
        self.services = services ?? []
        self.follows = follows
        self.since = since
        self.last = last
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("follows", follows)
        writer.member("last", last)
        writer.member("services", services)
        writer.member("since", since)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.ReadLog {
    package init(services: [String] = [], follows: Bool = false, since: String? = nil, last: Int? = nil) {
        self.init(services: services, follows: follows, since: since, last: last)
    }
}

extension SupervisorInput.Send {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.Send {
    package init() {
        self.init()
    }
}

extension SupervisorInput.Stop {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var service: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "service" where service == nil: service = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.service = service
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("service", service)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.Stop {
    package init(service: String? = nil) {
        self.init(service: service)
    }
}

extension SupervisorInput.Swap {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var service: String?
        var command: [String]?
        var folder: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "service" where service == nil: service = try reader.read(String.self)
            case "command" where command == nil: command = try reader.readIfPresent([String].self)
            case "folder" where folder == nil: folder = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let service else { throw .missing("service", at: object) }
        self.service = service
        self.command = command
        self.folder = folder
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("folder", folder)
        writer.member("service", service)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.Swap {
    package init(service: String, command: [String]? = nil, folder: String? = nil) {
        self.init(service: service, command: command, folder: folder)
    }
}

extension SupervisorInput.Tap {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var types: [String]?
        var service: String?
        var catchesUp: Bool?
        var isLabelled: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "types" where types == nil: types = try reader.read([String].self)
            case "service" where service == nil: service = try reader.readIfPresent(String.self)
            case "catchesUp" where catchesUp == nil: catchesUp = try reader.readIfPresent(Bool.self)
            case "isLabelled" where isLabelled == nil: isLabelled = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let types else { throw .missing("types", at: object) }
        self.types = types
        self.service = service
        self.catchesUp = catchesUp
        self.isLabelled = isLabelled
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("catchesUp", catchesUp)
        writer.member("isLabelled", isLabelled)
        writer.member("service", service)
        writer.member("types", types)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorInput.Tap {
    package init(types: [String] = [], service: String? = nil, catchesUp: Bool? = nil, isLabelled: Bool? = nil) {
        self.init(types: types, service: service, catchesUp: catchesUp, isLabelled: isLabelled)
    }
}

extension SupervisorOutput.CaughtUp {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var saidAlready: Int?
        var isRestored: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "saidAlready" where saidAlready == nil: saidAlready = try reader.read(Int.self)
            case "isRestored" where isRestored == nil: isRestored = try reader.read(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let saidAlready else { throw .missing("saidAlready", at: object) }
        guard let isRestored else { throw .missing("isRestored", at: object) }
        self.saidAlready = saidAlready
        self.isRestored = isRestored
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isRestored", isRestored)
        writer.member("saidAlready", saidAlready)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.CaughtUp {
    package init(saidAlready: Int, isRestored: Bool) {
        self.init(saidAlready: saidAlready, isRestored: isRestored)
    }
}

extension SupervisorOutput.Described {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var pid: Int32?
        var uptime: Double?
        var folder: String?
        var services: [ServiceReport]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "pid" where pid == nil: pid = try reader.read(Int32.self)
            case "uptime" where uptime == nil: uptime = try reader.read(Double.self)
            case "folder" where folder == nil: folder = try reader.read(String.self)
            case "services" where services == nil: services = try reader.read([ServiceReport].self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let pid else { throw .missing("pid", at: object) }
        guard let uptime else { throw .missing("uptime", at: object) }
        guard let folder else { throw .missing("folder", at: object) }
        guard let services else { throw .missing("services", at: object) }
        self.name = name
        self.pid = pid
        self.uptime = uptime
        self.folder = folder
        self.services = services
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("folder", folder)
        writer.member("name", name)
        writer.member("pid", pid)
        writer.member("services", services)
        writer.member("uptime", uptime)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Described {
    package init(name: String, pid: Int32, uptime: Double, folder: String, services: [ServiceReport]) {
        self.init(name: name, pid: pid, uptime: uptime, folder: folder, services: services)
    }
}

extension SupervisorOutput.Ended {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Ended {
    package init() {
        self.init()
    }
}

extension SupervisorOutput.Failed {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var message: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message" where message == nil: message = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let message else { throw .missing("message", at: object) }
        self.message = message
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Failed {
    package init(message: String) {
        self.init(message: message)
    }
}

extension SupervisorOutput.Logged {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var time: String?
        var service: String?
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "time" where time == nil: time = try reader.readIfPresent(String.self)
            case "service" where service == nil: service = try reader.read(String.self)
            case "text" where text == nil: text = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let service else { throw .missing("service", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.time = time
        self.service = service
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("service", service)
        writer.member("text", text)
        writer.member("time", time)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Logged {
    package init(time: String? = nil, service: String, text: String) {
        self.init(time: time, service: service, text: text)
    }
}

extension SupervisorOutput.Sent {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var count: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "count" where count == nil: count = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let count else { throw .missing("count", at: object) }
        self.count = count
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Sent {
    package init(count: Int) {
        self.init(count: count)
    }
}

extension SupervisorOutput.Stopping {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Stopping {
    package init() {
        self.init()
    }
}

extension SupervisorOutput.Swapped {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var service: String?
        var pid: Int32?
        var gap: Double?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "service" where service == nil: service = try reader.read(String.self)
            case "pid" where pid == nil: pid = try reader.read(Int32.self)
            case "gap" where gap == nil: gap = try reader.read(Double.self)
            default: try reader.skipValue()
            }
        }
        guard let service else { throw .missing("service", at: object) }
        guard let pid else { throw .missing("pid", at: object) }
        guard let gap else { throw .missing("gap", at: object) }
        self.service = service
        self.pid = pid
        self.gap = gap
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("gap", gap)
        writer.member("pid", pid)
        writer.member("service", service)
        writer.endObject()
    }
}

extension JSONReadable where Self == SupervisorOutput.Swapped {
    package init(service: String, pid: Int32, gap: Double) {
        self.init(service: service, pid: pid, gap: gap)
    }
}
