import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Passes after a few bills have changed")
struct ChangedBillsTests {
    /// Two devices with the same facts, on the same clock: one goes on, the other starts its app anew for every pass.
    private struct Twins {
        let goingOn = Bench()
        let startedAnew = Bench()

        func both(_ body: (Bench) async throws -> Void) async throws {
            try await body(goingOn)
            try await body(startedAnew)
        }
    }

    private struct Chance {
        var generator: SeededGenerator

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        mutating func flag(_ percent: Int) -> Bool { number(1...100) <= percent }

        mutating func edits(today: CivilDate) -> FactEdits {
            var edits = FactEdits()
            for _ in 0..<number(0...3) {
                let id = "\(number(0...25))"
                if flag(15) { edits.deleted[.budgetItems, default: []].append(id) } else { edits.saved[.budgetItems, default: []].append(bill(id, today)) }
            }
            if flag(8) { edits.saved[.pantryItems] = [.thing("\(number(0...5))", expires: "\(today + number(-2...9))")] }
            if flag(3) { edits.saved[.notificationSettings] = [FactRecord(id: FactTable.settingsID, columns: ["notify_overdue": .flag(flag(50))])] }
            if flag(3) {
                let quiet: [String: FactValue] = [
                    "quiet_hours_start": .text("22:00"), "quiet_hours_end": .text("10:00"), "quiet_hours_action": .text("defer"),
                ]
                edits.saved[.profile] = [FactRecord(id: FactTable.settingsID, columns: quiet)]
            }
            return edits
        }

        private mutating func bill(_ id: String, _ today: CivilDate) -> FactRecord {
            var record = FactRecord.bill(id, due: "\(today + number(-16...30))", amount: number(1...9) * 100)
            record.columns["is_completed"] = .flag(flag(20))
            record.columns["rrule"] = flag(30) ? .text("FREQ=WEEKLY") : .null
            record.columns["limit"] = flag(30) ? .whole(100) : .null
            record.columns["spent"] = .whole(number(50...150))
            return record
        }
    }

    @Test("They leave the same plan and the same requests as passes that think everything through")
    func sameAsWhole() async throws {
        let seed = UInt64.seed()
        for round in 0..<4 {
            var chance = Chance(generator: SeededGenerator(seed: seed &+ UInt64(round)))
            let twins = Twins()
            try await twins.both { bench in
                try await bench.saveBills(.bill("0", due: "2026-11-30"))
                let settings: [String: FactValue] = ["weekly_digest_enabled": .flag(true)]
                try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: settings))
            }
            var now = Duration.zero
            for step in 0..<40 {
                let context: Comment = "seed \(seed), round \(round), step \(step)"
                now += .seconds(chance.flag(75) ? chance.number(0...300) : chance.number(0...40_000))
                let moment = Bench.morning + now
                var change = JournalChange()
                change.edits = chance.edits(today: try zone("Europe/Berlin").civil(at: moment).date)
                if chance.flag(8), let one = twins.goingOn.centre.shown.randomElement(using: &chance.generator) {
                    change.snoozes = [Snooze(identifier: one.notification.parts[0], until: moment + .seconds(1800))]
                }
                let edits = change
                try await twins.both { bench in
                    bench.advance(by: now)
                    _ = try await bench.device.apply(edits)
                }
                let report = await twins.goingOn.reconcile(after: now)
                let whole = await twins.startedAnew.restarted().reconcile(.change, now: moment)
                #expect(report.plan?.days == whole.plan?.days, context)
                #expect(report.plan?.coverage == whole.plan?.coverage, context)
                #expect(report.summary == whole.summary && report.log == whole.log, context)
                #expect(twins.goingOn.pending == twins.startedAnew.pending, context)
                #expect(twins.goingOn.shownTitles == twins.startedAnew.shownTitles, context)
                #expect(await record(twins.goingOn, moment) == record(twins.startedAnew, moment), context)
            }
        }
    }

    private func record(_ bench: Bench, _ now: Instant) async -> DeviceRecord {
        await bench.device.record(ledgerSince: now - .hours(24))
    }
}
