#if canImport(UserNotifications)
    import BelfryModel
    import BelfryPorts
    import BelfryTime
    import Foundation
    import UserNotifications

    /// What is stored with a request, in its `userInfo`, and read back from there.
    ///
    /// Apple gives back when a trigger fires next, but for a fetched request that is wrong; so the moment is kept here. All values are
    /// texts, and lists and dictionaries of texts, which every property list keeps as they are.
    struct StoredNotification {
        let identifier: NotificationID
        /// Nil where it can't be read: somebody else wrote there, or an app of another version.
        let request: PendingRequest?
        let parts: [NotificationID]
        /// How grave it is, and the level of interruption that it was asked for with; nil where an app of an earlier version asked.
        private let severity: Severity?
        private let level: String?
        /// The app's own sound that it was asked for with; nil for the system's.
        private let sound: String?
        /// The name of the picture's file that it was asked for with; nil for none.
        private let picture: String?
        private let expiresAt: Instant?

        /// The one key in `userInfo`. What doesn't have it is not ours.
        static let key = "belfry"

        fileprivate enum Field {
            static let moment = "moment"
            static let fingerprint = "fingerprint"
            static let promises = "promises"
            static let promised = "identifier"
            static let due = "due"
            static let parts = "parts"
            static let severity = "severity"
            static let level = "level"
            static let sound = "sound"
            static let picture = "picture"
            static let expiry = "expires"
        }

        /// One that can't be read is given as something that no plan asks for, so that whoever compares replaces it or takes it back.
        var pendingRequest: PendingRequest {
            request ?? PendingRequest(identifier: identifier, moment: .max, fingerprint: 0)
        }

        /// The same, but known as another than it was where the app may go further by now, or less far, or has another sound or picture for
        /// it: all are frozen, so that only a new one in its place has the right ones.
        ///
        /// - Parameters:
        ///   - content: that it is stored with.
        ///   - wantedSound: what the app would have it sound like.
        ///   - wantedPicture: the name of the picture's file that the app would have beside it.
        func pendingRequest(
            showing content: UNNotificationContent, under entitlements: Entitlements, wantedSound: (ScheduledNotification) -> String?,
            wantedPicture: (ScheduledNotification) -> String?
        ) -> PendingRequest {
            guard let request, let severity, let level else { return pendingRequest }
            let asked = ScheduledNotification(
                request: request, title: content.title, body: content.body, category: content.categoryIdentifier, thread: content.threadIdentifier,
                severity: severity, parts: parts, expiresAt: expiresAt)
            let isLevel = level == StoredNotification.text(of: entitlements.level(of: severity))
            if isLevel, sound == wantedSound(asked), picture == wantedPicture(asked) { return request }
            return PendingRequest(
                identifier: identifier, moment: request.moment, fingerprint: ~request.fingerprint, promises: request.promises)
        }

        private static func text(of level: UNNotificationInterruptionLevel) -> String { String(level.rawValue) }
    }

    extension StoredNotification {
        /// - Parameters:
        ///   - level: that it is asked for with.
        ///   - sound: the app's own that it is asked for with; nil for the system's.
        ///   - picture: the name of its file; nil for none.
        init(_ notification: ScheduledNotification, level: UNNotificationInterruptionLevel, sound: String?, picture: String? = nil) {
            identifier = notification.identifier
            request = notification.request
            parts = notification.parts
            severity = notification.severity
            self.level = StoredNotification.text(of: level)
            self.sound = sound
            self.picture = picture
            expiresAt = notification.expiresAt
        }

        var userInfo: [AnyHashable: Any] {
            var fields: [String: Any] = [Field.parts: parts.map(\.description)]
            if let severity, let level {
                fields[Field.severity] = severity.rawValue
                fields[Field.level] = level
                fields[Field.sound] = sound
                fields[Field.picture] = picture
                fields[Field.expiry] = expiresAt?.description
            }
            if let request {
                fields[Field.moment] = request.moment.description
                fields[Field.fingerprint] = String(request.fingerprint, radix: 16)
                fields[Field.promises] = request.promises.map {
                    [Field.promised: $0.identifier.description, Field.due: $0.due.description]
                }
            }
            return [StoredNotification.key: fields]
        }

        /// Nil where the request isn't ours.
        init?(_ stored: UNNotificationRequest) {
            guard let fields = stored.content.userInfo[StoredNotification.key], let identifier = NotificationID(stored.identifier)
            else { return nil }
            self.init(identifier: identifier, fields: fields as? [String: Any] ?? [:])
        }

        private init(identifier: NotificationID, fields: [String: Any]) {
            self.identifier = identifier
            parts = (fields[Field.parts] as? [Any] ?? []).compactMap { ($0 as? String).flatMap(NotificationID.init) }
            severity = (fields[Field.severity] as? String).flatMap(Severity.init(rawValue:))
            level = fields[Field.level] as? String
            sound = fields[Field.sound] as? String
            picture = fields[Field.picture] as? String
            expiresAt = (fields[Field.expiry] as? String).flatMap(Instant.init)
            let promises = (fields[Field.promises] as? [Any])?.map(PendingRequest.Promise.init(stored:))
            guard let moment = (fields[Field.moment] as? String).flatMap(Instant.init),
                let fingerprint = (fields[Field.fingerprint] as? String).flatMap({ UInt64($0, radix: 16) }),
                let promises, !promises.contains(nil)
            else {
                request = nil
                return
            }
            request = PendingRequest(
                identifier: identifier, moment: moment, fingerprint: fingerprint, promises: promises.compactMap(\.self))
        }
    }

    extension PendingRequest.Promise {
        fileprivate init?(stored: Any) {
            let fields = stored as? [String: Any]
            guard let identifier = (fields?[StoredNotification.Field.promised] as? String).flatMap(NotificationID.init),
                let due = (fields?[StoredNotification.Field.due] as? String).flatMap(Instant.init)
            else { return nil }
            self.init(identifier: identifier, due: due)
        }
    }

    // MARK: What was shown

    extension DeliveredNotification {
        /// Nil where it isn't ours. Where the moment can't be read, that of its showing stands for it.
        init?(_ notification: UNNotification) {
            guard let stored = StoredNotification(notification.request) else { return nil }
            self.init(identifier: stored.identifier, moment: stored.request?.moment ?? Instant(notification.date))
        }
    }

    extension NotificationResponse {
        /// Nil where it is to a notification that isn't ours.
        init?(_ response: UNNotificationResponse) {
            guard let stored = StoredNotification(response.notification.request) else { return nil }
            let action: Action =
                switch response.actionIdentifier {
                case UNNotificationDefaultActionIdentifier: .open
                case UNNotificationDismissActionIdentifier: .dismiss
                default: .button(response.actionIdentifier)
                }
            self.init(
                identifier: stored.identifier, moment: stored.request?.moment ?? Instant(response.notification.date), action: action,
                parts: stored.parts)
        }
    }

    extension Instant {
        /// Beyond the years 0001 to 9999, their first or last moment.
        init(_ date: Date) {
            let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
            let first = Double(Instant.min.millisecondsSinceEpoch)
            let last = Double(Instant.max.millisecondsSinceEpoch)
            self.init(millisecondsSinceEpoch: Int64(Swift.min(Swift.max(milliseconds, first), last)))
        }
    }
#endif
