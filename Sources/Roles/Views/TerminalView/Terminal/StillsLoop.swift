import JSON
import Platform
import Languages
import Stills
package import Wire

/// The view without a terminal and without a clock: it reads what a view received, and what its user typed
/// (`process.output.entered`), and prints the screen after each event. Equal events give equal screens.
package struct StillsLoop: ~Copyable {
    private var state: ViewState
    private var port: EventPort
    private var decoder = KeyDecoder()
    private var mouse = MouseInput()
    private let theme: Theme
    /// The clock. Each event moves it on so far that whatever the view waits for is due.
    private var now = Instant.now

    private static let step = Duration.seconds(1)

    package init(_ size: Size, isLight: Bool, in environment: RoleEnvironment) {
        state = ViewState(stamp: environment.stamp, size: size, drawsPictures: false)
        state.session.language = Language(variable: RoleEnvironment.variable)
        port = EventPort(in: environment, stamp: nil)
        theme = isLight ? .light : .terminal
    }

    package mutating func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        do throws(StandardStream.Failure) {
            var isOpen = true
            while isOpen {
                isOpen = try port.fill()
                while let incoming = port.next() { try show(incoming) }
            }
            return .done
        } catch {
            return ExitStatus("viperline-view", endedBy: error)
        }
    }

    private mutating func show(_ incoming: EventReader.Incoming) throws(StandardStream.Failure) {
        now += Self.step
        if case .event(let event) = incoming, event.type == ProcessOutput.Entered.type {
            if let entered = try? event.decode(ProcessOutput.Entered.self) { type(entered.text) }
        } else {
            _ = state.receive(incoming)
            _ = state.session.takeRequests()
            _ = state.handleTypeAhead()
        }
        _ = state.session.takeChanges(now: now)
        _ = state.takeChoice()
        while state.isFiltering { state.continueFiltering() }
        // The answers have the ids of the recorded actions, not of these.
        state.session.awaitAnswers(to: [])
        let frame = state.draw(on: CellBuffer(state.size))
        try StandardStream.write(Still(frame, theme).json + [0x0A], to: StandardStream.output)
    }

    private mutating func type(_ text: String) {
        var keys = decoder.decode(Array(text.utf8))
        // The next typed text came later.
        if decoder.waiting == .sequence { keys += decoder.timeout() }
        for key in mouse.take(keys.filter { !$0.isAnswer }, now: now) { _ = state.handle(key) }
    }
}

extension Still {
    init(_ frame: Frame, _ theme: Theme) {
        let cursor = frame.cursor.map { Place(row: $0.row, column: $0.column) }
        self.init(rows: (0..<frame.buffer.size.rows).map { Self.runs(frame.buffer.row($0), theme) }, cursor: cursor)
    }

    private static func runs(_ cells: [Cell], _ theme: Theme) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() where !cell.isContinuation {
            let style = theme.applied(to: cell.style).parameters(inColor: true).joined(separator: ";")
            if let last = runs.last, last.style == style {
                runs[runs.count - 1].text.append(cell.character)
            } else {
                runs.append(Run(column: column, text: String(cell.character), style: style))
            }
        }
        return runs.compactMap { $0.style.isEmpty ? withoutBlanks($0) : $0 }
    }

    /// - Returns: nil where nothing is left.
    private static func withoutBlanks(_ run: Run) -> Run? {
        guard let first = run.text.firstIndex(where: { $0 != " " }),
            let last = run.text.lastIndex(where: { $0 != " " })
        else { return nil }
        let before = run.text.distance(from: run.text.startIndex, to: first)
        return Run(column: run.column + before, text: String(run.text[first...last]), style: run.style)
    }
}
