// Written by scripts/generate from the declarations of this target.

package import JSON

extension BusPlace {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var source: String?
        var position: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "source" where source == nil: source = try reader.read(String.self)
            case "position" where position == nil: position = try reader.read(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let source else { throw .missing("source", at: object) }
        guard let position else { throw .missing("position", at: object) }
        self.id = id
        self.source = source
        self.position = position
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("position", position)
        writer.member("source", source)
        writer.endObject()
    }
}

extension JoinID {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var incarnation: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        self.name = name
        self.incarnation = incarnation
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("incarnation", incarnation)
        writer.member("name", name)
        writer.endObject()
    }
}

extension JoinProgress {
    init(from reader: inout JSONReader) throws(JSONError) {
        var origins: [LineOrigin]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "origins" where origins == nil: origins = try reader.readIfPresent([LineOrigin].self)
            default: try reader.skipValue()
            }
        }
        self.origins = origins ?? []
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("origins", origins)
        writer.endObject()
    }
}

extension JoinSnapshot {
    init(from reader: inout JSONReader) throws(JSONError) {
        var incarnation: String?
        var place: BusPlace?
        var states: [State]?
        var links: [Link]?
        var progress: JoinProgress?
        var losses: [Loss]?
        var lines: [JSONBytes]?
        var next: Next?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            case "place" where place == nil: place = try reader.readIfPresent(BusPlace.self)
            case "states" where states == nil: states = try reader.readIfPresent([State].self)
            case "links" where links == nil: links = try reader.readIfPresent([Link].self)
            case "progress" where progress == nil: progress = try reader.readIfPresent(JoinProgress.self)
            case "losses" where losses == nil: losses = try reader.readIfPresent([Loss].self)
            case "lines" where lines == nil: lines = try reader.readIfPresent([JSONBytes].self)
            case "next" where next == nil: next = try reader.readIfPresent(Next.self)
            default: try reader.skipValue()
            }
        }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        self.incarnation = incarnation
        self.place = place
        self.states = states ?? []
        self.links = links ?? []
        self.progress = progress ?? JoinProgress()
        self.losses = losses ?? []
        self.lines = lines ?? []
        self.next = next
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("incarnation", incarnation)
        writer.member("lines", lines)
        writer.member("links", links)
        writer.member("losses", losses)
        writer.member("next", next)
        writer.member("place", place)
        writer.member("progress", progress)
        writer.member("states", states)
        writer.endObject()
    }
}

extension JoinSnapshot.Link {
    init(from reader: inout JSONReader) throws(JSONError) {
        var receiver: JoinID?
        var takes: [String]?
        var acknowledged: UInt64?
        var begins: UInt64?
        var lost: UInt64?
        var gap: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "receiver" where receiver == nil: receiver = try reader.read(JoinID.self)
            case "takes" where takes == nil: takes = try reader.read([String].self)
            case "acknowledged" where acknowledged == nil: acknowledged = try reader.read(UInt64.self)
            case "begins" where begins == nil: begins = try reader.read(UInt64.self)
            case "lost" where lost == nil: lost = try reader.read(UInt64.self)
            case "gap" where gap == nil: gap = try reader.readIfPresent(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let receiver else { throw .missing("receiver", at: object) }
        guard let takes else { throw .missing("takes", at: object) }
        guard let acknowledged else { throw .missing("acknowledged", at: object) }
        guard let begins else { throw .missing("begins", at: object) }
        guard let lost else { throw .missing("lost", at: object) }
        self.receiver = receiver
        self.takes = takes
        self.acknowledged = acknowledged
        self.begins = begins
        self.lost = lost
        self.gap = gap
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("acknowledged", acknowledged)
        writer.member("begins", begins)
        writer.member("gap", gap)
        writer.member("lost", lost)
        writer.member("receiver", receiver)
        writer.member("takes", takes)
        writer.endObject()
    }
}

extension JoinSnapshot.Next {
    init(from reader: inout JSONReader) throws(JSONError) {
        var origin: LineOrigin?
        var type: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "origin" where origin == nil: origin = try reader.read(LineOrigin.self)
            case "type" where type == nil: type = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let origin else { throw .missing("origin", at: object) }
        guard let type else { throw .missing("type", at: object) }
        self.origin = origin
        self.type = type
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("origin", origin)
        writer.member("type", type)
        writer.endObject()
    }
}

extension JoinSnapshot.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var position: UInt64?
        var line: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(UInt64.self)
            case "line" where line == nil: line = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let line else { throw .missing("line", at: object) }
        self.position = position
        self.line = line
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("line", line)
        writer.member("position", position)
        writer.endObject()
    }
}

extension LineOrigin {
    init(from reader: inout JSONReader) throws(JSONError) {
        var sender: JoinID?
        var position: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "sender" where sender == nil: sender = try reader.read(JoinID.self)
            case "position" where position == nil: position = try reader.read(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let sender else { throw .missing("sender", at: object) }
        guard let position else { throw .missing("position", at: object) }
        self.sender = sender
        self.position = position
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("position", position)
        writer.member("sender", sender)
        writer.endObject()
    }
}

extension Loss {
    init(from reader: inout JSONReader) throws(JSONError) {
        var sender: String?
        var type: String?
        var count: UInt64?
        var logged: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "sender" where sender == nil: sender = try reader.read(String.self)
            case "type" where type == nil: type = try reader.read(String.self)
            case "count" where count == nil: count = try reader.read(UInt64.self)
            case "logged" where logged == nil: logged = try reader.readIfPresent(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let sender else { throw .missing("sender", at: object) }
        guard let type else { throw .missing("type", at: object) }
        guard let count else { throw .missing("count", at: object) }
        self.sender = sender
        self.type = type
        self.count = count
        self.logged = logged ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("logged", logged)
        writer.member("sender", sender)
        writer.member("type", type)
        writer.endObject()
    }
}

extension Presence {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var incarnation: String?
        var sends: [String]?
        var has: [String: UInt64]?
        var begins: Bool?
        var number: Int?
        var isLeaving: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            case "sends" where sends == nil: sends = try reader.readIfPresent([String].self)
            case "has" where has == nil: has = try reader.readIfPresent([String: UInt64].self)
            case "begins" where begins == nil: begins = try reader.readIfPresent(Bool.self)
            case "number" where number == nil: number = try reader.readIfPresent(Int.self)
            case "leaving" where isLeaving == nil: isLeaving = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        self.name = name
        self.incarnation = incarnation
        self.sends = sends ?? []
        self.has = has ?? [:]
        self.begins = begins ?? false
        self.number = number ?? 0
        self.isLeaving = isLeaving ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("begins", begins)
        writer.member("has", has)
        writer.member("incarnation", incarnation)
        writer.member("leaving", isLeaving)
        writer.member("name", name)
        writer.member("number", number)
        writer.member("sends", sends)
        writer.endObject()
    }
}

extension ServiceAnswer {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var name: String?
        var id: String?
        var version: String?
        var metadata: Metadata?
        var description: String?
        var started: String?
        var endpoints: [Endpoint]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "type" where type == nil: type = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "id" where id == nil: id = try reader.read(String.self)
            case "version" where version == nil: version = try reader.read(String.self)
            case "metadata" where metadata == nil: metadata = try reader.read(Metadata.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "started" where started == nil: started = try reader.readIfPresent(String.self)
            case "endpoints" where endpoints == nil: endpoints = try reader.readIfPresent([Endpoint].self)
            default: try reader.skipValue()
            }
        }
        guard let type else { throw .missing("type", at: object) }
        guard let name else { throw .missing("name", at: object) }
        guard let id else { throw .missing("id", at: object) }
        guard let version else { throw .missing("version", at: object) }
        guard let metadata else { throw .missing("metadata", at: object) }
        self.type = type
        self.name = name
        self.id = id
        self.version = version
        self.metadata = metadata
        self.description = description
        self.started = started
        self.endpoints = endpoints
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("description", description)
        writer.member("endpoints", endpoints)
        writer.member("id", id)
        writer.member("metadata", metadata)
        writer.member("name", name)
        writer.member("started", started)
        writer.member("type", type)
        writer.member("version", version)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceAnswer {
    package init(
        type: String, name: String, id: String, version: String, metadata: ServiceAnswer.Metadata,
        description: String? = nil, started: String? = nil, endpoints: [ServiceAnswer.Endpoint]? = nil
    ) {
        self.init(
            type: type, name: name, id: id, version: version, metadata: metadata, description: description,
            started: started, endpoints: endpoints)
    }
}

extension ServiceAnswer.Endpoint {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var subject: String?
        var group: String?
        var requests: Int?
        var errors: Int?
        var lastError: String?
        var time: Int?
        var averageTime: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "subject" where subject == nil: subject = try reader.read(String.self)
            case "queue_group" where group == nil: group = try reader.read(String.self)
            case "num_requests" where requests == nil: requests = try reader.readIfPresent(Int.self)
            case "num_errors" where errors == nil: errors = try reader.readIfPresent(Int.self)
            case "last_error" where lastError == nil: lastError = try reader.readIfPresent(String.self)
            case "processing_time" where time == nil: time = try reader.readIfPresent(Int.self)
            case "average_processing_time" where averageTime == nil: averageTime = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let subject else { throw .missing("subject", at: object) }
        guard let group else { throw .missing("queue_group", at: object) }
        self.name = name
        self.subject = subject
        self.group = group
        self.requests = requests ?? 0
        self.errors = errors ?? 0
        self.lastError = lastError ?? ""
        self.time = time ?? 0
        self.averageTime = averageTime ?? 0
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("average_processing_time", averageTime)
        writer.member("last_error", lastError)
        writer.member("name", name)
        writer.member("num_errors", errors)
        writer.member("num_requests", requests)
        writer.member("processing_time", time)
        writer.member("queue_group", group)
        writer.member("subject", subject)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceAnswer.Endpoint {
    package init(
        name: String, subject: String, group: String, requests: Int = 0, errors: Int = 0, lastError: String = "",
        time: Int = 0, averageTime: Int = 0
    ) {
        self.init(
            name: name, subject: subject, group: group, requests: requests, errors: errors, lastError: lastError,
            time: time, averageTime: averageTime)
    }
}

extension ServiceAnswer.Metadata {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pool: String?
        var program: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pool" where pool == nil: pool = try reader.read(String.self)
            case "program" where program == nil: program = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let pool else { throw .missing("pool", at: object) }
        guard let program else { throw .missing("program", at: object) }
        self.pool = pool
        self.program = program
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pool", pool)
        writer.member("program", program)
        writer.endObject()
    }
}

extension JSONReadable where Self == ServiceAnswer.Metadata {
    package init(pool: String, program: String) {
        self.init(pool: pool, program: program)
    }
}

extension WorkerSign {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var worker: String?
        var source: String?
        var id: String?
        var reason: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "worker" where worker == nil: worker = try reader.read(String.self)
            case "source" where source == nil: source = try reader.read(String.self)
            case "id" where id == nil: id = try reader.read(String.self)
            case "reason" where reason == nil: reason = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let worker else { throw .missing("worker", at: object) }
        guard let source else { throw .missing("source", at: object) }
        guard let id else { throw .missing("id", at: object) }
        self.worker = worker
        self.source = source
        self.id = id
        self.reason = reason
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("reason", reason)
        writer.member("source", source)
        writer.member("worker", worker)
        writer.endObject()
    }
}

extension JSONReadable where Self == WorkerSign {
    package init(worker: String, source: String, id: String, reason: String? = nil) {
        self.init(worker: worker, source: source, id: id, reason: reason)
    }
}
