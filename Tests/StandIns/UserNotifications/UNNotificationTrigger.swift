import Foundation

open class UNNotificationTrigger: NSObject {
    public let repeats: Bool
    /// The clock of the system that gave it back; nil until it was added.
    var clock: (() -> Date)?

    init(repeats: Bool) {
        self.repeats = repeats
    }

    /// When it fires for a request that was added at `date`; nil where it never does.
    func fireDate(after date: Date, on device: Device) -> Date? { nil }

    /// What decides how a trigger's wall clock is read.
    struct Device {
        var timeZone: TimeZone
        var calendar: Calendar.Identifier
    }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    public let timeInterval: TimeInterval

    /// As the framework does, it stops the process where the interval is not positive, or repeats more often than every minute.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// From the moment of the question on, not from that of the request: what makes it useless for a fetched one (rdar 41949525).
    open func nextTriggerDate() -> Date? {
        clock?().addingTimeInterval(timeInterval)
    }

    override func fireDate(after date: Date, on device: Device) -> Date? {
        date.addingTimeInterval(timeInterval)
    }
}

open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    public let dateComponents: DateComponents

    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    open func nextTriggerDate() -> Date? {
        clock.flatMap { fireDate(after: $0(), on: Device(timeZone: .gmt, calendar: .gregorian)) }
    }

    /// The next reading that matches what is given, and nothing else; none where it has passed for good. Without a zone or a calendar
    /// of their own, the components are read by those of the device.
    override func fireDate(after date: Date, on device: Device) -> Date? {
        var calendar = Calendar(identifier: dateComponents.calendar?.identifier ?? device.calendar)
        calendar.timeZone = dateComponents.timeZone ?? device.timeZone
        var reading = dateComponents
        reading.calendar = nil
        reading.timeZone = nil
        return calendar.nextDate(after: date, matching: reading, matchingPolicy: .nextTimePreservingSmallerComponents)
    }
}
