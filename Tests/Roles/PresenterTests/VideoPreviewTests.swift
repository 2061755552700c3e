import Presenter
import TestSupport
import Testing
import ViewMessages
import Wire

/// The selected video of a playlist, beside the others.
@Suite struct VideoPreviewTests {
    /// The picture of a preview shares the line with all rows, and so may be no larger than 256 KiB.
    @Test(arguments: [(262_144, true), (262_148, false)])
    func aLargePictureIsNoPreview(size: Int, isShown: Bool) throws {
        var presenter = Presenter()
        let image = String(repeating: "A", count: size)
        let events = [
            #"{"type":"router.output.didNavigate","id":"r1","data":{"stack":[{"scene":"p-1","name":"playlist","parameters":{"id":"PL"}}]}}"#,
            #"{"type":"interactor.output.found","data":{"source":"youtube.playlist","items":[{"id":"1","title":"a","url":"u","thumbnail":"t"}]}}"#,
            #"{"type":"view.output.didHighlight","id":"v1","subject":"p-1","data":{"row":"1"}}"#,
            #"{"type":"interactor.output.got","correlationid":"v1","data":{"url":"t","status":200,"base64":"\#(image)"}}"#,
        ]
        var shown: Event?
        for line in events { shown = try presenter.receive(Event(line: line)).last }
        let screen = try require(shown).decode(ViewInput.Show.self).screen
        guard case .picture(let picture)? = screen.preview?.first else {
            Issue.record("\(screen)")
            return
        }
        expect((picture.image != nil), equals: isShown)
        // What is beside the rows is the first to go if the screen does not fit.
        var refusal = Event(
            ProcessInput.Refused.type,
            ProcessInput.Refused(type: ViewInput.Show.type, bytes: 2_000_000, limit: 1_048_576),
            subject: "p-1")
        (refusal.source, refusal.id, refusal.correlationID) = ("viperline", "refused+1", "v1")
        let fitted = try presenter.receive(refusal).last?.decode(ViewInput.Show.self).screen
        expect(fitted?.preview == nil && fitted?.parts.isEmpty == false)
    }
}
