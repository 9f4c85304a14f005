import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("What a mail server answers")
struct SMTPOutcomesTests {
    @Test(
        "What each answer means, at the stage at which it comes",
        arguments: [
            // The server can't, for now.
            ("421 4.3.2 closing", .sender, "retry", "smtp_421", nil), ("421 bye", .greeting, "retry", "smtp_421", nil),
            ("450 4.2.1 busy", .recipient, "retry", "smtp_450_4.2.1", 300), ("450 busy", .recipient, "retry", "smtp_450", 300),
            ("451 4.7.1 greylisted", .recipient, "retry", "smtp_451_4.7.1", 300), ("451 4.3.0 error", .content, "retry", "smtp_451_4.3.0", nil),
            ("452 4.2.2 full", .recipient, "retry", "smtp_452_4.2.2", nil), ("452 4.3.1 no space", .sender, "retry", "smtp_452_4.3.1", nil),
            ("454 4.7.0 no TLS now", .startTLS, "retry", "smtp_454", 900), ("455 parameters", .sender, "retry", "smtp_455", nil),
            // Its codes contradict each other: the first one counts.
            ("450 5.1.1 odd", .recipient, "retry", "smtp_450_5.1.1", 300),
            // The operator must do something.
            ("530 5.7.0 STARTTLS first", .sender, "retry", "smtp_530", 900), ("530 5.7.0 authentication required", .recipient, "retry", "smtp_530", 900),
            ("534 5.7.9 too weak", .login, "retry", "smtp_534", 900), ("535 5.7.8 invalid", .login, "retry", "smtp_535", 900),
            ("538 5.7.11 encryption required", .login, "retry", "smtp_538", 900), ("504 5.5.4 mechanism", .login, "retry", "smtp_504", 900),
            ("521 no mail here", .greeting, "retry", "smtp_521", 900), ("554 no", .greeting, "retry", "smtp_554", 900),
            ("502 what", .hello, "retry", "smtp_502", 900), ("454 later", .login, "retry", "smtp_454", nil),
            // There is nobody there.
            ("550 5.1.1 unknown", .recipient, "address_gone", "smtp_550_5.1.1", nil), ("550 5.1.2 no domain", .recipient, "address_gone", "smtp_550_5.1.2", nil),
            ("551 5.1.6 moved", .recipient, "address_gone", "smtp_551_5.1.6", nil), ("556 5.1.10 null MX", .recipient, "address_gone", "smtp_556_5.1.10", nil),
            ("556 no mail", .recipient, "address_gone", "smtp_556", nil), ("550 5.2.1 off", .recipient, "address_gone", "smtp_550_5.2.1", nil),
            ("550 5.1.1 unknown", .content, "address_gone", "smtp_550_5.1.1", nil),
            // The same about our sender says nothing about the recipient, and concerns every mail.
            ("550 5.1.1 unknown sender", .sender, "retry", "smtp_550_5.1.1", 900), ("553 5.1.7 sender", .sender, "retry", "smtp_553_5.1.7", 900),
            ("553 5.1.8 domain", .recipient, "retry", "smtp_553_5.1.8", 900), ("554 no", .sender, "retry", "smtp_554", 900),
            ("550 5.7.1 not yours", .sender, "retry", "smtp_550_5.7.1", 900),
            // This mail is refused.
            ("500 syntax", .data, "rejected", "smtp_500", nil), ("501 5.1.3 syntax", .recipient, "rejected", "smtp_501_5.1.3", nil),
            ("550 no", .recipient, "rejected", "smtp_550", nil), ("550 5.7.1 policy", .recipient, "rejected", "smtp_550_5.7.1", nil),
            ("550 5.7.26 DMARC", .content, "rejected", "smtp_550_5.7.26", nil), ("550 5.4.1 denied", .recipient, "rejected", "smtp_550_5.4.1", nil),
            ("551 elsewhere", .recipient, "rejected", "smtp_551", nil), ("552 5.2.2 full", .recipient, "rejected", "smtp_552_5.2.2", nil),
            ("552 5.3.4 large", .content, "rejected", "smtp_552_5.3.4", nil), ("552 5.2.3 large", .content, "rejected", "smtp_552_5.2.3", nil),
            ("552 5.3.4 large", .sender, "rejected", "smtp_552_5.3.4", nil), ("552 large", .sender, "rejected", "smtp_552", nil),
            ("553 5.6.7 letters", .recipient, "rejected", "smtp_553_5.6.7", nil), ("553 no", .recipient, "rejected", "smtp_553", nil),
            ("550 5.7.20 DKIM", .content, "rejected", "smtp_550_5.7.20", nil), ("550 5.7.23 SPF", .content, "rejected", "smtp_550_5.7.23", nil),
            ("550 5.7.25 reverse", .content, "rejected", "smtp_550_5.7.25", nil), ("554 spam", .content, "rejected", "smtp_554", nil),
            ("599 5.9.9 unheard of", .content, "rejected", "smtp_599_5.9.9", nil),
        ] as [(String, SMTPStage, String, String, Int?)])
    func replies(line: String, stage: SMTPStage, label: String, code: String, seconds: Int?) throws {
        let reply = try #require(SMTPReply(line: line.utf8))
        let result = SMTPOutcomes.result(of: .refused(reply, at: stage), messageID: "<1@example.org>")
        #expect(result.outcome.label == label && result.outcome.whyCode == code && result.outcome.wait == seconds.map { .seconds($0) })
        #expect(result.addressFate == (label == "address_gone" ? .bounced : nil))
    }

    @Test("Every code that has words of its own is in the tables as servers write it")
    func tables() {
        for code in SMTPOutcomes.goneCodes.keys.map({ $0 }) + SMTPOutcomes.refusedCodes.keys {
            #expect(SMTPReply.EnhancedCode(code.utf8) != nil || Int(code).map { (500..<600).contains($0) } == true, "\(code)")
        }
    }

    @Test(
        "A conversation that breaks off before the mail is tried again, and one that breaks off within it may have brought it",
        arguments: SMTPEnd.Break.allCases, SMTPStage.allCases)
    func breaks(how: SMTPEnd.Break, stage: SMTPStage) {
        let outcome = SMTPOutcomes.result(of: .broken(how, at: stage), messageID: "<1@example.org>").outcome
        #expect(outcome.label == (stage == .content ? "ambiguous" : "retry"))
    }

    @Test(
        "A line of an answer is read, and its text is dropped",
        arguments: [
            ("250 2.0.0 Ok", SMTPReply(250, .init(2, 0, 0))), ("250-SIZE 100", SMTPReply(250)), ("550 5.1.1 <ana@example.org>: unknown\r\n", SMTPReply(550, .init(5, 1, 1))),
            ("354", SMTPReply(354)), ("550-5.7.26 first", SMTPReply(550, .init(5, 7, 26))), ("220 5.example.org", SMTPReply(220)),
            ("550 5.1.1111 long", SMTPReply(550)), ("550 3.1.1 class", SMTPReply(550)), ("hello", nil), ("", nil), ("999 no", nil), ("12", nil),
            ("25x no", nil), ("250 2.0.", SMTPReply(250)), ("250 .0.0", SMTPReply(250)), ("250 2.0.0.0", SMTPReply(250)), ("250 2.0", SMTPReply(250)),
            ("250", SMTPReply(250)), ("250 2.0.0\n", SMTPReply(250, .init(2, 0, 0))),
        ] as [(String, SMTPReply?)])
    func lines(line: String, expected: SMTPReply?) {
        #expect(SMTPReply(line: line.utf8) == expected)
    }

    @Test("A command is known by its word, and what is said while signing in is none", arguments: [
        ("EHLO belfry.example\r\n", .hello), ("HELO belfry.example\r\n", .hello), ("STARTTLS\r\n", .startTLS), ("AUTH PLAIN\r\n", .login),
        ("MAIL FROM:<a@example.org>\r\n", .sender), ("RCPT TO:<a@example.org>\r\n", .recipient), ("DATA\r\n", .data), ("QUIT\r\n", nil),
        ("YW5h\r\n", nil), ("", nil),
    ] as [(String, SMTPStage?)])
    func commands(command: String, stage: SMTPStage?) {
        #expect(SMTPStage(command: command.utf8) == stage)
    }

    @Test("What a server says of this mail or recipient doesn't count as failing", arguments: [(550, true), (450, true), (554, true), (421, false), (530, false)])
    func working(code: Int, isWorking: Bool) {
        #expect(SMTPEnd.refused(SMTPReply(code), at: .recipient).isOfWorkingServer == isWorking)
        #expect(!SMTPEnd.refused(SMTPReply(code), at: .greeting).isOfWorkingServer)
    }

    @Test("A server that refuses our sender is given a rest, as it would refuse every mail; one that finds a mail too large isn't", arguments: [
        (550, false), (553, false), (552, true), (451, true),
    ])
    func refusedSender(code: Int, isWorking: Bool) {
        #expect(SMTPEnd.refused(SMTPReply(code), at: .sender).isOfWorkingServer == isWorking)
    }
}

@Suite("Settings of SMTP")
struct SMTPSettingsTests {
    @Test("The port follows from the security", arguments: [(SMTPSettings.Security.startTLS, 587), (.tls, 465), (.none, 587)])
    func port(security: SMTPSettings.Security, port: Int) throws {
        #expect(try SMTPSettings(host: "mail.example.org", security: security, helloName: "belfry.example").port == port)
    }

    @Test("A host that isn't one is refused, so that nothing else can be in the address", arguments: ["", "a b", "host/path", "user@host", "host:25", "-x", "a\nb", "höst"])
    func host(host: String) {
        #expect(throws: SMTPSettings.ConfigurationError.unusableHost) { try SMTPSettings(host: host, helloName: "belfry.example") }
        #expect(throws: SMTPSettings.ConfigurationError.unusableHelloName) { try SMTPSettings(host: "mail.example.org", helloName: host) }
    }

    @Test("Ports, connections and passwords are checked at the start")
    func rest() {
        let login = SMTPSettings.Login(user: "belfry", password: Secret(.text("secret")))
        #expect(throws: SMTPSettings.ConfigurationError.unusablePort) { try SMTPSettings(host: "a", port: 0, helloName: "b") }
        #expect(throws: SMTPSettings.ConfigurationError.unusableConnectionCount) { try SMTPSettings(host: "a", connectionCount: 0, helloName: "b") }
        #expect(throws: SMTPSettings.ConfigurationError.loginInTheClear) { try SMTPSettings(host: "a", security: .none, login: login, helloName: "b") }
    }

    @Test("The operator is told of a password that can't be read, and of mail in the clear")
    func findings() throws {
        let login = SMTPSettings.Login(user: "belfry", password: Secret(.file("/nowhere/password")))
        #expect(try SMTPSettings(host: "a", login: login, helloName: "b").findings().map(\.code) == ["smtp_password_unreadable"])
        #expect(try SMTPSettings(host: "a", security: .none, helloName: "b").findings().map(\.code) == ["smtp_in_the_clear"])
        #expect(try SMTPSettings(host: "127.0.0.1", security: .none, helloName: "b").findings() == [])
    }
}
