import BelfryModel

/// A request to Apple's push service, as data.
struct APNsRequest: Hashable, Sendable {
    /// In hexadecimal digits.
    let deviceToken: String
    /// A UUID in lower case: repetitions carry the same.
    let id: String
    let topic: String
    let pushType: PushType
    let priority: Priority
    /// At most 64 bytes.
    let collapseID: String
    /// Seconds since 1970; nil where Apple may keep it as long as it likes.
    let expiration: Int64?
    let payload: [UInt8]

    /// Source: Apple, "Sending notification requests to APNs", `apns-push-type`.
    enum PushType: String, CaseIterable, Sendable {
        case alert, background
        case location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets, controls

        /// What follows the bundle identifier in the topic.
        var topicSuffix: String {
            switch self {
            case .alert, .background, .mdm: ""
            case .location: ".location-query"
            case .voip: ".voip"
            case .complication: ".complication"
            case .fileprovider: ".pushkit.fileprovider"
            case .liveactivity: ".push-type.liveactivity"
            case .pushtotalk: ".voip-ptt"
            case .widgets: ".push-type.widgets"
            case .controls: ".push-type.controls"
            }
        }
    }

    enum Priority: Int, Sendable {
        case atOnce = 10
        /// As the device's battery allows; the only one for `background`.
        case considerate = 5
        case lowest = 1
    }
}

/// It names a device and carries words to a person.
extension APNsRequest: CustomStringConvertible {
    var description: String { "APNsRequest" }
}
