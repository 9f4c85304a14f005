import Foundation
import Testing

@Suite("Lists of people from the command line", .timeLimit(.minutes(10)))
struct AudienceCommandTests {
    @Test("An audience is saved, filled, shown, told to by a broadcast, and removed")
    func kept() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            func ask(_ line: String, input: String = "") async throws -> Program.Result {
                try await Program.run((line + " --store sqlite:\(path)").split(separator: " ").map(String.init), input: input)
            }
            #expect(try await ask("migrate").status == 0)
            let untitled = try await ask("audience save recalls --open")
            #expect(untitled.status == 2 && untitled.errors.contains("--title is missing"), "\(untitled.errors)")
            #expect(try await ask("audience save recalls --open --title Recalls").output == "recalls  default  open  Recalls\n")
            #expect(try await ask("audience add recalls ben ana ben").output == "Added: 2\n")
            #expect(try await ask("audience add recalls --from - --json", input: "ana\r\n\n\"eve\"\n").output == "{\"added\":1}\n")
            let refused = try await ask("audience add recalls --from -", input: "{\"user_id\": \"tom\", \"values\": {\"name\": \"Tom\"}}\n")
            #expect(refused.status == 1 && refused.errors.contains("Line 1 can't be read."), "\(refused.errors)")
            #expect(try await ask("audience members recalls").lines == ["ana", "ben", "eve"])
            #expect(try await ask("audience members recalls --after ana --limit 1").lines == ["ben"])
            #expect(try await ask("audience leave recalls eve tom").output == "Removed: 1\n")
            #expect(try await ask("audience show recalls").output == "recalls  default  open  Recalls  2 in it\n")
            let taken = try await ask("broadcast --audience recalls --channel in_app --title Hello")
            #expect(taken.lines.last == "Taken in, for 2 recipients.", "\(taken.errors)")
            #expect(try await ask("audience save recalls --json").output.contains(#""open":false"#))
            #expect(try await ask("audience list").output == "recalls  default  closed\n")
            #expect(try await ask("audience remove recalls").output == "Removed: recalls\n")
            for act in ["show recalls", "remove recalls", "members recalls", "add recalls ana", "leave recalls ana"] {
                let gone = try await ask("audience \(act)")
                #expect(gone.status == 1 && gone.errors.contains("The app has no audience with this name."), "\(gone.errors)")
            }
            let unknown = try await ask("broadcast --audience recalls --channel in_app --title Hello")
            #expect(unknown.status == 1 && unknown.errors.contains("--audience names no audience of the app"), "\(unknown.errors)")
            let two = try await ask("broadcast --audience recalls --all --channel in_app --title Hello")
            #expect(two.status == 2, "\(two.errors)")
        }
    }
}
