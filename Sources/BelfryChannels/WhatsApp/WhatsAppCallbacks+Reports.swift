import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

extension WhatsAppCallbacks {
    static func reports(of value: WhatsAppDocument.Value, now: Instant) -> [ProviderReport] {
        value.statuses.compactMap { report(of: $0, now: now) } + value.messages.flatMap { reports(of: $0, now: now) }
            + value.preferences.flatMap { reports(of: $0, now: now) }
    }

    /// Nil where it says nothing about how far a message has come.
    private static func report(of status: WhatsAppDocument.Status, now: Instant) -> ProviderReport? {
        guard let reached = statuses[status.status] else { return nil }
        var why: String?
        var fate: AddressFate?
        if reached == .failed {
            let code = status.errors.first?.code
            let meaning = code.map { WhatsAppErrors.meaning(of: $0, status: 400) }
            why = code.map { "\(WhatsAppErrors.name($0, status: 400)): " } ?? "whatsapp_failed: "
            why? += meaning?.sentence ?? "WhatsApp says no more than that it failed"
            fate = meaning?.addressFate
        }
        // Other software may send from the same number, and name its messages in its own way.
        let transmission = status.callbackData.flatMap { $0.utf8.count == 36 ? TransmissionID($0) : nil }
        let subject = transmission.map { ProviderReport.Subject.transmission($0) } ?? .providerMessage(status.id)
        return ProviderReport(
            provider: .whatsApp, eventID: "\(status.id):\(status.status)", occurredAt: moment(status.timestamp, now: now),
            content: .status(reached, of: subject, why: why, addressFate: fate))
    }

    private static let statuses: [String: Transmission.Status] = [
        "accepted": .accepted, "sent": .sent, "delivered": .delivered, "read": .read, "failed": .failed,
    ]

    /// Whatever a person writes or presses opens the window of 24 hours; a word may end or resume messages besides.
    private static func reports(of message: WhatsAppDocument.Message, now: Instant) -> [ProviderReport] {
        guard let number = PhoneNumber(message.from) else { return [] }
        let moment = moment(message.timestamp, now: now)
        let wish = message.text.flatMap(OptOutWords.wish)
        return reports(of: .wrote(at: moment), at: number, event: "\(message.id):wrote", moment: moment)
            + (wish.map { reports(of: $0, at: number, event: "\(message.id):wish", moment: moment) } ?? [])
    }

    /// About the number as WhatsApp writes it, and as the person may have given it to us.
    private static func reports(of fate: AddressFate, at number: PhoneNumber, event: String, moment: Instant) -> [ProviderReport] {
        func report(_ number: PhoneNumber, _ event: String) -> ProviderReport {
            ProviderReport(provider: .whatsApp, eventID: event, occurredAt: moment, content: .address(.phone, value: number.e164, fate))
        }
        return [report(number, event)] + [number.otherSpelling.map { report($0, "\(event):other") }].compactMap { $0 }
    }

    /// A person has switched messages off or on in WhatsApp itself.
    private static func reports(of preference: WhatsAppDocument.Preference, now: Instant) -> [ProviderReport] {
        guard let number = PhoneNumber(preference.number), ["stop", "resume"].contains(preference.value) else { return [] }
        // It has no name of its own, and the number shall not be a part of one.
        let name = SHA256.hash(data: Data("\(number.digits) \(preference.timestamp ?? "") \(preference.value)".utf8)).prefix(16)
            .map { String($0, radix: 16) }.joined(separator: "-")
        return reports(
            of: preference.value == "stop" ? .optedOut : .optedIn, at: number, event: "preference:\(name)",
            moment: moment(preference.timestamp, now: now))
    }

    /// Never in the future: the window of 24 hours would stay open for longer.
    private static func moment(_ secondsSinceEpoch: String?, now: Instant) -> Instant {
        guard let seconds = secondsSinceEpoch.flatMap({ Int64($0) }), (0...Instant.max.secondsSinceEpoch).contains(seconds) else { return now }
        return min(Instant(secondsSinceEpoch: seconds), now)
    }

    /// What the buttons want that people pressed, with their numbers.
    public static func replies(in body: [UInt8]) -> [(number: String, reply: WhatsAppReply)] {
        (WhatsAppDocument(body)?.entries ?? []).flatMap(\.changes).flatMap(\.value.messages).compactMap { message in
            guard let number = PhoneNumber(message.from), let reply = message.payload.flatMap(WhatsAppReply.init) else { return nil }
            return (number.e164, reply)
        }
    }
}
