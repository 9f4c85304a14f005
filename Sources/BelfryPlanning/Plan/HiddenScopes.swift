import BelfryModel
import BelfryTime

/// What a person has dismissed and muted, by what it covers: one notification asks a few times, however much is hidden.
struct HiddenScopes: Sendable {
    private struct Cover {
        var dismissedAt: Instant?
        var mutedUntil: Instant?

        mutating func add(_ other: Cover?) {
            guard let other else { return }
            dismissedAt = [dismissedAt, other.dismissedAt].compactMap(\.self).min()
            mutedUntil = [mutedUntil, other.mutedUntil].compactMap(\.self).max()
        }
    }

    /// By a domain, a thing in it or a rule, with which names begin.
    private var byBeginning: [Substring: Cover] = [:]
    private var byNotification: [NotificationID: Cover] = [:]
    /// Until when everything is muted.
    private let mutedUntil: Instant?

    init(_ person: Person) {
        mutedUntil = person.preferences.mutedUntil
        for dismissal in person.dismissals { add(Cover(dismissedAt: dismissal.at), to: dismissal.scope) }
        for mute in person.mutes { add(Cover(mutedUntil: mute.until ?? Mute.openEnd), to: mute.scope) }
    }

    private mutating func add(_ cover: Cover, to scope: NotificationScope) {
        byBeginning[scope.text[...], default: Cover()].add(cover)
        if let identifier = NotificationID(scope.text) { byNotification[identifier, default: Cover()].add(cover) }
    }

    /// Takes over what hides a notification: since when, and until when. Whether the person mutes everything the inputs know.
    func hide(_ identifier: NotificationID, in inputs: inout DecisionInputs) {
        guard !byBeginning.isEmpty else { return }
        let subject = identifier.subject
        var cover = Cover(mutedUntil: mutedUntil)
        cover.add(byNotification[identifier])
        for end in subject.utf8.indices where subject.utf8[end] == UInt8(ascii: "|") { cover.add(byBeginning[subject[..<end]]) }
        cover.add(byBeginning[subject[...]])
        inputs.dismissedAt = cover.dismissedAt
        inputs.preferences.mutedUntil = cover.mutedUntil
    }
}
