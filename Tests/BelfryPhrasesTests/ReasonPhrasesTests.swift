import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of decisions")
struct ReasonPhrasesTests: SaysReasons {
    static let inQuietHours: [Reason: String] = [
        .allowed: "Sent, because nothing stood against it: push is on, it was 23:30 for the recipient, outside their quiet hours.",
        .criticalInQuietHours:
            "Sent, because it is critical: it was 23:30 for the recipient, inside their quiet hours of 22:00–07:00, which let critical ones through.",
        .allInQuietHours:
            "Sent, because it was 23:30 for the recipient, inside their quiet hours of 22:00–07:00, but these let everything through.",
        .pushDisabled: "Not sent, because the recipient has switched off push notifications.",
        .inAppDisabled: "Not sent, because the recipient has switched off the inbox.",
        .emailDisabled: "Not sent, because the recipient has switched off e-mail.",
        .championEmailDisabled: "Not sent, because the recipient has switched off e-mail to the champion.",
        .championSMSDisabled: "Not sent, because the recipient has switched off text messages to the champion.",
        .categoryOffByDefault:
            "Not sent, because this kind of notification is off over push at first, and the recipient hasn't switched it on.",
        .categoryDisabled: "Not sent, because the recipient has switched off this kind of notification over push.",
        .muted: "Not sent, because the recipient has muted everything.",
        .categoryMuted: "Not sent, because the recipient has muted this kind of notification.",
        .snoozed: "Not sent, because the alert is snoozed through 28 January 2026.",
        .dismissed: "Not sent, because the alert was dismissed.",
        .quietHours:
            "Not sent, because it was 23:30 for the recipient, inside their quiet hours of 22:00–07:00, which let nothing through.",
        .quietHoursNotCritical:
            "Not sent, because it was 23:30 for the recipient, inside their quiet hours of 22:00–07:00, which let only critical ones through, and this one is “watch”.",
        .ownDigest: "Not sent, because the recipient has what isn't critical told once a day, as one.",
        .cannotWaitForDigest:
            "Sent, because it couldn't wait for the recipient's digest: by then it would be of no use, or it has a moment of its own, or somebody waits for an answer.",
        .beforeLocalMoment: "Not sent, because it is meant for a set time by the recipient's own clock.",
        .earlierStepFirst: "Not sent, because the person is told over another channel first.",
        .expired: "Not sent, because it came too late to be of use.",
        .resolved: "Not sent, because while it was held, the episode ended.",
        .notEntitled: "Not sent, because the recipient may no longer be told of this person.",
        .feedDown: "Not sent, because nothing had come from many wearables since the same day, so the service that passes days on is down, "
            + "and not this wearable.",
        .superseded: "Not sent, because while it waited, a later notification took its place.",
        .frequencyCapped: "Not sent, because the recipient had been told as much on that day as they want.",
        .throttled: "Not sent, because the recipient had lately been told as many of these as the app allows.",
        .alreadyTold: "Not sent, because it was told already.",
        .alreadyReached: "Not sent, because an earlier one over another channel reached the person.",
        .alreadyAcknowledged: "Not sent, because somebody who was told before has reacted.",
        .mergedIntoSummary: "Not sent on its own, because it became part of a summary.",
    ]

    @Test("Each reason has its sentence", arguments: Reason.allCases.filter { !$0.isOfPlansAlone })
    func reasons(reason: Reason) {
        #expect(Phrases.sentence(for: Self.decision(of: reason), facts(Self.channel(of: reason))) == Self.inQuietHours[reason])
    }

    @Test("Without quiet hours the sentences do without them", arguments: Reason.allCases.filter { !$0.isOfPlansAlone })
    func withoutQuietHours(reason: Reason) {
        let sentence = Phrases.sentence(for: Self.decision(of: reason), facts(Self.channel(of: reason), at: nil, quietHours: nil))
        let expected: String =
            switch reason {
            case .allowed: "Sent, because nothing stood against it: push is on, no quiet hours are set."
            case .criticalInQuietHours:
                "Sent, because it is critical: it was a quiet hour, inside their quiet hours, which let critical ones through."
            case .allInQuietHours: "Sent, because it was a quiet hour, inside their quiet hours, but these let everything through."
            case .quietHours: "Not sent, because it was a quiet hour, inside their quiet hours, which let nothing through."
            case .quietHoursNotCritical:
                "Not sent, because it was a quiet hour, inside their quiet hours, which let only critical ones through, and this one is “watch”."
            default: Self.inQuietHours[reason] ?? ""
            }
        #expect(sentence == expected)
    }

    @Test("What became part of a summary says nothing of quiet hours: what was found together is told together at any hour", arguments: Language.allCases)
    func summary(language: Language) {
        let sentence = Phrases.sentence(for: .merge(into: .example(1)), facts(), in: language)
        #expect(!sentence.lowercased().contains(PageWords(language)(SettingsWord.quietHours).lowercased()), "\(sentence)")
    }

    @Test("A held one says until when by the recipient's clock, with the day where it is another")
    func held() {
        let decision = Decision.defer(.quietHours, until: .evening)
        let why = "because it was 23:30 for the recipient, inside their quiet hours of 22:00–07:00, which let nothing through."
        #expect(Phrases.sentence(for: decision, facts()) == "Held until 07:00 on 26 January 2026 (America/Los_Angeles), " + why)
        var sameDay = facts()
        sameDay.heldUntil = CivilDateTime(.sunday, CivilTime(literal: "23:45"))
        #expect(Phrases.sentence(for: decision, sameDay) == "Held until 23:45 (America/Los_Angeles), " + why)
        sameDay.heldUntil = nil
        #expect(Phrases.sentence(for: decision, sameDay) == "Held until quiet hours end, " + why)
    }

    @Test("From the fourth attempt on there may have been more than are counted")
    func uncountedAttempts() {
        func sentence(_ ending: Phrases.Ending) -> String { Phrases.sentence(for: .send(.allowed), facts(quietHours: nil), ending: ending) }
        #expect(sentence(.retrying(attemptCount: 4, error: "503")).hasPrefix("To be tried again after 4 or more failed attempts (503); "))
        #expect(sentence(.failed(attemptCount: 5, error: nil)).hasPrefix("Given up after 5 or more failed attempts; "))
    }

    @Test("What became of one that was to be sent stands first")
    func endings() {
        let decision = Decision.send(.allowed)
        let day = facts(quietHours: nil)
        let why = "because nothing stood against it: push is on, no quiet hours are set."
        func sentence(_ ending: Phrases.Ending) -> String { Phrases.sentence(for: decision, day, ending: ending) }
        #expect(sentence(.asDecided) == "Sent, " + why)
        #expect(sentence(.waiting) == "Waiting to be sent, " + why)
        #expect(sentence(.sending) == "Being sent, " + why)
        #expect(
            sentence(.retrying(attemptCount: 1, error: "503")) == "To be tried again after 1 failed attempt (503); it is meant to be sent, " + why)
        #expect(sentence(.failed(attemptCount: 3, error: nil)) == "Given up after 3 failed attempts; it was meant to be sent, " + why)
        #expect(
            sentence(.failed(attemptCount: 0, error: "no_provider: nothing is set up to send over this channel"))
                == "Given up without a recorded attempt (no_provider: nothing is set up to send over this channel); it was meant to be sent, " + why)
    }

    @Test("Of what isn't queued it is said what would become of it")
    func rehearsed() {
        func sentence(_ decision: Decision, error: String? = nil) -> String {
            Phrases.sentence(for: decision, facts(quietHours: nil), ending: .rehearsed(error: error))
        }
        let why = "because nothing stands against it: push is on, no quiet hours are set."
        #expect(sentence(.send(.allowed)) == "Would be sent, " + why)
        #expect(sentence(.send(.allowed), error: "no_address") == "Would be given up (no_address); else it would be sent, " + why)
        #expect(sentence(.skip(.expired)) == "Would not be sent, because it would come too late to be of use.")
        #expect(
            Phrases.sentence(for: .send(.allowed), facts(), ending: .rehearsed(error: nil))
                == "Would be sent, because nothing stands against it: push is on, it is 23:30 for the recipient then, outside their quiet hours.")
        #expect(Phrases.sentenceForUndeliverable(error: "no_provider") == "Would not be sent (no_provider).")
        #expect(Phrases.sentenceForUndeliverable(error: nil, in: .german) == "Würde nicht gesendet.")
        #expect(
            sentence(.defer(.beforeLocalMoment, until: .evening))
                == "Would be held until 07:00 on 26 January 2026 (America/Los_Angeles), because it is meant for a set time by the recipient's own clock.")
        #expect(
            Phrases.sentence(for: .defer(.earlierStepFirst, until: .evening), facts(quietHours: nil))
                == "Held until 07:00 on 26 January 2026 (America/Los_Angeles), because the person is told over another channel first.")
        var further = facts(quietHours: nil)
        further.isTellingFurther = true
        #expect(
            Phrases.sentence(for: .defer(.earlierStepFirst, until: .evening), further)
                == "Held until 07:00 on 26 January 2026 (America/Los_Angeles), because others are told first.")
        further.isOneOfUs = true
        #expect(Phrases.sentence(for: .skip(.alreadyAcknowledged), further) == "Not sent, because one of those whom it concerns has seen to it.")
    }

    @Test("Where a channel has no switch of its own, it is said whose counts")
    func sharedSwitch() {
        #expect(
            Phrases.sentence(for: .skip(.pushDisabled), facts(.whatsApp))
                == "Not sent, because the recipient has switched off push notifications, and that switch counts for WhatsApp too.")
        #expect(
            Phrases.sentence(for: .skip(.pushDisabled), facts(.telegram))
                == "Not sent, because the recipient has switched off push notifications, and that switch counts for Telegram too.")
        #expect(
            Phrases.sentence(for: .skip(.pushDisabled), facts(.chat))
                == "Not sent, because the recipient has switched off push notifications, and that switch counts for chat rooms too.")
        #expect(
            Phrases.sentence(for: .skip(.pushDisabled), facts(.ntfy))
                == "Not sent, because the recipient has switched off push notifications, and that switch counts for ntfy too.")
        #expect(
            Phrases.whatWouldChange(.skip(.pushDisabled), facts(.whatsApp))
                == "Switching on “On my devices, by WhatsApp, ntfy, Telegram and in chat rooms” under “Channels” in the settings would let it through.")
        #expect(
            Phrases.sentence(for: .skip(.championSMSDisabled), facts(.sms))
                == "Not sent, because the recipient has switched off text messages to the champion, and that switch counts for all text messages.")
        #expect(
            Phrases.sentence(for: .skip(.championSMSDisabled), facts(.voice))
                == "Not sent, because the recipient has switched off text messages to the champion, and that switch counts for calls too.")
    }

    @Test("Of what is left out after a worker died over it is said that it may have arrived, and of nothing else")
    func inDoubt() {
        var facts = facts(refused: [.timezone])
        let plain = Phrases.sentence(for: .send(.allowed), facts)
        facts.isInDoubt = true
        #expect(
            Phrases.sentence(for: .skip(.superseded), facts)
                == "Not sent, because while it waited, a later notification took its place."
                + " But sending it had been begun before and was broken off, so it may have arrived."
                + " Their time zone is not one that the system knows, so it was decided as UTC.")
        #expect(Phrases.sentence(for: .send(.allowed), facts) == plain)
    }

    @Test("A setting that could not be understood is named")
    func refusedSettings() {
        #expect(
            Phrases.sentence(for: .skip(.dismissed), facts(refused: [.timezone, .quietHoursStart]))
                == "Not sent, because the alert was dismissed. Their time zone is not one that the system knows, so it was decided as UTC."
                + " Their setting “quiet_hours_start” could not be understood, so its default was taken.")
    }

    @Test("Without readable inputs the explanation says as much as is known")
    func withoutInputs() {
        #expect(Phrases.sentenceForUndecided() == "Not decided yet: it waits for a worker.")
        let moment = CivilDateTime(.sunday, CivilTime(literal: "01:15"))
        #expect(
            Phrases.sentenceForUndecided(until: moment, timezone: "UTC") == "Not decided yet: it is not due before 01:15 on 25 January 2026 (UTC).")
        #expect(
            Phrases.sentenceForUndecided(until: moment, timezone: "UTC", in: .spanish)
                == "Aún sin decidir: no está previsto antes de la 01:15 del 25 de enero de 2026 (UTC).")
        #expect(Phrases.sentenceForUndecided(isForRecipient: true) == "Not decided yet: it is meant for a set time by your own clock.")
        #expect(Phrases.sentenceForUndecided(isForRecipient: false).hasSuffix(" a set time by the recipient's own clock."))
        #expect(Phrases.sentenceForPaused() == "It waits, because whoever runs this Belfry has paused it.")
        #expect(Phrases.sentenceForCalledOff() == "Called off before it was sent.")
        #expect(
            Phrases.sentenceForUnexplained(isGivenUp: true, error: "unknown_channel: no channel has this name")
                == "Given up before it was decided (unknown_channel: no channel has this name).")
        #expect(Phrases.sentenceForUnexplained(isGivenUp: false, error: nil) == "What it was decided from was not recorded.")
    }

    @Test("No sentence is empty, ends without a full stop or says a code", arguments: Reason.allCases, DeliveryChannel.allCases)
    func form(reason: Reason, channel: DeliveryChannel) {
        for window in [Self.window, nil] {
            let sentence = Phrases.sentence(for: Self.decision(of: reason), facts(channel, quietHours: window))
            #expect(sentence.hasSuffix(".") && !sentence.contains("..") && !sentence.contains("_"))
        }
    }
}
