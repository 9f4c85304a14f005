import BelfryModel
import BelfryPorts
import BelfryTime

extension NotificationID {
    /// Of a bill that is due on the Sunday of all tests.
    public static func bill(_ number: Int) -> NotificationID {
        NotificationID(subject: "bills|bill-\(number)|due_day", date: .sunday)
    }
}

extension ScheduledNotification {
    /// A reminder of one bill.
    public static func bill(
        _ number: Int, at moment: Instant = .evening, fingerprint: UInt64 = 1, promises: [PendingRequest.Promise] = [],
        parts: [NotificationID]? = nil, category: String = "bill_reminder", severity: Severity = .attention, expiresAt: Instant? = nil
    ) -> ScheduledNotification {
        ScheduledNotification(
            request: PendingRequest(identifier: .bill(number), moment: moment, fingerprint: fingerprint, promises: promises),
            title: "Bill \(number) is due", body: "Today.", category: category, thread: "bills", severity: severity,
            parts: parts ?? [.bill(number)], expiresAt: expiresAt)
    }
}

extension CentreHarness {
    /// What is pending once everything has taken effect, in the order of identifiers.
    public func pendingRequests() async -> [PendingRequest] {
        await settle()
        return await centre.pending().requests.sorted { $0.identifier < $1.identifier }
    }

    /// What is shown once everything has taken effect, in the order of identifiers.
    public func shown() async -> [DeliveredNotification] {
        await settle()
        return await centre.delivered().sorted { $0.identifier < $1.identifier }
    }

    /// Adds each; one that the centre refuses because it is full is left out, for that is its right.
    func addAsManyAsFit(_ notifications: [ScheduledNotification]) async throws {
        for notification in notifications {
            do {
                try await centre.add(notification)
            } catch CentreProblem.full {
                continue
            }
        }
    }

    /// Shows them now.
    public func show(_ notifications: ScheduledNotification...) async throws {
        for notification in notifications { try await centre.add(notification) }
        await advance(to: (notifications.map(\.moment).max() ?? .noon) + .seconds(1))
    }
}
