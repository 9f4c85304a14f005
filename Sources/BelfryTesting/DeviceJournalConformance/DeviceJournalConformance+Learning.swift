import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension DeviceJournalConformance {
    /// What a device learns from, and what it has learnt.
    static let learning: [DeviceJournalConformance] = [
        DeviceJournalConformance("What was told and never answered is given however long ago it was told") { store in
            let lines = [LedgerLine.example(1), .example(2, outcome: .ignored), .example(3)]
            try await store.change { $0.ledger = lines }
            let found = try await store.record(ledgerSince: .noon + .seconds(3)).ledger
            #expect(found == [lines[0], lines[2]])
        },
        DeviceJournalConformance("The history has everything from a moment on, whatever became of it") { store in
            let lines = [LedgerLine.example(1), .example(2, outcome: .ignored), .example(3, outcome: .acted)]
            try await store.change { $0.ledger = lines.reversed() }
            let found = try await store.history(since: .noon + .seconds(2))
            #expect(found == [lines[1], lines[2]])
        },
        DeviceJournalConformance("A response that came first learns later of what kind it was, and in which wording") { store in
            try await store.change { $0.ledger = [.example(1, outcome: .acted, category: "")] }
            var told = LedgerLine.example(1)
            told.wording = .example
            let telling = told
            try await store.change { $0.ledger = [telling] }
            let found = try await store.history(since: .min)
            var wanted = LedgerLine.example(1, outcome: .acted)
            wanted.wording = .example
            #expect(found == [wanted])
            try await store.change { $0.ledger = [.example(1, outcome: .ignored, category: "")] }
            let then = try await store.history(since: .min)
            #expect(then == [wanted])
        },
        DeviceJournalConformance("The wording of what was asked for comes back as it was") { store in
            let one = AskedNotification(.example(1), wording: .example)
            try await store.change { $0.asked = [one] }
            let found = try await store.record(ledgerSince: .min).asked
            #expect(found == [one])
        },
        DeviceJournalConformance("What was learnt comes back as it was") { store in
            let learnt = StoredHabits(document: #"{"outcomes":3}"#)
            try await store.change { $0.habits = .learnt(learnt) }
            let found = try await store.record(ledgerSince: .min).habits
            #expect(found == learnt)
        },
        DeviceJournalConformance("Once erased it is gone, and whoever read it before can't bring it back") { store in
            try await store.change { $0.habits = .learnt(StoredHabits(document: "{}")) }
            try await store.change { $0.habits = .erased(at: .noon) }
            let found = try await store.record(ledgerSince: .min).habits
            #expect(found == StoredHabits(erasedAt: .noon))
            try await store.change { $0.habits = .learnt(StoredHabits(document: "{}")) }
            let then = try await store.record(ledgerSince: .min).habits
            #expect(then == StoredHabits(erasedAt: .noon))
            let anew = StoredHabits(document: #"{"outcomes":1}"#, erasedAt: .noon)
            try await store.change { $0.habits = .learnt(anew) }
            let inTheEnd = try await store.record(ledgerSince: .min).habits
            #expect(inTheEnd == anew)
        },
    ]
}

extension TemplateChoice {
    fileprivate static let example = TemplateChoice(chosen: "bills.brief", chances: ["bills.brief": 0.75, "bills": 0.25])
}
