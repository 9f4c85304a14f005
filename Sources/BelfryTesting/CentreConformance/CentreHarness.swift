import BelfryModel
import BelfryPorts
import BelfryTime

/// The world around a notification centre, as far as a test moves it: the clock, the person, the system's settings.
///
/// A fresh one stands at `Instant.noon`, is permitted, holds nothing, and has room for at least twenty requests.
public protocol CentreHarness: Sendable {
    var centre: any NotificationCentre { get }

    /// Lets time pass. Whatever became due on the way has been shown when it returns.
    func advance(to moment: Instant) async
    /// Returns once whatever the centre put off has taken effect.
    func settle() async

    /// The person opens, dismisses or presses a button of what is shown; returns once the app has been told.
    func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) async
    /// The person clears what is shown in a way that no system tells of.
    func clear(_ identifier: NotificationID) async
    /// What the app was told so far, in its order.
    func responses() async -> [NotificationResponse]

    /// The person changes the setting, behind the app's back.
    func set(_ permission: NotificationPermission) async
    /// What the person will say when the system asks.
    func answerPrompts(with answer: Bool) async
    /// How often the system has asked.
    func promptCount() async -> Int

    /// How many requests the system keeps from now on.
    func set(capacity: Int) async
    /// The app schedules something outside of the door, for the evening.
    func addForeignRequests(count: Int) async

    /// The identifiers of the buttons that the system knows for a category; nil where it doesn't know the category.
    func actions(of category: String) async -> [String]?
}

/// What the surroundings of a centre can do. What they can't isn't examined.
public enum CentreAbility: CaseIterable, Sendable {
    /// The person's responses reach the app.
    case responses
    /// A dismissal is told, unlike a clearing.
    case dismissals
    /// The centre keeps categories, so that they can be read back.
    case categories
    /// The person can forbid notifications, and the system asks them.
    case permission
    /// There is a quiet permission for which nobody is asked.
    case provisional
    /// The system keeps a limited number of requests.
    case capacity
    /// The app can schedule outside of the door.
    case foreignRequests
}
