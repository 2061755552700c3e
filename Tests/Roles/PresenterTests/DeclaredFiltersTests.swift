import Presenter
import TestSupport
import Testing
import Wire

/// Filters, orders, tables and the scene's own actions of a declared application, event by event.
@Suite struct DeclaredFiltersTests {
    private static let text = """
        sources:
          issues: {url: "https://api.example/?q={term}{&state,author,mine,sort,direction,page}", paging: page, answer: .}
          log: {url: "https://api.example/log", answer: .}
        scenes:
          issues:
            title: Issues
            search: issues
            filters:
              state: {options: {Open: open, Closed: closed, All: }}
              author: {text: "author:"}
              mine: {title: Only mine, switch: "@me"}
            columns: {title: {title: Title, grow: true}, count: {title: Comments, align: end, sort: comments, priority: 1}}
            sorts: {Newest: created, Oldest: created-asc}
            row: '{title: (.name | ascii_downcase), count, tone}'
            choose: {url: .url}
            press:
              c: {title: Closed, set: {state: Closed}}
              r: {title: Reload, reload: true}
              w: {title: Web, url: '"https://a.example/?q=\\(.term)&s=\\(.state)"', for: scene}
              l: {title: Log, open: log, for: scene}
              o: {title: Open, url: .url}
            reload: return
          log:
            list: log
            row: .name
        """

    /// A session with its presenter.
    private struct Session {
        var presenter: Presenter
        private var number = 0

        init() throws {
            presenter = try DeclaredPresenter.presenter(of: text)
            _ = try presenter.receive(
                DeclaredPresenter.event("router.output.didNavigate", nil, "r-1", DeclaredPresenter.stack(["issues"])))
        }

        mutating func act(_ type: String, _ data: String) throws -> [String] {
            number += 1
            return DeclaredPresenter.data(
                try presenter.receive(
                    DeclaredPresenter.event("view.output.\(type)", "issues-1", "v-\(number)", data)))
        }

        mutating func find(_ items: String, _ more: String = "", for correlation: Int? = nil) throws -> [String] {
            let found = #"{"source":"issues","items":[\#(items)]\#(more)}"#
            return DeclaredPresenter.data(
                try presenter.receive(
                    DeclaredPresenter.event(
                        "interactor.output.found", "issues-1", "v-\(correlation ?? number)", found)))
        }
    }

    private static let standard = #""filters":{"sort":"created","state":"open"}"#

    @Test func aFilterIsAVariableAndReloads() throws {
        var session = try Session()
        // Without a term, there is nothing to load.
        let early = try session.act("didChange", #"{"form":"filters","field":"state","value":"Closed"}"#)
        expect(early.count == 1 && early[0].contains(#""value":"Closed""#), "\(early)")
        _ = try session.act("didChange", #"{"form":"filters","field":"state","value":"Open"}"#)
        let searched = try session.act("didSearch", #"{"query":"a"}"#)
        expect(searched.first, equals: #"interactor.input.search {\#(Self.standard),"source":"issues","term":"a"}"#)
        _ = try session.find(#"{"id":"1","name":"A"}"#, #","cursor":"2""#)
        let more = try session.act("didReachEnd", "{}")
        expect(
            more.first,
            equals: #"interactor.input.search {"cursor":"2",\#(Self.standard),"source":"issues","term":"a"}"#)
        let changed = try session.act("didChange", #"{"form":"filters","field":"state","value":"All"}"#)
        // The next page of the old rows is not wanted any more.
        expect(changed.first, equals: #"interactor.input.cancel {"id":"v-4"}"#)
        expect(
            changed.dropFirst().first,
            equals: #"interactor.input.search {"filters":{"sort":"created"},"source":"issues","term":"a"}"#)
        expect(changed.last?.contains(#""rows":"#), equals: false)
        // A late answer to it is dropped.
        #expect(try session.find(#"{"id":"9","name":"Late"}"#, for: 4).isEmpty)
        let shown = try session.find(#"{"id":"2","name":"B"}"#)
        expect(shown.last?.contains(#"{"cells":["b",""],"id":"2"}"#), equals: true, "\(shown)")
        // The same once more changes nothing.
        let same = try session.act("didChange", #"{"form":"filters","field":"state","value":"All"}"#)
        expect(same.count == 1 && same[0].contains(#""id":"2""#), "\(same)")
    }

    @Test func textsAndSwitchesAreVariables() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        let submitted = try session.act(
            "didSubmit", #"{"form":"filters","values":{"author":" ann ","mine":true,"state":"Open","sort":"Oldest"}}"#)
        expect(
            submitted,
            contains:
                #"interactor.input.search {"filters":{"author":"author:ann","mine":"@me","sort":"created-asc","state":"open"},"source":"issues","term":"a"}"#,
            "\(submitted)")
    }

    @Test(arguments: [
        #"{"form":"filters","field":"state","value":"Nothing like that"}"#,
        #"{"form":"filters","field":"state","value":["Open"]}"#,
        #"{"form":"filters","field":"nosuch","value":"Open"}"#, #"{"form":"other","field":"state","value":"Closed"}"#,
        #"{"form":"filters","field":"author","value":"LONG"}"#,
    ]) func whatAFilterDoesNotAcceptChangesNothing(_ change: String) throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        _ = try session.find(#"{"id":"1","name":"A"}"#)
        let shown = try session.act(
            "didChange", change.replacing("LONG", with: String(repeating: "a", count: 1 << 20)))
        expect(shown.count == 1 && shown[0].contains(#""value":"Open""#) && shown[0].contains(#""id":"1""#))
        #expect(shown[0].utf8.count < 4096)
    }

    @Test func aTextThatIsTooLongHasAnError() throws {
        var session = try Session()
        let long = String(repeating: "a", count: 1001)
        let shown = try session.act("didSubmit", #"{"form":"filters","values":{"author":"\#(long)"}}"#)
        expect(shown.first?.contains("Enter at most 1000 characters"), equals: true, "\(shown)")
        let mended = try session.act("didSubmit", #"{"form":"filters","values":{"author":"a"}}"#)
        expect(mended.first?.contains("Enter at most"), equals: false)
    }

    @Test func aColumnSortsAtTheSource() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        _ = try session.find(#"{"id":"1","name":"A","count":3,"tone":"danger"},{"id":"2","name":7}"#)
        let sorted = try session.act("didSort", #"{"column":"count","descending":true}"#)
        expect(
            sorted,
            contains:
                #"interactor.input.search {"filters":{"direction":"desc","sort":"comments","state":"open"},"source":"issues","term":"a"}"#,
            "\(sorted)")
        let shown = try session.find(#"{"id":"1","name":"A","count":3,"tone":"danger"},{"id":"2","name":7}"#)
        expect(shown.last?.contains(#"{"cells":["a","3"],"id":"1","tone":"danger"}"#), equals: true, "\(shown)")
        expect(shown.last?.contains(#""sort":{"column":"count","descending":true}"#), equals: true)
        // One row fails; the others stay.
        expect(shown.last?.contains("1 result left out: "), equals: true)
        // A column that cannot be sorted.
        try expect(session.act("didSort", #"{"column":"title","descending":false}"#).count, equals: 1)
        // The scene's own order takes the place of the column's.
        let own = try session.act("didChange", #"{"form":"filters","field":"sort","value":"Oldest"}"#)
        #expect(own.contains { $0.contains(#""filters":{"sort":"created-asc","state":"open"}"#) }, "\(own)")
    }

    /// Regression: from an empty result, there was no way to other rows.
    @Test func theScenesActionsNeedNoRow() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        let empty = try session.find("")
        for control in ["c", "r", "w", "l"] {
            expect(empty.last?.contains(#"{"control":"\#(control)","key":"\#(control)""#), equals: true, "\(empty)")
        }
        expect(empty.last?.contains(#""control":"o""#), equals: false)
        let closed = try session.act("didPress", #"{"control":"c"}"#)
        expect(closed.first?.contains(#""state":"closed""#), equals: true, "\(closed)")
        _ = try session.find("")
        try expect(
            session.act("didPress", #"{"control":"w"}"#),
            equals: [#"router.input.openURL {"url":"https://a.example/?q=a&s=closed"}"#])
        try expect(
            session.act("didPress", #"{"control":"l"}"#), equals: [#"router.input.open {"name":"log","parameters":{}}"#]
        )
    }

    @Test func reloadingKeepsTheRowsUntilTheNewOnesAreComplete() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        _ = try session.find(#"{"id":"1","name":"A"}"#, #","cursor":"2""#)
        _ = try session.act("didReachEnd", "{}")
        _ = try session.find(#"{"id":"2","name":"B"}"#, #","cursor":"3""#)
        let reloading = try session.act("didPress", #"{"control":"r"}"#)
        expect(reloading.first, equals: #"interactor.input.search {\#(Self.standard),"source":"issues","term":"a"}"#)
        expect(reloading.last?.contains(#""id":"2""#), equals: true)
        let first = try session.find(#"{"id":"1","name":"A2"}"#, #","cursor":"2""#)
        expect(
            first.first?.contains(#""cursor":"2""#) == true && first.last?.contains(#"["a",""]"#) == true, "\(first)")
        let second = try session.find(#"{"id":"3","name":"C"}"#, #","cursor":"3""#)
        expect(second.count == 1 && second[0].contains(#"["a2",""]"#) && second[0].contains(#""id":"3""#))
        expect(second[0], lacks: #""id":"2""#)
    }

    @Test func whoReturnsSeesTheSceneAsItIsNow() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        _ = try session.find(#"{"id":"1","name":"A"}"#)
        func navigate(_ id: String, _ scenes: [String]) throws -> [String] {
            DeclaredPresenter.data(
                try session.presenter.receive(
                    DeclaredPresenter.event("router.output.didNavigate", nil, id, DeclaredPresenter.stack(scenes))))
        }
        // Opening a scene does not reload the one below.
        #expect(try navigate("r-2", ["issues", "log"]).filter { $0.contains(#""source":"issues""#) }.isEmpty)
        let back = try navigate("r-3", ["issues"])
        expect(back, contains: #"interactor.input.search {\#(Self.standard),"source":"issues","term":"a"}"#, "\(back)")
        expect(back.last?.contains(#""id":"1""#), equals: true)
        // A repeated report of the same stack is no return.
        #expect(try navigate("r-4", ["issues"]).isEmpty)
    }

    @Test func aSuccessorHasTheSameFilters() throws {
        var session = try Session()
        _ = try session.act("didSearch", #"{"query":"a"}"#)
        _ = try session.act("didChange", #"{"form":"filters","field":"state","value":"Closed"}"#)
        _ = try session.act("didSort", #"{"column":"count","descending":true}"#)
        _ = try session.find(#"{"id":"1","name":"A"}"#)
        let state = try require(session.presenter.snapshot())
        var successor = try DeclaredPresenter.presenter(of: Self.text)
        try successor.restore(
            DeclaredPresenter.event("process.input.restore", nil, "s-1", String(decoding: state, as: UTF8.self)))
        expect(DeclaredPresenter.data(successor.states()), equals: DeclaredPresenter.data(session.presenter.states()))
        session.presenter = successor
        try expect(
            session.act("didPress", #"{"control":"r"}"#).first?.contains(
                #""filters":{"direction":"desc","sort":"comments","state":"closed"}"#), equals: true)
    }
}
