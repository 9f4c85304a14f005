#if canImport(UserNotifications)
    import BelfryModel
    import BelfryPorts
    import BelfryTime
    import Foundation
    import UserNotifications

    /// The notification centre of iOS, iPadOS, macOS and visionOS, over UNUserNotificationCenter.
    ///
    /// Make one before the app has finished launching, or responses that started the app are lost: it becomes the delegate of Apple's
    /// centre. It promises no more than Apple does: removal takes effect later, and what is beyond the system's limit vanishes without a
    /// word.
    public final class UserNotificationCentre: NotificationCentre {
        /// For apps that have a delegate of their own: let it hand on what ``NotificationCentreDelegate/owns(_:)``.
        /// Kept here, because Apple's centre doesn't keep its delegate.
        public let delegate: NotificationCentreDelegate

        private let center: Handed<UNUserNotificationCenter>
        private let entitlements: Entitlements
        private let ownCategories: Handed<Set<UNNotificationCategory>>
        private let sound: @Sendable (ScheduledNotification) -> String?
        private let picture: @Sendable (ScheduledNotification) -> URL?
        private let clock: @Sendable () -> Instant

        /// - Parameters:
        ///   - center: the app's own; `current()` needs an app bundle around the process.
        ///   - entitlements: what Apple lets the app do beyond the ordinary; what it doesn't is scheduled one level lower.
        ///   - ownCategories: those of the app itself, under names of their own. The system keeps one set and replaces it as a whole.
        ///   - becomesDelegate: false where the app has a delegate of its own.
        ///   - sound: the name of a sound file of the app, such as `adhan.caf` for the category `prayer`; nil for the system's own sound. What is
        ///     pending is asked about again and again, so the same one is to get the same answer.
        ///   - picture: the file of a picture of the app's that stands beside it, such as `photo.jpg` in its container; nil for none. The file is
        ///     copied. What is pending is asked about as for its sound, and another file has another name.
        ///   - clock: the moment now, such as `Instant.systemNow`.
        ///   - respond: is awaited for every response of the person, also when it started the app, and then the system is told that it was
        ///     handled. The same response may come twice.
        public init(
            center: UNUserNotificationCenter = .current(), entitlements: Entitlements = [], ownCategories: Set<UNNotificationCategory> = [],
            becomesDelegate: Bool = true, sound: @escaping @Sendable (ScheduledNotification) -> String? = { _ in nil },
            picture: @escaping @Sendable (ScheduledNotification) -> URL? = { _ in nil }, clock: @escaping @Sendable () -> Instant,
            respond: @escaping @Sendable (NotificationResponse) async -> Void
        ) {
            delegate = NotificationCentreDelegate(respond: respond)
            self.center = Handed(center)
            self.entitlements = entitlements
            self.ownCategories = Handed(ownCategories)
            self.sound = sound
            self.picture = picture
            self.clock = clock
            if becomesDelegate { center.delegate = delegate }
        }

        public func add(_ notification: ScheduledNotification) async throws(CentreProblem) {
            guard !notification.isOver(at: clock()) else { throw .invalid }
            let picture = picture(notification).map(PictureFile.init)
            guard let problem = await problem(adding: notification, picture: picture, isAttached: picture != nil) else { return }
            // The system schedules nothing with a picture that it can't show: rather the words alone.
            guard problem == .invalid, picture != nil else { throw problem }
            if let problem = await self.problem(adding: notification, picture: picture, isAttached: false) { throw problem }
        }

        /// Nil where it was taken.
        private func problem(adding notification: ScheduledNotification, picture: PictureFile?, isAttached: Bool) async -> CentreProblem? {
            let request = UNNotificationRequest(
                notification, entitlements: entitlements, sound: sound(notification), picture: picture, isAttached: isAttached, now: clock())
            return await withCheckedContinuation { continuation in
                center.value.add(request) { continuation.resume(returning: $0.map(CentreProblem.init(error:))) }
            }
        }

        public func removePending(_ identifiers: [NotificationID]) async {
            center.value.removePendingNotificationRequests(withIdentifiers: identifiers.map(\.description))
        }

        public func pending() async -> PendingList {
            await withCheckedContinuation { [entitlements, sound, picture] continuation in
                center.value.getPendingNotificationRequests { requests in
                    let own = requests.compactMap {
                        StoredNotification($0)?.pendingRequest(
                            showing: $0.content, under: entitlements, wantedSound: sound,
                            wantedPicture: { picture($0).map { PictureFile(file: $0).name } })
                    }
                    continuation.resume(returning: PendingList(own, otherCount: requests.count - own.count))
                }
            }
        }

        public func delivered() async -> [DeliveredNotification] {
            await withCheckedContinuation { continuation in
                center.value.getDeliveredNotifications { notifications in
                    continuation.resume(returning: notifications.compactMap(DeliveredNotification.init))
                }
            }
        }

        public func removeDelivered(_ identifiers: [NotificationID]) async {
            center.value.removeDeliveredNotifications(withIdentifiers: identifiers.map(\.description))
        }

        public func setCategories(_ categories: [DescribedCategory]) async {
            center.value.setNotificationCategories(ownCategories.value.union(categories.map(UNNotificationCategory.init)))
        }

        public func permission() async -> NotificationPermission { await settings().permission }

        private func settings() async -> (permission: NotificationPermission, criticalAlerts: UNNotificationSetting) {
            await withCheckedContinuation { continuation in
                center.value.getNotificationSettings {
                    continuation.resume(returning: (NotificationPermission($0.authorizationStatus), $0.criticalAlertSetting))
                }
            }
        }

        /// Asks the system only where that can change something: never after a no, and not for less than there is.
        ///
        /// The system asks about critical alerts in a question of its own, also where notifications are allowed already.
        public func requestPermission(_ kind: PermissionKind) async -> NotificationPermission {
            let before = await settings()
            switch (before.permission, kind) {
            case (.undetermined, _), (.provisional, .full): break
            // As long as nobody has asked for them they count as not supported: Apple may have agreed since the person was asked.
            case (.granted, .full) where entitlements.contains(.critical) && before.criticalAlerts == .notSupported: break
            default: return before.permission
            }
            await withCheckedContinuation { continuation in
                center.value.requestAuthorization(options: entitlements.options(for: kind)) { _, _ in continuation.resume() }
            }
            return await permission()
        }
    }

    extension NotificationPermission {
        init(_ status: UNAuthorizationStatus) {
            switch status {
            case .notDetermined: self = .undetermined
            case .denied: self = .denied
            case .provisional: self = .provisional
            default: self = .granted  // also for a while, as an App Clip's `ephemeral`
            }
        }
    }

    extension CentreProblem {
        init(error: any Error) {
            switch error as? UNError {
            case let problem? where problem.code == .notificationsNotAllowed: self = .notAllowed
            case .some: self = .invalid
            case nil: self = .unavailable
            }
        }
    }
#endif
