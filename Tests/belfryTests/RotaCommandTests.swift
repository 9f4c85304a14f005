import Foundation
import Testing

@Suite("Who is on duty, from the command line", .timeLimit(.minutes(10)))
struct RotaCommandTests {
    @Test("A rota is saved, shown, overridden, told by, and removed")
    func kept() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            func ask(_ line: String) async throws -> Program.Result {
                try await Program.run((line + " --store sqlite:\(path)").split(separator: " ").map(String.init))
            }
            #expect(try await ask("migrate").status == 0)
            let saved = try await ask("rota save alarms --people ana --every-weeks 53 --timezone Europe/Berlin")
            #expect(saved.output.hasPrefix("alarms  default  on duty: ana until ") && saved.output.hasSuffix("in turn: ana\n"), "\(saved.errors)")
            for (options, words) in [
                ("--people ana --timezone UTC", "--every-weeks is missing"),
                ("--people ana --every-days 1 --every-weeks 1 --timezone UTC", "--every-days has the wrong form"),
                ("--people ana ana --every-days 1 --timezone UTC", "--people has the wrong form"),
                ("--people ana --every-days 1 --at 7 --timezone UTC", "--at has the wrong form"),
            ] {
                let refused = try await ask("rota save alarms \(options)")
                #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
            }
            let overridden = try await ask("rota override alarms 2999-12-24T18:00 2999-12-27T09:00 eve")
            #expect(overridden.lines.last == "  override from 2999-12-24T18:00:00 until 2999-12-27T09:00:00 Europe/Berlin: eve", "\(overridden.errors)")
            let backwards = try await ask("rota override alarms 2999-12-24T18:00 2999-12-20T09:00 eve")
            #expect(backwards.status == 2 && backwards.errors.contains("UNTIL must be later than FROM"), "\(backwards.errors)")
            #expect(try await ask("rota override alarms 2999-12-24T18:00 --remove").lines.count == 1)
            let gone = try await ask("rota override alarms 2999-12-24T18:00 --remove")
            #expect(gone.status == 1 && gone.errors.contains("No override of this rota begins then."), "\(gone.errors)")
            #expect(try await ask("rota show alarms --days 1").lines.dropFirst().allSatisfy { $0.hasSuffix(": ana") })
            #expect(try await ask("rota list --json").output.contains(#""people":["ana"]"#))
            let told = try await ask("send --rota alarms --title Alarm --channel in_app --dry-run")
            #expect(told.status == 0 && told.output.contains("by the rota “alarms”"), "\(told.errors)")
            let further = try await ask("send eve --escalate-to rota:alarms,ben --after 15m --title Alarm --channel in_app --dry-run")
            #expect(further.status == 0 && further.output.contains("ana  in_app (step 2)") && further.output.contains("ben  in_app (step 2)"), "\(further.errors)")
            let nobody = try await ask("send eve --escalate-to rota:none --after 15m --title Alarm --channel in_app")
            #expect(nobody.status == 1 && nobody.errors.contains("--escalate-to names no rota of this app"), "\(nobody.errors)")
            let strange = try await ask("send --rota none --title Alarm --channel in_app")
            #expect(strange.status == 1 && strange.errors.contains("--rota names no rota of this app. Save it first: `belfry rota save`."), "\(strange.errors)")
            let silent = try await ask("heartbeat save nas --every-minutes 5 --rota none --title Silent")
            #expect(silent.status == 1 && silent.errors.contains("--rota names no rota of this app"), "\(silent.errors)")
            let grave = try await ask("heartbeat save nas --every-minutes 5 --rota alarms --title Silent --severity grave")
            #expect(grave.status == 2 && grave.errors.contains("--severity has a value that is not known"), "\(grave.errors)")
            #expect(try await ask("heartbeat save nas --every-minutes 5 --rota alarms --title Silent").status == 0)
            #expect(try await ask("rota remove alarms").output == "Removed: alarms\n")
            for act in ["show alarms", "remove alarms", "override alarms 2999-12-24T18:00 --remove"] {
                let unknown = try await ask("rota \(act)")
                #expect(unknown.status == 1 && unknown.errors.contains("There is no rota with this name."), "\(unknown.errors)")
            }
        }
    }
}
