#if canImport(UserNotifications)
    import BelfryModel
    import BelfryPorts
    import BelfryTime
    import Foundation
    import UserNotifications

    extension UNNotificationRequest {
        /// - Parameters:
        ///   - sound: the name of one of the app's own; nil for the system's.
        ///   - picture: nil for none.
        ///   - isAttached: whether the picture stands beside it; its name is known either way, so that it isn't asked for again and again.
        convenience init(
            _ notification: ScheduledNotification, entitlements: Entitlements, sound: String? = nil, picture: PictureFile? = nil, isAttached: Bool = true,
            now: Instant
        ) {
            let content = UNMutableNotificationContent()
            content.title = notification.title
            content.body = notification.body
            content.categoryIdentifier = notification.category
            content.threadIdentifier = notification.thread
            content.interruptionLevel = entitlements.level(of: notification.severity)
            content.relevanceScore = notification.severity.relevance
            content.sound = .sound(named: sound, isCritical: content.interruptionLevel == .critical)
            let stored = StoredNotification(notification, level: content.interruptionLevel, sound: sound, picture: picture?.name)
            content.attachments = !isAttached ? [] : [picture?.attachment(of: notification.identifier.description)].compactMap(\.self)
            content.userInfo = stored.userInfo
            self.init(
                identifier: notification.identifier.description, content: content, trigger: .trigger(at: notification.moment, now: now))
        }
    }

    extension UNNotificationSound {
        /// Only a critical sound is heard though the device is muted, whichever it is.
        static func sound(named name: String?, isCritical: Bool) -> UNNotificationSound {
            guard let name = name.map(UNNotificationSoundName.init(rawValue:)) else { return isCritical ? .defaultCritical : .default }
            return isCritical ? .criticalSoundNamed(name) : UNNotificationSound(named: name)
        }
    }

    extension UNNotificationTrigger {
        /// How near a moment is whose seconds are counted, not read from the clock.
        static let nearby = Duration.seconds(10)

        /// Fires at a moment, or in the second that begins with it; nil, which means at once, where the moment has passed.
        ///
        /// A calendar trigger reads the clock, so it still fires rightly when the clock was set or the device was off. It is given its
        /// zone and its calendar, because without them the system takes those of the device: the moment would move with a journey, and
        /// the year 2026 would be long past in a Buddhist calendar. One that has passed by when the system gets it never fires, so for
        /// the next few seconds an interval is counted instead; for anything longer that doesn't notice that the clock was set.
        static func trigger(at moment: Instant, now: Instant) -> UNNotificationTrigger? {
            let wait = moment - now
            if wait <= .zero { return nil }
            if wait < nearby {
                return UNTimeIntervalNotificationTrigger(timeInterval: Double(wait.milliseconds) / 1000, repeats: false)
            }
            return UNCalendarNotificationTrigger(dateMatching: DateComponents(utc: moment.roundedUp(toMultipleOf: 1000)), repeats: false)
        }
    }

    extension DateComponents {
        /// A whole second, named so that it is the same moment everywhere.
        init(utc moment: Instant) {
            let reading = CivilDateTime(utc: moment)
            let (year, month, day) = reading.date.components
            self.init(
                calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month, day: day, hour: reading.time.hour,
                minute: reading.time.minute, second: reading.time.second)
        }
    }
#endif
