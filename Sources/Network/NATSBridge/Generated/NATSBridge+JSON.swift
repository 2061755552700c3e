// Written by scripts/generate from the declarations of this target.

package import JSON

extension APIError {
    init(from reader: inout JSONReader) throws(JSONError) {
        var code: Int?
        var number: Int?
        var description: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "code" where code == nil: code = try reader.read(Int.self)
            case "err_code" where number == nil: number = try reader.readIfPresent(Int.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let code else { throw .missing("code", at: object) }
        self.code = code
        self.number = number
        self.description = description
    }
}

extension ConsumerConfig {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ack_policy", acknowledgement)
        writer.member("deliver_policy", start)
        writer.member("filter_subject", filter)
        writer.member("filter_subjects", filters)
        writer.member("inactive_threshold", longestIdle)
        writer.member("mem_storage", isInMemory)
        writer.member("name", name)
        writer.member("opt_start_seq", startSequence)
        writer.endObject()
    }
}

extension ConsumerRequest {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("config", config)
        writer.member("stream_name", stream)
        writer.endObject()
    }
}

extension JoinProgress {
    init(from reader: inout JSONReader) throws(JSONError) {
        var senders: [String: SenderProgress]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "senders" where senders == nil: senders = try reader.readIfPresent([String: SenderProgress].self)
            default: try reader.skipValue()
            }
        }
        self.senders = senders ?? [:]
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("senders", senders)
        writer.endObject()
    }
}

extension JoinRecord {
    init(from reader: inout JSONReader) throws(JSONError) {
        var progress: JoinProgress?
        var takes: [String]?
        var publishes: [String]?
        var hasLeft: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "progress" where progress == nil: progress = try reader.read(JoinProgress.self)
            case "takes" where takes == nil: takes = try reader.read([String].self)
            case "publishes" where publishes == nil: publishes = try reader.readIfPresent([String].self)
            case "left" where hasLeft == nil: hasLeft = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let progress else { throw .missing("progress", at: object) }
        guard let takes else { throw .missing("takes", at: object) }
        self.progress = progress
        self.takes = takes
        self.publishes = publishes ?? []
        self.hasLeft = hasLeft ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("left", hasLeft)
        writer.member("progress", progress)
        writer.member("publishes", publishes)
        writer.member("takes", takes)
        writer.endObject()
    }
}

extension JoinSnapshot {
    init(from reader: inout JSONReader) throws(JSONError) {
        var incarnation: String?
        var stored: SentLines.Origin?
        var types: [String: StampCounter.Last]?
        var progress: JoinProgress?
        var backlogs: [String: PeerWindows.Backlog]?
        var lines: [RawLine]?
        var next: LineReference?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            case "stored" where stored == nil: stored = try reader.readIfPresent(SentLines.Origin.self)
            case "types" where types == nil: types = try reader.readIfPresent([String: StampCounter.Last].self)
            case "progress" where progress == nil: progress = try reader.readIfPresent(JoinProgress.self)
            case "backlogs" where backlogs == nil:
                backlogs = try reader.readIfPresent([String: PeerWindows.Backlog].self)
            case "lines" where lines == nil: lines = try reader.readIfPresent([RawLine].self)
            case "next" where next == nil: next = try reader.readIfPresent(LineReference.self)
            default: try reader.skipValue()
            }
        }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        self.incarnation = incarnation
        self.stored = stored
        self.types = types ?? [:]
        self.progress = progress ?? JoinProgress()
        self.backlogs = backlogs ?? [:]
        self.lines = lines ?? []
        self.next = next
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("backlogs", backlogs)
        writer.member("incarnation", incarnation)
        writer.member("lines", lines)
        writer.member("next", next)
        writer.member("progress", progress)
        writer.member("stored", stored)
        writer.member("types", types)
        writer.endObject()
    }
}

extension JoinSnapshot.LineReference {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var incarnation: String?
        var position: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            case "position" where position == nil: position = try reader.read(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        guard let position else { throw .missing("position", at: object) }
        self.name = name
        self.incarnation = incarnation
        self.position = position
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("incarnation", incarnation)
        writer.member("name", name)
        writer.member("position", position)
        writer.endObject()
    }
}

extension PeerWindows.Backlog {
    init(from reader: inout JSONReader) throws(JSONError) {
        var position: UInt64?
        var lines: Int?
        var bytes: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(UInt64.self)
            case "lines" where lines == nil: lines = try reader.read(Int.self)
            case "bytes" where bytes == nil: bytes = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let lines else { throw .missing("lines", at: object) }
        guard let bytes else { throw .missing("bytes", at: object) }
        self.position = position
        self.lines = lines
        self.bytes = bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("lines", lines)
        writer.member("position", position)
        writer.endObject()
    }
}

extension Presence {
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var incarnation: String?
        var sends: [String]?
        var receives: [String]?
        var reads: [String]?
        var time: UInt64?
        var heard: [String: [UInt64]]?
        var isLeaving: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "incarnation" where incarnation == nil: incarnation = try reader.read(String.self)
            case "sends" where sends == nil: sends = try reader.readIfPresent([String].self)
            case "receives" where receives == nil: receives = try reader.readIfPresent([String].self)
            case "reads" where reads == nil: reads = try reader.readIfPresent([String].self)
            case "time" where time == nil: time = try reader.read(UInt64.self)
            case "heard" where heard == nil: heard = try reader.readIfPresent([String: [UInt64]].self)
            case "leaving" where isLeaving == nil: isLeaving = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let incarnation else { throw .missing("incarnation", at: object) }
        guard let time else { throw .missing("time", at: object) }
        self.name = name
        self.incarnation = incarnation
        self.sends = sends ?? []
        self.receives = receives ?? []
        self.reads = reads ?? []
        self.time = time
        self.heard = heard ?? [:]
        self.isLeaving = isLeaving ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("heard", heard)
        writer.member("incarnation", incarnation)
        writer.member("leaving", isLeaving)
        writer.member("name", name)
        writer.member("reads", reads)
        writer.member("receives", receives)
        writer.member("sends", sends)
        writer.member("time", time)
        writer.endObject()
    }
}

extension PullRequest {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("batch", batch)
        writer.member("expires", expires)
        writer.member("max_bytes", mostBytes)
        writer.member("no_wait", waitsForNone)
        writer.endObject()
    }
}

extension SenderProgress {
    init(from reader: inout JSONReader) throws(JSONError) {
        var stream: String?
        var place: Int?
        var positions: [String: UInt64]?
        var newest: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "stream" where stream == nil: stream = try reader.readIfPresent(String.self)
            case "place" where place == nil: place = try reader.readIfPresent(Int.self)
            case "positions" where positions == nil: positions = try reader.readIfPresent([String: UInt64].self)
            case "newest" where newest == nil: newest = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.stream = stream ?? ""
        self.place = place ?? 0
        self.positions = positions ?? [:]
        self.newest = newest
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("newest", newest)
        writer.member("place", place)
        writer.member("positions", positions)
        writer.member("stream", stream)
        writer.endObject()
    }
}

extension SentLines.Origin {
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

extension StampCounter.Last {
    init(from reader: inout JSONReader) throws(JSONError) {
        var position: UInt64?
        var number: UInt64?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(UInt64.self)
            case "number" where number == nil: number = try reader.read(UInt64.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let number else { throw .missing("number", at: object) }
        self.position = position
        self.number = number
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("number", number)
        writer.member("position", position)
        writer.endObject()
    }
}

extension StreamConfig {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var subjects: [String]?
        var storage: Storage?
        var retention: String?
        var discard: String?
        var mostMessages: Int?
        var mostBytes: Int?
        var longestAge: Int?
        var mostPerSubject: Int?
        var duplicateWindow: Int?
        var replicas: Int?
        var allowsDirect: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "subjects" where subjects == nil: subjects = try reader.read([String].self)
            case "storage" where storage == nil: storage = try reader.read(Storage.self)
            case "retention" where retention == nil: retention = try reader.readIfPresent(String.self)
            case "discard" where discard == nil: discard = try reader.readIfPresent(String.self)
            case "max_msgs" where mostMessages == nil: mostMessages = try reader.read(Int.self)
            case "max_bytes" where mostBytes == nil: mostBytes = try reader.read(Int.self)
            case "max_age" where longestAge == nil: longestAge = try reader.readIfPresent(Int.self)
            case "max_msgs_per_subject" where mostPerSubject == nil: mostPerSubject = try reader.readIfPresent(Int.self)
            case "duplicate_window" where duplicateWindow == nil: duplicateWindow = try reader.read(Int.self)
            case "num_replicas" where replicas == nil: replicas = try reader.readIfPresent(Int.self)
            case "allow_direct" where allowsDirect == nil: allowsDirect = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let subjects else { throw .missing("subjects", at: object) }
        guard let storage else { throw .missing("storage", at: object) }
        guard let mostMessages else { throw .missing("max_msgs", at: object) }
        guard let mostBytes else { throw .missing("max_bytes", at: object) }
        guard let duplicateWindow else { throw .missing("duplicate_window", at: object) }
        self.name = name
        self.subjects = subjects
        self.storage = storage
        self.retention = retention ?? "limits"
        self.discard = discard ?? "old"
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
        self.longestAge = longestAge
        self.mostPerSubject = mostPerSubject
        self.duplicateWindow = duplicateWindow
        self.replicas = replicas ?? 1
        self.allowsDirect = allowsDirect ?? true
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("allow_direct", allowsDirect)
        writer.member("discard", discard)
        writer.member("duplicate_window", duplicateWindow)
        writer.member("max_age", longestAge)
        writer.member("max_bytes", mostBytes)
        writer.member("max_msgs", mostMessages)
        writer.member("max_msgs_per_subject", mostPerSubject)
        writer.member("name", name)
        writer.member("num_replicas", replicas)
        writer.member("retention", retention)
        writer.member("storage", storage)
        writer.member("subjects", subjects)
        writer.endObject()
    }
}

extension StreamConfig.Storage {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "file": self = .file
        case "memory": self = .memory
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .file: writer.literal("\"file\"")
        case .memory: writer.literal("\"memory\"")
        }
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
