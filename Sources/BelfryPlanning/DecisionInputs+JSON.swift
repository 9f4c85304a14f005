import BelfryModel
import BelfryTime

/// The inputs as they are stored beside each verdict: the same JSON as by `Codable`, with its keys in the order of the alphabet, quicker.
extension DecisionInputs {
    public var flatJSON: String {
        var writer = FlatJSON.Writer()
        if isAcknowledged { writer.add("acknowledged", true) }
        if isAwaited { writer.add("awaited", true) }
        if let categoryMutedUntil { writer.add("category_muted_until", categoryMutedUntil.description) }
        if isCategoryOff { writer.add("category_off", true) }
        if isCategoryOffByDefault { writer.add("category_off_by_default", true) }
        if isCategoryRequired { writer.add("category_required", true) }
        writer.add("champion_notify_email", preferences.championNotifyEmail)
        writer.add("champion_notify_sms", preferences.championNotifySMS)
        writer.add("channel", channel.rawValue)
        if let dailyCountMax = preferences.dailyCountMax { writer.add("daily_max", dailyCountMax) }
        if let deliverAtLocal { writer.add("deliver_at_local", deliverAtLocal.description) }
        if let digestAt = preferences.digestAt { writer.add("digest_at", digestAt.description) }
        if let times = preferences.digestByCategory.text { writer.add("digest_by_category", json: times) }
        writer.add("dismissed_at", dismissedAt?.description)
        if let dueAt { writer.add("due_at", dueAt.description) }
        if !isEntitled { writer.add("entitled", false) }
        if let episodeStatus { writer.add("episode_status", episodeStatus.rawValue) }
        if let expiresAt { writer.add("expires_at", expiresAt.description) }
        if let feedDownSince { writer.add("feed_down_since", feedDownSince.description) }
        if let heldSince { writer.add("held_since", heldSince.description) }
        if isInDoubt { writer.add("in_doubt", true) }
        if let mutedUntil = preferences.mutedUntil { writer.add("muted_until", mutedUntil.description) }
        writer.add("notify_email", preferences.notifyEmail)
        writer.add("notify_in_app", preferences.notifyInApp)
        writer.add("notify_push", preferences.notifyPush)
        writer.add("now", now.description)
        writer.add("quiet_hours_action", preferences.quietHoursAction.rawValue)
        if let nights = preferences.quietHoursByWeekday.text { writer.add("quiet_hours_by_weekday", json: nights) }
        writer.add("quiet_hours_end", preferences.quietHours?.end.description)
        writer.add("quiet_hours_notification_level", preferences.quietHoursLevel.rawValue)
        writer.add("quiet_hours_start", preferences.quietHours?.start.description)
        if isReached { writer.add("reached", true) }
        if !refusedSettings.isEmpty { writer.add("refused_settings", refusedSettings.map(\.rawValue)) }
        writer.add("severity", severity.rawValue)
        writer.add("snooze_until", snoozeUntil?.description)
        if let stepDueAt { writer.add("step_due_at", stepDueAt.description) }
        if isSuperseded { writer.add("superseded", true) }
        if let throttleCountMax { writer.add("throttle_max", throttleCountMax) }
        if let throttleTold { writer.add("throttle_told", throttleTold) }
        writer.add("timezone", preferences.timezone)
        if let toldAt { writer.add("told_at", toldAt.description) }
        if let toldToday { writer.add("told_today", toldToday) }
        return writer.finish()
    }
}
