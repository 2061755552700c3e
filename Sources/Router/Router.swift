import RouterMessages
package import Wire

/// Keeps the navigation stack and opens pages outside. It knows the names of scenes, never what they show.
package struct Router: Role {
    private var stack: NavigationStack
    private let opener: any URLOpener

    package init(root: String, parameters: [String: String] = [:], opener: any URLOpener) {
        stack = NavigationStack(root: root, parameters: parameters)
        self.opener = opener
    }

    package mutating func start() -> [Event] {
        [Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack.scenes))]
    }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case RouterInput.Open.type:
            return [open(try event.decode(RouterInput.Open.self), answering: event)]
        case RouterInput.Back.type:
            stack.pop()
            return [didNavigate(answering: event)]
        case RouterInput.OpenURL.type:
            return [openURL(try event.decode(RouterInput.OpenURL.self), answering: event)]
        default:
            return []
        }
    }

    private mutating func open(_ request: RouterInput.Open, answering event: Event) -> Event {
        guard !request.name.isEmpty else {
            return didFail("open", "open a scene: its name is empty", answering: event)
        }
        stack.push(request.name, parameters: request.parameters)
        return didNavigate(answering: event)
    }

    private func openURL(_ request: RouterInput.OpenURL, answering event: Event) -> Event {
        do throws(URLFailure) {
            try opener.open(try WebURL(request.url))
            return Event(
                RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: request.url), answering: event)
        } catch {
            return didFail("openURL", "open \(request.url.prefix(200)): \(error)", answering: event)
        }
    }

    private func didNavigate(answering event: Event) -> Event {
        let report = RouterOutput.DidNavigate(stack: stack.scenes)
        var answer = Event(RouterOutput.DidNavigate.type, report, answering: event)
        // The stack is one state of the whole session: it is about no scene in particular.
        answer.subject = nil
        return answer
    }

    private func didFail(_ action: String, _ message: String, answering event: Event) -> Event {
        let report = RouterOutput.DidFail(action: action, message: message)
        return Event(RouterOutput.DidFail.type, report, answering: event)
    }
}
