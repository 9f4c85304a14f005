/// Why nothing is shown, where the person can do something about it.
public enum DeviceNotice: String, CaseIterable, Codable, Sendable {
    /// Nobody has been asked yet.
    case mayAsk = "may_ask"
    /// The person doesn't allow it; only they can change that, in the system's settings.
    case denied
    /// There is no notification centre here.
    case noService = "no_service"
}
