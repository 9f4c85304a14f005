import BelfryModel
import BelfryTime

extension Phrases {
    /// What went wrong and what to do about it. Contains names of fields and limits, never anybody's data.
    public static func sentence(for problem: Problem) -> String {
        switch problem {
        case .malformedJSON: "This is not JSON. Send one JSON value in UTF-8."
        case .malformedLine(let number, let expected):
            "\(number.map { "Line \($0)" } ?? "This line") can't be read. Expected: \(expected)."
        case .missingField(let field): "The field “\(field)” is missing. Add it."
        case .wrongType(let field, let expected):
            "\(field.isEmpty ? "What was sent" : "The field “\(field)”") has the wrong form. Give \(expected)."
        case .unknownValue(let field, let allowed): "“\(field)” has a value that is not known. Use one of: \(allowed.joined(separator: ", "))."
        case .unknownName(let field, let allowed):
            "“\(field)” is not known here. \(allowed.isEmpty ? "Leave it out" : "Use one of: \(allowed.joined(separator: ", "))")."
        case .notOfBroadcast(let field):
            "“\(field)” isn't for a broadcast. Leave it out, or order this for a part of the people at a time: POST /v1/notifications."
        case .bodyTooLarge(let byteCountMax):
            "The body is larger than \(byteCountMax < 1_048_576 ? "\(byteCountMax / 1024) KiB" : "\(byteCountMax / 1_048_576) MiB"). Send it in smaller parts."
        case .tooManyItems(let countMax): "There are more than \(grouped(Double(countMax))) items. Send them in smaller parts."
        case .unknownTimezone(let field): "“\(field)” is not a time zone that this system knows. Use an IANA name such as Europe/Berlin."
        case .metricOutOfRange(let field, let range):
            "“\(field)” must be from \(bound(range.lowerBound)) to \(bound(range.upperBound)). Correct it or leave it out."
        case .noMetrics(let field):
            "“\(field)” has no metric. Give at least one of: \(Metric.allCases.map(\.rawValue).joined(separator: ", "))."
        case .dayInFuture(let field): "“\(field)” is a day that has not come yet where the member lives. Send days up to today."
        case .snoozeDaysNotOffered: "An alert is snoozed for 1, 3 or 7 days. Give one of these as “snooze_for_days”."
        case .numberOutOfRange(let field, let range):
            "“\(field)” must be from \(bound(range.lowerBound)) to \(bound(range.upperBound))."
        case .badRecurrence(let field, let problem): "“\(field)” is no recurrence rule that can be used. \(sentence(for: problem))"
        case .badCheckDigit(let field): "“\(field)” is no bar code number: its last digit doesn't fit the others. Compare it with the package."
        case .badTemplate(let field, let problem): "“\(field)” is no template that can be used. \(sentence(for: problem))"
        case .unknownUser(let field): "“\(field)” names nobody who is known here. Add the person to a family first: PUT /v1/families/{family_id}."
        case .unknownFamily(""): "There is no such family, or you are not in it."
        case .unknownFamily(let field): "“\(field)” names no family that is known here. Add it first: PUT /v1/families/{family_id}."
        case .tooManyMembers(let countMax):
            "A family has at most \(countMax) members. Take somebody out first: DELETE /v1/families/{family_id}/members/{user_id}."
        case .unknownDelivery: "There is no delivery with this identifier, or it isn't yours to see."
        case .unknownAction: "There is no such notification of yours, or it has no such action. Its message in GET /v1/inbox has its actions."
        case .notTold:
            "This notification wasn't told, or not yet, so none of its actions can be taken. GET /v1/deliveries/{id} says how it stands."
        case .unknownBroadcast: "There is no broadcast with this identifier, or another app had it sent."
        case .unknownAudience(""): "There is no audience with this name, or it is another app's, or it isn't open."
        case .unknownAudience(let field): "“\(field)” names no audience of the app. Add it first: PUT /v1/audiences/{audience}."
        case .tooManyAudiences(let countMax):
            "An app has at most \(countMax) audiences that are open. Have another one closed first, or deleted: DELETE /v1/audiences/{audience}."
        case .unknownSchedule: "There is no schedule with this identifier, or it is another app's."
        case .unknownHeartbeat: "There is no heartbeat with this key, or it is another app's. Say first how often it beats: PUT /v1/heartbeats/{key}."
        case .scheduleEnded: "This schedule has ended, and nothing changes that. Order another: POST /v1/schedules."
        case .unknownRota(""): "There is no rota with this name, or it is another app's."
        case .unknownRota(let field): "“\(field)” names no rota of this app. Save it first: PUT /v1/rotas/{name}."
        case .tooManyRotas(let countMax): "An app has at most \(grouped(Double(countMax))) rotas. Remove one first: DELETE /v1/rotas/{name}."
        case .unknownCategory: "The app has declared no category of this name. Declare it: PUT /v1/categories/{category}."
        case .tooManyCategories(let countMax):
            "An app can declare at most \(countMax) categories. Remove one first: DELETE /v1/categories/{category}."
        case .unknownHook: "The app has no hook of this name. Declare it: PUT /v1/hooks/{name}."
        case .tooManyHooks(let countMax): "An app has at most \(countMax) hooks. Remove one first: DELETE /v1/hooks/{name}."
        case .unknownTemplate(""): "The app has no template of this name, or not that version of it. Declare it: PUT /v1/templates/{name}."
        case .unknownTemplate(let field): "“\(field)” names no template of this app. Declare it first: PUT /v1/templates/{name}."
        case .tooManyTemplates(let countMax): "An app has at most \(countMax) templates. Remove one first: DELETE /v1/templates/{name}."
        case .missingValue(let field, let path):
            "“\(field)” speaks of “\(path)”, which isn't in what was posted. Send it, or put it into a section: {{#\(path)}}…{{/\(path)}}."
        case .tooManySchedules(let countMax):
            "An app has at most \(grouped(Double(countMax))) schedules that haven't ended. End one first: DELETE /v1/schedules/{id}."
        case .unknownApp(let field):
            "“\(field)” names no app that is known here: no key has its name, and nothing of it waits. `belfry keys list` names those with a key."
        case .unknownInboxMessage: "There is no such message in your inbox."
        case .unknownAddress: "You have no such address or device. GET /v1/users/me/addresses lists them."
        case .tooManySwitchedOff(let countMax):
            "Nobody can switch off more than \(countMax) categories, each over one channel, or mute more. Switch on first what doesn't come "
                + "any more, or end a mute: GET /v1/users/me/subscriptions, GET /v1/users/me/mutes."
        case .tooManySwitchedOn(let countMax):
            "Nobody can switch on more than \(grouped(Double(countMax))) categories, each over one channel. "
                + "Name the channel instead of all of them, or switch one off."
        case .tooManyAddresses(let countMax): "Nobody can have more than \(countMax) addresses. Remove one first: DELETE /v1/users/me/contact_points/{id}."
        case .codeRefused(let attemptsLeft):
            attemptsLeft > 0
                ? "That is not the code that was sent. Look again: \(attemptsLeft == 1 ? "one try is" : "\(attemptsLeft) tries are") left."
                : "The code doesn't count any more. Ask for a new one."
        case .codeNotSent: "No code could be sent there now. Check the address, and try again later. The server's log says to its operator why."
        case .tooManyCodes(let secondsLeft): "Several codes were sent within the hour. Use the last one, or ask again in \((secondsLeft + 59) / 60) min."
        case .tooManyPresses(let secondsLeft): "This was asked for many times within the minute. Ask again in \(secondsLeft) s."
        case .tooManyStreams(let countMax): "You have \(countMax) streams of events open already. Close one, and try again."
        case .tooMuchShared(let rowCountMax, let byteCountMax):
            "Your devices share as much as they may: \(rowCountMax) rows, or \(byteCountMax / 1_048_576) MiB of text. Delete some of it first."
        case .notFound: "There is nothing at this address. GET /openapi.json lists what there is."
        case .methodNotAllowed(let allowed): "This address can't be asked that way. Use one of: \(allowed.joined(separator: ", "))."
        case .syncConflict: "Somebody has changed the same since your last pull. Nothing was stored; pull, and push again."
        case .idempotencyKeyReused:
            "This idempotency key stood for another request in the last 30 days. Repeat that request, or take a new key for this one."
        case .notAuthenticated:
            "Who is asking? Send a person's token or an app's key in force as “Authorization: Bearer …”, or, for the worker, "
                + "the admin secret as “x-miya-admin-secret”."
        case .needs(.personToken):
            "Only a person can ask this. Send a person's token as “Authorization: Bearer …”, in the place of an app's key or the admin secret."
        case .needs(.adminSecret):
            "Only who has the admin secret can ask this. Send it as “x-miya-admin-secret”, in the place of a person's token or an app's key."
        case .needs(.appKey):
            "Only an app can ask this. Send its key as “Authorization: Bearer bk_…”, in the place of a person's token or the admin secret."
        case .keyExpired:
            "This key has ended. Whoever runs this server can give the app another with `belfry keys replace`."
        case .needsScope(let scope):
            "This key may not do this: it needs the scope “\(scope.rawValue)”. Whoever runs this server can give it with `belfry keys change`."
        case .notSigned(let header):
            "This doesn't bear its sender's signature. Send the HMAC-SHA256 of the body, in hexadecimal and under the secret that sender and server share, as “\(header)”."
        case .secretNotConfigured(let setting): "This server has no secret set up for this, so nobody may do it. Its operator can set \(setting)."
        case .notAuthorized(let act):
            switch act {
            // Clients compare these three to the letter: no full stop.
            case .snoozeAlert: "Not authorized to snooze this alert"
            case .dismissAlert: "Not authorized to dismiss this alert"
            case .seeFamilyAlerts: "Not authorized to access family pattern alerts"
            case .writeMetrics: "Not authorized to write metrics of this person. A person's token writes their own alone; an app's key writes anybody's."
            case .changeFamily: "Not authorized to change families. Have an admin of the family do it, or ask with an app's key or the admin secret."
            case .joinFamily: "This invitation can't be used: nobody made it, it was used, or it has run out. Ask for a new one."
            case .controlQueue: "Not authorized to use the queue. Ask with an app's key or the admin secret."
            case .askForAnotherApp: "Not authorized to ask for another app. Leave “app_id” out, or ask with the admin secret."
            case .managePeople: "Not authorized to hand out or erase what is kept of a person. Ask with an app's key or the admin secret."
            }
        case .callbackRefused(let doubt):
            switch doubt {
            case .badSignature:
                "This callback has no signature of its provider's. Its operator can compare the secret and the public address with the provider's settings."
            case .stale: "This callback was signed too long ago, or in the future. Its operator can see whether the server's clock is right."
            case .malformed: "This callback is signed, but can't be read. Nothing was stored."
            }
        case .storeUnavailable: "The database can't be used right now. Nothing was stored; try again soon."
        case .internalFailure: "Something went wrong here that is not your fault. Nothing was half done; the server's log says more."
        }
    }

    /// A bound as it has to be typed: rounded, 0.99 would be 1, which is refused again.
    private static func bound(_ number: Double) -> String {
        number == number.rounded() ? grouped(number) : "\(number)"
    }
}
