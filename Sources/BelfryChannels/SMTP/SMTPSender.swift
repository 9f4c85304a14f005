import BelfryModel
import BelfryPorts
import BelfryTime

/// Hands mails to a mail server over SMTP (RFC 5321), with libcurl: on connections that stay open, under a name that stays the same.
///
/// An answer that was lost after the last line is no reason to ask: the mail goes out again under the same `Message-ID`,
/// by which servers and mail programs tell a repetition.
public struct SMTPSender: Sender {
    let composer: EmailComposer
    let settings: SMTPSettings
    let connections: SMTPConnections
    let protection: ProviderProtection

    public init(_ settings: SMTPSettings, composer: EmailComposer, protection: ProviderProtection) {
        self.settings = settings
        self.composer = composer
        self.protection = protection
        connections = SMTPConnections(settings)
    }

    public var provider: Provider { .smtp }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let message: EmailMessage
        do {
            message = try composer.message(for: notification, now: now)
        } catch {
            return SendResult(error.outcome)
        }
        let login: SMTPLetter.Login?
        do {
            login = try settings.login.map { .init(user: $0.user, password: try $0.password.text()) }
        } catch {
            return SendResult(.retry(why: "smtp_password_unreadable: the password's file can't be read", after: SMTPOutcomes.operatorWait))
        }
        let isUrgent = notification.delivery.priority == .critical
        if let wait = protection.admission(isNew: !notification.hasWaited, isUrgent: isUrgent, now: now) { return SendResult(wait) }
        let end = await connections.send(SMTPLetter(message: message, login: login))
        let result = SMTPOutcomes.result(of: end, messageID: message.messageID)
        protection.note(end.isOfWorkingServer ? .delivered : result.outcome, now: now)
        return result
    }

    /// Lets what is under way go out, then closes the connections.
    public func close() {
        connections.close()
    }
}
