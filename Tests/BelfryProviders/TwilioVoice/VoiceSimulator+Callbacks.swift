import Foundation

extension VoiceSimulator {
    /// Somebody has answered: Twilio asks what is to be said.
    ///
    /// - Parameter who: `human`, `machine_end_beep`, `unknown` and the like; it says so only where it was to find out.
    public func answered(_ call: Call, by who: String = "human") -> ProviderCallback {
        var fields = fields(of: call, status: "in-progress")
        if call.machineDetection != nil { fields["AnsweredBy"] = who }
        return Self.signed(fields, to: call.url)
    }

    /// A key is pressed, where a document gathers one; nil where it doesn't.
    public func pressed(_ key: String, in call: Call, hearing document: CallScenario) -> ProviderCallback? {
        document.gatherAction.map { action in
            var fields = fields(of: call, status: "in-progress")
            (fields["Digits"], fields["FinishedOnKey"]) = (key, "")
            return Self.signed(fields, to: action)
        }
    }

    /// How far a call has come; nil where its sender named no address for that.
    public func status(_ status: String, of call: Call, sipCode: Int? = nil) -> ProviderCallback? {
        var fields = fields(of: call, status: status)
        (fields["SequenceNumber"], fields["CallbackSource"]) = ("2", "call-progress-events")
        fields["SipResponseCode"] = sipCode.map(String.init)
        return call.statusCallback.map { Self.signed(fields, to: $0) }
    }

    private func fields(of call: Call, status: String) -> [String: String] {
        [
            "CallSid": call.sid, "AccountSid": Self.accountSID, "From": call.from, "To": call.to, "Called": call.to, "Caller": call.from,
            "CallStatus": status, "Direction": "outbound-api", "ApiVersion": "2010-04-01",
        ]
    }

    /// What stands behind `#` says how often to call again: it is neither called nor signed.
    private static func signed(_ fields: [String: String], to url: String) -> ProviderCallback {
        TwilioSimulator.callback(fields, to: String(url.prefix { $0 != "#" }))
    }
}
