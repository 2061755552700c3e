extension Application {
    static let trafficLight = Application(
        scene: TrafficLightScene.name, title: "Traffic light", summary: "Ask what a colour means",
        description: """
            Press a colour, and read what a driver does then: one question, one answer.
            """,
        asks: "nobody: the fetcher knows the answers",
        scenes: [
            TrafficLightScene.name: { TrafficLightScene($1.reader) }
        ])
}
