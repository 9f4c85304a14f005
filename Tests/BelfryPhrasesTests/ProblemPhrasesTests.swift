import BelfryModel
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of problems")
struct ProblemPhrasesTests {
    static let sentences: [(problem: Problem, sentence: String)] = [
        (.malformedJSON, "This is not JSON. Send one JSON value in UTF-8."),
        (.malformedLine(expected: "a date, then steps"), "This line can't be read. Expected: a date, then steps."),
        (.malformedLine(number: 3, expected: "a date"), "Line 3 can't be read. Expected: a date."),
        (.missingField("metrics[3].date"), "The field “metrics[3].date” is missing. Add it."),
        (.wrongType(field: "notify_push", expected: "true or false"), "The field “notify_push” has the wrong form. Give true or false."),
        (.wrongType(field: "", expected: "an object"), "What was sent has the wrong form. Give an object."),
        (
            .unknownValue(field: "channel", allowed: ["push", "email"]),
            "“channel” has a value that is not known. Use one of: push, email."
        ),
        (
            .unknownName(field: "budget_items.created[0].colour", allowed: ["name", "amount"]),
            "“budget_items.created[0].colour” is not known here. Use one of: name, amount."
        ),
        (.bodyTooLarge(byteCountMax: 4 << 20), "The body is larger than 4 MiB. Send it in smaller parts."),
        (.bodyTooLarge(byteCountMax: 64 << 10), "The body is larger than 64 KiB. Send it in smaller parts."),
        (.tooManyItems(countMax: 10_000), "There are more than 10,000 items. Send them in smaller parts."),
        (
            .unknownTimezone(field: "timezone"),
            "“timezone” is not a time zone that this system knows. Use an IANA name such as Europe/Berlin."
        ),
        (.metricOutOfRange(field: "steps", range: 0...200_000), "“steps” must be from 0 to 200,000. Correct it or leave it out."),
        (
            .noMetrics(field: "metrics[0]"),
            "“metrics[0]” has no metric. Give at least one of: sleep_minutes, steps, hrv_ms, resting_hr, sleep_efficiency, movement_minutes, deep_sleep_minutes."
        ),
        (.dayInFuture(field: "date"), "“date” is a day that has not come yet where the member lives. Send days up to today."),
        (.snoozeDaysNotOffered, "An alert is snoozed for 1, 3 or 7 days. Give one of these as “snooze_for_days”."),
        (.numberOutOfRange(field: "maxAge", range: 1...8760), "“maxAge” must be from 1 to 8,760."),
        (.numberOutOfRange(field: "desired_retention", range: 0.7...0.99), "“desired_retention” must be from 0.7 to 0.99."),
        (.numberOutOfRange(field: "stability", range: 0.001...36_500), "“stability” must be from 0.001 to 36,500."),
        (
            .badRecurrence(field: "rrule", RecurrenceProblem(.count, .outOfRange(1...10, orNegative: false))),
            "“rrule” is no recurrence rule that can be used. COUNT has a number out of range. Give 1 to 10."
        ),
        (
            .badCheckDigit(field: "[2].gtin"),
            "“[2].gtin” is no bar code number: its last digit doesn't fit the others. Compare it with the package."
        ),
        (
            .badTemplate(field: "de.study.daily.body", .malformed),
            "“de.study.daily.body” is no template that can be used. A tag or a section is not closed. Write {{name}} and {{#name}}…{{/name}}."
        ),
        (.unknownUser(field: "user_id"), "“user_id” names nobody who is known here. Add the person to a family first: PUT /v1/families/{family_id}."),
        (.unknownFamily, "There is no such family, or you are not in it."),
        (.unknownFamily(field: "families[1]"), "“families[1]” names no family that is known here. Add it first: PUT /v1/families/{family_id}."),
        (
            .unknownDelivery,
            "There is no delivery with this identifier, or it isn't yours to see."
        ),
        (.unknownAudience, "There is no audience with this name, or it is another app's, or it isn't open."),
        (.unknownAudience(field: "audience"), "“audience” names no audience of the app. Add it first: PUT /v1/audiences/{audience}."),
        (
            .tooManyAudiences(countMax: 100),
            "An app has at most 100 audiences that are open. Have another one closed first, or deleted: DELETE /v1/audiences/{audience}."
        ),
        (.unknownAction, "There is no such notification of yours, or it has no such action. Its message in GET /v1/inbox has its actions."),
        (
            .notTold,
            "This notification wasn't told, or not yet, so none of its actions can be taken. GET /v1/deliveries/{id} says how it stands."
        ),
        (.unknownInboxMessage, "There is no such message in your inbox."),
        (.unknownAddress, "You have no such address or device. GET /v1/users/me/addresses lists them."),
        (
            .tooManySwitchedOff(countMax: 500),
            "Nobody can switch off more than 500 categories, each over one channel, or mute more. Switch on first what doesn't come any more, or end a mute: "
                + "GET /v1/users/me/subscriptions, GET /v1/users/me/mutes."
        ),
        (
            .tooManyAddresses(countMax: 20), "Nobody can have more than 20 addresses. Remove one first: DELETE /v1/users/me/contact_points/{id}."
        ),
        (.codeRefused(attemptsLeft: 4), "That is not the code that was sent. Look again: 4 tries are left."),
        (.codeRefused(attemptsLeft: 1), "That is not the code that was sent. Look again: one try is left."),
        (.codeRefused(attemptsLeft: 0), "The code doesn't count any more. Ask for a new one."),
        (.codeNotSent, "No code could be sent there now. Check the address, and try again later. The server's log says to its operator why."),
        (.tooManyPresses(secondsLeft: 42), "This was asked for many times within the minute. Ask again in 42 s."),
        (.tooManyCodes(secondsLeft: 61), "Several codes were sent within the hour. Use the last one, or ask again in 2 min."),
        (
            .tooManyMembers(countMax: 100),
            "A family has at most 100 members. Take somebody out first: DELETE /v1/families/{family_id}/members/{user_id}."
        ),
        (.unknownName(field: "dry_run", allowed: []), "“dry_run” is not known here. Leave it out."),
        (.tooManyStreams(countMax: 30), "You have 30 streams of events open already. Close one, and try again."),
        (
            .tooMuchShared(rowCountMax: 50_000, byteCountMax: 16_777_216),
            "Your devices share as much as they may: 50000 rows, or 16 MiB of text. Delete some of it first."
        ),
        (.notFound, "There is nothing at this address. GET /openapi.json lists what there is."),
        (.methodNotAllowed(allowed: ["HEAD", "GET"]), "This address can't be asked that way. Use one of: HEAD, GET."),
        (
            .idempotencyKeyReused,
            "This idempotency key stood for another request in the last 30 days. Repeat that request, or take a new key for this one."
        ),
        (.notAuthorized(.controlQueue), "Not authorized to use the queue. Ask with an app's key or the admin secret."),
        (
            .notAuthorized(.managePeople),
            "Not authorized to hand out or erase what is kept of a person. Ask with an app's key or the admin secret."
        ),
        (.unknownBroadcast, "There is no broadcast with this identifier, or another app had it sent."),
        (.unknownRota, "There is no rota with this name, or it is another app's."),
        (.unknownRota(field: "rotas[1]"), "“rotas[1]” names no rota of this app. Save it first: PUT /v1/rotas/{name}."),
        (.unknownHook, "The app has no hook of this name. Declare it: PUT /v1/hooks/{name}."),
        (.unknownTemplate, "The app has no template of this name, or not that version of it. Declare it: PUT /v1/templates/{name}."),
        (.unknownTemplate(field: "template"), "“template” names no template of this app. Declare it first: PUT /v1/templates/{name}."),
        (.tooManyTemplates(countMax: 500), "An app has at most 500 templates. Remove one first: DELETE /v1/templates/{name}."),
        (.tooManyHooks(countMax: 200), "An app has at most 200 hooks. Remove one first: DELETE /v1/hooks/{name}."),
        (
            .missingValue(field: "title", path: "pull_request.title"),
            "“title” speaks of “pull_request.title”, which isn't in what was posted. "
                + "Send it, or put it into a section: {{#pull_request.title}}…{{/pull_request.title}}."
        ),
        (.tooManyRotas(countMax: 10_000), "An app has at most 10,000 rotas. Remove one first: DELETE /v1/rotas/{name}."),
        (.unknownCategory, "The app has declared no category of this name. Declare it: PUT /v1/categories/{category}."),
        (.tooManyCategories(countMax: 500), "An app can declare at most 500 categories. Remove one first: DELETE /v1/categories/{category}."),
        (
            .tooManySwitchedOn(countMax: 5_000),
            "Nobody can switch on more than 5,000 categories, each over one channel. Name the channel instead of all of them, or switch one off."
        ),
        (.unknownSchedule, "There is no schedule with this identifier, or it is another app's."),
        (
            .unknownHeartbeat,
            "There is no heartbeat with this key, or it is another app's. Say first how often it beats: PUT /v1/heartbeats/{key}."
        ),
        (
            .notOfBroadcast(field: "throttle"),
            "“throttle” isn't for a broadcast. Leave it out, or order this for a part of the people at a time: POST /v1/notifications."
        ),
        (.scheduleEnded, "This schedule has ended, and nothing changes that. Order another: POST /v1/schedules."),
        (
            .tooManySchedules(countMax: 10_000),
            "An app has at most 10,000 schedules that haven't ended. End one first: DELETE /v1/schedules/{id}."
        ),
        (
            .unknownApp(field: "app_id"),
            "“app_id” names no app that is known here: no key has its name, and nothing of it waits. `belfry keys list` names those with a key."
        ),
        (.syncConflict, "Somebody has changed the same since your last pull. Nothing was stored; pull, and push again."),
        (
            .notAuthenticated,
            "Who is asking? Send a person's token or an app's key in force as “Authorization: Bearer …”, or, for the worker, the admin secret as “x-miya-admin-secret”."
        ),
        (
            .needs(.personToken),
            "Only a person can ask this. Send a person's token as “Authorization: Bearer …”, in the place of an app's key or the admin secret."
        ),
        (
            .needs(.adminSecret),
            "Only who has the admin secret can ask this. Send it as “x-miya-admin-secret”, in the place of a person's token or an app's key."
        ),
        (
            .needs(.appKey), "Only an app can ask this. Send its key as “Authorization: Bearer bk_…”, in the place of a person's token or the admin secret."
        ),
        (.keyExpired, "This key has ended. Whoever runs this server can give the app another with `belfry keys replace`."),
        (
            .needsScope(.send),
            "This key may not do this: it needs the scope “send”. Whoever runs this server can give it with `belfry keys change`."
        ),
        (
            .notSigned(header: "X-ROOK-HASH"),
            "This doesn't bear its sender's signature. Send the HMAC-SHA256 of the body, in hexadecimal and under the secret that sender and server share, as “X-ROOK-HASH”."
        ),
        (
            .secretNotConfigured(setting: "BELFRY_ADMIN_SECRET"),
            "This server has no secret set up for this, so nobody may do it. Its operator can set BELFRY_ADMIN_SECRET."
        ),
        (.notAuthorized(.snoozeAlert), "Not authorized to snooze this alert"),
        (.notAuthorized(.dismissAlert), "Not authorized to dismiss this alert"),
        (.notAuthorized(.seeFamilyAlerts), "Not authorized to access family pattern alerts"),
        (
            .notAuthorized(.writeMetrics),
            "Not authorized to write metrics of this person. A person's token writes their own alone; an app's key writes anybody's."
        ),
        (.notAuthorized(.changeFamily), "Not authorized to change families. Have an admin of the family do it, or ask with an app's key or the admin secret."),
        (
            .notAuthorized(.joinFamily),
            "This invitation can't be used: nobody made it, it was used, or it has run out. Ask for a new one."
        ),
        (.notAuthorized(.askForAnotherApp), "Not authorized to ask for another app. Leave “app_id” out, or ask with the admin secret."),
        (
            .callbackRefused(.badSignature),
            "This callback has no signature of its provider's. Its operator can compare the secret and the public address with the provider's settings."
        ),
        (
            .callbackRefused(.stale),
            "This callback was signed too long ago, or in the future. Its operator can see whether the server's clock is right."
        ),
        (.callbackRefused(.malformed), "This callback is signed, but can't be read. Nothing was stored."),
        (.storeUnavailable, "The database can't be used right now. Nothing was stored; try again soon."),
        (.internalFailure, "Something went wrong here that is not your fault. Nothing was half done; the server's log says more."),
    ]

    @Test("Each problem has its sentence: what is wrong, and what to do", arguments: sentences)
    func golden(problem: Problem, sentence: String) {
        #expect(Phrases.sentence(for: problem) == sentence)
    }

    @Test("Each sentence ends as one, and its quotation marks match; three are known to clients to the letter", arguments: sentences)
    func form(problem: Problem, sentence: String) {
        let said = Phrases.sentence(for: problem)
        let knownToClients: [Problem] = [.notAuthorized(.snoozeAlert), .notAuthorized(.dismissAlert), .notAuthorized(.seeFamilyAlerts)]
        #expect(said.hasSuffix(".") == !knownToClients.contains(problem))
        #expect(!said.contains("..") && said.count { $0 == "“" } == said.count { $0 == "”" } && said.count { $0 == "`" } % 2 == 0)
    }

    /// Grows with the problems: a new one doesn't compile here until it has its line above.
    @Test("Every problem is among them")
    func complete() {
        let codes = Set(Self.sentences.map(\.problem.code))
        for (problem, _) in Self.sentences {
            switch problem {
            case .malformedJSON, .malformedLine, .missingField, .wrongType, .unknownValue, .unknownName, .notOfBroadcast, .bodyTooLarge, .tooManyItems,
                .unknownTimezone, .metricOutOfRange, .noMetrics, .dayInFuture, .snoozeDaysNotOffered, .numberOutOfRange, .badRecurrence,
                .badCheckDigit, .badTemplate, .unknownUser, .unknownFamily, .unknownApp, .unknownDelivery, .unknownAction, .notTold, .unknownInboxMessage, .unknownAddress, .tooManyAddresses, .tooManySwitchedOff, .codeRefused, .codeNotSent, .tooManyCodes,
                .tooManyMembers, .tooManyPresses, .tooManyStreams, .tooMuchShared, .notFound, .methodNotAllowed, .syncConflict, .idempotencyKeyReused, .unknownBroadcast, .unknownAudience, .unknownRota, .tooManyRotas, .tooManyAudiences, .unknownSchedule, .unknownHeartbeat, .scheduleEnded, .tooManySchedules, .notAuthenticated, .needs, .keyExpired, .needsScope, .notSigned, .secretNotConfigured, .notAuthorized,
                .tooManySwitchedOn, .unknownCategory, .tooManyCategories, .unknownHook, .tooManyHooks, .unknownTemplate, .tooManyTemplates, .missingValue, .callbackRefused, .storeUnavailable,
                .internalFailure:
                continue
            }
        }
        #expect(codes.count == 66)
    }
}
