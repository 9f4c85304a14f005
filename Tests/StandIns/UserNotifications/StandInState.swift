import Foundation

// Not Apple's: how the system behaves behind the framework, where Apple documents it or people have seen it.

/// Which requests survive when there are more than the system keeps; it never says a word. Reports differ from version to version.
public enum OverflowPolicy: CaseIterable, Sendable {
    case keepSoonest, keepLastAdded, dropNew, dropAll
}

struct StandInState {
    var now: Date
    var device = UNNotificationTrigger.Device(timeZone: .gmt, calendar: .gregorian)
    var overflow = OverflowPolicy.keepSoonest
    var capacity = 64

    var status = UNAuthorizationStatus.notDetermined
    /// Not supported until they are asked for, as people report.
    var criticalAlerts = UNNotificationSetting.notSupported
    var answer = true
    /// Whether the person is still asked once there is a quiet permission: reports differ.
    var asksAfterProvisional = true
    var promptCount = 0
    /// With which permission was asked for.
    var requestedOptions: [UNAuthorizationOptions] = []

    var categories: Set<UNNotificationCategory> = []
    /// In the order in which they were added.
    var pending: [Entry] = []
    var delivered: [UNNotification] = []
    /// Asked for and not yet done.
    var removals: [String] = []
    var presentations: [String: UNNotificationPresentationOptions] = [:]

    struct Entry {
        let request: UNNotificationRequest
        var addedAt: Date
    }

    struct NoPropertyList: Error {}

    private var mayShow: Bool { status != .denied && status != .notDetermined }

    mutating func askPerson(_ options: UNAuthorizationOptions) -> Bool {
        requestedOptions.append(options)
        let isQuiet = options.contains(.provisional)
        if status == .notDetermined, isQuiet {
            status = .provisional
        } else if !isQuiet, status == .notDetermined || status == .provisional && asksAfterProvisional {
            promptCount += 1
            status = answer ? .authorized : .denied
        }
        // A question of its own, once.
        if options.contains(.criticalAlert), status == .authorized, criticalAlerts == .notSupported {
            criticalAlerts = answer ? .enabled : .disabled
        }
        return mayShow
    }

    /// - Returns: why it is refused; nil also where it is dropped in silence.
    mutating func add(_ request: UNNotificationRequest) -> (any Error)? {
        guard mayShow else { return UNError(.notificationsNotAllowed) }
        guard !request.content.title.isEmpty || !request.content.body.isEmpty else { return UNError(.notificationInvalidNoContent) }
        // A file that isn't there any more, or has nothing in it; one that is taken moves into the system's own store.
        for file in request.content.attachments.map(\.url) {
            guard let data = try? Data(contentsOf: file), !data.isEmpty else { return UNError(.attachmentCorrupt) }
            try? FileManager.default.removeItem(at: file)
        }
        guard let stored = storedCopy(of: request) else { return NoPropertyList() }
        pending.removeAll { $0.request.identifier == request.identifier }
        guard stored.trigger != nil else {
            show(stored)
            return nil
        }
        let entry = Entry(request: stored, addedAt: now)
        if fireDate(of: entry) != nil {
            pending.append(entry)
            if pending.count > capacity { overflowed() }
        }
        return nil
    }

    /// What the system keeps outlives the app: it goes through a property list.
    private func storedCopy(of request: UNNotificationRequest) -> UNNotificationRequest? {
        var fields = request.content.fields
        guard let data = try? PropertyListSerialization.data(fromPropertyList: fields.userInfo, format: .binary, options: 0),
            let userInfo = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [AnyHashable: Any]
        else { return nil }
        fields.userInfo = userInfo
        return UNNotificationRequest(
            identifier: request.identifier, content: UNNotificationContent(fields: fields), trigger: request.trigger)
    }

    private func fireDate(of entry: Entry) -> Date? {
        entry.request.trigger?.fireDate(after: entry.addedAt, on: device)
    }

    private mutating func overflowed() {
        switch overflow {
        case .dropNew: pending.removeLast()
        case .keepLastAdded: pending.removeFirst()
        case .dropAll: pending.removeAll()
        case .keepSoonest:
            let latest = pending.indices.max {
                (fireDate(of: pending[$0]) ?? .distantFuture) < (fireDate(of: pending[$1]) ?? .distantFuture)
            }
            if let latest { pending.remove(at: latest) }
        }
    }

    mutating func settle() {
        pending.removeAll { removals.contains($0.request.identifier) }
        removals = []
    }

    /// Takes out the next one that is due by the clock; a repeating one stays.
    mutating func nextDue() -> UNNotificationRequest? {
        let due = pending.indices.compactMap { index in fireDate(of: pending[index]).map { (index: index, date: $0) } }
            .filter { $0.date <= now }.min { $0.date < $1.date }
        guard let due else { return nil }
        let request = pending[due.index].request
        if request.trigger?.repeats == true {
            pending[due.index].addedAt = due.date
        } else {
            pending.remove(at: due.index)
        }
        return mayShow ? request : nextDue()
    }

    mutating func show(_ request: UNNotificationRequest) {
        delivered.removeAll { $0.request.identifier == request.identifier }
        delivered.append(UNNotification(date: now, request: request))
    }
}
