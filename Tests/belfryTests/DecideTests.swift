import Foundation
import Testing

/// One line in, one line out.
@Suite("Deciding lines", .timeLimit(.minutes(10)))
struct DecideTests {
    private static let sent = #"{"action":"send","reason":"allowed","until":null}"#
    private static let skipped = #"{"action":"skip","reason":"push_disabled","until":null}"#

    private static func line(push: Bool) -> String { #"{"now":"2026-01-25T03:00:00Z","notify_push":\#(push)}"# }

    @Test("Each line is answered before the next is written")
    func streaming() async throws {
        let program = try RunningProgram(["decide"])
        for isPushOn in [true, false, true, true, false] {
            program.write(Self.line(push: isPushOn) + "\n")
            #expect(await program.output.line() == (isPushOn ? Self.sent : Self.skipped))
        }
        // A line in two pieces is one line.
        let line = Self.line(push: true) + "\n"
        program.write(String(line.prefix(20)))
        program.write(String(line.dropFirst(20)))
        #expect(await program.output.line() == Self.sent)
        try program.closeInput()
        #expect(await program.exitStatus() == 0)
        #expect(await program.output.line() == nil, "no answer without a line")
    }

    @Test("A line that can't be used is answered with its number and what is wrong, and the next goes on")
    func badLines() async throws {
        let table = [
            (Self.line(push: true), Self.sent), ("", nil), ("nonsense", #"{"error":{"code":"malformed_json","line":3,"#),
            (#"{"now":"yesterday"}"#, #"{"error":{"code":"wrong_type","field":"now","line":4,"#), ("  \t\r", nil),
            ("{}", #"{"error":{"code":"missing_field","field":"now","line":6,"#), ("[]", #"{"error":{"code":"wrong_type","line":7,"#),
            (#"{"now":"2026-01-25T03:00:00Z","timezone":"Mars"}"#, #"{"error":{"code":"unknown_timezone","field":"timezone","line":8,"#),
            (#"{"now":"2026-01-25T03:00:00Z","severity":"loud"}"#, #"{"error":{"code":"unknown_value","field":"severity","line":9,"#),
            (String(repeating: "x", count: 1 << 21), #"{"error":{"code":"malformed_"#), (Self.line(push: false) + "\r", Self.skipped),
            (Self.line(push: true), Self.sent),
        ]
        // The last line has no line feed.
        let result = try await Program.run("decide", input: table.map(\.0).joined(separator: "\n"))
        #expect(result.status == 0)
        #expect(result.errors == "")
        let expected = table.compactMap(\.1)
        #expect(result.lines.count == expected.count)
        for (answer, beginning) in zip(result.lines, expected) { #expect(answer.hasPrefix(beginning)) }
        #expect(result.output.hasSuffix("\n"))
    }

    @Test("Nothing in, nothing out", arguments: ["", "\n\n\n", "   "])
    func nothing(_ input: String) async throws {
        let result = try await Program.run("decide", input: input)
        #expect(result.status == 0)
        #expect(result.output == "")
    }

    @Test("A hundred thousand lines of a file give as many answers, in their order")
    func manyLines() async throws {
        try await withTemporaryFolder { folder in
            var (lines, answers) = ("", "")
            for number in 1...100_000 {
                let isPushOn = number * 7919 % 5 < 2
                // Now and then a line shows its number.
                let isBad = number.isMultiple(of: 1000)
                lines += isBad ? "?\n" : Self.line(push: isPushOn) + "\n"
                answers += isBad ? "line \(number)\n" : (isPushOn ? Self.sent : Self.skipped) + "\n"
            }
            let file = folder.appendingPathComponent("lines")
            try Data(lines.utf8).write(to: file)
            let result = try await Program.run("decide", file.path)
            #expect(result.status == 0)
            let seen = result.output.split(separator: "\n").map { line in
                line.firstMatch(of: /"line":(\d+)/).map { "line \($0.1)\n" } ?? line + "\n"
            }
            #expect(seen.count == 100_000)
            #expect(seen.joined() == answers, "in their order")
        }
    }
}
