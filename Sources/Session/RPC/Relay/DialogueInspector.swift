package import JSONRPC
package import Platform
import Recording

/// The view of what passes between client and server: divides a copy into frames, names what is wrong, and records it.
package struct DialogueInspector {
    private var readers: ForEachPeer<FrameReader>
    private var calls: PendingCalls
    private var diagnosis: DialogueDiagnosis
    private var recording: DialogueRecording?
    /// Lines for the user.
    private var reports: [String] = []

    /// - Parameters:
    ///   - framing: nil to find it.
    ///   - table: nil to find it.
    ///   - patience: after which a request without an answer is slow.
    package init(
        framing: Framing?, _ table: DialogueProtocol?, patience: Duration, recording: DialogueRecording? = nil
    ) {
        readers = ForEachPeer(FrameReader(framing: framing ?? table?.framing))
        calls = PendingCalls(table)
        diagnosis = DialogueDiagnosis(patience: patience)
        self.recording = recording
    }

    package var framing: Framing { readers[.client].framing ?? readers[.server].framing ?? table.framing }
    package var table: DialogueProtocol { calls.table }
    /// The lines for the user since the last call.
    package mutating func takeReports() -> [String] {
        defer { reports = [] }
        return reports
    }

    /// Takes bytes of one side from where they come from.
    /// - Parameter source: writes them, and returns their number, as this does.
    package mutating func read(from sender: RPCPeer, _ source: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        readers[sender].read(source)
    }

    /// The next frame of a side; nil until more bytes have come.
    /// - Parameter passed: what a frame becomes on its way.
    package mutating func next(
        from sender: RPCPeer, at now: Instant, as passed: (FrameReader.Item) -> FrameReader.Item = { $0 }
    ) -> Observation? {
        readers[sender].next().map { observe(passed($0), from: sender, at: now) }
    }

    /// A side will send nothing more.
    /// - Returns: what is left of an unfinished frame.
    @discardableResult
    package mutating func end(of sender: RPCPeer, at now: Instant) -> Observation? {
        readers[sender].last().map { observe($0, from: sender, at: now) }
    }

    /// Another server follows.
    /// - Parameter reader: has read its output so far.
    package mutating func beginServer(_ reader: FrameReader) { readers[.server] = reader }

    /// Takes a frame that was not in the bytes of a side.
    @discardableResult
    package mutating func observe(
        _ item: FrameReader.Item, from sender: RPCPeer, at now: Instant
    ) -> Observation {
        if let framing = readers[sender].framing { readers[sender.other].assume(framing) }
        let framing = framing
        let observation = calls.observe(item, from: sender, in: framing, at: now)
        tell(diagnosis.receive(observation, calls))
        recording?.append(observation, in: framing, calls.table, at: now)
        return observation
    }

    private mutating func tell(_ found: [DialogueDiagnosis.Told]) {
        reports += found.map { $0.finding.text(about: $0.sender) }
    }

    // MARK: Time

    package var deadline: Instant? { mutating get { diagnosis.deadline(calls) } }

    package mutating func proceed(at now: Instant) { tell(diagnosis.slow(calls, at: now)) }

    /// The dialogue is over.
    /// - Parameter exit: the code with which the server ended by itself.
    package mutating func conclude(exit: Int32? = nil) {
        tell(diagnosis.end(calls))
        let more = diagnosis.repetitions
        if more > 0 { reports.append("\(more) more findings like these") }
        endRecording(exit: exit)
    }

    // MARK: The recording

    /// The descriptors to poll for writing, and the one that is readable when the recording has ended; nil if there is none.
    package var recordingDescriptors: (writing: Int32?, words: Int32)? { recording?.descriptors }

    package mutating func writeRecording() { recording?.write() }

    /// The recording is over, with the dialogue or before it.
    package mutating func endRecording(exit: Int32? = nil) {
        let framing = framing
        if let loss = recording?.finish(in: framing, calls.table, exit: exit) { reports.append(loss) }
        recording = nil
    }
}
