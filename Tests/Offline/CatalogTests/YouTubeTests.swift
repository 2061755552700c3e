import TestSupport
import Testing

@testable import Catalog

@Suite("YouTube") struct YouTubeTests {
    private static func list(_ query: String) -> String { "\"$YOUTUBE_BASE_URL/playlistItems?\(query)\"" }
    private static func videos(_ query: String) -> String { "\"$YOUTUBE_BASE_URL/videos?\(query)\"" }
    private static let good = "part=snippet,contentDetails&playlistId=PLany&key=k"
    private let rows: [AnswerRow]

    init() throws { rows = try require(Vendor("youtube")?.table("entries")).rows }

    @Test func pages() throws {
        let list = Self.list
        let page =
            "[(.items | length), .items[0].snippet.position, .prevPageToken, .nextPageToken, .pageInfo.totalResults]"
        try QuestionRow.check([
            .init(list(Self.good), page, #"[5,0,null,"CAUQAA",120]"#),
            .init(list(Self.good + "&maxResults=50"), page, #"[50,0,null,"CDIQAA",120]"#),
            .init(list(Self.good + "&maxResults=50&pageToken=CDIQAA"), page, #"[50,50,"CDIQAQ","CGQQAA",120]"#),
            .init(list(Self.good + "&maxResults=50&pageToken=CGQQAA"), page, #"[20,100,"CGQQAQ",null,120]"#),
            .init(list(Self.good + "&maxResults=50&pageToken=CDIQAQ"), page, #"[50,0,null,"CDIQAA",120]"#),
            .init(list(Self.good + "&maxResults=0"), ".items | length", "0"),
            .init(list(Self.good + "&maxResults=7"), ".pageInfo.resultsPerPage", "7"),
            .init(
                list("part=snippet&playlistId=PL2&key=k"), ".items[0] | [.snippet.playlistId, .contentDetails]",
                #"["PL2",null]"#),
            .init(
                list("part=contentDetails&playlistId=PL2&key=k"), ".items[0] | keys | join(\" \")",
                "contentDetails etag id kind"),
            .init(list("part=status,id&playlistId=PL2&key=k"), ".items[0].status.privacyStatus", "public"),
        ])
    }

    @Test func whatIsNotAvailableHasNoPictures() throws {
        let ask = Self.list(Self.good + "&maxResults=50")
        let gone = ".items | map(select(.snippet.thumbnails == {}) | .snippet.title) | unique"
        let seen = ".items | map(select(.snippet.thumbnails != {}) | .snippet.title) | any(. == \"Deleted video\")"
        try QuestionRow.check([
            .init(ask, gone, #"["Deleted video","Private video"]"#), .init(ask, seen, "false"),
            .init(
                ask, ".items | map(select(.snippet.thumbnails == {}) | .contentDetails.videoPublishedAt) | unique",
                "[null]"),
        ])
        expect(rows.count, equals: 120)
        expect(Set(rows.compactMap { $0["id"]?.text }).count, equals: 120)
        expect((8...20), contains: rows.count { $0["video"] == nil })
    }

    @Test func videos() throws {
        let ids = rows.map { $0["id"]?.text ?? "" }
        let (first, second) = (ids[0], ids[1])
        let gone = try require(rows.first { $0["title"]?.text == "Deleted video" }?["id"]?.text)
        func videos(_ ids: String, part: String = "contentDetails,snippet") -> String {
            Self.videos("part=\(part)&id=\(ids)&key=k")
        }
        try QuestionRow.check([
            .init(
                videos(second), ".items[0] | [.snippet.title, .contentDetails.duration]",
                #"["Sharpening a Kitchen Knife on a Coffee Mug","PT12M31S"]"#),
            .init(videos("\(second),\(first)"), ".items | map(.id)", "[\"\(second)\",\"\(first)\"]"),
            .init(videos(gone), "[.items, .pageInfo.totalResults]", "[[],0]"),
            .init(videos("nobodyknows"), ".items", "[]"),
            .init(videos(first, part: "snippet"), ".items[0].contentDetails", "null"),
        ])
        let isISO = /P(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?/
        for video in rows where video["video"] != nil {
            #expect(video["duration"]?.text?.wholeMatch(of: isISO) != nil)
        }
    }

    @Test func errors() throws {
        let list = Self.list
        let error = ".error | [.code, .errors[0].reason, .errors[0].domain, .message == .errors[0].message]"
        try QuestionRow.check([
            .init(list("part=snippet&playlistId=PL1"), error, #"[403,"forbidden","global",true]"#),
            .init(list("part=snippet&playlistId=PL1&key="), ".error.status", "PERMISSION_DENIED"),
            .init(Self.videos("part=snippet&id=x"), error, #"[403,"forbidden","global",true]"#),
            .init(list("part=snippet&playlistId=PL1&key=badkey"), error, #"[400,"keyInvalid","usageLimits",true]"#),
            .init(
                list("part=snippet&playlistId=PLmissing&key=k"), error,
                #"[404,"playlistNotFound","youtube.playlistItem",true]"#),
            .init(
                list("part=snippet&playlistId=UU1&key=k"), error,
                #"[404,"playlistNotFound","youtube.playlistItem",true]"#),
            .init(
                list(Self.good + "&pageToken=nonsense"), error, #"[400,"invalidPageToken","youtube.parameter",true]"#),
            // Well formed, but beyond the last page.
            .init(list(Self.good + "&pageToken=CHgQAA"), error, #"[400,"invalidPageToken","youtube.parameter",true]"#),
            .init(list(Self.good + "&maxResults=51"), error, #"[400,"invalidParameter","global",true]"#),
            .init(list(Self.good + "&maxResults=many"), error, #"[400,"invalidParameter","global",true]"#),
            .init(list("playlistId=PL1&key=k"), error, #"[400,"required","global",true]"#),
            .init(list("part=snippet,lyrics&playlistId=PL1&key=k"), ".error.message", "'lyrics'"),
            .init(list("part=snippet&key=k"), error, #"[400,"missingRequiredParameter","youtube.parameter",true]"#),
            .init(
                Self.videos("part=snippet&key=k"), error, #"[400,"missingRequiredParameter","youtube.parameter",true]"#),
            .init(list("part=snippet&playlistId=PLmissing&key=k") + " -o /dev/null -w '%{http_code}'", ".", "404"),
        ])
    }

    @Test(arguments: [("CAoQAA", 10, false), ("CAUQAQ", 5, true), ("CDIQAA", 50, false), ("CHgQAQ", 120, true)])
    func token(text: String, offset: Int, isBackward: Bool) {
        let token = PageToken(offset: offset, isBackward: isBackward)
        expect(token.text, equals: text)
        expect(PageToken(text), equals: token)
    }

    @Test(arguments: ["", "CAoQAg", "CAAQAA", "CIABEAA", "CAoQAAA", "CAoQ", "Þ", "AAAAAA"])
    func noToken(text: String) { expect(PageToken(text), equals: nil) }
}
