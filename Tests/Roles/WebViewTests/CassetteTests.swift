import Foundation
import JSON
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// Every application's recorded session, on a page: the page offers what was done there at a terminal, reports the same, and shows
/// what full-screen and linear mode say.
@Suite struct CassetteTests {
    private static let files: [String] = {
        let all = FileManager.default.enumerator(atPath: Checkout.path("Tests/Cassettes"))
        let names = (all?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".ndjson") }.sorted()
        // In MVC and MVVM, screens do not leave the process that draws them.
        return names.filter { !$0.hasPrefix("patterns/mvc") && !$0.hasPrefix("patterns/mvvm") }
    }()

    /// The events that the view took and sent.
    private static func events(of file: String) throws -> [Event] {
        let data = try Data(contentsOf: URL(fileURLWithPath: Checkout.path("Tests/Cassettes/\(file)")))
        return try data.split(separator: 0x0A).dropFirst().compactMap { line in
            guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any],
                let event = object["event"]
            else { return nil }
            return try Event(line: Array(JSONSerialization.data(withJSONObject: event)).span)
        }.filter { event in ["view.input", "view.output", "router.output"].contains { event.type.hasPrefix($0 + ".") } }
    }

    @Test func allApplicationsAreThere() throws {
        let shipped = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("compose"))
            .filter { $0.hasSuffix(".yaml") && !["offline", "roles", "web", "declared"].contains($0.dropLast(5)) }
        expect(
            shipped.count >= 12 && Set(shipped.map { $0.dropLast(5) }).isSubset(of: Self.files.map { $0.dropLast(7) }))
    }

    @Test(arguments: files) func aPageDoesWhatATerminalDid(_ file: String) throws {
        let view = TestedView()
        // The page has ids of its own for what it reports.
        var ids: [String: String] = [:]
        var (shown, done) = (0, 0)
        for var event in try Self.events(of: file) {
            if event.type.hasPrefix("view.output.") {
                // A preview is asked for by resting on a row, which takes time.
                guard let value = Self.action(of: event) else { continue }
                let html = view.page
                expect(
                    html, contains: "value=\"\(value.text.replacing("&", with: "&amp;"))\"", "\(file): \(value.text)")
                let fields = try Self.fields(of: event, in: view)
                let reported = try require(view.post(value, fields, on: view.topID)?.first, "\(file): \(value.text)")
                expect(reported.type == event.type && reported.subject == event.subject)
                try expect(Self.object(reported.data), equals: Self.object(event.data), "\(file): \(value.text)")
                ids[event.id] = reported.id
                done += 1
            } else {
                event.correlationID = event.correlationID.flatMap { ids[$0] } ?? event.correlationID
                view.receive(event)
                guard event.type == ViewInput.Show.type, let screen = view.top?.screen else { continue }
                shown += 1
                expectTheSameWords(screen, file)
            }
        }
        expect(shown > 0 && done > 0, "\(file)")
    }

    private static func object(_ data: [UInt8]) throws -> NSDictionary {
        try require(JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary)
    }

    private struct Reported: Decodable {
        var query: String?
        var row: String?
        var control: String?
        var column: String?
        var descending: Bool?
        var url: String?
        var form: String?
    }

    /// The label of a page's button for it; nil for what no button does.
    private static func action(of event: Event) -> ActionValue? {
        guard let data = try? JSONDecoder().decode(Reported.self, from: Data(event.data)) else { return nil }
        switch event.type {
        case ViewOutput.DidSearch.type: return .search
        case ViewOutput.DidSelect.type: return data.row.map { .select($0) }
        case ViewOutput.DidPress.type: return data.control.map { .press($0, row: data.row) }
        case ViewOutput.DidSort.type:
            return data.column.map { .sort(Sort(column: $0, isDescending: data.descending == true)) }
        case ViewOutput.DidFollow.type: return data.url.map { .follow($0) }
        case ViewOutput.DidSubmit.type: return data.form.map { .submit($0) }
        case ViewOutput.DidGoBack.type: return .back
        case ViewOutput.DidReachEnd.type: return .more
        default: return nil
        }
    }

    /// What is entered for it: the fields of the form as they are, but those that the user changed.
    private static func fields(of event: Event, in view: TestedView) throws -> [(name: String, value: String)] {
        let data = try object(event.data)
        if let query = data["query"] as? String { return [("query", query)] }
        guard let values = data["values"] as? [String: Any], let form = view.top?.screen.forms.first else { return [] }
        return form.fields.map { (InputName.of($0), values[$0.id].map { "\($0)" } ?? "") }
    }

    // MARK: Words

    private func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() })
    }

    /// What full-screen mode shows is on the page: nothing is cut on a screen of that size.
    private func expectTheSameWords(_ screen: Screen, _ file: String) {
        var state = ViewState(
            stamp: EventStamp(source: "view", run: "1"), size: Size(columns: 240, rows: 200))
        guard let tokens = MarkupTokens(TestedView(screen).page) else {
            Issue.record("\(file): \(screen.title)")
            return
        }
        state = state.showing(screen)
        let attributes = tokens.tags.flatMap(\.attributes).filter {
            ["placeholder", "value", "aria-label", "title", "alt"].contains($0.name)
        }.compactMap(\.value)
        let page = words(([tokens.words] + attributes).joined(separator: " "))
        let terminal = words(Layout.frame(of: state).buffer.text.dropLast().joined(separator: " "))
        // The last one is the cross of a switch.
        let own: Set = ["m", "more", "less", "enter", "space", "picture", "x"]
        let missing = terminal.subtracting(page).subtracting(own).filter { Int($0) == nil }
        #expect(missing.isEmpty, "\(file): \(screen.title): \(missing.sorted())")
    }
}

extension ViewState {
    /// With that screen of the scene `s-1`.
    fileprivate func showing(_ screen: Screen) -> ViewState {
        var copy = self
        _ = copy.receive(.event(TestedView.navigation(["s-1"])))
        _ = copy.receive(.event(TestedView.showing(screen)))
        return copy
    }
}
