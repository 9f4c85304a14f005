import Foundation
import Testing

@Suite("Templates from the command line", .timeLimit(.minutes(10)))
struct TemplateCommandTests {
    @Test("A template is added from a file, tried, told, put back and removed")
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
                #"{"title": "Due: {{number}}", "texts": {"de": {"title": "Fällig: {{number}}"}}, "channels": ["in_app"]}"#, "a.json")
            let added = try await ask("template add due \(file)")
            #expect(added.output.hasPrefix("due  default  version 1  "), "\(added.errors)")
            #expect(try await ask("template").output == added.output)
            let tried = try await ask(#"template try due --data {"number":7} --to ana"#)
            #expect(tried.output.contains("texts.de.title: Fällig: 7\n") && tried.output.contains("ana  in_app"), "\(tried.output) \(tried.errors)")
            let lacking = try await ask("template try due")
            #expect(lacking.status == 1 && lacking.errors.contains("“title” speaks of “number”"), "\(lacking.errors)")
            let sent = try await ask(#"send ana --template due --data {"number":7} --dry-run"#)
            #expect(sent.output.contains("ana  in_app"), "\(sent.output) \(sent.errors)")
            #expect(try await ask("send ana --template due").errors.contains("“title” speaks of “number”"))
            #expect(try await ask("send ana --template other").errors.contains("`belfry template add`"))
            #expect(try await ask("send ana --title a --data {}").errors.contains("--data goes with --template."))
            let waiting = try write(#"{"title": "Oh", "digest_key": "a", "digest_window_seconds": 60}"#, "waiting.json")
            #expect(try await ask("template add waiting \(waiting)").status == 0)
            let people = try write("ana\n", "people.txt")
            let kinds = ["broadcast --to \(people)", "schedule create ana --start 2040-01-02T09:00 --rule FREQ=WEEKLY;BYDAY=MO"]
            for line in kinds.map({ $0 + " --channel in_app" }) {
                let refused = try await ask(line + " --template waiting --dry-run")
                #expect(refused.status == 1 && refused.errors.contains("The template says “digest_key”"), "\(refused.output) \(refused.errors)")
                let told = try await ask(line + #" --template due --data {"number":7} --dry-run"#)
                #expect(told.status == 0, "\(told.output) \(told.errors)")
            }
            let wrong = try await ask("template add due \(try write(#"{"title": "{{#a}}"}"#, "wrong.json"))")
            #expect(wrong.status == 1 && wrong.errors.contains("“title” is no template that can be used."), "\(wrong.errors)")
            #expect(try await ask("template add due \(try write(#"{"title": "Oh"}"#, "b.json"))").output.contains("version 2"))
            #expect(try await ask("template restore due 1").output.contains("version 3"))
            #expect(try await ask("template versions due").lines.count == 3)
            #expect(try await ask("template show due --json").output.contains(#""title":"Due: {{number}}""#))
            #expect(try await ask("template remove due").output == "Removed: due\n")
            let gone = try await ask("template show due")
            #expect(gone.status == 1 && gone.errors.contains("The app has no template of this name"), "\(gone.errors)")
            #expect(try await ask("template remove waiting").status == 0)
            #expect(try await ask("template list").errors == "The house itself has no templates; of an app, say --app.\n")
            #expect(try await ask("template list --app shop").errors == "shop has no templates.\n")
        }
    }
}
