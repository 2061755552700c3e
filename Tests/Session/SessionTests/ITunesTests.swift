import Foundation
import TestSupport
import Testing

/// Whole iTunes sessions on the catalog, scripted through the linear view, as in a pipeline.
@Suite struct ITunesTests {
    @Test func searchSelectBackQuit() throws {
        let session = try AppSession("itunes")
        let result = try session.run("search music\nselect 1\nback\nquit\n")
        expect(result.status, equals: 0)
        expect(result.diagnostics, equals: "")
        let screens = result.output.components(separatedBy: "\n> ")
        expect(screens.count, equals: 5, "the first screen, and one after each command")
        #expect(screens[0].hasPrefix("== App Store ==\nsearch: (Search apps)"))
        let rows = screens[1].split(separator: "\n").dropFirst(4)
        expect(rows.count, equals: 50)
        let name = try require(rows.first?.split(separator: ";").first?.dropFirst(4))
        expect(screens[2], contains: "== \(name) ==")
        expect(screens[2], contains: "-- What's New --")
        expect(screens[2], contains: "-- Description --")
        // Lines already printed are not printed again.
        expect(screens[3], equals: "back\n== App Store ==\nsearch: music\n50 rows, as before: again prints it\n")
    }

    /// Every upstream fault shows an error message, and the session continues.
    @Test(arguments: [
        ("403-empty", "too many requests"), ("500", "500"), ("garbage", "cannot be understood"),
        ("truncate", "cannot be reached"),
    ])
    func aFaultOfTheUpstreamIsShownAndTheSessionGoesOn(fault: String, shown: String) throws {
        let session = try AppSession("itunes", catalogOptions: ["--fault", "\(fault):term=music"])
        let result = try session.run("search music\nback\nsearch chess\nselect 1\nquit\n")
        let screens = result.output.components(separatedBy: "\n> ")
        expect(screens[1].contains("\n! ") && screens[1].contains(shown), "\(result.output)")
        expect(
            result.output,
            contains: "> search chess\n== App Store ==\nsearch: chess\ncolumns: Name; Company; Rating\n 1. ")
        expect(screens.last?.hasPrefix("quit"), equals: true)
        expect(result.status, equals: 69)
        let told = result.diagnostics.split(separator: "\n")
        expect(told.count, equals: 1, "\(result.diagnostics)")
        expect(told.first?.hasPrefix("viperline-view: line 1: "), equals: true)
        expect(told.first?.contains(shown), equals: true)
    }

    @Test func retryRepeatsWhatFailed() throws {
        // Most requests fail, in an order that the seed determines. The fetcher itself tries three times before it
        // reports a failure; further retries succeed.
        let session = try AppSession("itunes", catalogOptions: ["--fault", "500:probability=0.8", "--seed", "3"])
        let result = try session.run(
            "search music\n" + String(repeating: "press Retry\n", count: 12) + "quit\n")
        expect(result.output, contains: "! ")
        expect(result.output, contains: " 1. ")
        expect(result.status == 69 || result.status == 65, "the first error decides")
    }

    /// Regression: a script continued after an error and exited with 0.
    @Test func aStrictScriptEndsAtTheFirstError() throws {
        let view = Products.executable("viperline-view")
        let session = try AppSession(
            "itunes", options: ["--replace", "view='\(view)' --strict"],
            catalogOptions: ["--fault", "garbage:term=music"])
        let result = try session.run("search music\nsearch chess\nquit\n")
        expect(result.status, equals: 69)
        expect(result.output, lacks: "> search chess")
        expect(result.diagnostics, contains: "viperline-view: line 1: ")
    }

    @Test func nothingHostileReachesTheScreen() throws {
        let result = try AppSession("itunes").run(
            "search escape\npreview 1\nselect 1\nback\npreview 2\nselect 2\nquit\n")
        expect(result.output, contains: " 2. ")
        for scalar in result.output.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control)
            expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        }
    }

    @Test(arguments: ["fetcher.py", "fetcher.sh"]) func aDoubleTakesTheFetchersPlace(file: String) throws {
        let interpreter = file.hasSuffix("py") ? "python3" : "sh"
        let double = Checkout.path("Tests/Doubles/\(file)")
        let session = try AppSession("itunes", options: ["--replace", "fetcher=\(interpreter) '\(double)'"])
        let result = try session.run("search music\nselect 2\nquit\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, contains: " 2. Paper Piano")
        expect(result.output, contains: "-- What's New -- Version 1.2\nSofter keys.", "\(result.output)")
    }

    @Test func openingAPageRunsTheBrowserWithTheAddressAlone() throws {
        let session = try AppSession("itunes")
        let browser = try session.folder.writeProgram(
            "printf '%s\\n' \"$#\" \"$1\" > \"$OUT.part\" && mv \"$OUT.part\" \"$OUT\"", to: "browser")
        let result = try session.run(
            "search music\nselect 1\npress \"Open in the App Store\"\nquit\n",
            environment: ["BROWSER": browser, "OUT": session.folder.path + "/opened"])
        expect(result.output, contains: "opened ", "\(result.output)")
        #expect(eventually { !session.text(of: "opened").isEmpty })
        let lines = session.text(of: "opened").split(separator: "\n")
        expect(lines.first, equals: "1")
        expect(lines.last?.hasPrefix("https://apps.example/"), equals: true)
    }
}
