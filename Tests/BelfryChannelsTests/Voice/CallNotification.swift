import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime

extension OutgoingNotification {
    /// A call to Ana.
    static func call(
        _ example: Int = 1, number: String = number, title: String = "Boiler", body: String = "The pressure is at 0.3 bar.", severity: Severity = .critical,
        language: Language = .english, actions: OfferedActions? = nil, kind: String = "news", expiresAt: Instant? = nil, look: AppLook? = nil
    ) -> OutgoingNotification {
        let model = Delivery.example(example, over: .voice)
        var payload = Payload()
        (payload.kind, payload.actions) = (kind, actions)
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: nil, channelName: model.channelName,
            payload: payload, expiresAt: expiresAt)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity, language: language),
            address: Address(id: AddressID(literal: "phone"), target: .phone(number, lastInboundAt: nil), registeredAt: .morning), look: look)
    }
}

extension OfferedActions {
    /// “Open” leads somewhere, and “I go” only answers.
    static var openOrGo: OfferedActions? {
        guard let open = ActionID("open"), let go = ActionID("go"), let link = NotificationLink("https://app.example/1"),
            let first = OfferedAction(id: open, title: "Open", link: link), let second = OfferedAction(id: go, title: "I go")
        else { return nil }
        return OfferedActions([first, second])
    }
}

extension TwilioVoiceSettings {
    static let publicURL = "https://belfry.example"

    static func example(
        token: String = VoiceSimulator.authToken, previousToken: String? = nil, from: String = VoiceSimulator.number, publicURL: String = publicURL,
        machines: Machines = .notice, callingCodes: [String]? = nil, endpoint: String = TwilioSettings.defaultEndpoint
    ) throws -> TwilioVoiceSettings {
        try TwilioVoiceSettings(
            accountSID: VoiceSimulator.accountSID, authToken: Secret(.text(token)), previousAuthToken: previousToken.map { Secret(.text($0)) }, from: from,
            publicURL: publicURL, machines: machines, callingCodes: callingCodes, endpoint: endpoint)
    }
}
