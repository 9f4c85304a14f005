/// A server's answer to a command: its code, and its enhanced code where it gave one. Its text is dropped: it may quote the recipient.
struct SMTPReply: Hashable, Sendable {
    /// RFC 5321, section 4.2.
    let code: Int
    let enhanced: EnhancedCode?

    /// Class, subject and detail (RFC 3463).
    struct EnhancedCode: Hashable, Sendable, CustomStringConvertible {
        let level: Int
        let subject: Int
        let detail: Int

        init(_ level: Int, _ subject: Int, _ detail: Int) {
            self.level = level
            self.subject = subject
            self.detail = detail
        }

        /// Nil for anything but `2.x.y`, `4.x.y` and `5.x.y`.
        init?(_ text: some StringProtocol) {
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { $0.utf8.count <= 3 ? Int($0) : nil }
            guard numbers.count == 3, [2, 4, 5].contains(numbers[0]), numbers.allSatisfy({ $0 >= 0 }),
                text.filter({ $0 == "." }).count == 2
            else { return nil }
            self.init(numbers[0], numbers[1], numbers[2])
        }

        var description: String { "\(level).\(subject).\(detail)" }
    }

    init(_ code: Int, _ enhanced: EnhancedCode? = nil) {
        self.code = code
        self.enhanced = enhanced
    }

    /// Reads one line of an answer, such as `550 5.1.1 No such user`; nil where it is none.
    init?(line: some StringProtocol) {
        guard let code = Int(line.prefix(3)), (200..<600).contains(code) else { return nil }
        let word = line.dropFirst(4).prefix { $0 != " " && $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        self.init(code, EnhancedCode(word))
    }
}

/// How far a conversation came.
enum SMTPStage: String, CaseIterable, Sendable {
    case connecting, greeting, hello, startTLS, login, sender, recipient, data
    /// The server said to go on with the mail itself: from here on it may have it.
    case content

    /// The stage that a command begins; nil for one that begins none, as the answers in signing in.
    init?(command: some Collection<UInt8>) {
        switch String(decoding: command.prefix(4), as: UTF8.self).uppercased() {
        case "EHLO", "HELO": self = .hello
        case "STAR": self = .startTLS
        case "AUTH": self = .login
        case "MAIL": self = .sender
        case "RCPT": self = .recipient
        case "DATA": self = .data
        default: return nil
        }
    }
}

/// How handing over one mail ended.
enum SMTPEnd: Hashable, Sendable {
    case accepted
    /// The server refused, at a stage.
    case refused(SMTPReply, at: SMTPStage)
    /// There was no refusal, and no acceptance either.
    case broken(Break, at: SMTPStage)

    /// Whether the server does its work: it may refuse this mail, or this recipient for now, but not us.
    var isOfWorkingServer: Bool {
        switch self {
        case .accepted: true
        case .refused(let reply, let stage):
            [.sender, .recipient, .data, .content].contains(stage) && ![421, 530].contains(reply.code) && !SMTPOutcomes.isOfSender(reply, at: stage)
        case .broken: false
        }
    }

    enum Break: String, CaseIterable, Sendable {
        case noSuchHost, notConnected, timedOut, disconnected
        /// The server offers no TLS, and mail doesn't go in the clear.
        case noTLS
        /// TLS failed, most often for the server's certificate.
        case badCertificate, tlsFailed
        /// The server offers no way to sign in that we know, or refused without a code.
        case noLogin
        /// The server said something that is not SMTP.
        case notUnderstood
    }
}
