import SessionClient
import TestSupport
import Testing

@Suite struct RelocatedPathsTests {
    private static let paths = RelocatedPaths([
        (original: "/home/ada", copy: "/home/ada/tmp/1/home"),
        (original: "/home/ada/teas", copy: "/home/ada/tmp/1/teas"),
        (original: "/", copy: "/never"),
    ])

    @Test(arguments: [
        ("/home/ada/teas", "/home/ada/tmp/1/teas"), ("\"/home/ada/teas/a b\"", "\"/home/ada/tmp/1/teas/a b\""),
        ("x=/home/ada/x:/home/ada/teas:/usr", "x=/home/ada/tmp/1/home/x:/home/ada/tmp/1/teas:/usr"),
        ("/home/adam /srv/home/ada /home/ada.old", "/home/adam /srv/home/ada /home/ada.old"),
        ("/home/ada/teas2", "/home/ada/tmp/1/home/teas2"), ("", ""), ("/", "/"),
    ])
    func wholePathsAreChangedThereAndBack(_ original: String, _ copy: String) {
        expect(Self.paths.entering(original), equals: copy)
        expect(Self.paths.leaving(copy), equals: original)
        expect(RelocatedPaths.none.entering(original), equals: original)
    }
}
