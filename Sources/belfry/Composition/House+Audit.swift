import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

extension House {
    /// Has what a command changes leave its line in the audit log: whoever typed it answers for it.
    ///
    /// Where a command takes several transactions they leave one line.
    func audited<Result>(
        _ action: AuditEntry.Action, of subject: String? = nil, person: UserID? = nil, details: [AuditEntry.Detail: String] = [:],
        _ body: () async throws -> Result
    ) async throws -> Result {
        let entry = auditEntry(action, of: subject, person: person, details: details)
        return try await Audit.$line.withValue(Audit.Line { entry }) { try await body() }
    }

    /// Leaves a line of what no transaction of a store leaves one for: what is handed out, and what is done to the store as a whole.
    func note(
        _ action: AuditEntry.Action, of subject: String? = nil, person: UserID? = nil, changedCount: Int? = nil, details: [AuditEntry.Detail: String] = [:]
    ) async throws {
        if var entry = auditEntry(action, of: subject, person: person, details: details) {
            entry.changedCount = changedCount
            try await store.note(entry)
        }
    }

    /// A new store is nobody's yet, and stays empty for who fills it.
    func noteMigrations() async throws {
        guard !isNew, !appliedMigrations.isEmpty else { return }
        try await note(.storeMigrated, details: [.migrations: appliedMigrations.joined(separator: ",")])
    }

    private func auditEntry(
        _ action: AuditEntry.Action, of subject: String?, person: UserID?, details: [AuditEntry.Detail: String]
    ) -> AuditEntry? {
        let now = now()
        return AuditEntryID(identifiers.next(now: now)).map { id in
            AuditEntry(id: id, at: now, by: .commandLine(Self.accountName), action, of: subject, person: person, details: details)
        }
    }

    /// Who is logged in; with `sudo`, who typed it.
    private static var accountName: String {
        let environment = ProcessInfo.processInfo.environment
        let name = environment["SUDO_USER"].flatMap { $0.isEmpty ? nil : $0 } ?? NSUserName()
        return AuditEntryID(name)?.text ?? "unknown"
    }
}
