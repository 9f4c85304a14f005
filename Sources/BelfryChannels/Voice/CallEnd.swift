import BelfryModel
import BelfryPorts
import BelfryTime

/// What follows from the status of a call.
///
/// Source: https://www.twilio.com/docs/voice/api/call-resource#call-status-values. That a call is completed says nothing of who heard it: that was reported
/// when its words were asked for. What was busy, or not answered, is not called again by itself: the next step of a route comes, which may be another call.
enum CallEnd {
    static func reports(of fields: [String: String], sid: String, _ transmission: TransmissionID?, now: Instant) -> [ProviderReport] {
        guard let name = fields["CallStatus"], let (status, sentence) = statuses[name] else { return [] }
        let isGone = name == "failed" && gone.contains(fields["SipResponseCode"] ?? "")
        let why = isGone ? "there is no such number any more" : sentence
        return [
            ProviderReport(
                provider: .twilioVoice, eventID: "\(sid):\(name)", occurredAt: now,
                content: .status(
                    status, of: transmission.map { .transmission($0) } ?? .providerMessage(sid), why: why.map { "twilio_voice_\(code(of: name)): \($0)" },
                    addressFate: isGone ? .gone(since: nil) : nil))
        ]
    }

    private static func code(of status: String) -> String { status.replacing("-", with: "_") }

    private static let statuses: [String: (Transmission.Status, String?)] = [
        "queued": (.accepted, nil), "initiated": (.accepted, nil), "ringing": (.accepted, nil), "in-progress": (.sent, nil), "completed": (.sent, nil),
        "busy": (.failed, "the line was busy"), "no-answer": (.failed, "nobody answered"), "canceled": (.failed, "the call was called off at Twilio"),
        "failed": (.failed, "Twilio could not connect it; the number may be wrong"),
    ]

    /// Gone, and does not exist anywhere (RFC 3261, sections 21.4.11 and 21.6.3). A 404 may also say that there was no way to it (RFC 3398, section 7.2.4.1).
    private static let gone: Set = ["410", "604"]
}
