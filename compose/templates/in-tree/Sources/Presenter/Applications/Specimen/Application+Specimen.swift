extension Application {
    static let specimen = Application(
        scene: SpecimenSearch.scene, title: "my-application", summary: "Search my-application",
        description: """
            Search the items, open one, and open its page.
            """,
        asks: "its API, without a key",
        scenes: [
            SpecimenSearch.scene: { SearchScene<SpecimenSearch>($1.reader) },
            SpecimenDetail.scene: { DetailScene<SpecimenDetail>(parameters: $0, $1.reader) },
        ])
}
