import BelfryPorts
import BelfryTime

extension Doctor {
    /// Keys that end soon, or have ended lately: whoever uses them is shut out then.
    func endingKeys(_ keys: [APIKeyRecord], _ now: Instant) -> [Finding] {
        let ends = keys.compactMap { key -> String? in
            guard key.revokedAt == nil, let end = key.terms.expiresAt, end > now - APIKeyRecord.warningLength, end <= now + APIKeyRecord.warningLength
            else { return nil }
            return "that of \(printable(key.name)) \(end > now ? "ends" : "ended") at \(end)"
        }
        guard !ends.isEmpty else { return [] }
        let text =
            "\(ends.joined(separator: ", ")); `belfry keys replace NAME --grace 24h --expires 90d` gives another, "
            + "`belfry keys change NAME --expires 90d` lets it go on"
        return [Finding(code: "keys_ending", subject: "keys", grade: .advice, text: text)]
    }
}
