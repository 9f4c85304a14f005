extension Preferences {
    /// Takes over what somebody wanted elsewhere, where they want something here already: what isn't set here is filled in, what they ended there ends
    /// here too, and nothing that they have here is switched on again or told sooner.
    ///
    /// - Parameter keys: what is known of elsewhere.
    /// - Returns: what is another now.
    public mutating func fillIn(_ keys: Set<Key>, from other: Preferences) -> Set<Key> {
        var changed: Set<Key> = []
        func take<Value: Equatable>(_ key: Key, _ path: WritableKeyPath<Preferences, Value>, where isTaken: (_ own: Value, _ given: Value) -> Bool) {
            let given = other[keyPath: path]
            guard keys.contains(key), self[keyPath: path] != given, isTaken(self[keyPath: path], given) else { return }
            self[keyPath: path] = given
            changed.insert(key)
        }
        take(.notifyInApp, \.notifyInApp) { own, _ in own }
        take(.notifyPush, \.notifyPush) { own, _ in own }
        take(.notifyEmail, \.notifyEmail) { own, _ in own }
        take(.championNotifyEmail, \.championNotifyEmail) { own, _ in own }
        take(.championNotifySMS, \.championNotifySMS) { own, _ in own }
        take(.mutedUntil, \.mutedUntil) { own, given in given.map { end in own.map { $0 < end } ?? true } ?? false }
        take(.timezone, \.timezone) { own, _ in own == Preferences().timezone }
        take(.language, \.language) { own, _ in own == nil }
        take(.dailyCountMax, \.dailyCountMax) { own, _ in own == nil }
        take(.digestAt, \.digestAt) { own, _ in own == nil }
        take(.digestByCategory, \.digestByCategory) { own, _ in own.isEmpty }
        // What passes through quiet hours, and what becomes of the rest, says nothing without them.
        guard quietHours == nil, quietHoursByWeekday.isEmpty else { return changed }
        take(.quietHoursByWeekday, \.quietHoursByWeekday) { _, _ in true }
        take(.quietHoursStart, \.quietHours) { _, _ in true }
        if changed.contains(.quietHoursStart) { changed.insert(.quietHoursEnd) }
        guard quietHours != nil || !quietHoursByWeekday.isEmpty else { return changed }
        take(.quietHoursLevel, \.quietHoursLevel) { _, _ in true }
        take(.quietHoursAction, \.quietHoursAction) { _, _ in true }
        return changed
    }
}
