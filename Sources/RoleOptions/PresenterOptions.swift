package import ArgumentParser

/// The options of a presenter.
package struct PresenterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The YouTube playlist that is shown when no other is asked for; $YOUTUBE_PLAYLIST otherwise.",
            valueName: "id"))
    package var playlist: String?

    package init() {}
}
