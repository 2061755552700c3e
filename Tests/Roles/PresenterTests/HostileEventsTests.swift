import Presenter
import TestSupport
import Testing
import Wire

/// Answers and actions with odd values: the user always sees a screen.
@Suite struct HostileEventsTests {
    private static let values = [
        "null", "true", "-1", "0", "1e300", "-1e300", "1e-300", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", #""""#, #""NaN""#, #""\u0000\u001b[2J""#, #""\ud800""#, "[]", "{}", "[null]",
    ]

    private static let answers: [(scene: String, parameters: String, action: String, answer: String)] = [
        (
            "apps", "{}", #""type":"view.output.didSearch","data":{"query":"x"}"#,
            #"{"source":"itunes.apps","items":[{"id":"1","name":"a","rating":@,"ratingCount":@}],"total":@,"cursor":@}"#
        ),
        (
            "app", #"{"id":"1"}"#, "",
            #"{"source":"itunes.apps","items":[{"id":"1","name":"a","rating":4,"ratingCount":@,"releaseDate":@,"screenshots":@}]}"#
        ),
        (
            "songs", "{}", #""type":"view.output.didSearch","data":{"query":"x"}"#,
            #"{"source":"itunes.songs","items":[{"id":"1","name":"a","milliseconds":@,"price":@,"currency":@}]}"#
        ),
        (
            "song", #"{"id":"1"}"#, "",
            #"{"source":"itunes.songs","items":[{"id":"1","name":"a","milliseconds":@,"price":@}]}"#
        ),
        (
            "repositories", "{}", #""type":"view.output.didSearch","data":{"query":"x"}"#,
            #"{"source":"github.repositories","items":[{"id":"1","fullName":"a/b","stars":@,"forks":@,"updated":@,"url":"u"}],"total":@,"unreadable":@,"incomplete":@}"#
        ),
        (
            "repository", #"{"id":"a/b","url":"\u0000","stars":"","updated":"x"}"#, "",
            #"{"source":"github.readme","items":[{"id":@,"name":"README.md","text":@,"obstacle":@,"size":@,"url":@}]}"#
        ),
        (
            "playlist", #"{"id":"PL"}"#, "",
            #"{"source":"youtube.playlist","items":[{"id":"1","title":"a","duration":@,"date":@,"thumbnail":@,"url":"u"}],"unavailable":@,"cursor":"2"}"#
        ),
        (
            "video", #"{"id":"1"}"#, "",
            #"{"source":"youtube.playlist","items":[{"id":"1","title":"a","duration":@,"url":"u"}]}"#
        ),
    ]

    private func stage(_ name: String, _ parameters: String, _ action: String) throws -> Presenter {
        var presenter = Presenter()
        let scene = #"{"scene":"\#(name)-1","name":"\#(name)","parameters":\#(parameters)}"#
        _ = try presenter.receive(
            event(#"{"type":"router.output.didNavigate","id":"u1","data":{"stack":[\#(scene)]}}"#))
        if !action.isEmpty { _ = try presenter.receive(event(#"{"id":"u1","subject":"\#(name)-1",\#(action)}"#)) }
        return presenter
    }

    /// One member at a time, and all at once; twice, as with pages.
    @Test(arguments: answers.indices)
    func anOddAnswerIsAScreen(_ number: Int) throws {
        let row = Self.answers[number]
        let holes = row.answer.filter { $0 == "@" }.count
        for value in Self.values {
            for hole in -1..<holes {
                var place = -1
                let data = row.answer.split(separator: "@", omittingEmptySubsequences: false).reduce("") { text, part in
                    defer { place += 1 }
                    return place < 0 ? String(part) : text + (hole < 0 || hole == place ? value : "null") + part
                }
                var presenter = try stage(row.scene, row.parameters, row.action)
                for _ in 1...2 {
                    let shown = try presenter.receive(
                        event(#"{"type":"interactor.output.found","id":"f","correlationid":"u1","data":\#(data)}"#))
                    expect(shown.contains { $0.type == "view.input.show" } || presenterIsDone(shown), "\(data)")
                    let preview = try presenter.receive(
                        event(
                            #"{"type":"view.output.didHighlight","id":"h","subject":"\#(row.scene)-1","data":{"row":"1"}}"#
                        ))
                    #expect(preview.contains { $0.type == "view.input.show" }, "\(data)")
                    _ = try presenter.receive(
                        event(#"{"type":"view.output.didReachEnd","id":"u1","subject":"\#(row.scene)-1"}"#))
                }
            }
        }
    }

    /// The scene expects a second answer only if it still waits after the first.
    private func presenterIsDone(_ shown: [Event]) -> Bool { shown.isEmpty }

    @Test(arguments: values)
    func anOddFailureIsAScreen(_ value: String) throws {
        for member in ["status", "retryAfter", "retryAt", "retryable", "message", "kind"] {
            var presenter = try stage("apps", "{}", #""type":"view.output.didSearch","data":{"query":"x"}"#)
            var members = ["kind": #""rateLimited""#, "message": #""m""#, "retryable": "true"]
            members[member] = value
            let data = members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
            let shown = try presenter.receive(
                event(#"{"type":"interactor.output.failed","id":"f","correlationid":"u1","data":{\#(data)}}"#))
            expect(shown.count, equals: 1)
            expect(shown.first.map { String(decoding: $0.data, as: UTF8.self).contains("alert") }, equals: true)
        }
    }

    /// Nothing is set by what no form could have held.
    @Test(arguments: values.filter { !["null", #""""#].contains($0) })
    func anOddSettingIsNotSet(_ value: String) throws {
        for field in ["country", "limit"] {
            var presenter = try stage("settings", "{}", "")
            let data = #"{"form":"settings","values":{"\#(field)":\#(value)}}"#
            let output = try presenter.receive(
                event(#"{"type":"view.output.didSubmit","id":"v1","subject":"settings-1","data":\#(data)}"#))
            let screen = output.map { String(decoding: $0.data, as: UTF8.self) }.joined()
            expect(output.contains { $0.type == "view.input.show" } && !screen.contains("notice"), "\(data)")
            expect(
                presenter.snapshot().map { String(decoding: $0, as: UTF8.self) }?.contains("preferences"), equals: false
            )
        }
    }

    @Test(arguments: values.filter { !$0.contains("ud800") })
    func anOddPositionIsAPage(_ value: String) throws {
        let text = value.hasPrefix("\"") ? value : "\"\(value)\""
        let presenter = try stage("screenshots", #"{"urls":"https://a.example/1.png","position":\#(text)}"#, "")
        expect(presenter.snapshot()?.isEmpty, equals: false)
    }

    /// Incomplete searches and unreadable results are reported.
    @Test func whatIsMissingIsSaid() throws {
        var presenter = try stage(
            "repositories", "{}", #""type":"view.output.didSearch","data":{"query":"x"}"#)
        let item = #"{"id":"1","fullName":"a/b","stars":1,"url":"u"}"#
        let data = #"{"source":"github.repositories","items":[\#(item)],"unreadable":2,"incomplete":true}"#
        let shown = try presenter.receive(
            event(#"{"type":"interactor.output.found","id":"f","correlationid":"u1","data":\#(data)}"#))
        let screen = shown.map { String(decoding: $0.data, as: UTF8.self) }.joined()
        expect(screen, contains: "2 results could not be read and are left out")
        expect(screen, contains: "GitHub did not finish the search; there may be more results")
    }
}
