/// Compares what was accepted, what was sent and what is recorded, from outside: it reads rows and the provider's log, and nothing of ours.
struct Auditor {
    /// What the provider took, in its order.
    struct Reception: Hashable {
        let id: String
        /// Which process sent it, and in which of its lives: `worker-1.3`.
        let sender: String
        let isTaken: Bool
    }

    /// A row of `notification_queue`, or what the log of a broadcast's batch tells of a member.
    struct Row: Hashable {
        let id: String
        let member: String
        let status: String
        let attemptCount: Int
    }

    /// Something that was done to processes between two moments, which are numbers of receptions.
    struct Fault: Hashable {
        let kind: String
        /// Whom it could keep from hearing or recording an answer.
        let victims: Set<String>
        /// What had been received by then was recorded before it happened.
        let since: Int
        let begin: Int
        /// Of one who died: for ever.
        let end: Int

        /// Whether an answer to either of two senders could have been lost between two receptions.
        func excuses(_ first: (index: Int, sender: String), _ second: (index: Int, sender: String)) -> Bool {
            !victims.isDisjoint(with: [first.sender, second.sender]) && begin <= second.index && end >= first.index && since <= first.index
        }
    }

    struct Report: Hashable {
        var lost: [String] = []
        var unsent: [String] = []
        /// Recorded as sent, and never received.
        var invented: [String] = []
        /// Received, and not in the queue.
        var unknown: [String] = []
        /// More than one row for one member.
        var doubled: [String] = []
        /// Received twice although nothing had happened that could have lost the first answer.
        var repeated: [String] = []
        /// Received twice, because the first answer may have been lost.
        var ambiguousCount = 0

        var isClean: Bool { [lost, unsent, invented, unknown, doubled, repeated].allSatisfy(\.isEmpty) }
    }

    /// The members whose facts were acknowledged, each of which makes one notification, and those whom acknowledged broadcasts are to tell.
    let accepted: Set<String>
    let receptions: [Reception]
    let rows: [Row]
    let faults: [Fault]

    func report() -> Report {
        var report = Report()
        let rowCounts = Dictionary(rows.map { ($0.member, 1) }, uniquingKeysWith: +)
        report.lost = accepted.filter { rowCounts[$0] == nil }.sorted()
        report.doubled = rowCounts.filter { $0.value > 1 }.keys.sorted()
        report.unsent = rows.filter { $0.status != "sent" }.map { "\($0.id): \($0.status)" }.sorted()
        let known = Set(rows.map(\.id))
        report.unknown = Set(receptions.map(\.id)).subtracting(known).sorted()
        let counts = Dictionary(receptions.map { ($0.id, 1) }, uniquingKeysWith: +)
        report.invented = rows.filter { $0.attemptCount > counts[$0.id] ?? 0 }.map(\.id).sorted()
        let taken = Dictionary(grouping: receptions.enumerated().filter(\.element.isTaken), by: \.element.id)
        report.invented += rows.filter { $0.status == "sent" && taken[$0.id] == nil }.map(\.id).sorted()
        for (id, times) in taken.sorted(by: { $0.key < $1.key }) {
            for (first, second) in zip(times, times.dropFirst()) {
                let isExcused = faults.contains { $0.excuses((first.offset, first.element.sender), (second.offset, second.element.sender)) }
                if isExcused { report.ambiguousCount += 1 } else { report.repeated.append("\(id): \(first.element.sender), \(second.element.sender)") }
            }
        }
        return report
    }
}
