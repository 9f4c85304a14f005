import BelfryModel

extension NotificationAction {
    /// What it reminds of is done: it isn't told again that day, and goes where it is shown.
    public static let done = NotificationAction(identifier: "DONE")
    /// Shows it again in an hour.
    public static let later = NotificationAction(identifier: "LATER")
}

extension Reminders {
    /// Of every category that own reminders have, whatever it is called.
    public static let actions = [NotificationAction.done, .later]

    public static let snoozeLength = Duration.seconds(3600)
}
