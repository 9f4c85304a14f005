import BelfryModel
import BelfryPorts

/// What the audit log is asked for, and by which of its indices a store of SQL finds it: of 2,000 lines by the app `shop`, of `shop`, of which every 500th is
/// a `queue.paused` and every 900th was refused.
public struct AuditFilterExample: Sendable {
    public let selection: AuditSelection
    public let indices: [String]
    public let count: Int

    private init(_ indices: String..., count: Int, _ change: (inout AuditSelection) -> Void) {
        var selection = AuditSelection(countMax: 100)
        change(&selection)
        (self.selection, self.indices, self.count) = (selection, indices, count)
    }

    public static let all = [
        AuditFilterExample("audit_log_actor", count: 100) { $0.actor = "shop" }, AuditFilterExample("audit_log_actor", count: 0) { $0.actor = "ana" },
        AuditFilterExample("audit_log_kind", count: 0) { $0.kind = .commandLine }, AuditFilterExample("audit_log_kind", count: 100) { $0.kind = .app },
        AuditFilterExample("audit_log_action", count: 4) { $0.action = .queuePaused },
        AuditFilterExample("audit_log_action", count: 1) { selection in
            selection.action = .queuePaused
            selection.before = AuditEntryID(literal: "line-00999")
        },
        AuditFilterExample("audit_log_refused", count: 2) { $0.outcome = .refused },
        AuditFilterExample("audit_log_subject", "audit_log_user", count: 100) { $0.subject = "shop" },
    ]
}
