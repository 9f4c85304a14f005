import BelfryModel
import BelfryPorts
import BelfryTime

extension Services {
    /// How often a write that another device's was faster than is tried.
    private static let saveAttemptCountMax = 5

    /// Saves settings, and with them the row that the person's devices sync: what a device knows of quiet hours, switches and the language counts
    /// there.
    ///
    /// - Throws: ``Problem/syncConflict`` where others write that row all the time.
    func saveShared(_ keys: Set<Preferences.Key>, of preferences: Preferences, insteadOf former: Preferences, for user: UserID) async throws {
        let columns = preferences.facts(keys)
        for _ in 0..<Self.saveAttemptCountMax {
            let push = columns.isEmpty ? nil : try await PersonPlanner(services: self).facts(of: user).push([.profile: columns])
            if try await save(keys, of: preferences, insteadOf: former, with: push, for: user) { return }
        }
        throw Problem.syncConflict
    }
}

extension Preferences {
    /// Settings as devices know them, by their columns. The two ends of quiet hours go together; a zone isn't among them, since a device knows where it is.
    fileprivate func facts(_ keys: Set<Key>) -> [String: FactValue] {
        var keys = keys
        if keys.contains(.quietHoursStart) || keys.contains(.quietHoursEnd) { keys.formUnion([.quietHoursStart, .quietHoursEnd]) }
        var facts: [String: FactValue] = [:]
        for key in keys {
            switch key {
            case .notifyInApp: facts[key.rawValue] = .flag(notifyInApp)
            case .notifyPush: facts[key.rawValue] = .flag(notifyPush)
            case .quietHoursStart: facts[key.rawValue] = quietHours.map { .text($0.start.description) } ?? .null
            case .quietHoursEnd: facts[key.rawValue] = quietHours.map { .text($0.end.description) } ?? .null
            case .quietHoursByWeekday: facts[key.rawValue] = quietHoursByWeekday.text.map { .text($0) } ?? .null
            case .quietHoursLevel: facts[key.rawValue] = .text(quietHoursLevel.rawValue)
            case .quietHoursAction: facts[key.rawValue] = .text(quietHoursAction.rawValue)
            case .language: facts[key.rawValue] = language.map { .text($0.rawValue) } ?? .null
            case .mutedUntil: facts[key.rawValue] = mutedUntil.map { .text($0.description) } ?? .null
            case .dailyCountMax: facts[key.rawValue] = dailyCountMax.map { .whole($0) } ?? .null
            // Devices plan what the person chose a moment for: their digest isn't of that.
            case .notifyEmail, .championNotifyEmail, .championNotifySMS, .timezone, .digestAt, .digestByCategory: break
            }
        }
        return facts
    }
}
