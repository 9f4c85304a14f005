import BelfryModel
import HTTPTypes

/// What each route leaves in the audit log. Whoever adds a route that changes something says it here; a test asks the router for what is missing.
enum AuditedRoutes {
    enum Rule: Hashable, Sendable {
        /// Whoever does it: the operator, an app, or a person who does it to another.
        case noted(AuditEntry.Action)
        /// The operator alone: of an app it is what it is there for, and is kept as what follows from it.
        case notedOfOperators(AuditEntry.Action)
        /// Nobody has to answer for it.
        case unnoted(Why)

        /// Why something that changes something leaves no line.
        enum Why: Hashable, Sendable {
            /// A person's own things, which are kept as they stand, with their moments.
            case ownThings
            /// Facts, reports and signs of life, which are kept as such.
            case facts
            /// Nothing of anybody's is changed.
            case changesNothing
        }

        var action: AuditEntry.Action? {
            switch self {
            case .noted(let action), .notedOfOperators(let action): action
            case .unnoted: nil
            }
        }
    }

    /// - Parameter path: as the router has it, with the names of its parts that may be anything.
    static func rule(_ method: HTTPRequest.Method, _ path: String) -> Rule? { all[name(method, path)] }

    /// As the API's document names a route: `DELETE /v1/people/{user_id}`.
    static func name(_ method: HTTPRequest.Method, _ path: String) -> String {
        // Who only asks how it would be answered reads the same.
        "\(method == .head ? "GET" : method.rawValue) /\(path.split(separator: "/").joined(separator: "/"))"
    }

    static let all: [String: Rule] = [queue, people, lists, reading, pages, own, facts].reduce(into: [:]) { all, part in
        all.merge(part) { first, _ in first }
    }

    private static let queue: [String: Rule] = [
        "POST /v1/notifications": .notedOfOperators(.notificationSent),
        "POST /v1/deliveries/cancel": .noted(.deliveriesCancelled),
        "POST /v1/deliveries/change": .noted(.deliveriesChanged),
        "POST /v1/deliveries/retract": .noted(.deliveriesRetracted),
        "POST /v1/deliveries/redrive": .noted(.deliveriesRedriven),
        "PUT /v1/queue/pauses": .noted(.queuePaused),
        "DELETE /v1/queue/pauses": .noted(.queueResumed),
        "POST /v1/broadcasts": .notedOfOperators(.broadcastOrdered),
        "POST /v1/broadcasts/{id}/cancel": .noted(.broadcastCancelled),
        "POST /functions/v1/process_notifications": .unnoted(.changesNothing),
    ]

    private static let people: [String: Rule] = [
        "GET /v1/people/{user_id}/export": .noted(.personExported),
        "POST /v1/people": .noted(.peopleImported),
        "DELETE /v1/people/{user_id}": .noted(.personErased),
        "PUT /v1/families/{family_id}": .noted(.familyChanged),
        "POST /v1/families/{family_id}/invitations": .noted(.familyChanged),
        "DELETE /v1/families/{family_id}/members/{user_id}": .noted(.familyChanged),
        "PATCH /v1/users/{user_id}/preferences": .noted(.settingsChanged),
        "PUT /v1/users/{user_id}/subscriptions": .noted(.settingsChanged),
        "PUT /v1/users/{user_id}/mutes": .noted(.settingsChanged),
        "PUT /v1/users/{user_id}/audiences/{app_id}/{audience}": .noted(.settingsChanged),
        "DELETE /v1/users/{user_id}/audiences/{app_id}/{audience}": .noted(.settingsChanged),
        "POST /v1/users/{user_id}/contact_points": .noted(.addressesChanged),
        "POST /v1/users/{user_id}/contact_points/{id}/verify": .noted(.addressesChanged),
        "PUT /v1/users/{user_id}/contact_points/{id}/subscription": .noted(.settingsChanged),
        "DELETE /v1/users/{user_id}/contact_points/{id}": .noted(.addressesChanged),
        "DELETE /v1/users/{user_id}/devices/{id}": .noted(.addressesChanged),
        "POST /v1/users/{user_id}/calendar": .noted(.settingsChanged),
        "DELETE /v1/users/{user_id}/calendar": .noted(.settingsChanged),
    ]

    /// What apps keep for their orders, and say of themselves.
    private static let lists: [String: Rule] = [
        "PUT /v1/app": .noted(.appChanged),
        "DELETE /v1/app": .noted(.appChanged),
        "PUT /v1/categories/{category}": .noted(.categoryChanged),
        "DELETE /v1/categories/{category}": .noted(.categoryChanged),
        "PUT /v1/hooks/{name}": .noted(.hookChanged),
        "DELETE /v1/hooks/{name}": .noted(.hookChanged),
        "PUT /v1/templates/{name}": .noted(.templateChanged),
        "DELETE /v1/templates/{name}": .noted(.templateChanged),
        "POST /v1/templates/{name}/versions/{version}/restore": .noted(.templateChanged),
        "POST /v1/schedules": .notedOfOperators(.scheduleChanged),
        "PATCH /v1/schedules/{id}": .notedOfOperators(.scheduleChanged),
        "DELETE /v1/schedules/{id}": .notedOfOperators(.scheduleChanged),
        "POST /v1/schedules/{id}/skip": .notedOfOperators(.scheduleChanged),
        "POST /v1/schedules/{id}/unskip": .notedOfOperators(.scheduleChanged),
        "POST /v1/schedules/{id}/run": .notedOfOperators(.scheduleChanged),
        "POST /v1/schedules/{id}/pause": .notedOfOperators(.scheduleChanged),
        "POST /v1/schedules/{id}/resume": .notedOfOperators(.scheduleChanged),
        "PUT /v1/heartbeats/{key}": .notedOfOperators(.heartbeatChanged),
        "DELETE /v1/heartbeats/{key}": .notedOfOperators(.heartbeatChanged),
        "PUT /v1/rotas/{name}": .notedOfOperators(.rotaChanged),
        "DELETE /v1/rotas/{name}": .notedOfOperators(.rotaChanged),
        "PUT /v1/rotas/{name}/overrides/{from}": .notedOfOperators(.rotaChanged),
        "DELETE /v1/rotas/{name}/overrides/{from}": .notedOfOperators(.rotaChanged),
        "PUT /v1/audiences/{audience}": .notedOfOperators(.audienceChanged),
        "DELETE /v1/audiences/{audience}": .notedOfOperators(.audienceChanged),
        "PUT /v1/audiences/{audience}/members/{user_id}": .notedOfOperators(.audienceChanged),
        "DELETE /v1/audiences/{audience}/members/{user_id}": .notedOfOperators(.audienceChanged),
        "POST /v1/audiences/{audience}/add": .notedOfOperators(.audienceChanged),
        "POST /v1/audiences/{audience}/remove": .notedOfOperators(.audienceChanged),
    ]

    /// What an operator looks at that is others'.
    private static let reading: [String: Rule] = [
        "GET /v1/audit": .notedOfOperators(.auditRead),
        "GET /v1/deliveries": .notedOfOperators(.deliveriesRead),
        "GET /v1/deliveries/{id}": .notedOfOperators(.deliveriesRead),
        "GET /v1/families/{family_id}": .notedOfOperators(.familyRead),
        "GET /v1/alerts/{id}/story": .notedOfOperators(.familyRead),
        "GET /v1/users/{user_id}/preferences": .notedOfOperators(.personRead),
        "GET /v1/users/{user_id}/addresses": .notedOfOperators(.personRead),
        "GET /v1/users/{user_id}/subscriptions": .notedOfOperators(.personRead),
        "GET /v1/users/{user_id}/mutes": .notedOfOperators(.personRead),
        "GET /v1/users/{user_id}/audiences": .notedOfOperators(.personRead),
        "GET /audit": .notedOfOperators(.auditRead),
        "GET /deliveries": .notedOfOperators(.deliveriesRead),
        "GET /deliveries.csv": .notedOfOperators(.deliveriesRead),
        "GET /deliveries/{id}": .notedOfOperators(.deliveriesRead),
    ]

    /// What an operator does on the pages.
    private static let pages: [String: Rule] = [
        "POST /page/deliveries/redrive": .noted(.deliveriesRedriven),
        "POST /page/deliveries/cancel": .noted(.deliveriesCancelled),
        "POST /page/deliveries/{id}/redrive": .noted(.deliveriesRedriven),
        "POST /page/deliveries/{id}/cancel": .noted(.deliveriesCancelled),
        "POST /page/deliveries/{id}/now": .noted(.deliveriesChanged),
        "POST /page/deliveries/{id}/retract": .noted(.deliveriesRetracted),
        "POST /page/deliveries/pause": .noted(.queuePaused),
        "POST /page/deliveries/resume": .noted(.queueResumed),
        "POST /page/broadcasts/{id}/cancel": .noted(.broadcastCancelled),
        "POST /page/planned/schedules/{id}/pause": .noted(.scheduleChanged),
        "POST /page/planned/schedules/{id}/resume": .noted(.scheduleChanged),
        "POST /page/planned/schedules/{id}/run": .noted(.scheduleChanged),
        "POST /page/planned/schedules/{id}/skip": .noted(.scheduleChanged),
        "POST /send": .noted(.notificationSent),
        "POST /login": .notedOfOperators(.signedIn),
        "GET /login/provider/callback": .notedOfOperators(.signedIn),
    ]

    private static let own: [String: Rule] = Dictionary(
        uniqueKeysWithValues: [
            "POST /login/link", "POST /logout", "POST /logout/everywhere", "POST /settings", "POST /settings/preview",
            "POST /reminders", "POST /page/reminders/done", "POST /page/reminders/switch", "POST /page/reminders/delete", "POST /page/reminders/undo",
            "POST /page/settings/calendar", "POST /page/settings/undo", "POST /page/settings/mute", "POST /page/settings/audience", "POST /page/settings/addresses",
            "POST /page/settings/addresses/{id}/verify", "POST /page/settings/addresses/{id}/code", "POST /page/settings/addresses/{id}/test",
            "POST /page/settings/addresses/{id}/resume", "POST /page/settings/addresses/{id}/remove", "POST /page/settings/devices/{id}/remove",
            "POST /page/start/zone", "POST /page/start/quiet", "POST /page/start/test", "POST /page/alerts/{id}/snooze", "POST /page/alerts/{id}/dismiss",
            "POST /page/alerts/{id}/restore", "POST /page/deliveries/{id}/opened", "POST /page/deliveries/{id}/acted", "POST /page/web-push/subscribe",
            "POST /page/inbox/{id}/read", "POST /page/inbox/{id}/unread", "POST /page/inbox/{id}/archive", "POST /page/inbox/{id}/unarchive",
            "POST /page/inbox/{id}/later", "POST /page/inbox/{id}/back", "POST /page/inbox/{id}/read_through", "POST /page/inbox/{id}/actions/{action}",
            "POST /v1/inbox/{id}/read", "POST /v1/inbox/{id}/unread", "POST /v1/inbox/{id}/archive", "POST /v1/inbox/{id}/unarchive",
            "POST /v1/inbox/{id}/later", "POST /v1/inbox/{id}/back", "POST /v1/inbox/{id}/read_through", "POST /v1/deliveries/{id}/opened",
            "POST /v1/deliveries/{id}/acted", "POST /v1/deliveries/{id}/actions/{action}", "POST /v1/invitations/accept",
            "PUT /v1/families/{family_id}/consent", "POST /sync/push", "POST /unsubscribe/{token}", "POST /resubscribe/{token}",
            "POST /rest/v1/rpc/snooze_pattern_alert", "POST /rest/v1/rpc/dismiss_pattern_alert", "POST /rest/v1/rpc/register_device_token",
        ].map { ($0, Rule.unnoted(.ownThings)) })

    private static let facts: [String: Rule] = [
        "POST /v1/metrics": .unnoted(.facts), "POST /functions/v1/rook": .unnoted(.facts), "POST /callbacks/{provider}": .unnoted(.facts),
        "POST /v1/intake/alertmanager": .unnoted(.facts), "POST /v1/intake/grafana": .unnoted(.facts), "POST /v1/intake/uptime-kuma": .unnoted(.facts),
        "POST /v1/intake/text": .unnoted(.facts), "POST /v1/intake/hooks/{app_id}/{name}": .unnoted(.facts),
        "POST /v1/hooks/{name}/try": .unnoted(.changesNothing), "POST /v1/templates/{name}/try": .unnoted(.changesNothing),
        "POST /v1/heartbeats/{key}/beat": .unnoted(.facts), "POST /v1/plan": .unnoted(.changesNothing),
        "POST /rest/v1/rpc/get_family_pattern_alerts": .unnoted(.changesNothing),
    ]
}
