import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Answers Twilio in a call: what to say to whoever has answered, and what follows from a key. It also reads how calls have ended.
///
/// Source: https://www.twilio.com/docs/voice/twiml#request-parameters, https://www.twilio.com/docs/voice/api/call-resource#statuscallbackevent and
/// https://www.twilio.com/docs/voice/answering-machine-detection. Each request is signed, and what it asks for is sealed in its address: see ``CallSeal``.
public struct TwilioVoiceCallbacks: CallbackReader {
    /// In the query of the address at which Twilio asks: what it asks for.
    static let callField = "call"
    /// Beside it where a key is told of somebody who has heard no more than that there is a message.
    static let noticeField = "notice"

    private let tokens: [Secret]
    private let machines: TwilioVoiceSettings.Machines
    private let callback: String

    public init(_ settings: TwilioVoiceSettings) {
        tokens = [settings.authToken] + [settings.previousAuthToken].compactMap { $0 }
        (machines, callback) = (settings.machines, settings.callback)
    }

    public var provider: Provider { .twilioVoice }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        let fields = try TwilioSignature.fields(of: request, signedBy: tokens)
        guard let sid = fields["CallSid"], TwilioSettings.isSID(sid, prefix: "CA") else { throw .malformed }
        guard let call = request.query.first(where: { $0.name == Self.callField })?.value else {
            let transmission = request.query.first { $0.name == TwilioCallbacks.transmissionField }.flatMap { TransmissionID($0.value) }
            return CallbackReading(reports: CallEnd.reports(of: fields, sid: sid, transmission, now: now), answer: CallDocument.hangUp)
        }
        guard let script = script(of: call) else { throw .badSignature }
        guard now < script.runsOutAt else { throw .stale }
        let hasHeard = !request.query.contains { $0.name == Self.noticeField }
        return try reading(of: fields, sid: sid, script, hasHeard: hasHeard, askedAt: "\(callback)?\(Self.callField)=\(call)", now: now)
    }

    private func script(of call: String) -> CallScript? {
        tokens.lazy.compactMap { try? $0.text() }.filter { !$0.isEmpty }.compactMap { CallSeal(secret: $0).open(call) }.first
    }

    /// - Parameter hasHeard: whether whoever presses a key knows what it is about; until then no key does anything but say it.
    private func reading(
        of fields: [String: String], sid: String, _ script: CallScript, hasHeard: Bool, askedAt url: String, now: Instant
    ) throws(CallbackRefusal) -> CallbackReading {
        let document = CallDocument(in: script.language)
        func report(_ event: String, _ status: Transmission.Status, why: String? = nil) -> [ProviderReport] {
            // Nobody keeps how a code or a test has gone.
            guard script.isKept else { return [] }
            return [
                ProviderReport(
                    provider: .twilioVoice, eventID: "\(sid):\(event)", occurredAt: now,
                    content: .status(status, of: .transmission(script.transmission), why: why, addressFate: nil))
            ]
        }
        if let digits = fields["Digits"], !digits.isEmpty {
            guard digits == "1", hasHeard, script.isKept else {
                return CallbackReading(reports: report("heard", .delivered), answer: document.telling(script, askedAt: url))
            }
            guard let number = fields["To"].flatMap({ PhoneNumber($0) }) else { throw .malformed }
            let press = press(script, at: number, document)
            return CallbackReading(reports: report("had", .read), answer: press.whenTaken, press: press)
        }
        // Where somebody was to find out and doesn't say, it may be a machine.
        let who = fields["AnsweredBy"] ?? (machines.detection(for: script.purpose) == nil ? "human" : "unknown")
        guard who != "human" else {
            return CallbackReading(reports: report("heard", .delivered), answer: document.telling(script, askedAt: url))
        }
        let isUnclear = who == "unknown"
        let why = isUnclear ? "twilio_voice_nobody: somebody answered, and nobody was heard" : "twilio_voice_machine: a machine answered"
        let isSilent = script.purpose == .code || machines == .hangUp && !isUnclear
        return CallbackReading(
            reports: report(isUnclear ? "nobody" : "machine", .failed, why: why),
            answer: isSilent ? CallDocument.hangUp : document.notice(askedAt: "\(url)&\(Self.noticeField)=1"))
    }

    /// It counts only where the number that was called still is the recipient's.
    private func press(_ script: CallScript, at number: PhoneNumber, _ document: CallDocument) -> CallbackReading.Press {
        let mark: UInt32? = if case .asking(let mark) = script.purpose { mark } else { nil }
        return .init(
            delivery: script.delivery, actionMark: mark, channel: .voice, place: .value(number.e164), whenTaken: document.last(CallWord.thanks),
            whenVoid: document.last(CallWord.keyVoid))
    }
}

extension CallScript {
    /// Whether it is of a delivery that a store has.
    fileprivate var isKept: Bool { purpose != .code && purpose != .test }
}

extension TwilioVoiceCallbacks: CustomStringConvertible {
    public var description: String { "TwilioVoiceCallbacks" }
}
