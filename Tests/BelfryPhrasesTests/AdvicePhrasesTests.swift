import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPhrases

@Suite("What would have changed a decision")
struct AdvicePhrasesTests: SaysReasons {
    static let changes: [Reason: String] = [
        .allowed: "Switching off push notifications, snoozing or dismissing the alert, or quiet hours at this time would have stopped it.",
        .criticalInQuietHours: "The quiet hours' level “No notifications” would have stopped it.",
        .allInQuietHours: "The quiet hours' level “Critical only” or “No notifications” would have stopped it.",
        .pushDisabled: "Switching on “On my devices, by WhatsApp, ntfy, Telegram and in chat rooms” under “Channels” in the settings would let it through.",
        .inAppDisabled: "Switching on “In the inbox” under “Channels” in the settings would let it through.",
        .emailDisabled: "Switching on “By e-mail” under “Channels” in the settings would let it through.",
        .championEmailDisabled: "Switching on “By e-mail to my champion” under “Channels” in the settings would let it through.",
        .championSMSDisabled: "Switching on “By text message, to me and my champion, and by call to me” under “Channels” in the settings would let it through.",
        .categoryOffByDefault: "Switching on this kind of notification over push would let it through.",
        .categoryDisabled: "Switching on this kind of notification over push would let it through.",
        .snoozed: "Ending the snooze would let it through.",
        .dismissed: "Undoing the dismissal would let it through.",
        .muted: "Ending the mute would let it through.",
        .categoryMuted: "Ending the mute would let it through.",
        .frequencyCapped:
            "A higher number for “Notifications a day at most”, or none, would let it through, and so would its being critical.",
        .cannotWaitForDigest:
            "Switching off push notifications, snoozing or dismissing the alert, or quiet hours at this time would have stopped it.",
        .ownDigest: "Another time for “Once a day, as one, at”, or none, would let it through, and so would its being critical.",
        .quietHours:
            "Other quiet hours, or the level “All”, would let it through; with “held until they end” it would have waited.",
        .quietHoursNotCritical:
            "Other quiet hours or the level “All” would let it through, and so would its being critical; with “held until they end” it would have waited.",
    ]

    @Test("Each reason that something would change says what", arguments: Reason.allCases.filter { !$0.isOfPlansAlone })
    func whatWouldChange(reason: Reason) {
        #expect(Phrases.whatWouldChange(Self.decision(of: reason), facts(Self.channel(of: reason))) == Self.changes[reason])
    }

    @Test("Who was told enough on one day is told how much that is")
    func frequencyCapped() {
        var facts = facts()
        facts.dailyCountMax = 3
        #expect(Phrases.sentence(for: .skip(.frequencyCapped), facts) == "Not sent, because the recipient had been told as much on that day as they want (3).")
        facts.isForRecipient = true
        #expect(Phrases.sentence(for: .skip(.frequencyCapped), facts) == "Not sent, because you had been told as much on that day as you want (3).")
    }

    @Test("Who was told as many as the app allows is told how many these are")
    func throttled() {
        var facts = facts()
        facts.throttleCountMax = 2
        #expect(Phrases.sentence(for: .skip(.throttled), facts) == "Not sent, because the recipient had lately been told as many of these as the app allows (2).")
        facts.isForRecipient = true
        #expect(Phrases.sentence(for: .skip(.throttled), facts) == "Not sent, because you had lately been told as many of these as the app allows (2).")
    }

    @Test("What is advised is called as the settings call it", arguments: Language.allCases)
    func namesOfSettings(language: Language) throws {
        let words = PageWords(language)
        let advice = try #require(Phrases.whatWouldChange(.skip(.quietHours), facts(), in: language))
        #expect(advice.contains(words(SettingsWord.levelAll)) && advice.contains(words(SettingsWord.hold)), "\(advice)")
        let other = try #require(Phrases.whatWouldChange(.send(.allInQuietHours), facts(), in: language))
        #expect(other.contains(words(SettingsWord.levelCritical)) && other.contains(words(SettingsWord.levelNone)), "\(other)")
        let more = try #require(Phrases.whatWouldChange(.skip(.frequencyCapped), facts(), in: language))
        #expect(more.contains(words(SettingsWord.dailyMax)), "\(more)")
        for (decision, channel, word) in [
            (Decision.skip(.pushDisabled), DeliveryChannel.ntfy, SettingsWord.push), (.skip(.emailDisabled), .email, .email),
            (.skip(.championSMSDisabled), .sms, .messages),
        ] {
            let on = try #require(Phrases.whatWouldChange(decision, facts(channel), in: language))
            #expect(on.contains(words(word)) && on.contains(words(SettingsWord.channels)), "\(on)")
        }
    }

    @Test("What is held already needs no advice to hold it")
    func whatWouldChangeHeld() {
        #expect(
            Phrases.whatWouldChange(.defer(.quietHours, until: .evening), facts())
                == "Other quiet hours, or the level “All”, would let it through.")
    }

    @Test("Only what can be set is advised: a webhook has no switch, and a critical one passes “Critical only”")
    func onlyWhatCanBeSet() {
        #expect(
            Phrases.whatWouldChange(.send(.allowed), facts(.webhook))
                == "Snoozing or dismissing the alert, or quiet hours at this time would have stopped it.")
        #expect(
            Phrases.whatWouldChange(.send(.allInQuietHours), facts(severity: .critical)) == "The quiet hours' level “No notifications” would have stopped it.")
    }

    @Test("What an app has told is stopped by no alert's being hidden, for there is none")
    func whatWouldChangeOrder() {
        var (pushed, posted) = (facts(), facts(.webhook))
        (pushed.isOfAlert, posted.isOfAlert) = (false, false)
        #expect(
            Phrases.whatWouldChange(.send(.allowed), pushed)
                == "Switching off push notifications, or quiet hours at this time, would have stopped it.")
        #expect(Phrases.whatWouldChange(.send(.allowed), posted) == "Quiet hours at this time would have stopped it.")
    }

    @Test("Of what isn't queued it is said what would stop it, and not what would have")
    func rehearsedChange() {
        func change(_ decision: Decision, severity: Severity = .watch, _ channel: DeliveryChannel = .push) -> String? {
            var facts = facts(channel, severity: severity)
            facts.isOfAlert = false
            return Phrases.whatWouldChange(decision, facts, isRehearsed: true)
        }
        #expect(change(.send(.allowed)) == "Switching off push notifications, or quiet hours at this time, would stop it.")
        #expect(change(.send(.allowed), .webhook) == "Quiet hours at this time would stop it.")
        #expect(change(.send(.criticalInQuietHours)) == "The quiet hours' level “No notifications” would stop it.")
        #expect(change(.send(.allInQuietHours)) == "The quiet hours' level “Critical only” or “No notifications” would stop it.")
        #expect(change(.skip(.quietHours))?.hasSuffix("; with “held until they end” it would wait.") == true)
        #expect(
            change(.skip(.pushDisabled))
                == "Switching on “On my devices, by WhatsApp, ntfy, Telegram and in chat rooms” under “Channels” in the settings would let it through.")
    }
}
