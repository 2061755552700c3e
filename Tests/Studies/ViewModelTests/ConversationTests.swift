import TestSupport
import Testing
import ViewModelBinder
import Wire

/// The binder, and the view model together with its router, in recorded conversations.
@Suite struct ConversationTests {
    static let ofTheBinder = Conversation.all(of: "binder")
    static let ofTheViewModel = Conversation.all(of: "viewmodel")

    @Test func thereAreConversations() {
        #expect(Self.ofTheBinder.count >= 14)
        #expect(Self.ofTheViewModel.count >= 28)
    }

    @Test(arguments: ofTheBinder)
    func binder(_ conversation: Conversation) throws {
        var binder = ViewModelBinder()
        try expect(conversation.check(&binder), equals: nil)
    }

    @Test(arguments: ofTheViewModel)
    func viewModel(_ conversation: Conversation) throws {
        let program = [Products.executable("viperline-pattern"), "mvvm", "viewmodel"]
        try expect(conversation.check(program), equals: nil)
    }
}
