import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes people in whom another system knows, some hundred by a transaction, each whole or not at all.
///
/// The same may be given again: whoever is there as given is left alone.
public struct PeopleImport: Sendable {
    private let store: any PeopleIntake
    private let zones: any TimeZoneDatabase
    private let identifiers: any IdentifierSource
    /// Whether those who are known here already get further addresses.
    private let addsAddresses: Bool
    private let isDryRun: Bool

    /// So many go into one transaction.
    private static let partCountMax = 250
    /// And so many rows, once the last person of a part is counted: each device among them takes a lock of its own.
    private static let partRowCountMax = 1000
    /// So many refusals are told.
    public static let refusalCountMax = 100

    public init(
        into store: any PeopleIntake, zones: any TimeZoneDatabase, identifiers: any IdentifierSource, addsAddresses: Bool, isDryRun: Bool
    ) {
        (self.store, self.zones, self.identifiers, self.addsAddresses, self.isDryRun) = (store, zones, identifiers, addsAddresses, isDryRun)
    }

    /// What became of how many.
    public struct Report: Sendable {
        public private(set) var createdCount = 0
        public private(set) var updatedCount = 0
        public private(set) var unchangedCount = 0
        public private(set) var refusedCount = 0
        /// The first of them.
        public private(set) var refusals: [(line: Int, problem: Problem)] = []

        public var count: Int { createdCount + updatedCount + unchangedCount + refusedCount }

        /// Those who would have been changed: nothing that a dry run has read stays, so that somebody who comes again would be new again.
        private var changed: Set<UInt64> = []
        /// So many of them are known again: what is read may be of any length.
        private static let changedCountMax = 1_000_000

        /// - Parameter dryRunOf: whom it is of where nothing is kept; nil where it is, and where nobody is known.
        fileprivate mutating func add(_ fate: ImportedPerson.Fate, dryRunOf user: UserID? = nil, line: Int) {
            var fate = fate
            if fate.isChange, let user {
                var hash = StableHash()
                hash.add(user.text)
                if changed.contains(hash.value) {
                    fate = .unchanged
                } else if changed.count < Self.changedCountMax {
                    changed.insert(hash.value)
                }
            }
            switch fate {
            case .created: createdCount += 1
            case .updated: updatedCount += 1
            case .unchanged: unchangedCount += 1
            case .refused(let problem):
                refusedCount += 1
                if refusals.count < refusalCountMax { refusals.append((line, problem)) }
            }
        }
    }

    /// Takes people in as they come. Where it is cut off, or nothing more can be read, those before are taken in, and all may be given again.
    ///
    /// - Parameters:
    ///   - now: asked for each part, since it may take long.
    ///   - onProgress: called after each part.
    /// - Throws: what `lines` and the store throw; `Problem.malformedJSON` where there was nobody.
    public func take<Lines: AsyncSequence>(
        _ lines: Lines, now: () -> Instant, onProgress: (Report) -> Void = { _ in }
    ) async throws -> Report where Lines.Element == PeopleLine {
        var report = Report()
        var part = Part()
        do {
            for try await line in lines {
                let person = read(line, now: now())
                if case .success(let person) = person, part.users.contains(person.user) { try await flush(&part, now: now(), into: &report, onProgress) }
                part.add(person, line: line.number)
                if part.entries.count == Self.partCountMax || part.rowCount >= Self.partRowCountMax {
                    try await flush(&part, now: now(), into: &report, onProgress)
                }
            }
        } catch let problem as Problem {
            // Those before what can't be read are taken in.
            try await flush(&part, now: now(), into: &report, onProgress)
            throw problem
        }
        try await flush(&part, now: now(), into: &report, onProgress)
        // What got lost on the way isn't answered as if it had come.
        guard report.count > 0 else { throw Problem.malformedJSON }
        return report
    }

    /// Some that are taken in together, each once, and those among them who can't be read.
    private struct Part {
        private(set) var entries: [(line: Int, person: Result<ImportedPerson, Problem>)] = []
        private(set) var users: Set<UserID> = []
        private(set) var rowCount = 0

        mutating func add(_ person: Result<ImportedPerson, Problem>, line: Int) {
            entries.append((line, person))
            guard case .success(let person) = person else { return }
            users.insert(person.user)
            rowCount += 1 + person.points.count + person.devices.count + person.subscriptions.count
        }
    }

    private func flush(_ part: inout Part, now: Instant, into report: inout Report, _ onProgress: (Report) -> Void) async throws {
        guard !part.entries.isEmpty else { return }
        let people = part.entries.compactMap { try? $0.person.get() }
        let fates = people.isEmpty ? [] : try await store.take(people, addingAddresses: addsAddresses, isDryRun: isDryRun, now: now)
        var next = fates.makeIterator()
        for (line, person) in part.entries {
            switch person {
            case .success(let person): if let fate = next.next() { report.add(fate, dryRunOf: isDryRun ? person.user : nil, line: line) }
            case .failure(let problem): report.add(.refused(problem), line: line)
            }
        }
        part = Part()
        onProgress(report)
    }

    private func read(_ line: PeopleLine, now: Instant) -> Result<ImportedPerson, Problem> {
        line.person.flatMap { line in Result { () throws(Problem) in try line.person(zones: zones, identifiers: identifiers, now: now) } }
    }
}
