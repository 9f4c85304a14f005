import ArgumentParser
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Says who did what: operators, apps and commands, to others' things.",
        discussion: """
            The latest are shown, the oldest of them first. With --follow it goes on with what comes, as for a collector of logs: only what is kept \
            elsewhere stays as it is where somebody has the database.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: "Only of this person, app or account.")
    var actor: String?

    @Option(help: "Only of this kind: admin, operator, app, person or command_line.")
    var actorKind: String?

    @Option(help: "Only this action, such as queue.paused.")
    var action: String?

    @Option(help: "Only of this thing, or of this person's things.")
    var subject: String?

    @Option(help: "Only what was done, or what was refused: done or refused.")
    var outcome: String?

    @Option(help: "Only from this moment on, such as 2026-01-25T08:00:00Z.")
    var from: String?

    @Option(help: "Only before this moment.")
    var to: String?

    @Option(help: "How many at most.")
    var limit = 100

    @Flag(help: "Go on with what comes.")
    var follow = false

    @Flag(help: "Print JSON, a line each.")
    var json = false

    func validate() throws {
        guard (1...AuditSelection.countMaxOfPage).contains(limit) else {
            throw ValidationError("--limit must be a whole number from 1 to \(AuditSelection.countMaxOfPage).")
        }
        guard !follow || to == nil else { throw ValidationError("--follow and --to go one at a time.") }
    }

    func run() async throws {
        let values = ["actor": actor, "actor_kind": actorKind, "action": action, "subject": subject, "outcome": outcome, "from": from, "to": to]
        let selection = try understood { try AuditQuery.selection(values.compactMapValues { $0 }, countMax: limit) }
        try await storeOptions.withHouse { house in
            let start = house.now()
            var shown = Array(try await house.store.auditEntries(selection).reversed())
            if shown.isEmpty, !follow, !json { return printError("Nothing of that kind was noted.") }
            try show(shown)
            guard follow else { return }
            while true {
                try await Task.sleep(for: Self.interval)
                // What others have committed meanwhile may stand before what was shown last, and this machine may have slept since.
                var fresh = selection
                fresh.from = max((shown.last?.at ?? start) - Self.lookBack, selection.from ?? .min)
                let known = Set(shown.map(\.id))
                let found = try await all(fresh, in: house.store).filter { !known.contains($0.id) && $0.at >= began(shown) }
                try show(found)
                shown = (shown + found).suffix(Self.rememberedCount)
            }
        }
    }

    /// The oldest first, however many there are.
    private func all(_ selection: AuditSelection, in store: any AuditStore) async throws -> [AuditEntry] {
        var found: [AuditEntry] = []
        var next = selection
        next.countMax = AuditSelection.countMaxOfPage
        while case let page = try await store.auditEntries(next), let last = page.last {
            found += page
            guard page.count == next.countMax else { break }
            next.before = last.id
        }
        return found.reversed()
    }

    private static let interval = Duration.seconds(2)
    private static let lookBack = Duration.seconds(60)
    private static let rememberedCount = 5_000

    /// What is older than the oldest that was shown was left out on purpose.
    private func began(_ shown: [AuditEntry]) -> Instant { shown.first?.at ?? .min }

    private func show(_ entries: [AuditEntry]) throws {
        for entry in entries {
            if json {
                try printJSON(AuditLine(entry))
            } else {
                let who = [entry.actor.kind.rawValue, entry.actor.name ?? entry.actor.person?.text].compactMap { $0 }.joined(separator: " ")
                let what = [entry.subject, entry.person.map { "of \($0)" }, entry.changedCount.map { "(\($0))" }].compactMap { $0 }
                let refused = entry.outcome == .refused ? ["refused: \(entry.details[.problem] ?? "")"] : []
                print(([entry.at.description, who, entry.actionName] + what + refused).map(printable).joined(separator: "  "))
            }
        }
    }
}
