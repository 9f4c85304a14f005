import ArgumentParser
import BelfryDevice
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Foundation

extension Device {
    /// What was learnt of the person belongs to them: they see it, take it with them, and have it forgotten.
    struct HabitsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "habits", abstract: "Shows, exports or erases what was learnt of when and how you respond.",
            discussion: """
                Nothing is learnt unless `adaptive` is on in the person's settings, and nothing of it leaves this device. What is exported is \
                all that there is, and `belfry plan` takes it as `habits`.
                """)

        @OptionGroup var device: DeviceOptions

        @Flag(help: "Print all of it as JSON; with --export or --erase what was done.")
        var json = false

        @Option(help: "Write all of it as JSON into this new file, which nobody else of the machine can read.")
        var export: String?

        @Flag(help: "Erase all of it, which can't be undone: nothing of what was told before is learnt again. At a terminal it asks first.")
        var erase = false

        @Flag(help: "Don't ask.")
        var yes = false

        func validate() throws {
            guard export == nil || !erase else { throw ValidationError("--export and --erase go one at a time.") }
        }

        func run() async throws {
            let store = try device.openKnown()
            defer { try? store.close() }
            if erase { return try await forget(in: store) }
            let learnt = try await LearntHabits(in: store)
            if let export { return try write(learnt.habits, to: export) }
            if json { return print(learnt.habits.document ?? "{}") }
            let zone = SystemTimeZoneDatabase().rules(named: SystemTimeZone.name()) ?? .utc
            show(learnt, today: zone.civil(at: .systemNow()).date)
        }

        private func forget(in store: some DeviceJournal) async throws {
            if !yes { try confirm("What was learnt can't be had again; --export writes it into a file.", else: "Nothing is erased.") }
            var change = JournalChange()
            change.habits = .erased(at: .systemNow())
            try await store.apply(change)
            if json { return try printJSON(["erased": true]) }
            print("Everything that was learnt is erased. To have nothing learnt from now on, switch `adaptive` off.")
        }

        private func write(_ habits: Habits, to path: String) throws {
            let data = Data("\(habits.document ?? "{}")\n".utf8)
            let file = try makeFile(at: path)
            try file.write(contentsOf: data)
            try file.close()
            if json { return try printJSON(Exported(file: path, bytes: data.count)) }
            print("\(data.count) bytes written to \(path): all that was learnt.")
        }

        private struct Exported: Encodable {
            let file: String
            let bytes: Int
        }

        private func show(_ learnt: LearntHabits, today: CivilDate) {
            guard !learnt.habits.isEmpty else {
                return print(learnt.timing == nil ? "Nothing is learnt: `adaptive` is off." : "Nothing is learnt yet.")
            }
            if learnt.timing == nil { print("`adaptive` is off: nothing more is learnt, and what was learnt doesn't count.") }
            print("Learnt from \(learnt.habits.outcomeCount) notifications, up to \(learnt.habits.lastDay.map(\.description) ?? "").\n")
            for kind in DayKind.allCases {
                guard let choice = learnt.choice(on: kind, from: today) else { continue }
                print("\(kind == .weekday ? "Working days" : "Weekends"): \(Phrases.sentence(for: choice))")
            }
            for (category, percent) in learnt.sharePercents {
                print("\(printable(category)): \(percent == 100 ? "all are told" : "\(percent) of 100 are told, because you ignore most")")
            }
        }
    }
}
