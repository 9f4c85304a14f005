import ArgumentParser

/// When something is told, once; a schedule has its start and its rule instead.
struct MomentOptions: ParsableArguments {
    @Option(help: "Not before this moment, such as 2026-01-26T08:00:00Z.")
    var deliverAfter: String?

    @Option(help: "Not before each recipient's own clock shows this, such as 2026-12-24T09:00.")
    var deliverAtLocal: String?

    @Option(help: "Not from this moment on, such as 2026-01-26T20:00:00Z.")
    var expiresAt: String?

    /// As the API has them.
    var fields: [String: Any] {
        var fields: [String: Any] = [:]
        fields["deliver_after"] = deliverAfter
        fields["deliver_at_local"] = deliverAtLocal
        fields["expires_at"] = expiresAt
        return fields
    }
}
