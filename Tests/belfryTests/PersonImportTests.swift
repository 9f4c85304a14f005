import Foundation
import Testing

@Suite("People of another system from the command line", .timeLimit(.minutes(10)))
struct PersonImportTests {
    @Test("A table is tried, taken in and taken in again, and whoever can't be read is named by the line")
    func table() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            func ask(_ line: String, input: String = "") async throws -> Program.Result {
                try await Program.run("\(line) \(store)".split(separator: " ").map(String.init), input: input)
            }
            let file = folder.appending(path: "people.csv")
            try Data("user_id,timezone,notify_email,email\nana,Europe/Berlin,true,ana@example.org\nben,Europe/Rome,,\n".utf8).write(to: file)
            #expect(try await ask("migrate").status == 0)
            let dry = try await ask("person import \(file.path) --dry-run")
            #expect(dry.output == "Would be created: 2; updated: 0; unchanged: 0; refused: 0.\n", "\(dry.errors)")
            #expect(try await ask("person import \(file.path)").output == "Created: 2; updated: 0; unchanged: 0; refused: 0.\n")
            let again = try await ask("person import \(file.path) --json")
            #expect(again.status == 0 && again.output.contains(#""unchanged":2"#), "\(again.output)")
            #expect(try await ask("person export ana").output.contains("ana@example.org"))
            let audit = try await ask("audit --action person.imported --json")
            #expect(audit.lines.count == 1, "\(audit.output)")
            let refused = try await ask("person import -", input: "{\"user_id\": \"eve\"}\n{\"user_id\": \"tom\", \"phone\": \"1\"}\n")
            #expect(refused.status == 1 && refused.output == "Created: 1; updated: 0; unchanged: 0; refused: 1.\n")
            #expect(refused.errors.hasPrefix("Line 2: ") && refused.errors.contains("“phone”"), "\(refused.errors)")
            let empty = try await ask("person import -")
            #expect(empty.status == 1 && empty.errors.contains("There is nobody in what came in."), "\(empty.errors)")
            let columns = try await ask("person import - --format csv", input: "name\nana\n")
            #expect(columns.status == 1 && columns.errors.contains("user_id"), "\(columns.errors)")
        }
    }
}
