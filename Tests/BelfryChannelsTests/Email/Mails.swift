import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation

@testable import BelfryChannels

extension Address {
    static func mailbox(_ address: String) -> Address {
        Address(id: AddressID(literal: "mailbox-1"), target: .mailbox(address), registeredAt: .morning)
    }
}

extension OutgoingNotification {
    /// Tells Ana, by mail.
    static func mail(
        _ number: Int = 1, title: String = "Ben: fewer steps", body: String = "5,200 a day, of 8,000.", to address: String = "ana@example.org",
        language: Language = .english, over channel: DeliveryChannel = .email
    ) -> OutgoingNotification {
        OutgoingNotification(
            delivery: .example(number, over: channel), content: NotificationContent(title: title, body: body, severity: .watch, language: language),
            address: .mailbox(address))
    }
}

extension OutgoingNotification {
    /// In the name of an app that has said how it presents itself.
    func presented(as look: AppLook) -> OutgoingNotification {
        OutgoingNotification(delivery: delivery, content: content, address: address, look: look)
    }
}

extension AppLook {
    static func shop(name: String = "Corner Shop", logo: String? = "https://shop.example/logo.png") throws -> AppLook {
        try AppLook(
            name: name, names: [.german: "Eckladen"], color: WebColor("#ffe000"), logo: logo, replyTo: "help@shop.example",
            footer: "Corner Shop, <1> Main Street")
    }
}

extension EmailSettings {
    static let secret = "the-secret-of-links-to-unsubscribe"

    static func example(
        publicURL: String = "https://belfry.example", linkOrigins: LinkOrigins = .none, showsImages: Bool = false
    ) throws -> EmailSettings {
        try EmailSettings(
            from: "belfry@belfry.example", name: "Belfry", publicURL: publicURL, unsubscribeSecret: Secret(.text(secret)),
            unsubscribeMailbox: "unsubscribe@belfry.example", linkOrigins: linkOrigins, showsImages: showsImages)
    }
}

extension EmailMessage {
    static func example(_ notification: OutgoingNotification = .mail()) throws -> EmailMessage {
        try EmailComposer(.example()).message(for: notification, now: .noon)
    }

    func header(_ name: String) -> String? {
        headerLines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
}
