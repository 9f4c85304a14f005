import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

/// One behaviour that every journal of what a desktop shows has: a sentence, and its proof through the door alone.
///
/// A journal passes the exam in its own test target:
///
///     @Test(arguments: ShownJournalConformance.all) func passes(_ behaviour: ShownJournalConformance) throws {
///         try behaviour.run(on: MemoryShownJournal())
///     }
public struct ShownJournalConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any ShownJournal) throws -> Void

    /// - Parameter journal: a fresh one with nothing in it.
    public func run(on journal: any ShownJournal) throws {
        try proof(journal)
    }

    private static let rent = NotificationID(literal: "bills|rent|due_day|2026-11-30")
    private static let milk = NotificationID(literal: "pantry|milk|expiry|2026-11-30T09:00")

    private static func shown(_ identifier: NotificationID, parts: [NotificationID] = [], number: UInt32) -> ShownNotification {
        ShownNotification(identifier: identifier, moment: .noon, parts: parts, service: "5f3c/:1.42", number: number)
    }

    /// The whole exam.
    public static let all = [
        ShownJournalConformance(sentence: "What was kept is there, to the last field") { journal in
            #expect(journal.shown() == [])
            let kept = [shown(rent, parts: [rent, milk], number: .max), shown(milk, number: 1)]
            for notification in kept { journal.keep(notification) }
            #expect(Set(journal.shown()) == Set(kept))
        },
        ShownJournalConformance(sentence: "What is kept again takes the place of the first") { journal in
            journal.keep(shown(rent, number: 1))
            journal.keep(shown(rent, parts: [milk], number: 2))
            #expect(journal.shown() == [shown(rent, parts: [milk], number: 2)])
        },
        ShownJournalConformance(sentence: "A number may move from one notification to another") { journal in
            journal.keep(shown(rent, number: 1))
            journal.keep(shown(milk, number: 1))
            journal.forget([rent])
            #expect(journal.shown() == [shown(milk, number: 1)])
        },
        ShownJournalConformance(sentence: "What is forgotten is gone, and forgetting what isn't there is nothing") { journal in
            journal.keep(shown(rent, number: 1))
            journal.forget([])
            journal.forget([milk])
            #expect(journal.shown() == [shown(rent, number: 1)])
            journal.forget([milk, rent])
            journal.forget([rent])
            #expect(journal.shown() == [])
        },
    ]
}

extension ShownJournalConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}
