import Foundation
import GRDB
import Testing

@Suite("Broadcasts from the command line", .timeLimit(.minutes(10)))
struct BroadcastCommandTests {
    @Test("A broadcast says how many it would be told to, each once, and what would become of the first of them, and takes nothing in")
    func broadcastDryRun() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            for person in ["ana", "ben"] { try file.execute("INSERT INTO user_profiles (user_id) VALUES (?)", [person]) }
            try file.execute("UPDATE user_profiles SET notify_in_app = ? WHERE user_id = 'ben'", [false])
            func preview(_ line: String, input: String = "") async throws -> Program.Result {
                try await run("broadcast --channel in_app --title Hello --dry-run --store sqlite:\(path) \(line)", input: input)
            }
            let all = try await preview("--all")
            #expect(
                all.output == """
                    Would be told to 2 recipients.
                    Of them:
                    1 would be sent (allowed)
                    1 would be left out (in_app_disabled)

                    """, "\(all.errors)")
            let further = try await run("broadcast --all --channel email --fallback-channel in_app --title Hello --dry-run --store sqlite:\(path)")
            #expect(
                further.output == """
                    Would be told to 2 recipients.
                    Of them:
                    1 would be sent over in_app (allowed)
                    1 would be left out over in_app (in_app_disabled)

                    """, "\(further.errors)")
            let json = try await preview("--to - --json", input: "ana\nzoe\nana\n")
            let verdicts = #"[{"action":"send","reason":"allowed","recipients":2}]"#
            #expect(json.output == #"{"dry_run":true,"looked_at":2,"recipients":2,"verdicts":\#(verdicts)}"# + "\n", "\(json.errors)")
            let nobody = try await preview("--to -", input: "\n")
            #expect(nobody.status == 1 && nobody.output.isEmpty)
            let late = try await preview("--to - --key sunday --expires-at 2026-01-25T12:00:00Z", input: "ana\n")
            #expect(late.status == 2 && late.errors.contains("--expires-at "))
            #expect(try file.count("broadcasts") == 0)
        }
    }

    @Test("Recipients come in lines as any system ends them; where one can't be used it is named, and so is a file that can't be read")
    func recipients() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            func send(to file: String, _ text: String = "") async throws -> Program.Result {
                try await run("broadcast --to \(file) --channel in_app --title Hello \(store)", input: text)
            }
            let taken = try await send(to: "-", "ana\r\n\r\n{\"user_id\":\"ben\"}\r\n")
            #expect(taken.lines.last == "Taken in, for 2 recipients.", "\(taken.errors)")
            let refused = try await send(to: "-", "ana\n\n{\"name\":\"ben\"}\n")
            #expect(refused.status == 1)
            #expect(refused.errors == "belfry: Line 3 can't be read. Expected: the identifier of a person.\n")
            let empty = try await send(to: "-", "\n")
            #expect(empty.status == 1 && empty.errors.contains("--to has the wrong form. Give one person at least."))
            #expect(try await run("broadcast list \(store)").lines.count == 1, "what was refused leaves nothing")
            #expect(try await send(to: "- --key sunday", "ana\nben\n").lines.last == "Taken in, for 2 recipients.")
            #expect(try await send(to: "- --key sunday", "ana\nben\n").lines.last == "It was taken in before, for 2 recipients.")
            let others = [
                try await send(to: "- --key sunday", "ana\ncarl\n"), try await run("broadcast --all --key sunday --channel in_app --title Hello \(store)"),
            ]
            #expect(others.map(\.status) == [1, 1] && others.allSatisfy { $0.errors.contains("key") }, "\(others)")
            let unreadable = try await send(to: folder.path)
            #expect(unreadable.status == 1)
            #expect(unreadable.errors == "belfry: The file \(folder.path) can't be read. Check the path and the permissions.\n")
        }
    }

    @Test("A personalised broadcast takes values from the lines, shows what the first would read, and names a line that lacks one")
    func personalised() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            let people = #"{"user_id":"ana","values":{"name":"Ana","points":120}}"# + "\n" + #"{"user_id":"ben","values":{"points":3}}"# + "\n"
            func send(_ line: String) async throws -> Program.Result {
                try await run("broadcast --to - --channel in_app --title {{name}} --body {{points}} \(line) \(store)", input: people)
            }
            let preview = try await send("--personalised --default-value name=You --dry-run")
            let words = "Would be told to 2 recipients.\nThe first would read: Ana / 120\nOf them:\n2 would be sent (allowed)\n"
            #expect(preview.output == words, "\(preview.errors)")
            let json = try await send("--personalised --default-value name=You --dry-run --json")
            #expect(json.output.hasPrefix(#"{"body":"120","dry_run":true,"looked_at":2,"recipients":2,"title":"Ana","verdicts":[{"#))
            let texts = folder.appendingPathComponent("texts.json")
            try #"{"de": {"title": "Für {{name}}", "body": "{{points}} Punkte"}}"#.write(to: texts, atomically: true, encoding: .utf8)
            let translated = try await send("--personalised --default-value name=You --texts \(texts.path) --dry-run")
            #expect(translated.output.hasPrefix("Would be told to 2 recipients.\nThe first would read: Ana / 120\n  in de: Für Ana / 120 Punkte\n"), "\(translated.errors)")
            let lacking = try await send("--personalised")
            #expect(lacking.status == 1 && lacking.errors == "belfry: Line 2 can't be read. Expected: a value for {{name}}.\n")
            let literal = try await send("")
            #expect(literal.errors == "belfry: Line 1 can't be read. Expected: no values, unless the order is --personalised.\n")
            let taken = try await send("--personalised --default-value name=You --key points")
            #expect(taken.lines.last == "Taken in, for 2 recipients.", "\(taken.errors)")
            #expect(try await send("--personalised --default-value name=You --key points").lines.last == "It was taken in before, for 2 recipients.")
            #expect(try await send("--personalised --default-value name=They --key points").status == 1)
            #expect(try await send("--default-value name=You").status == 2)
        }
    }

    @Test("Of a broadcast that is called off nobody is said to wait")
    func cancelledBroadcast() async throws {
        try await withTemporaryFolder { folder in
            let (store, file) = ("--store sqlite:\(folder.path)/belfry.sqlite", folder.appendingPathComponent("members.txt"))
            try "ana\nben\n".write(to: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let sent = try await run("broadcast --to \(file.path) --channel in_app --title Hello \(store)")
            let id = try #require(sent.lines.first, "\(sent.errors)")
            let counts = "in_app  2 recipients: 0 sent, 0 left out, 0 as rows of the queue, 2"
            #expect(try await run("broadcast show \(id) \(store)").output == "\(id)  ready  \(counts) waiting\n")
            #expect(try await run("broadcast cancel \(id) \(store)").output == "\(id)  cancelled  \(counts) not sent\n")
        }
    }
}
