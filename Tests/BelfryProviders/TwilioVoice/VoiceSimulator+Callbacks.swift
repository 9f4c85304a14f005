import Foundation

extension VoiceSimulator {
    /// Somebody has answered: Twilio asks what is to be said.
    ///
    /// - Parameters:
    ///   - who: `human`, `machine_end_beep`, `unknown` and the like; it says so only where it was to find out. Nil where it doesn't say.
    ///   - url: where it asks in place of the call's own address.
    public func answered(_ call: Call, by who: String? = "human", askingAt url: String? = nil) -> ProviderCallback {
        var fields = fields(of: call, status: "in-progress")
        if call.machineDetection != nil { fields["AnsweredBy"] = who }
        return Self.signed(fields, to: url ?? call.url)
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

    /// Plays a call as Twilio does: asks what is to be said, presses keys while it is heard, and tells that it is over.
    ///
    /// - Parameters:
    ///   - publicAddress: how the addresses begin that were handed over.
    ///   - address: where that is really listened to.
    /// - Returns: what was heard, in turn.
    /// - Throws: ``ApplicationError`` where Twilio would say that there was one.
    public func play(
        _ call: Call, answeredBy who: String = "human", pressing keys: [String] = [], publicAddress: String, at address: String
    ) async throws -> [CallScenario] {
        func ask(_ callback: ProviderCallback) async throws -> CallScenario {
            let answer = try await callback.post(publicAddress: publicAddress, at: address)
            guard answer.status == 200, let heard = CallScenario(answer.body) else { throw ApplicationError(status: answer.status, body: answer.body) }
            return heard
        }
        var heard = [try await ask(answered(call, by: who))]
        for key in keys {
            guard let callback = heard.last.flatMap({ pressed(key, in: call, hearing: $0) }) else { break }
            heard.append(try await ask(callback))
        }
        _ = try await status("completed", of: call)?.post(publicAddress: publicAddress, at: address)
        return heard
    }

    /// No document came, or one that says nothing to Twilio.
    public struct ApplicationError: Error {
        public let status: Int
        public let body: String
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
