import Presenter
import TestSupport
import Testing
import Wire

/// A declared scene that asks several sources for one page.
@Suite struct DeclaredSectionsTests {
    private static let text = """
        sources:
          things: {url: "https://api.example/", answer: .}
          thing: {url: "https://api.example/{id}", answer: .}
          comments: {url: "https://api.example/{id}/comments", answer: .}
          owner: {url: "https://api.example/{id}/owner", answer: .}
        scenes:
          things: {list: things, row: .name, choose: thing}
          thing:
            lookup: thing
            parts: title(.name)
            also:
              comments: {list: comments, parts: 'heading("Comments"), map(.name)'}
              owner: {lookup: owner, parts: text(.name)}
            picture: .picture
            press: {r: {title: Reload, reload: true}}
        """

    private static let found = "interactor.output.found"
    private static let failed = "interactor.output.failed"

    private func begin(_ presenter: inout Presenter) throws -> [String] {
        DeclaredPresenter.data(
            try presenter.receive(
                DeclaredPresenter.event("router.output.didNavigate", nil, "r-1", DeclaredPresenter.stack(["thing"]))))
    }

    private func receive(_ type: String, _ data: String, _ presenter: inout Presenter) throws -> [String] {
        DeclaredPresenter.data(try presenter.receive(DeclaredPresenter.event(type, "thing-1", "r-1", data)))
    }

    private static let replies = [
        (found, #"{"source":"thing","items":[{"id":"1","name":"N","picture":"https://a.example/p.png"}]}"#),
        (found, #"{"source":"comments","items":[{"id":"8","name":"first"},{"id":"9","name":"second"}]}"#),
        (failed, #"{"kind":"http","message":"it has failed","retryable":true,"source":"owner"}"#),
    ]

    /// Whatever comes first, the page is the same in the end; a failure stands beside what has come.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func theOrderOfRepliesDoesNotMatter(order: [Int]) throws {
        var presenter = try DeclaredPresenter.presenter(of: Self.text)
        let begun = try begin(&presenter)
        expect(
            begun.dropLast(),
            equals: [
                #"interactor.input.lookup {"id":"1","source":"thing"}"#,
                #"interactor.input.list {"id":"1","source":"comments"}"#,
                #"interactor.input.lookup {"id":"1","source":"owner"}"#,
            ])
        var last: [String] = []
        for (place, index) in order.enumerated() {
            last = try receive(Self.replies[index].0, Self.replies[index].1, &presenter)
            let isWaiting = place < 2
            expect(last.last?.contains(#""activity":"#), equals: isWaiting, "\(last)")
            // The picture comes last, and cancels nothing.
            expect(last.count, equals: (isWaiting ? 1 : 2), "\(last)")
        }
        expect(last.first, equals: #"interactor.input.get {"url":"https://a.example/p.png"}"#)
        expect(
            last.last?.contains(
                #"{"label":{"style":"title","text":"N"}},{"label":{"style":"heading","text":"Comments"}},{"text":{"body":"first"}},{"text":{"body":"second"}},{"label":{"style":"caption","text":"owner: it has failed","tone":"warning"}}"#
            ), equals: true, "\(last)")
    }

    @Test func requestsAreCancelledTogether() throws {
        var presenter = try DeclaredPresenter.presenter(of: Self.text)
        _ = try begin(&presenter)
        _ = try receive(Self.found, Self.replies[1].1, &presenter)
        let gone = DeclaredPresenter.data(
            try presenter.receive(
                DeclaredPresenter.event("router.output.didNavigate", nil, "r-2", DeclaredPresenter.stack([]))))
        expect(gone, equals: [#"interactor.input.cancel {"id":"r-1"}"#])
    }

    /// Until the new parts come, the old ones stay.
    @Test func reloadingAsksAllAgain() throws {
        var presenter = try DeclaredPresenter.presenter(of: Self.text)
        _ = try begin(&presenter)
        for reply in Self.replies { _ = try receive(reply.0, reply.1, &presenter) }
        let reloading = DeclaredPresenter.data(
            try presenter.receive(
                DeclaredPresenter.event("view.output.didPress", "thing-1", "v-1", #"{"control":"r"}"#)))
        expect(reloading.filter { $0.hasPrefix("interactor.input.l") }.count, equals: 3, "\(reloading)")
        expect(reloading.last?.contains("second"), equals: true)
    }
}
