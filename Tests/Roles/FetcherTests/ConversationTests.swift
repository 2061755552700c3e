import TestSupport
import Testing

/// The recorded conversations, run against the program.
@Suite struct ConversationTests {
    @Test(arguments: Conversation.all(of: "fetcher") + Conversation.all(of: "fetcher-lines"))
    func theProgramConforms(_ conversation: Conversation) throws {
        try expect(conversation.check([Products.executable("viperline-fetcher")]), equals: nil)
    }
}
