import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("SES and SNS, to moto")
struct AWSSendersTests {
    private let phone = Address(id: AddressID(literal: "phone-1"), target: .phone("+4915112345678", lastInboundAt: nil), registeredAt: .morning)

    @Test("A mail is taken by SES, and a message by SNS, each signed with good keys")
    func taken() async throws {
        try await AWSServer.with { server in
            let account = try server.account(server.sender)
            let mail = await server.send(.mail(title: "Größe"), in: SESDialect(account, composer: EmailComposer(try .example())), for: account, now: .noon)
            try #require(mail.outcome == .delivered && mail.providerMessageID?.isEmpty == false, "\(mail)")
            let taken = try await server.taken()
            #expect(taken.contains("ana@example.org") && taken.contains("belfry@belfry.example"))

            let notification = OutgoingNotification(
                delivery: .example(2, over: .sms), content: NotificationContent(title: "Rückruf", body: "Prüfe & melde dich", severity: .critical),
                address: phone)
            let text = await server.send(notification, in: try SNSDialect(account, senderID: "Belfry", maxPrice: "0.50"), for: account, now: .noon)
            try #require(text.outcome == .delivered && text.providerMessageID?.isEmpty == false, "\(text)")
            let sms = try await server.taken()
            #expect(sms.contains("+4915112345678") && sms.contains(#"R\u00fcckruf\nPr\u00fcfe & melde dich"#))
        }
    }

    @Test("A wrong secret, a key that nobody has, and a user who may not send wait for the operator")
    func keys() async throws {
        try await AWSServer.with { server in
            let wrongSecret = AWSServer.Keys(id: server.sender.id, secret: "guessed")
            let unknown = AWSServer.Keys(id: "AKIANOBODYHASTHISKEY", secret: server.sender.secret)
            for keys in [wrongSecret, unknown, server.nobody] {
                let account = try server.account(keys)
                let mail = await server.send(.mail(), in: SESDialect(account, composer: EmailComposer(try .example())), for: account, now: .noon)
                #expect(mail.outcome.label == "retry" && mail.outcome.why?.contains("AWS refused the keys") == true, "\(mail)")
                let sms = OutgoingNotification(delivery: .example(2, over: .sms), content: OutgoingNotification.mail().content, address: phone)
                let text = await server.send(sms, in: try SNSDialect(account), for: account, now: .noon)
                #expect(text.outcome.label == "retry" && text.outcome.why?.contains("AWS refused the keys") == true, "\(text)")
            }
        }
    }
}
