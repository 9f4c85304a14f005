import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation
import Hummingbird

/// Who did what, for whoever holds the admin secret.
struct AuditRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/audit") { request, _ in
            try await services.requireAdmin(request)
            try request.checkParameters(AuditQuery.memberNames + ["before", "after", "limit"])
            let countMax = try request.limit(in: 1...AuditSelection.countMaxOfPage, standard: 100)
            // One more than is answered, to know whether there are further ones.
            var selection = try AuditQuery.selection(request.parameters, countMax: countMax + 1)
            selection.before = try request.before { AuditEntryID($0) }
            selection.after = try request.parameters["after"].map { text in
                guard let id = AuditEntryID(text) else { throw Problem.wrongType(field: "after", expected: "the identifier of a line") }
                return id
            }
            guard selection.before == nil || selection.after == nil else {
                throw Problem.wrongType(field: "after", expected: "nothing where “before” is given")
            }
            let found = try await services.store.auditEntries(selection)
            let entries = found.prefix(countMax)
            if request.prefersCSV {
                let text = CSV.text(head: AuditLine.head, rows: entries.map { AuditLine($0).cells })
                return Response.text(text, type: "text/csv; charset=utf-8; header=present")
            }
            let further = found.count > countMax ? entries.last?.id : nil
            let isBackwards = selection.after == nil
            return try Response.json(Body(entries: entries.map(AuditLine.init), older: isBackwards ? further : nil, newer: isBackwards ? nil : further))
        }
    }

    private struct Body: Encodable {
        let entries: [AuditLine]
        /// Nil where none is older than these.
        let older: AuditEntryID?
        /// Nil where none is younger, or it wasn't asked for younger ones.
        let newer: AuditEntryID?
    }
}
