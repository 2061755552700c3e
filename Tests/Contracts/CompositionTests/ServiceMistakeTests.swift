import TestSupport
import Testing

/// The mistakes in services and between them, in a single file: commands, dependencies, wiring, rules. The last rows test combinations.
@Suite struct ServiceMistakeTests {
    @Test(arguments: services + dependencies + wiring + rules + together)
    func isReported(_ row: MistakeRow) {
        expect(FakeDisk.mistakes(row.yaml), equals: row.expected)
    }

    static let services = [
        MistakeRow(
            "no command", "services:\n  view: {command: cat}\n  veiw: {tty: true}\n",
            #"a.yaml:3: services.veiw: no command (did you mean "view"?)"#),
        command("[]", "empty command; name a program, such as [viperline-view]"),
        command("''", "empty command; name a program, such as [viperline-view]"),
        command("['', a]", "empty command; name a program, such as [viperline-view]"),
        command("{a: b}", "expected a list of words, or one line, found a mapping"),
        command("sh 'x", "cannot split \"sh 'x\" into words: the quote ' is not closed"),
        command("cta", #"command "cta" not found (did you mean "cat"?); looked at /app/bin and PATH"#),
        command(
            "viperline-fecher",
            #"command "viperline-fecher" not found (did you mean "viperline-fetcher"?); looked at /app/bin and PATH"#),
        command("bin/tol", #"command "bin/tol" not found (did you mean "bin/tool"?); looked at /home/bin/tol"#),
        command("./notes", #""/home/notes" is not executable; chmod +x, or name the interpreter first"#),
        MistakeRow(
            "two with tty", "services:\n  a: {command: cat, tty: true}\n  b: {command: cat, tty: yes}\n",
            "a.yaml:3: services.b.tty: a has it already, and there is one terminal"),
        MistakeRow(
            "two with exit_on_end",
            "services:\n  a: {command: cat, exit_on_end: true}\n  b: {command: cat, exit_on_end: true}\n",
            "a.yaml:3: services.b.exit_on_end: a has it already, and the session has one exit code"),
        MistakeRow(
            "limits", "services: {a: {command: cat}}\nline_limit: 0\nqueue_limit: lots\n",
            #"a.yaml:2: line_limit: bad number of bytes "0"; write it as 65536, 64kb, 1mb or 1gb"#,
            #"a.yaml:3: queue_limit: bad number of bytes "lots"; write it as 65536, 64kb, 1mb or 1gb"#),
        MistakeRow(
            "numbers that would overflow",
            """
            services:
              a: {command: cat, restart: "on-failure:9223372036854775807", stop_grace_period: 2562047h}
              b: {command: cat, restart: "always:1000001"}
            line_limit: 9223372036854775807
            queue_limit: 2gb

            """,
            "a.yaml:2: services.a.restart: 9223372036854775807 deaths in a row are too many; at most 1000000",
            "a.yaml:2: services.a.stop_grace_period: 2562047h is too long; at most 24h",
            "a.yaml:3: services.b.restart: 1000001 deaths in a row are too many; at most 1000000",
            "a.yaml:4: line_limit: 9223372036854775807 is too much; at most 1gb",
            "a.yaml:5: queue_limit: 2gb is too much; at most 1gb"),
    ]

    private static func command(_ text: String, _ expected: String) -> MistakeRow {
        MistakeRow(
            "command: \(text)", "services:\n  a:\n    command: \(text)\n", "a.yaml:3: services.a.command: \(expected)")
    }

    static let dependencies = [
        MistakeRow(
            "unknown service",
            "services:\n  fetcher: {command: cat}\n  b:\n    command: cat\n    depends_on: [fecher]\n",
            #"a.yaml:5: services.b.depends_on: unknown service "fecher" (did you mean "fetcher"?)"#),
        MistakeRow(
            "itself", "services:\n  a: {command: cat, depends_on: [a]}\n",
            "a.yaml:2: services.a.depends_on: a depends on itself"),
        MistakeRow(
            "cycle of two", "services:\n  a: {command: cat, depends_on: [b]}\n  b: {command: cat, depends_on: [a]}\n",
            "a.yaml:3: services.b.depends_on: a cycle: a → b → a; none of them could ever start"),
        MistakeRow(
            "cycle behind another service",
            """
            services:
              a: {command: cat, depends_on: [b]}
              b: {command: cat, depends_on: [c]}
              c: {command: cat, depends_on: [d]}
              d: {command: cat, depends_on: [b]}
            """, "a.yaml:5: services.d.depends_on: a cycle: b → c → d → b; none of them could ever start"),
        MistakeRow(
            "no cycle in a diamond",
            """
            services:
              a: {command: cat, depends_on: [b, c]}
              b: {command: cat, depends_on: [d]}
              c: {command: cat, depends_on: [d]}
              d: {command: cat}
            """),
        MistakeRow(
            "bad condition",
            "services:\n  a: {command: cat}\n  b:\n    command: cat\n    depends_on: {a: {condition: service_helthy, wait: 1}}\n",
            #"a.yaml:5: services.b.depends_on.a.condition: unknown condition "service_helthy" (did you mean "service_healthy"?)"#,
            #"a.yaml:5: services.b.depends_on.a: unknown key "wait"; the keys here are condition, required"#),
        MistakeRow(
            "twice in a list", "services:\n  a: {command: cat}\n  b: {command: cat, depends_on: [a, a]}\n",
            #"a.yaml:3: services.b.depends_on: "a" is listed twice"#),
    ]

    static let wiring = [
        MistakeRow(
            "sent, not received", "services:\n  a:\n    command: cat\n    sends:\n      - a.output\n",
            #"a.yaml:5: services.a.sends: "a.output" is sent, but no service receives it"#),
        MistakeRow(
            "awaited, not sent", "services:\n  a:\n    command: cat\n    receives:\n      - a.input\n",
            #"a.yaml:5: services.a.receives: no service sends "a.input""#),
        MistakeRow(
            "a slip on either side",
            "services:\n  a: {command: cat, sends: [view.input]}\n  b: {command: cat, receives: [view.imput]}\n",
            #"a.yaml:2: services.a.sends: "view.input" is sent, but no service receives it (did you mean "view.imput"?)"#,
            #"a.yaml:3: services.b.receives: no service sends "view.imput" (did you mean "view.input"?)"#
        ),
        MistakeRow(
            "protocols that only begin alike",
            "services:\n  a: {command: cat, sends: [view.in]}\n  b: {command: cat, receives: [view.input]}\n",
            #"a.yaml:2: services.a.sends: "view.in" is sent, but no service receives it (did you mean "view.input"?)"#,
            #"a.yaml:3: services.b.receives: no service sends "view.input" (did you mean "view.in"?)"#
        ),
        MistakeRow(
            "a protocol and one of its types",
            "services:\n  a: {command: cat, sends: [view.input]}\n  b: {command: cat, receives: [view.input.show]}\n"),
        MistakeRow("anything", "services:\n  a: {command: cat, sends: [a.b]}\n  b: {command: cat, receives: ['*']}\n"),
        MistakeRow("to the supervisor", "services:\n  a: {command: cat, sends: [process.output.ready]}\n"),
        MistakeRow(
            "a state that no service sends",
            """
            services:
              a: {command: cat, sends: [a.output]}
              b: {command: cat, receives: [a.output]}
            states: [a.output.changed, a.ouput.changed]
            """, #"a.yaml:4: states: no service sends "a.ouput.changed""#),
    ]

    static let rules = [
        rule("{service: a, sends: x.y, because: why}"),
        rule("{service: [a, b], receives: [x.y, 'z.*'], because: '0'}"),
        rule(
            "{service: a, sends: a.output, because: a says nothing}",
            (3, #"services.a.sends: a sends "a.output", which line 9 forbids: a says nothing"#)),
        rule(
            "{service: [b, a], sends: [x.y, a.output.said], because: why}",
            (3, #"services.a.sends: a sends "a.output", but line 9 forbids "a.output.said": why"#)),
        rule(
            "{service: b, receives: '*', because: \"b\\n  is \\u001B  deaf \"}",
            (6, #"services.b.receives: b receives "a.output.said", which line 9 forbids: b is \u{1B} deaf"#)),
        rule("{service: c, sends: x.y, because: why}", (9, #"forbids: unknown service "c""#)),
        rule("{service: [], sends: x.y, because: why}", (9, "forbids.service: an empty list; name a service")),
        rule("{service: [a, a], sends: x.y, because: why}", (9, #"forbids.service: "a" is listed twice"#)),
        rule(
            "{service: {a: b}, sends: x.y, because: why}",
            (9, "forbids.service: expected the name of a service, or a list of names, found a mapping")),
        rule(
            "{service: a, sends: x..y, because: why}",
            (
                9,
                #"forbids.sends: bad pattern "x..y"; a pattern is words joined by dots, such as view.input or view.input.show, or view.*"#
            )),
        rule(
            "{service: a, sends: [], because: why}",
            (9, "forbids.sends: an empty list; name a protocol or a message type")
        ),
        rule(
            "{service: a, sends: process.output.*, because: why}",
            (9, #"forbids: "process.output.*" can't be forbidden: any process may send it to the supervisor"#)),
        rule(
            "{service: a, sends: x.y, because: ' '}",
            (9, #"forbids.because: "because" is empty; explain in a few words why"#)),
        rule(
            "{service: a, sends: x.y, because: \(String(repeating: "é", count: 251))}",
            (9, #"forbids.because: 502 bytes of "because" are too many; at most 500"#)),
        rule(
            "{service: a, sends: x.y, receives: x.y, because: why}",
            (9, #"forbids: a rule with both "sends" and "receives"; write two rules"#)),
        rule(
            "{}", (9, #"forbids: a rule without "service"; name the service that it is for, or a list of them"#),
            (
                9,
                #"forbids: a rule with neither "sends" nor "receives"; name what the service must not send or receive"#
            ),
            (9, #"forbids: a rule without "because"; explain in a few words why"#)),
        rule(
            "{service: a, send: x.y, sends: x.y, because: why}",
            (9, #"forbids: unknown key "send" (did you mean "sends"?)"#)),
        rule("why", (9, #"forbids: expected a rule such as \#(example), found "why""#)),
        MistakeRow(
            "forbids: a mapping", "services: {a: {command: cat}}\nforbids: {service: a}\n",
            "a.yaml:2: forbids: expected a list of rules such as \(example), found a mapping"),
        MistakeRow(
            "rules without end",
            "services: {a: {command: cat}}\nforbids:\n"
                + String(repeating: "- {service: a, sends: x, because: why}\n", count: 1001),
            "a.yaml:3: forbids: 1001 rules are too many; at most 1000"),
    ]

    private static let example = "{service: view, sends: model.input, because: the view is passive}"

    /// A rule for a sender `a` and a receiver `b`, and the mistakes by line.
    private static func rule(_ rule: String, _ expected: (line: Int, message: String)...) -> MistakeRow {
        let yaml = """
            services:
              a: {command: cat,
                sends: [a.output],
                }
              b: {command: cat,
                receives: [a.output.said],
                }
            forbids:
            - \(rule)
            """
        return MistakeRow("rule \(rule.prefix(60))", yaml, expected.map { "a.yaml:\($0.line): \($0.message)" })
    }

    static let together = [
        MistakeRow(
            "nothing is told to be missing while the wiring is not understood",
            """
            services:
              a: {command: cat, sends: [a.output]}
              b: {command: cat, recieves: [a.output]}
            states: [c.output]
            """, #"a.yaml:3: services.b: unknown key "recieves" (did you mean "receives"?)"#),
        MistakeRow(
            "many at once, by line",
            """
            naem: x
            services:
              a:
                command: [cta, "$NOBODY"]
                command: [nothing-like-it]
                tty: maybe
                depends_on: [b]
              b: {depends_on: [a]}
            line_limit: -1
            """,
            #"a.yaml:1: unknown key "naem" (did you mean "name"?)"#,
            #"a.yaml:5: services.a: duplicate key "command"; it is already in line 4"#,
            #"a.yaml:5: services.a.command: command "nothing-like-it" not found; looked at /app/bin and PATH"#,
            #"a.yaml:6: services.a.tty: expected true or false, found "maybe""#,
            "a.yaml:8: services.b: no command; give it one, or name the file that does before this one",
            "a.yaml:8: services.b.depends_on: a cycle: a → b → a; none of them could ever start",
            #"a.yaml:9: line_limit: bad number of bytes "-1"; write it as 65536, 64kb, 1mb or 1gb"#),
    ]
}
