import Platform
import Wire

/// This bus's lines on their way to the server: kept until they are stored, and no more than the others can take.
struct JoinPublisher {

    private let settings: JoinSettings
    private let session: SessionSubjects
    private var sent: SentLines
    private var sentStates = SentStates()
    private var windows: PeerWindows
    /// The newest snapshot's place among the bus's lines: everything up to it is stored, including states.
    private var safe: (stored: SentLines.Origin, types: [TypePosition])?
    /// How many lines the server has stored since the bus's snapshot.
    private var unsaved = 0
    private var unsavedSince: Instant?
    private var complaints = LogLimit()

    static let savesEvery = 256
    static let savesAfter = Duration.milliseconds(250)
    /// The most bytes for a line's headers.
    static let roomForHeaders = 4096

    init(_ settings: JoinSettings, sender: SenderID, at now: Instant) {
        self.settings = settings
        session = settings.session
        sent = SentLines(sender: sender, service: settings.service)
        windows = PeerWindows(sender: sender, at: now)
    }

    /// Continues after a predecessor, under its name.
    mutating func restore(_ snapshot: JoinSnapshot, sender: SenderID, at now: Instant) {
        sent = SentLines(sender: sender, service: settings.service, stored: snapshot.stored, types: snapshot.types)
        windows = PeerWindows(sender: sender, backlogs: snapshot.backlogs, at: now)
        if let stored = snapshot.stored { safe = (stored, snapshot.types) }
    }

    var hasRoom: Bool { sent.hasRoom && sentStates.hasRoom && windows.hasRoom }

    /// Whether everything is stored.
    var isEmpty: Bool { sent.isEmpty && sentStates.isEmpty }

    /// Lines not yet stored.
    var count: Int { sent.count }

    /// All lines up to this position are stored.
    var storedPosition: UInt64 { sent.storedPosition }

    /// While something can be published.
    var deadline: Instant? { earliest(sent.deadline, sentStates.deadline) }

    /// When the bus needs a newer snapshot.
    var saveDeadline: Instant? { unsavedSince.map { $0 + Self.savesAfter } }

    func isToSave(at now: Instant) -> Bool {
        unsaved >= Self.savesEvery || saveDeadline.map { now >= $0 } ?? false
    }

    // MARK: - From the bus

    /// - Parameter mostPayload: the longest message that the server takes, in bytes.
    mutating func take(_ line: BusLine, mostPayload: Int, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard settings.receives.contains(where: { $0.matches(line.type) }), !line.type.hasPrefix("process.") else {
            return
        }
        guard let subject = session.subject(of: line.type) else {
            return complaints.write("the type \(line.type) cannot be part of a NATS subject", at: now, into: &effects)
        }
        guard line.bytes.count + Self.roomForHeaders <= mostPayload else {
            return complaints.write(
                "\(line.type) has \(line.bytes.count) bytes, and the server takes \(mostPayload) with the headers",
                at: now, into: &effects)
        }
        guard
            let stamp = sent.append(
                line.bytes, subject: subject, type: line.type, id: line.id ?? "", source: line.source ?? "")
        else { return complaints.write("there are too many types: \(line.type)", at: now, into: &effects) }
        windows.append(stamp.position, type: line.type, bytes: line.bytes.count)
        guard settings.states.contains(where: { $0.matches(line.type) }),
            let stateSubject = session.stateSubject(of: line.type, key: line.subject)
        else { return }
        sentStates.set(
            CloudEventsBinding.message(line.bytes, on: stateSubject, headers: stamp.headers), position: stamp.position)
    }

    // MARK: - To the server

    /// - Parameter inbox: the prefix of subjects for answers.
    mutating func publish(at now: Instant, inbox: String, _ effects: inout [BridgeEffect]) {
        for message in sent.due(at: now, inbox: inbox) { effects.append(.publish(message)) }
        if !sentStates.isEmpty {
            for message in sentStates.due(at: now, inbox: inbox) { effects.append(.publish(message)) }
        }
    }

    /// For a server that stores nothing.
    mutating func publishPlainly(_ effects: inout [BridgeEffect]) {
        for message in sent.takeAll() { effects.append(.publish(message)) }
    }

    /// After a reconnect.
    mutating func publishAgain() {
        sent.publishAgain()
        sentStates.publishAgain()
    }

    mutating func handleAnswer(position: UInt64, round: Int, _ answer: ServerAnswer, at now: Instant) {
        guard answer.errorCode == nil else {
            return sent.wasRefused(position, round: round, why: answer.error ?? "refused", at: now)
        }
        let before = sent.storedPosition
        sent.wasStored(position)
        unsaved += Int(clamping: sent.storedPosition - before)
        if unsaved > 0, unsavedSince == nil { unsavedSince = now }
    }

    mutating func handleAnswer(state number: Int, _ answer: ServerAnswer) {
        if answer.errorCode == nil { sentStates.wasStored(number) } else { sentStates.failed(number) }
    }

    // MARK: - The others

    /// Another join reports its progress.
    mutating func handle(_ record: JoinRecord, of name: String, at now: Instant) {
        windows.handle(record, of: name, at: now)
    }

    /// Why lines wait; nil if they do not.
    mutating func trouble(at now: Instant) -> String? {
        windows.forgetSilent(at: now)
        let slow = windows.full
        return sent.trouble ?? (slow.isEmpty ? nil : "waiting for \(slow.joined(separator: ", ")) to catch up")
    }

    // MARK: - Snapshots

    /// Adds to a snapshot what a successor has to know.
    mutating func note(in snapshot: inout JoinSnapshot) {
        if let stored = sent.stored, (sentStates.oldest ?? .max) > stored.position { safe = (stored, sent.storedTypes) }
        (unsaved, unsavedSince) = (0, nil)
        (snapshot.stored, snapshot.types) = (safe?.stored, safe?.types ?? [])
        snapshot.backlogs = windows.backlogs(upTo: safe?.stored.position ?? 0)
    }
}
