import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("What a call says")
struct CallDocumentTests {
    private static let url = "https://belfry.example/callbacks/twilio_voice?call=x"

    private func telling(_ notification: OutgoingNotification) throws -> CallScenario {
        let script = CallScript(notification, now: .noon)
        return try #require(CallScenario(CallDocument(in: script.language).telling(script, askedAt: Self.url).body))
    }

    @Test("The whole document, to the letter")
    func golden() {
        let script = CallScript(.call(title: "Boiler & pump", body: "At 0.3 bar."), now: .noon)
        #expect(
            CallDocument(in: .english).telling(script, askedAt: Self.url).body == #"""
                <?xml version="1.0" encoding="UTF-8"?><Response><Gather input="dtmf" numDigits="1" finishOnKey="" timeout="8" method="POST" \#
                action="https://belfry.example/callbacks/twilio_voice?call=x"><Say language="en-US" voice="Polly.Joanna">Critical. Boiler &amp; pump</Say>\#
                <Say language="en-US" voice="Polly.Joanna">At 0.3 bar.</Say><Pause length="1"/>\#
                <Say language="en-US" voice="Polly.Joanna">Critical. Boiler &amp; pump</Say><Say language="en-US" voice="Polly.Joanna">At 0.3 bar.</Say>\#
                <Say language="en-US" voice="Polly.Joanna">Press 1 to say that you have it, or 2 to hear it again.</Say></Gather><Hangup/></Response>
                """#)
    }

    @Test(
        "It is said twice, in the person's language and by a voice of it, and then what the keys do",
        arguments: [
            (Language.english, "en-US", "Polly.Joanna", "Critical. Boiler", "Press 1 to say that you have it, or 2 to hear it again."),
            (.german, "de-DE", "Polly.Vicki", "Kritisch. Boiler", "Drücke 1, um zu sagen, dass du dich kümmerst, oder 2, um es noch einmal zu hören."),
            (.french, "fr-FR", "Polly.Lea", "Critique. Boiler", "Appuyez sur 1 pour dire que vous vous en chargez, ou sur 2 pour réécouter."),
            (.spanish, "es-ES", "Polly.Lucia", "Crítico. Boiler", "Pulsa 1 para decir que te encargas, o 2 para oírlo otra vez."),
            (.arabic, "arb", "Polly.Zeina", "حرج. Boiler", "اضغط 1 لتأكيد أنك توليت الأمر، أو 2 لسماعها مرة أخرى."),
            (.turkish, "tr-TR", "Polly.Filiz", "Kritik. Boiler", "İlgilendiğinizi bildirmek için 1’e, yeniden dinlemek için 2’ye basın."),
        ])
    func languages(language: Language, tag: String, voice: String, title: String, keys: String) throws {
        let heard = try telling(.call(language: language))
        #expect(heard.said.map(\.text) == [title, "The pressure is at 0.3 bar.", title, "The pressure is at 0.3 bar.", keys])
        #expect(heard.said.allSatisfy { $0.language == tag && $0.voice == voice })
        #expect(heard.gatherAction == Self.url && heard.hangsUp)
    }

    @Test("No words of an app become a command, nor what XML forbids")
    func escaped() throws {
        let hostile = "</Say><Dial>+1900</Dial>&amp;\u{0}\u{8}\u{202E}\u{FFFE} \"'\n\n]]>"
        let heard = try telling(.call(title: hostile, body: hostile))
        #expect(heard.said.count == 5)
        #expect(heard.said[1].text == "</Say><Dial>+1900</Dial>&amp; \"' ]]>")
    }

    @Test("What is offered without a link is what 1 does, by its own words; what opens something is left out")
    func offered() throws {
        let script = CallScript(.call(actions: .openOrGo), now: .noon)
        let heard = try telling(.call(actions: .openOrGo))
        #expect(heard.said.last?.text == "Press 1 for: I go. Press 2 to hear it again.")
        #expect(script.purpose == .asking(mark: ActionID("go")?.mark ?? 0))
    }

    @Test("Whose call it is comes first, in the person's language and on one line, and leaves room for the title")
    func look() throws {
        let look = try AppLook(name: "Corner Shop", names: [.german: "Eck & Laden"])
        #expect(try telling(.call(look: look)).said.first?.text == "Corner Shop. Critical. Boiler")
        #expect(try telling(.call(language: .german, look: look)).said.first?.text == "Eck & Laden. Kritisch. Boiler")
        let long = try AppLook(name: String(repeating: "a", count: AppLook.nameLengthMax))
        #expect(CallScript(.call(look: long), now: .noon).title.hasSuffix(". Critical. Boiler"))
    }

    @Test("A code is spoken digit by digit, without a severity, and nothing is to be said by 1")
    func code() throws {
        let heard = try telling(.call(title: "481516 is your Belfry code", body: "Enter it within 15 minutes.", kind: Payload.verificationKind))
        #expect(heard.said.map(\.text).prefix(2) == ["4, 8, 1, 5, 1, 6 is your Belfry code", "Enter it within 15 minutes."])
        #expect(heard.said.last?.text == "Press 2 to hear it again.")
    }

    @Test("A long text is cut, however many bytes its letters take, and its address stays short enough for Twilio", arguments: ["a", "م", "🕌", "e\u{301}"])
    func long(letter: String) throws {
        let notification = OutgoingNotification.call(title: String(repeating: letter, count: 500), body: String(repeating: "\(letter) ", count: 3000))
        let script = CallScript(notification, now: .noon)
        #expect(script.title.count + script.body.count <= 600 && script.title.hasSuffix("…") && script.body.hasSuffix("…"))
        let sealed = try #require(CallSeal(secret: "x").close(script))
        #expect(sealed.utf8.count < 3000)
        #expect(try telling(notification).said.count == 5)
    }

    @Test("What is sealed opens with the same secret alone, and not once a letter is another")
    func sealed() throws {
        let script = CallScript(.call(actions: .openOrGo), now: .noon)
        let seal = CallSeal(secret: "secret")
        let text = try #require(seal.close(script))
        #expect(seal.close(script) == text && seal.open(text) == script && CallSeal(secret: "other").open(text) == nil)
        #expect(!text.contains("Boiler") && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        for place in [0, text.count / 2, text.count - 2] {
            var letters = Array(text)
            letters[place] = letters[place] == "A" ? "B" : "A"
            #expect(seal.open(String(letters)) == nil, "\(place)")
        }
        #expect(seal.open("") == nil && seal.open("é") == nil)
        let other = try #require(seal.close(CallScript(.call(2), now: .noon)))
        #expect(other.prefix(16) != text.prefix(16))
    }
}
