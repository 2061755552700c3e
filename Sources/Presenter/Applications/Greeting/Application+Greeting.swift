extension Application {
    static let greeting = Application(
        scene: GreetingScene.name, title: "Greeting", summary: "Say hello",
        scenes: [
            GreetingScene.name: { GreetingScene($1.reader) }
        ])
}
