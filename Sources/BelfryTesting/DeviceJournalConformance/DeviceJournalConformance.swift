import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

/// One behaviour that every journal of a device has: a sentence, and its proof through the doors alone.
public struct DeviceJournalConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any DeviceStore) async throws -> Void

    init(_ sentence: String, proof: @escaping @Sendable (any DeviceStore) async throws -> Void) {
        self.sentence = sentence
        self.proof = proof
    }

    /// - Parameter store: a fresh one with nothing in it.
    public func run(on store: any DeviceStore) async throws {
        try await proof(store)
    }

    /// The whole exam.
    public static let all: [DeviceJournalConformance] = keeping + learning

    private static let keeping: [DeviceJournalConformance] = [
        DeviceJournalConformance("A fresh one knows nothing") { store in
            let found = try await store.record(ledgerSince: .min)
            #expect(found == DeviceRecord())
        },
        DeviceJournalConformance("What was asked for comes back as it was, in the order of its moments") { store in
            let late = AskedNotification(.example(2), state: .removing, replacedMoment: .noon, isLate: true)
            let refused = AskedNotification(.example(3), isLate: true, isRefused: true)
            try await store.change { $0.asked = [late, refused, AskedNotification(.example(1))] }
            let found = try await store.record(ledgerSince: .min).asked
            #expect(found == [AskedNotification(.example(1)), late, refused])
        },
        DeviceJournalConformance("Asked again it takes the place of the earlier, and settled it is gone") { store in
            try await store.change { $0.asked = [AskedNotification(.example(1)), AskedNotification(.example(2))] }
            try await store.change {
                $0.asked = [AskedNotification(.example(1, title: "Changed"))]
                $0.settled = [NotificationID.example(2), .example(9)]
            }
            let found = try await store.record(ledgerSince: .min).asked.map(\.notification.title)
            #expect(found == ["Changed"])
        },
        DeviceJournalConformance("What was read back is confirmed, and takes no other's place any more") { store in
            try await store.change { $0.asked = [AskedNotification(.example(1), replacedMoment: .noon)] }
            try await store.change { $0.confirmed = [.example(1), .example(9)] }
            let found = try await store.record(ledgerSince: .min).asked
            #expect(found == [AskedNotification(.example(1), state: .confirmed)])
        },
        DeviceJournalConformance("The ledger is given from a moment on, in the order in which things were told") { store in
            let lines = (1...3).map { LedgerLine.example($0, outcome: .opened) }
            try await store.change { $0.ledger = lines.reversed() }
            let found = try await store.record(ledgerSince: .noon + .seconds(2)).ledger
            #expect(found == [lines[1], lines[2]])
        },
        DeviceJournalConformance("What a person did is never forgotten again, and a response needs to know no category") { store in
            try await store.change { $0.ledger = [.example(1)] }
            try await store.change { $0.ledger = [.example(1, outcome: .acted, category: "")] }
            for outcome in [LedgerLine.Outcome.told, .ignored, .dismissed] {
                try await store.change { $0.ledger = [.example(1, outcome: outcome)] }
            }
            let ledger = try await store.record(ledgerSince: .min).ledger
            #expect(ledger.map(\.outcome) == [.acted])
            #expect(ledger.first?.entry.category == "bill_reminder")
        },
        DeviceJournalConformance("It knows what was ever shown of a category") { store in
            try await store.change {
                $0.ledger = [.example(1), .example(2, outcome: .missed), .example(3, category: "other"), .example(4, outcome: .notAllowed)]
            }
            let found = try await store.subjectsTold(of: "bill_reminder")
            #expect(found == ["bills|rent|due_day1"])
        },
        DeviceJournalConformance("Snoozes begin, are renewed and end") { store in
            let first = Snooze(identifier: .example(1), until: .noon)
            let second = Snooze(identifier: .example(1), until: .evening)
            try await store.change { $0.snoozes = [first] }
            try await store.change { $0.snoozes = [second] }
            let found = try await store.record(ledgerSince: .min).snoozes
            #expect(found == [second])
            try await store.change { $0.endedSnoozes = [first] }
            let then = try await store.record(ledgerSince: .min).snoozes
            #expect(then == [second], "it was renewed in between")
            try await store.change { $0.endedSnoozes = [second] }
            let inTheEnd = try await store.record(ledgerSince: .min).snoozes.isEmpty
            #expect(inTheEnd)
        },
        DeviceJournalConformance("A dismissal keeps its first moment, until it is taken back") { store in
            let scope = try #require(NotificationScope("bills|rent"))
            try await store.change { $0.dismissals = [Dismissal(scope: scope, at: .noon)] }
            try await store.change { $0.dismissals = [Dismissal(scope: scope, at: .evening)] }
            let found = try await store.record(ledgerSince: .min).dismissals
            #expect(found == [Dismissal(scope: scope, at: .noon)])
            try await store.change { $0.restored = [scope] }
            let then = try await store.record(ledgerSince: .min).dismissals
            #expect(then.isEmpty)
        },
        DeviceJournalConformance("Its state comes back as it was") { store in
            var state = DeviceState()
            state.permission = .provisional
            state.observedCapacity = 12
            state.observedCapacityAt = .noon
            state.overspentAt = ["food": .noon]
            state.overspendingEnded = ["books": .noon]
            state.refreshStartedAt = .noon
            state.refreshedStages = ["recalls"]
            state.coveredUntil = .evening
            state.timezone = "Europe/Berlin"
            let wanted = state
            try await store.change { $0.state = wanted }
            let found = try await store.record(ledgerSince: .min).state
            #expect(found == wanted)
        },
        DeviceJournalConformance("A response is claimed once, together with its effects") { store in
            let response = NotificationResponse(identifier: .example(1), moment: .noon, action: .button("USED"), parts: [.example(1)])
            var change = JournalChange()
            change.claimed = response
            change.edits = FactEdits(saved: [.pantryItems: [FactRecord(id: "milk", columns: ["used": .flag(true)])]])
            let found = try await store.apply(change)
            #expect(found)
            change.snoozes = [Snooze(identifier: .example(1), until: .noon)]
            let then = try await store.apply(change)
            #expect(!then)
            let inTheEnd = try await store.record(ledgerSince: .min).snoozes.isEmpty
            #expect(inTheEnd, "nothing of a second one counts")
            let atLast = try await store.changes(since: 0).records[.pantryItems]?.map(\.id)
            #expect(atLast == ["milk"])
            change.claimed = NotificationResponse(identifier: .example(1), moment: .evening, action: .button("USED"), parts: [])
            let lastly = try await store.apply(change)
            #expect(lastly, "the same action on a later showing is another response")
        },
        DeviceJournalConformance("A change with an edit that can't be made changes nothing") { store in
            var change = JournalChange()
            change.ledger = [.example(1)]
            change.edits = FactEdits(saved: [.budgetItems: [FactRecord(id: "rent", columns: ["colour": .text("red")])]])
            let refused = change
            await #expect(throws: Problem.self) { try await store.apply(refused) }
            let found = try await store.record(ledgerSince: .min).ledger.isEmpty
            #expect(found)
        },
    ]
}

extension DeviceJournalConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}

extension DeviceJournal {
    func change(_ edit: (inout JournalChange) -> Void) async throws {
        var change = JournalChange()
        edit(&change)
        try await apply(change)
    }
}

extension NotificationID {
    static func example(_ number: Int) -> NotificationID {
        NotificationID(subject: "bills|rent|due_day\(number)", date: CivilDate(daysSinceEpoch: 20_000))
    }
}

extension ScheduledNotification {
    static func example(_ number: Int, title: String = "Due today: Rent") -> ScheduledNotification {
        let identifier = NotificationID.example(number)
        let request = PendingRequest(
            identifier: identifier, moment: .noon + .seconds(number), fingerprint: .max - UInt64(number),
            promises: [PendingRequest.Promise(identifier: identifier, due: .noon)])
        return ScheduledNotification(
            request: request, title: title, body: "€1,240 — “to be paid” & more", category: "bill_reminder", thread: "bills",
            severity: .attention, parts: [identifier, .example(7)], expiresAt: .evening)
    }
}

extension LedgerLine {
    static func example(_ number: Int, outcome: Outcome = .told, category: String = "bill_reminder") -> LedgerLine {
        let entry = LedgerEntry(identifier: .example(number), category: category, toldAt: .noon + .seconds(number))
        return LedgerLine(entry, outcome: outcome, outcomeAt: .evening)
    }
}
