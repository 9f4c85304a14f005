import Foundation
import Testing

@Suite("Hooks from the command line", .timeLimit(.minutes(10)))
struct HookCommandTests {
    @Test("A hook is added from a file, listed and shown without its secret, tried and removed")
    func kept() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            func ask(_ line: String) async throws -> Program.Result {
                try await Program.run((line + " --store sqlite:\(path)").split(separator: " ").map(String.init))
            }
            func write(_ text: String, _ name: String) throws -> String {
                let file = folder.appending(path: name)
                try Data(text.utf8).write(to: file)
                return file.path
            }
            #expect(try await ask("migrate").status == 0)
            let file = try write(
                #"""
                {"title": "Build {{number}}", "recipients": ["ana"], "channels": ["in_app"], "when": [{"path": "failed", "equals": true}],
                 "signature": {"scheme": "gitlab", "secret": "a secret of nobody"}}
                """#, "hook.json")
            let added = try await ask("hook add ci \(file)")
            #expect(added.output == "ci  default  gitlab  /v1/intake/hooks/default/ci\n", "\(added.errors)")
            let shown = try await ask("hook show ci --json")
            #expect(shown.output.contains(#""title":"Build {{number}}""#) && !shown.output.contains("of nobody"), "\(shown.errors)")
            #expect(try await ask("hook").output == added.output)
            let tried = try await ask("hook try ci \(try write(#"{"number": 7, "failed": true}"#, "failed.json"))")
            #expect(tried.lines.first == "Build 7" && tried.output.contains("ana  in_app"), "\(tried.output) \(tried.errors)")
            let passed = try await ask("hook try ci \(try write(#"{"number": 7, "failed": false}"#, "fine.json"))")
            #expect(passed.output == "Nobody would be told: its condition on “failed” doesn't hold (condition_not_met).\n", "\(passed.errors)")
            let lacking = try await ask("hook try ci \(try write(#"{"failed": true}"#, "lacking.json"))")
            #expect(lacking.status == 1 && lacking.errors.contains("“title” speaks of “number”"), "\(lacking.errors)")
            let wrong = try await ask("hook add ci \(try write(#"{"title": "{{#a}}"}"#, "wrong.json"))")
            #expect(wrong.status == 2 && wrong.errors.contains("“title” is no template that can be used."), "\(wrong.errors)")
            #expect(try await ask("hook remove ci").output == "Removed: ci\n")
            let gone = try await ask("hook show ci")
            #expect(gone.status == 1 && gone.errors.contains("The app has no hook of this name."), "\(gone.errors)")
        }
    }
}
