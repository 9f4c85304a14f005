import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Tokens of buttons")
struct ButtonTokensTests {
    private let tokens = ButtonTokens(secret: "a-secret-of-this-test", purpose: "test")
    private let pay = ActionID(literal: "pay")

    private func token(_ delivery: String, at place: String = "108") -> String {
        tokens.token(pressing: pay, of: DeliveryID(literal: delivery), at: place, now: .noon)
    }

    @Test(
        "A token names its delivery, whatever that is called, and its action",
        arguments: [
            "01970b2e-5c00-7000-8000-000000000002", "01970b2e-5c00-7000-8000-000000000002-0-17.1", "01970B2E-5C00-7000-8000-000000000002", "news", "é 🕌",
            "01970b2e-5c00-7000-8000-00000000000", String(repeating: "x", count: 128),
        ])
    func names(delivery: String) throws {
        let pressed = try tokens.pressed(token(delivery), at: "108", now: .noon)
        #expect(pressed.delivery.text == delivery && pressed.mark == pay.mark)
        #expect(token(delivery).utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) })
    }

    @Test("It counts where it was made for, with the secret and for the purpose that it was made with, and with none of its letters changed")
    func forged() {
        let genuine = token("news")
        #expect(throws: CallbackRefusal.badSignature) { try tokens.pressed(genuine, at: "109", now: .noon) }
        for other in [ButtonTokens(secret: "another-secret", purpose: "test"), ButtonTokens(secret: "a-secret-of-this-test", purpose: "other")] {
            #expect(throws: CallbackRefusal.badSignature) { try other.pressed(genuine, at: "108", now: .noon) }
        }
        for place in genuine.indices.dropLast() {
            var forged = genuine
            forged.replaceSubrange(place...place, with: genuine[place] == "A" ? "B" : "A")
            #expect(throws: CallbackRefusal.badSignature) { try tokens.pressed(forged, at: "108", now: .noon) }
        }
        for text in ["", "A", "not a token", String(repeating: "A", count: 24), String(repeating: "A", count: 1000)] {
            #expect(throws: CallbackRefusal.badSignature) { try tokens.pressed(text, at: "108", now: .noon) }
        }
    }

    @Test("It runs out after thirty days, at the end of a day in UTC")
    func runsOut() throws {
        let token = token("news")
        let last = Instant.noon + ButtonTokens.validity
        #expect(try tokens.pressed(token, at: "108", now: last).delivery.text == "news")
        #expect(throws: CallbackRefusal.stale) { try tokens.pressed(token, at: "108", now: last + .seconds(86_400)) }
    }

    @Test("Nothing of it shows itself")
    func silent() { #expect("\(tokens)" == "ButtonTokens") }
}
