import Declarations
import TestSupport
import Testing

@Suite struct URITemplateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let template: String
        let result: String
        var testDescription: String { template }

        init(_ template: String, _ result: String) {
            self.template = template
            self.result = result
        }
    }

    /// Those of RFC 6570 §3.2 that have the operators and no modifier, and attacks.
    static let rows = [
        Row("{var}", "value"), Row("{hello}", "Hello%20World%21"), Row("{half}", "50%25"), Row("O{empty}X", "OX"),
        Row("O{undef}X", "OX"), Row("{x,y}", "1024,768"), Row("{x,hello,y}", "1024,Hello%20World%21,768"),
        Row("?{x,empty}", "?1024,"), Row("?{x,undef}", "?1024"), Row("?{undef,y}", "?768"),
        Row("{+var}", "value"), Row("{+hello}", "Hello%20World!"), Row("{+half}", "50%25"),
        Row("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        Row("{+base}index", "http://example.com/home/index"),
        Row("up{+path}{var}/here", "up/foo/barvalue/here"), Row("{+x,hello,y}", "1024,Hello%20World!,768"),
        Row("{/who}", "/fred"), Row("{/who,who}", "/fred/fred"), Row("{/half,who}", "/50%25/fred"),
        Row("{/var,empty}", "/value/"),
        Row("{/var,undef}", "/value"), Row("{?who}", "?who=fred"), Row("{?half}", "?half=50%25"),
        Row("{?x,y}", "?x=1024&y=768"),
        Row("{?x,y,empty}", "?x=1024&y=768&empty="), Row("{?x,y,undef}", "?x=1024&y=768"), Row("{?undef}", ""),
        Row("{&who}", "&who=fred"), Row("?fixed=yes{&x}", "?fixed=yes&x=1024"), Row("{&var,undef}", "&var=value"),
        Row("?q={attack}", "?q=a%26b%3Dc%23d%2F..%3F%0D%0AHost%3A"), Row("/ü", "/%C3%BC"),
        Row("?q={umlaut}", "?q=%C3%BC"), Row("{?a=x,y,b=undef}", "?a=1024&y=768"), Row("?f=1{&b=half}", "?f=1&b=50%25"),
    ]

    static let values = [
        "var": "value", "hello": "Hello World!", "half": "50%", "empty": "", "x": "1024", "y": "768", "who": "fred",
        "base": "http://example.com/home/", "path": "/foo/bar", "attack": "a&b=c#d/..?\r\nHost:", "umlaut": "ü",
    ]

    @Test(arguments: rows) func expands(_ row: Row) throws {
        try expect(URITemplate(row.template).expand(Self.values), equals: row.result)
    }

    /// However it is put together.
    @Test(arguments: [
        ("http://h/{v}", "..", true), ("http://h/{v}/x", ".", true), ("http://h{/v}", "..", true),
        ("http://h/.{v}", ".", true), ("http://h/{+v}", "../../admin", true), ("http://h/{+v}", "a/./b", true),
        ("http://h/a?q={v}", "..", false), ("http://h/{v}", "...", false), ("http://h/{v}", "../..", false),
        ("http://h/a{v}", "..", false), ("http://h/{+v}", "a?x=/../b", false), ("http://h/{+v}", "%2e%2E", false),
    ])
    func noValueLeavesItsPlace(_ row: (template: String, value: String, climbs: Bool)) throws {
        try expect(URITemplate(row.template).hasDotSegment(with: ["v": row.value]), equals: row.climbs)
    }

    @Test(arguments: [
        "{", "}", "{}", "{a b}", "{#x}", "{;x}", "{x:3}", "{x*}", "{=x}", "a b", "{?}", "{x,}", "{{x}}", "a\nb",
        "{q=x}", "{?p.q=x}", "{?a=b=c}", "{?=x}",
    ])
    func refuses(_ template: String) {
        #expect(throws: URITemplate.Malformed.self) { try URITemplate(template) }
    }
}
