import Router
import TestSupport
import Testing

@Suite struct RouterConversationTests {
    static let conversations = Conversation.all(of: "router")

    @Test func thereAreConversations() { #expect(Self.conversations.count >= 6) }

    @Test(arguments: conversations.filter { !$0.needsProgram })
    func logic(_ conversation: Conversation) throws {
        var router = Router(root: "apps", browser: RefusingOpener(), player: RefusingOpener())
        try expect(conversation.check(&router), equals: nil)
    }

    @Test(arguments: conversations)
    func program(_ conversation: Conversation) throws {
        try expect(conversation.check([Products.executable("viperline-router")]), equals: nil)
    }
}
