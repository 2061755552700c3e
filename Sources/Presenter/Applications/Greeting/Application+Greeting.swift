extension Application {
    static let greeting = Application(
        scene: GreetingScene.name, title: "Greeting", summary: "Say hello",
        description: """
            Press a button, and be greeted: the smallest application that has all the roles.
            """,
        asks: "nobody: the fetcher knows whom to greet",
        scenes: [
            GreetingScene.name: { GreetingScene($1.reader) }
        ])
}
