import BelfryModel
import BelfryPorts

/// What the end of a conversation means for the delivery and for the address.
enum SMTPOutcomes {
    /// Servers that greylist take a mail after minutes, not after seconds (RFC 6647, section 4.1).
    static let greylistingWait = Duration.seconds(300)
    /// What the operator must mend is not hurried.
    static let operatorWait = Duration.seconds(900)

    static func result(of end: SMTPEnd, messageID: String) -> SendResult {
        switch end {
        case .accepted: SendResult(.delivered, providerMessageID: messageID)
        case .refused(let reply, let stage): refusal(reply, at: stage)
        case .broken(let how, let stage): SendResult(breakage(how, at: stage))
        }
    }

    // MARK: Refusals

    private static func refusal(_ reply: SMTPReply, at stage: SMTPStage) -> SendResult {
        if let outcome = ofOperator(reply, at: stage) { return SendResult(outcome) }
        // Where its two codes contradict each other, the reply's own is what SMTP goes by.
        return reply.code < 500 ? SendResult(passing(reply, at: stage)) : lasting(reply)
    }

    /// What is wrong between the server and us, whoever the mail is for.
    private static func ofOperator(_ reply: SMTPReply, at stage: SMTPStage) -> Outcome? {
        switch (reply.code, stage) {
        case (530, _):
            .retry(why: "smtp_530: the server wants us to sign in or to use TLS; check smtp_user and smtp_security", after: operatorWait)
        case (534, _), (535, _), (538, _), (500...599, .login):
            .retry(why: "smtp_\(reply.code): the server refused our user or password; check smtp_user and smtp_password", after: operatorWait)
        case (421, _): .retry(why: "smtp_421: the server closes its connections for now", after: nil)
        case (_, .startTLS): .retry(why: "smtp_\(reply.code): the server refused TLS", after: operatorWait)
        case (_, .connecting), (_, .greeting), (_, .hello):
            .retry(why: "smtp_\(reply.code): the server refused to speak with us", after: operatorWait)
        case _ where isOfSender(reply, at: stage):
            .retry(why: "\(code(reply)): the server doesn't take our sender; check email_from, and what smtp_user may send as", after: operatorWait)
        default: nil
        }
    }

    /// Whether it refuses whoever the mail is from, and so every mail.
    static func isOfSender(_ reply: SMTPReply, at stage: SMTPStage) -> Bool {
        guard reply.code >= 500 else { return false }
        let enhanced = reply.enhanced?.description ?? ""
        // A mail that is too large is refused at the same stage (RFC 1870, section 6.1).
        return ["5.1.7", "5.1.8"].contains(enhanced) || stage == .sender && reply.code != 552 && enhanced != "5.3.4"
    }

    private static func passing(_ reply: SMTPReply, at stage: SMTPStage) -> Outcome {
        let isGreylisting = stage == .recipient && [450, 451].contains(reply.code)
        if isGreylisting { return .retry(why: "\(code(reply)): the server wants to be asked again later", after: greylistingWait) }
        return .retry(why: "\(code(reply)): the server can't take it now", after: nil)
    }

    private static func lasting(_ reply: SMTPReply) -> SendResult {
        if let why = goneCodes[reply.enhanced?.description ?? "\(reply.code)"] {
            return SendResult(.addressGone(why: "\(code(reply)): \(why)"), addressFate: .bounced)
        }
        let why = reply.enhanced.flatMap { refusedCodes["\($0)"] } ?? refusedCodes["\(reply.code)"] ?? "the server refuses it for good"
        return SendResult(.rejected(why: "\(code(reply)): \(why)"))
    }

    private static func code(_ reply: SMTPReply) -> String {
        reply.enhanced.map { "smtp_\(reply.code)_\($0)" } ?? "smtp_\(reply.code)"
    }

    /// There is nobody there, whatever is sent. RFC 3463, sections 3.2 and 3.3; RFC 7504 for 556; RFC 7505 for 5.1.10.
    ///
    /// 550 without an enhanced code is not among them: it may as well be the policy of a server (RFC 5321, section 4.2.3).
    static let goneCodes = [
        "5.1.1": "there is no such mailbox",
        "5.1.2": "there is no such domain",
        "5.1.6": "the mailbox has moved, and nobody says where",
        "5.1.10": "the domain takes no mail",
        "5.2.1": "the mailbox is switched off",
        "556": "the domain takes no mail",
    ]

    /// This mail is refused, and so would the next attempt be. RFC 3463, RFC 5321 (section 4.2.3), RFC 7372.
    static let refusedCodes = [
        "5.1.3": "the server can't read the address",
        "5.2.2": "the mailbox is full",
        "5.2.3": "the mail is too large for the mailbox",
        "5.3.4": "the mail is too large for the server",
        "5.4.1": "the server takes no mail for the address",
        "5.6.7": "the server can't handle the letters of the address",
        "5.7.1": "the server's policy forbids it",
        "5.7.20": "the server finds no valid DKIM signature; have the mail server sign for our domain",
        "5.7.23": "the server's check of SPF failed; publish which hosts may send for our domain",
        "5.7.25": "the server finds no name for our mail server's address",
        "5.7.26": "the server finds the mail not authenticated; set up SPF, DKIM and DMARC for our domain",
        "550": "the server refuses the mailbox, or refuses by policy",
        "551": "the mailbox is elsewhere",
        "552": "the mailbox or the mail is too large",
        "553": "the server doesn't take this address",
        "554": "the server refuses the mail",
    ]

    // MARK: Breaks

    private static func breakage(_ how: SMTPEnd.Break, at stage: SMTPStage) -> Outcome {
        if stage == .content { return .ambiguous(why: "smtp_reply_lost: the mail was handed over, and the server's answer was lost") }
        switch how {
        case .noSuchHost: return .retry(why: "smtp_no_such_host: the mail server's name leads nowhere; check smtp_host", after: nil)
        case .notConnected: return .retry(why: "smtp_not_connected: the mail server can't be reached", after: nil)
        case .timedOut: return .retry(why: "smtp_timed_out: the mail server took too long, and doesn't have the mail", after: nil)
        case .disconnected: return .retry(why: "smtp_disconnected: the mail server hung up before it had the mail", after: nil)
        case .noTLS:
            return .retry(why: "smtp_no_tls: the mail server offers no TLS, and mail doesn't go in the clear; check smtp_port", after: operatorWait)
        case .badCertificate:
            return .retry(why: "smtp_bad_certificate: the mail server's certificate isn't trusted, or is another host's", after: operatorWait)
        case .tlsFailed: return .retry(why: "smtp_tls_failed: TLS with the mail server failed", after: operatorWait)
        case .noLogin: return .retry(why: "smtp_no_login: the mail server offers no way to sign in that we know", after: operatorWait)
        case .notUnderstood: return .retry(why: "smtp_not_understood: what answers there is no mail server; check smtp_port", after: operatorWait)
        }
    }
}
