import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("SMTP, to a real server")
struct SMTPSenderTests {
    private let login = SMTPSettings.Login(user: "belfry", password: Secret(.text("correct horse")))

    @Test("A mail arrives over TLS, signed in, and reads as it was meant")
    func arrives() async throws {
        try await MailServer.with(["--login", "belfry", "correct horse"]) { server in
            try await server.withSender(login: login) { sender in
                let notification = OutgoingNotification.mail(title: "Ben schläft weniger", body: "Zeile eins: „5 °C“\n.Punkt am Anfang\nEnde", language: .german)
                let result = await sender.send(notification, now: .noon)
                let id = "<\(notification.transmission.text)@belfry.example>"
                #expect(result == SendResult(.delivered, providerMessageID: id))
                let mail = try await server.mail()
                #expect(mail.tls && mail.user == "belfry" && mail.defects.isEmpty)
                #expect(mail.sender == "belfry@belfry.example" && mail.recipients == ["ana@example.org"])
                #expect(mail.headers["Subject"] == "Ben schläft weniger")
                #expect(mail.headers["From"] == "Belfry <belfry@belfry.example>")
                #expect(mail.headers["Message-ID"] == id)
                #expect(mail.headers["Date"] == "Sun, 25 Jan 2026 12:00:00 +0000")
                #expect(mail.headers["Auto-Submitted"] == "auto-generated")
                #expect(mail.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
                #expect(mail.headers["References"] == "<alert.alert-1@belfry.example>")
                #expect((mail.headers["MIME-Version"] ?? mail.headers["Mime-Version"]) == "1.0")
                #expect(mail.type == "multipart/alternative")
                #expect(mail.bodies["text/plain"]?.contains("Zeile eins: „5 °C“\n.Punkt am Anfang\nEnde\n") == true)
                #expect(mail.bodies["text/html"]?.contains("<p>.Punkt am Anfang</p>") == true)
                #expect(mail.raw.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 998 })
            }
        }
    }

    @Test("Mails go over a connection that is open already")
    func reuse() async throws {
        try await MailServer.with { server in
            try await server.withSender { sender in
                for number in 1...3 {
                    let outcome = await sender.send(.mail(number), now: .noon).outcome
                    #expect(outcome == .delivered)
                }
                let peers = [try await server.mail().peer, try await server.mail().peer, try await server.mail().peer]
                #expect(Set(peers).count == 1)
            }
        }
    }

    @Test("Several mails at once take several connections, and no more than were allowed")
    func concurrency() async throws {
        try await MailServer.with { server in
            try await server.withSender(connectionCount: 3) { sender in
                let outcomes = await withTaskGroup(of: Outcome.self) { group in
                    for number in 1...24 { group.addTask { await sender.send(.mail(number), now: .noon).outcome } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes == Array(repeating: .delivered, count: 24))
                var (peers, names): (Set<Int>, Set<String>) = ([], [])
                for _ in 1...24 {
                    let mail = try await server.mail()
                    peers.insert(mail.peer)
                    names.insert(mail.headers["Message-ID"] ?? "")
                }
                #expect((1...3).contains(peers.count) && names.count == 24)
            }
        }
    }

    @Test("What the server answers about a recipient decides what becomes of the mail, and the connection goes on for the next")
    func refusals() async throws {
        try await MailServer.with { server in
            try await server.withSender { sender in
                let gone = await sender.send(.mail(to: "reply.550.5-1-1@example.org"), now: .noon)
                #expect(gone == SendResult(.addressGone(why: "smtp_550_5.1.1: there is no such mailbox"), addressFate: .bounced))
                let full = await sender.send(.mail(to: "reply.452.4-2-2@example.org"), now: .noon).outcome
                #expect(full == .retry(why: "smtp_452_4.2.2: the server can't take it now", after: nil))
                let policy = await sender.send(.mail(to: "reply.554.5-7-1@example.org"), now: .noon).outcome
                #expect(policy == .rejected(why: "smtp_554_5.7.1: the server's policy forbids it"))
                let large = await sender.send(.mail(to: "data.552.5-3-4@example.org"), now: .noon).outcome
                #expect(large == .rejected(why: "smtp_552_5.3.4: the mail is too large for the server"))
                let good = await sender.send(.mail(), now: .noon).outcome
                #expect(good == .delivered)
            }
        }
    }

    @Test("A greylisted recipient gets the mail at the next attempt, under the same name")
    func greylisting() async throws {
        try await MailServer.with { server in
            try await server.withSender { sender in
                let notification = OutgoingNotification.mail(to: "greylisted@example.org")
                let first = await sender.send(notification, now: .noon).outcome
                #expect(first == .retry(why: "smtp_451_4.7.1: the server wants to be asked again later", after: .seconds(300)))
                let second = await sender.send(notification, now: .noon + .seconds(300)).outcome
                #expect(second == .delivered)
                let id = try await server.mail().headers["Message-ID"]
                #expect(id == "<\(notification.transmission.text)@belfry.example>")
            }
        }
    }

    @Test("An answer lost after the last line is ambiguous, and the repetition has the same Message-ID")
    func lostAnswer() async throws {
        try await MailServer.with { server in
            try await server.withSender { sender in
                let notification = OutgoingNotification.mail(to: "lost@example.org")
                var ids: [String?] = []
                for _ in 1...2 {
                    let outcome = await sender.send(notification, now: .noon).outcome
                    #expect(outcome == .ambiguous(why: "smtp_reply_lost: the mail was handed over, and the server's answer was lost"))
                    ids.append(try await server.mail().headers["Message-ID"])
                }
                #expect(ids[0] != nil && ids[0] == ids[1])
                #expect(sender.afterLostAnswer == .repeatSafely)
            }
        }
    }

    @Test("A server that hangs up before the mail has not got it")
    func hangUp() async throws {
        try await MailServer.with { server in
            try await server.withSender { sender in
                let outcome = await sender.send(.mail(to: "hangup@example.org"), now: .noon).outcome
                #expect(outcome == .retry(why: "smtp_disconnected: the mail server hung up before it had the mail", after: nil))
            }
        }
    }

    @Test("A wrong password, and none where one is wanted, wait for the operator")
    func login() async throws {
        try await MailServer.with(["--login", "belfry", "correct horse"]) { server in
            try await server.withSender(login: .init(user: "belfry", password: Secret(.text("guessed")))) { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome.whyCode == "smtp_535" && outcome.label == "retry", "\(outcome)")
            }
            try await server.withSender { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome.whyCode == "smtp_530" && outcome.label == "retry")
            }
        }
    }

    @Test("A server without TLS gets nothing, unless the operator wants it so")
    func noTLS() async throws {
        try await MailServer.with(["--no-tls"]) { server in
            try await server.withSender { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome.whyCode == "smtp_no_tls")
            }
            try await server.withSender(.none) { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome == .delivered)
                let mail = try await server.mail()
                #expect(!mail.tls)
            }
        }
    }

    @Test("A certificate that nobody vouches for ends it", arguments: [SMTPSettings.Security.startTLS, .tls])
    func badCertificate(security: SMTPSettings.Security) async throws {
        try await MailServer.with(security == .tls ? ["--tls"] : []) { server in
            try await server.withSender(security, trustsIt: false) { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome.whyCode == "smtp_bad_certificate")
            }
        }
    }

    @Test("TLS from the first byte works too")
    func implicitTLS() async throws {
        try await MailServer.with(["--tls"]) { server in
            try await server.withSender(.tls) { sender in
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome == .delivered)
            }
        }
    }

    @Test("A server that isn't there is tried again, and one that fails again and again is given a rest")
    func notThere() async throws {
        try await MailServer.with { server in
            await server.stop()
            try await server.withSender { sender in
                for _ in 1...8 {
                    let outcome = await sender.send(.mail(), now: .noon).outcome
                    #expect(outcome.whyCode == "smtp_not_connected")
                }
                let outcome = await sender.send(.mail(), now: .noon).outcome
                #expect(outcome.whyCode == "provider_failing")
            }
        }
    }
}

extension Outcome {
    /// The code before the sentence.
    var whyCode: String? { why?.split(separator: ":").first.map(String.init) }
}
