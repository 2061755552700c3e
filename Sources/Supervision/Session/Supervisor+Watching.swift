import Composition
import Platform
import Recording
import Wire

/// Those who watch what passes: the taps, and the recorder, which is one.
extension Supervisor {
    func watchTraffic() {
        switchboard.watch = { [unowned self] in show($0) }
    }

    private func show(_ passing: Passing) {
        var records: [UInt8] = []
        for client in (control?.clients ?? []) + (recorder?.client.map { [$0] } ?? []) {
            guard case .tapping(let filter) = client.purpose, filter.wants(passing) else { continue }
            if client.isFull {
                client.miss(passing.count)
                continue
            }
            if records.isEmpty {
                Passage.append(
                    passing.lines, at: (clock.now - began) / .seconds(1), from: passing.sender, to: passing.receivers,
                    onto: &records)
            }
            client.offer(records, count: passing.count)
        }
        if let recorder, recorder.client?.hasMissed == true, !recorder.hasToldLoss {
            recorder.hasToldLoss = true
            report(.recordingBehind(path: recorder.path))
        }
    }

    /// What a recording of this session begins with.
    var cassetteHeader: CassetteHeader {
        CassetteHeader(composition, sessionFolder: folder.path, screen: screen, uptime: clock.now - began)
    }

    /// The size of the terminal that the session draws on; nil for a scripted one.
    private var screen: CassetteHeader.Screen? {
        guard composition.services.contains(where: \.tty), isatty(0) == 1, isatty(1) == 1 else { return nil }
        var window = winsize()
        let isKnown = ioctl(1, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        return isKnown ? .init(columns: Int(window.ws_col), rows: Int(window.ws_row)) : .init(columns: 80, rows: 24)
    }

    /// A line that a tap is sent in advance.
    func record(_ line: [UInt8], from sender: String, to receivers: [String]) -> [UInt8] {
        var record: [UInt8] = []
        line.withUnsafeBytes {
            Passage.append($0, at: (clock.now - began) / .seconds(1), from: sender, to: receivers, onto: &record)
        }
        return record
    }

    /// What a service says that is for nobody but those who watch.
    func show(_ event: Event, from child: Child) {
        guard let watch = switchboard.watch else { return }
        var event = event
        event.source = child.service.name
        if event.id.isEmpty { event.id = child.port.incoming.nextID() }
        event.line.withUnsafeBytes { line in
            watch(Passing(lines: line, count: 1, type: event.type, sender: event.source, receivers: []))
        }
    }

    /// The recording is at its end, with the session or before it.
    func endRecording() {
        guard let recorder else { return }
        self.recorder = nil
        guard let reason = recorder.finish() else { return }
        report(.recordingEnded(path: recorder.path, reason: reason))
    }
}
