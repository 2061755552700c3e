package import ArgumentParser

/// The options of a presenter.
package struct PresenterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The YouTube playlist that is shown when no other is asked for; $YOUTUBE_PLAYLIST otherwise.",
            valueName: "id"))
    package var playlist: String?

    @Option(
        help: ArgumentHelp(
            "The scenes that this process presents, separated by commas; all of them otherwise. Others are left to another "
                + "presenter in the same session.",
            valueName: "names"))
    package var scenes: SceneNames?

    package init() {}
}
