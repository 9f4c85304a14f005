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

        /// Nil for anything but `2.x.y`, `4.x.y` and `5.x.y`, with numbers of three digits at most.
        init?(_ text: some Sequence<UInt8>) {
            var (numbers, digitCount) = ([0], 0)
            for byte in text {
                if byte == UInt8(ascii: "."), digitCount > 0, numbers.count < 3 {
                    numbers.append(0)
                    digitCount = 0
                } else if let digit = SMTPReply.digit(byte), digitCount < 3 {
                    numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
                    digitCount += 1
                } else {
                    return nil
                }
            }
            guard numbers.count == 3, digitCount > 0, [2, 4, 5].contains(numbers[0]) else { return nil }
            self.init(numbers[0], numbers[1], numbers[2])
        }

        var description: String { "\(level).\(subject).\(detail)" }
    }

    init(_ code: Int, _ enhanced: EnhancedCode? = nil) {
        self.code = code
        self.enhanced = enhanced
    }

    /// Reads one line of an answer, such as `550 5.1.1 No such user`; nil where it is none.
    ///
    /// Works on bytes: every mail has five of them.
    init?(line: some Collection<UInt8>) {
        let digits = line.prefix(3).compactMap(Self.digit)
        let code = digits.reduce(0) { $0 * 10 + $1 }
        guard digits.count == 3, (200..<600).contains(code) else { return nil }
        let word = line.dropFirst(4).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        self.init(code, EnhancedCode(word))
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}

/// How far a conversation came.
enum SMTPStage: String, CaseIterable, Sendable {
    case connecting, greeting, hello, startTLS, login, sender, recipient, data
    /// The server said to go on with the mail itself: from here on it may have it.
    case content

    /// By the first four letters, in capitals, as libcurl writes them.
    private static let commands: [(word: [UInt8], stage: SMTPStage)] = [
        (Array("EHLO".utf8), .hello), (Array("HELO".utf8), .hello), (Array("STAR".utf8), .startTLS), (Array("AUTH".utf8), .login),
        (Array("MAIL".utf8), .sender), (Array("RCPT".utf8), .recipient), (Array("DATA".utf8), .data),
    ]

    /// The stage that a command begins; nil for one that begins none, as the answers in signing in.
    init?(command: some Collection<UInt8>) {
        guard let known = Self.commands.first(where: { command.starts(with: $0.word) }) else { return nil }
        self = known.stage
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
