import Composition
import TestSupport
import Testing
import YAML

/// `env_file`, `.env` and `--env-file`.
@Suite struct EnvironmentFileTests {
    private func environment(
        _ service: String, files: [String: String], variables: [String: String] = FakeDisk.variables
    ) throws -> [String: String] {
        let disk = FakeDisk(files: files.merging(["a.yaml": "services: {a: {command: cat, \(service)}}"]) { $1 })
        return try disk.load(["a.yaml"], variables: variables).services.first?.environment ?? [:]
    }

    private static let lines: [(text: String, value: String)] = [
        ("A=1", "1"), ("A: 1", "1"), ("export A=1", "1"), ("  export\tA = 1  ", "1"), ("A=", ""), ("A='1'", "1"),
        ("# c\n\nA=1", "1"), ("A=1 # c", "1"), ("A=1# c", "1# c"), ("A=#c", "#c"), ("A= # c", "# c"),
        ("A='1 # c' # d", "1 # c"),
        ("A=\"1 # c\"# d", "1 # c"), ("A='$SET'", "$SET"), ("A=$SET", "value"), ("A=\"${SET}s\"", "values"),
        ("A=${NONE:-b}", "b"), ("A=a$$b", "a$b"), ("A='Let\\'s go'", "Let's go"),
        (#"A="{\"a\": \"b\"}""#, #"{"a": "b"}"#),
        (#"A="a\tb\n\\\r""#, "a\tb\n\\\r"), (#"A='a\tb'"#, #"a\tb"#), (#"A=a\tb"#, #"a\tb"#), (#"A="\$SET""#, "$SET"),
        ("A='1\n2'", "1\n2"), ("A=\"1\n2\"\nB=3", "1\n2"), ("A=1\nA=2", "2"), ("A=1\r\nB=2\r\n", "1"),
        ("A=\"x\r\ny\"\r\n", "x\ny"), ("A='x\r\ny'", "x\ny"), ("A=\"x\ry\"", "x\ry"), ("A=\"x\r\n\r\ny\"\r", "x\n\ny"),
        (#"A="\a\b\f\v|\0101\012|\08\0\0777""#, "\u{7}\u{8}\u{C}\u{B}|A\\012|\\08\\0\\0777"),
        (#"A='\a\0101'"#, #"\a\0101"#),
        ("B=1\nA=$B$B", "11"),
        ("SET=own\nA=$SET", "value"), ("\u{FEFF}A=1", "1"), ("A=a b  c ", "a b  c"), ("A=a'b'", "a'b'"),
        ("A.b-c=1\nA=é", "é"),
        ("exported=1\nA=2", "2"),
    ]

    /// The syntax, as Compose documents it.
    @Test(arguments: lines) func syntax(_ text: String, _ value: String) throws {
        try expect(environment("env_file: x.env", files: ["/home/x.env": text])["A"], equals: value)
    }

    @Test func aNameAloneTakesItsValueFromTheVariables() throws {
        try expect(environment("env_file: x.env", files: ["/home/x.env": "SET\nNONE # c\n"]), equals: ["SET": "value"])
    }

    /// No message quotes a value.
    @Test(arguments: [
        ("hello secret", "/home/x.env:1: not a variable; a line is NAME=VALUE, and a comment begins with #"),
        ("\n1A=secret", "/home/x.env:2: not a variable; a name begins with a letter or _, not with a digit"),
        ("export 456=secret", "/home/x.env:1: not a variable; a name begins with a letter or _, not with a digit"),
        // One mistake is told once.
        (
            "A=secret${C}\nC=2\nD=$A",
            "/home/x.env:1: A: the variable C is not set; in single quotes, a value is literal"
        ),
        ("export =secret", "/home/x.env:1: not a variable; a line is NAME=VALUE, and a comment begins with #"),
        ("B=1\nA='secret\n\n", "/home/x.env:2: the quote ' is not closed"),
        ("A=\"secret", "/home/x.env:1: the quote \" is not closed"),
        ("A='x' secret", "/home/x.env:1: there is text after the closing quote"),
        ("A='\n'secret", "/home/x.env:2: there is text after the closing quote"),
        ("A=secret$NONE", "/home/x.env:1: A: the variable NONE is not set; in single quotes, a value is literal"),
        ("A=${NONE?secret}", "/home/x.env:1: A: the variable NONE is required; in single quotes, a value is literal"),
        ("A=secret${", "/home/x.env:1: A: a \"$\" that begins no variable; in single quotes, a value is literal"),
        ("A=secret\0", "/home/x.env:1: A: a NUL character cannot be passed to a program"),
    ])
    func mistakes(_ text: String, _ expected: String) {
        let disk = FakeDisk(files: ["a.yaml": "services: {a: {command: cat, env_file: x.env}}", "/home/x.env": text])
        expect(disk.mistakes("a.yaml"), equals: [expected])
    }

    @Test(arguments: [
        ("env_file: [x.env, ./y.env]", ["X": "x", "Y": "y", "B": "y"]),
        ("env_file: [y.env, x.env]", ["X": "x", "Y": "y", "B": "x"]),
        ("env_file: [y.env, x.env], environment: {B: own}", ["X": "x", "Y": "y", "B": "own"]),
        ("env_file: [{path: x.env}, {path: none.env, required: false}]", ["X": "x", "B": "x"]),
        ("env_file: {path: x.env, required: true}", ["X": "x", "B": "x"]), ("env_file: []", [:]),
        ("env_file: x.env, environment: [X]", ["X": "x", "B": "x"]),
    ])
    func files(_ service: String, _ expected: [String: String]) throws {
        let files = ["/home/x.env": "X=x\nB=x", "/home/y.env": "Y=y\nB=y"]
        try expect(environment(service, files: files), equals: expected)
    }

    @Test(arguments: [
        ("none.env", #"a.yaml:1: services.a.env_file: "none.env" not found; looked for /home/none.env"#),
        (
            "../x.env",
            #"a.yaml:1: services.a.env_file: "../x.env" is outside the folder of this file; name a file in it"#
        ),
        (
            "/etc/x.env",
            #"a.yaml:1: services.a.env_file: "/etc/x.env" is outside the folder of this file; name a file in it"#
        ),
        ("bin", #"a.yaml:1: services.a.env_file: "bin" is not a regular file"#),
        (
            "[[x.env]]",
            #"a.yaml:1: services.a.env_file: expected a path, a list of paths, or {path: …, required: false}, found a list"#
        ),
        ("{required: true}", #"a.yaml:1: services.a.env_file: no "path"; name the file"#),
        (
            "{path: x.env, required: maybe}",
            #"a.yaml:1: services.a.env_file.required: expected true or false, found "maybe""#
        ),
        ("{path: x.env, pth: y}", #"a.yaml:1: services.a.env_file: unknown key "pth" (did you mean "path"?)"#),
        (
            "{path: x.env, format: raw}",
            #"a.yaml:1: services.a.env_file: Compose has "format", Viperline does not; a value in single quotes is literal"#
        ),
        ("big.env", "/home/big.env: larger than 128 KiB"),
        ("many.env", "/home/many.env:1001: more than 1000 variables"),
        ("bomb.env", "/home/bomb.env:2: B: too long with its variables; in single quotes, a value is literal"),
    ])
    func filesThatAreRefused(_ name: String, _ expected: String) {
        let disk = FakeDisk(files: [
            "a.yaml": "services: {a: {command: cat, env_file: \(name)}}", "/home/x.env": "X=x", "/etc/x.env": "X=x",
            "/home/../x.env": "X=x", "/home/big.env": String(repeating: "#", count: 200_000),
            "/home/many.env": (0...1000).map { "A\($0)=1\n" }.joined(),
            "/home/bomb.env": "A=\(String(repeating: "a", count: 60_000))\nB=\(String(repeating: "$A", count: 20_000))",
        ])
        expect(disk.mistakes("a.yaml"), equals: [expected])
    }

    @Test func laterFilesMergeByName() throws {
        let disk = FakeDisk(files: [
            "a.yaml": "services: {a: {command: cat, env_file: x.env}}", "b.yaml": "services: {a: {env_file: y.env}}",
            "c.yaml": "services: {a: {env_file: !reset null}}", "/home/x.env": "X=x\nB=x", "/home/y.env": "B=y",
        ])
        try expect(disk.load(["a.yaml", "b.yaml"]).services.first?.environment, equals: ["X": "x", "B": "y"])
        try expect(disk.load(["a.yaml", "c.yaml"]).services.first?.environment, equals: [:])
    }

    /// Who wins: --env, the shell, then the files.
    @Test func theFileBesideTheFirstOneIsForInterpolation() throws {
        var disk = FakeDisk(files: [
            "apps/a.yaml": "services: {a: {command: [cat, $SET, $A, $B, $C], environment: [D]}}",
            "apps/.env": "SET=file\nA=file\nB=file\nC=$A\nD=file", ".env": "A=stranger",
        ])
        disk.folders += ["/home/apps"]
        let service = try require(disk.load(["apps/a.yaml"], environment: ["A": "typed"]).services.first)
        expect(service.command.dropFirst(), equals: ["value", "typed", "file", "typed"])
        expect(service.environment, equals: ["A": "typed", "D": "file"], "the file's variables are not for services")
    }

    @Test func namedFilesTakeItsPlace() throws {
        let disk = FakeDisk(files: [
            "a.yaml": "services: {a: {command: [cat, $A, $B]}}", "./.env": "A=1\nB=1", "x": "A=2\nB=2", "y": "B=3",
        ])
        try expect(disk.load(["a.yaml"]).services.first?.command.dropFirst(), equals: ["1", "1"])
        try expect(
            disk.load(["a.yaml"], environmentFiles: ["x", "y"]).services.first?.command.dropFirst(), equals: ["2", "3"])
        let error = #expect(throws: ComposeError.self) { try disk.load(["a.yaml"], environmentFiles: ["z"]) }
        expect(error?.mistakes.first?.description, equals: "z: not found")
    }

    /// In a stranger's clone, `viperline run github` must not send the user's token to the stranger's server.
    @Test func theWorkingFolderSetsNothingForAnInstalledApplication() throws {
        let disk = FakeDisk(files: [
            "/app/share/viperline/compose/github.yaml":
                "services: {a: {command: [cat, '${URL:-https://api.github.com}']}}",
            "./.env": "URL=https://stranger.example", ".env": "URL=https://stranger.example",
            "/home/.env": "URL=https://stranger.example",
        ])
        try expect(disk.load(["github"]).services.first?.command.last, equals: "https://api.github.com")
    }

    @Test func aFileCannotGrowWithoutEndByItsVariables() {
        let variables = ["A": String(repeating: "a", count: 100_000)]
        let disk = FakeDisk(files: [
            "a.yaml": "services: {a: {command: [cat, '\(String(repeating: "$A", count: 50))']}}"
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load(["a.yaml"], variables: variables) }
        expect(error?.mistakes.first?.message, equals: "too long with its variables; they may add 4 MiB to a file")
    }
}
