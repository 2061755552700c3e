import JSON
import RouterMessages
import ViewMessages
import Wire

/// One scene: what the program has said last about it, and how it was asked.
struct Page: Sendable {
    let scene: Scene
    /// The call that makes the screen anew.
    var origin: ScriptCall
    var content: ScriptScreen
    /// The newest action on the scene.
    var newest: Event
    var activity: String?
    var alert: Alert?
    var notice: ScreenNotice?
    /// The call that failed, to be made again.
    var failed: ScriptCall?

    init(_ scene: Scene, origin: ScriptCall, content: ScriptScreen, newest: Event) {
        self.scene = scene
        self.origin = origin
        self.content = content
        self.newest = newest
    }

    var query: String { content.screen.prompt?.text ?? "" }

    /// As the view gets it.
    /// - Parameter mayRefresh: whether a key makes it anew.
    func screen(mayRefresh: Bool) -> Screen {
        var screen = content.screen
        screen.activity = activity ?? screen.activity
        screen.alert = alert ?? screen.alert
        screen.notice = notice ?? screen.notice
        if mayRefresh, screen.keys?.contains(where: { $0.character == "r" }) != true {
            screen.keys = (screen.keys ?? []) + [OwnControl.refreshKey]
        }
        return screen
    }

    /// What a row says, to call the next screen by.
    func title(ofRow id: String) -> String? {
        for part in content.screen.parts {
            switch part {
            case .list(let list): if let row = list.rows.first(where: { $0.id == id }) { return row.title }
            case .tree(let tree): if let row = tree.rows.first(where: { $0.id == id }) { return row.title }
            default: continue
            }
        }
        return nil
    }
}
