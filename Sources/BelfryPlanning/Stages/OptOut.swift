import BelfryModel
import BelfryTime

/// A channel that the person has switched off stays silent, and so does a category that they have switched off there.
enum OptOut: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard !inputs.preferences.isEnabled(inputs.channel) else { return inputs.isCategoryOff ? .skip(.categoryDisabled) : nil }
        return switch inputs.channel {
        case .push, .whatsApp, .ntfy, .telegram, .chat, .webhook: .skip(.pushDisabled)
        case .inApp: .skip(.inAppDisabled)
        case .email: .skip(.emailDisabled)
        case .championEmail: .skip(.championEmailDisabled)
        case .sms, .voice, .championSMS: .skip(.championSMSDisabled)
        }
    }
}
