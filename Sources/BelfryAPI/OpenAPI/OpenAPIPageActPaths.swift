/// What a person does on pages, by a form or a script.
let openAPIPageActPaths = #"""
      "/page/alerts/{id}/snooze": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "snoozeOnPage", "summary": "Hide an alert for some days", "security": [{"session": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/PageSnooze"},
            "example": {"snooze_for_days": 3}
          }}},
          "responses": {
            "200": {"description": "Hidden.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Snoozed"},
              "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "snooze_until": "2026-01-28", "snooze_days": 3}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(400, 401, 403, 413, 503))
          }
        }
      },
      "/page/alerts/{id}/dismiss": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "dismissOnPage", "summary": "Hide an alert for good", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Hidden.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Dismissed"},
              "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "dismissed_at": "2026-01-25T12:00:00Z"}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 403, 413, 503))
          }
        }
      },
    \#(openAPIPlainActs.joined(separator: ",\n")),
      "/page/web-push/key": {"get": {
        "tags": ["pages"], "operationId": "getWebPushKey", "summary": "The key that browsers subscribe with, to be told by Web Push",
        "security": [{"session": []}],
        "responses": {
          "200": {"description": "The public VAPID key in base64url; null where there is no Web Push.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/WebPushKey"},
            "example": {"public_key": null}
          }}},
          \#(problems(401, 503))
        }
      }},
      "/page/web-push/subscribe": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "subscribeToWebPush", "summary": "Say where this browser is reached, as its `PushSubscription` does in JSON",
          "security": [{"session": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/WebPushSubscription"},
            "example": {
              "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
              "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg"
              }
            }
          }}},
          "responses": {
            "200": {"description": "Registered.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(400, 401, 413, 503))
          }
        }
      }
    """#

/// Of these nothing is to be said but that they are done.
private let openAPIPlainActs = [
    pageAct("alerts/{id}/restore", of: "alert_id", as: "restoreOnPage", "Take a snooze and a dismissal back", done: "Shown again.", 401, 403, 413, 503),
    pageAct("inbox/{id}/read", of: "delivery_id", as: "markReadOnPage", "Mark a message as read", done: "Read.", 401, 404, 413, 503),
    pageAct(
        "inbox/{id}/read_through", of: "delivery_id", as: "markReadThroughOnPage",
        "Mark a message as read, and all that came before it, up to 1,000", done: "Read.", 401, 404, 413, 503),
    pageAct("inbox/{id}/unread", of: "delivery_id", as: "markUnreadOnPage", "Mark a message as unread again", done: "Unread.", 401, 404, 413, 503),
    pageAct("inbox/{id}/archive", of: "delivery_id", as: "archiveOnPage", "Put a message away", done: "Put away.", 401, 404, 413, 503),
    pageAct(
        "inbox/{id}/unarchive", of: "delivery_id", as: "unarchiveOnPage",
        "Take a message back out of the archive", done: "Back in the inbox.", 401, 404, 413, 503),
    pageAct(
        "inbox/{id}/later", of: "delivery_id", as: "putMessageOffOnPage",
        "Put a message off until `when` as of the API, or until `at`, a day and a time by the caller's clock", done: "Put off.", 400, 401, 404, 413, 503),
    pageAct(
        "inbox/{id}/back", of: "delivery_id", as: "takeMessageBackOnPage", "Have a message back that was put off", done: "Back in the inbox.",
        401, 404, 413, 503),
    pageAct(
        "inbox/{id}/actions/{action}", of: "delivery_id", as: "takeActionOnPage",
        "Take one of the actions that a notification offers; a form is answered by a page that goes on to its link, where it may be opened", done: "Noted.",
        isAnsweredByPage: true, 401, 404, 409, 413, 503),
    pageAct(
        "deliveries/redrive", as: "redriveAllOnPage",
        "Have up to 1,000 of those that were given up tried again, as the address chooses them like `/deliveries` by `q` and `channel`, for operators",
        done: "They wait again.", 401, 404, 413, 503),
    pageAct(
        "deliveries/{id}/redrive", of: "delivery_id", as: "redriveOnPage",
        "Have one that was given up tried again, for operators", done: "It waits again.", 401, 404, 413, 503),
    pageAct(
        "deliveries/cancel", as: "callOffAllOnPage",
        "Call off up to 1,000 of those that wait, as the address chooses them like `/deliveries` by `q` and `channel`, for operators",
        done: "They are called off.", 401, 404, 413, 503),
    pageAct(
        "deliveries/{id}/cancel", of: "delivery_id", as: "callOffOnPage",
        "Call one off that waits, for operators", done: "It is called off, or waits no more.", 401, 404, 413, 503),
    pageAct(
        "deliveries/{id}/now", of: "delivery_id", as: "sendNowOnPage",
        "Have one that waits for later decided at once, for operators", done: "It is due now, or waits no more.", 401, 404, 413, 503),
    pageAct(
        "deliveries/{id}/retract", of: "delivery_id", as: "takeBackOnPage",
        "Take one back that was told, for operators", done: "It is taken back, or was before.", 401, 404, 413, 503),
    pageAct(
        "deliveries/pause", as: "pauseOnPage",
        "Pause the app of a form's `app_id`, or everything by `all=true`, with its `for` (`hour`, `four_hours`, `until_resumed`), `except_critical` and `why`",
        done: "It is paused.", 400, 401, 404, 413, 503),
    pageAct(
        "deliveries/resume", as: "resumeOnPage",
        "Resume the app of a form's `app_id`, or end the pause of everything by `all=true`, for operators", done: "It isn't paused.",
        400, 401, 404, 413, 503),
    pageAct(
        "planned/schedules/{id}/pause", of: "schedule_id", as: "pauseScheduleOnPage",
        "Have a schedule order nothing until it is resumed, and call off what waits of it, for operators", done: "It is paused.", 401, 404, 409, 413, 503),
    pageAct(
        "planned/schedules/{id}/resume", of: "schedule_id", as: "resumeScheduleOnPage", "Let a schedule go on, for operators", done: "It goes on.",
        400, 401, 404, 409, 413, 503),
    pageAct(
        "planned/schedules/{id}/skip", of: "schedule_id", as: "skipOnPage", "Leave the time of a schedule out that a form’s `local` names, for operators",
        done: "It is left out.", 400, 401, 404, 409, 413, 503),
    pageAct(
        "planned/schedules/{id}/run", of: "schedule_id", as: "runOnPage",
        "Tell at once what a schedule tells; under the same `key` of a form once, for operators", done: "It is ordered, or was before.",
        400, 401, 404, 409, 413, 503),
    pageAct(
        "broadcasts/{id}/cancel", of: "broadcast_id", as: "callOffBroadcastOnPage", "Call off what is left of a broadcast, for operators",
        done: "It is called off.", 401, 404, 413, 503),
    pageAct(
        "reminders/done", as: "markReminderDone", "Note that the reminder of a form’s `id` is done up to its `through`, a day or a day and a time at which it comes",
        done: "Noted, or it was before. The page itself, to a form.", isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct(
        "reminders/switch", as: "switchReminder", "Switch the reminder of a form’s `id` on by `on=yes`, or off", done: "Switched. The page itself, to a form.",
        isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct(
        "reminders/delete", as: "deleteReminder", "Delete the reminder of a form’s `id`",
        done: "Deleted. The page itself, to a form, with what makes it anew.", isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct(
        "reminders/undo", as: "undoReminder", "Have the reminder of a form’s `id` as its `former` was, an object of columns; empty, it wasn't there",
        done: "As it was. The page itself, to a form.", isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct("start/zone", as: "setZoneOnPage", "Say in which time zone the person is, as a form's `timezone`", done: "Saved.", 400, 401, 413, 503),
    pageAct(
        "start/quiet", as: "setQuietHoursOnPage",
        "Set quiet hours, as a form's `start` and `end`, or none with `quiet=no`", done: "Saved.", 400, 401, 409, 413, 503),
    pageAct(
        "settings/mute", as: "muteOnPage",
        "Mute everything for an `hour`, until the next `morning`, with an `open` end, or `end` it, as a form's `mute` says; or one category "
            + "for two `hours`, until the `morning`, or no longer, as its `mute_category` says: `hours:news`",
        done: "Saved. The page itself, where its form has what isn't saved yet.", isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct(
        "settings/audience", as: "joinAudienceOnPage",
        "Join the open audience that a form's `join` names by its app and its name, with a slash between, or leave the one that its `leave` does",
        done: "Saved. The page itself, where its form has what isn't saved yet.", isAnsweredByPage: true, 400, 401, 404, 413, 503),
    pageAct(
        "settings/calendar", as: "makeCalendarOnPage",
        "Make a link to the caller’s calendar that shows as much as a form’s `detail` says, by its `act` of `make`, or `remove` the one that there is",
        done: "Made or removed. The page itself, to a form, with what is told once.", isAnsweredByPage: true, 400, 401, 413, 503),
    pageAct(
        "settings/undo", as: "undoSettings", "Switch on what a form's `turn_on` names, and off what its `turn_off` does, as it was before it was saved",
        done: "Saved. The page itself, where something was switched.", isAnsweredByPage: true, 400, 401, 409, 413, 503),
    pageAct(
        "settings/addresses", as: "addAddressOnPage",
        "Have a code sent to the address of a form's `value` over its `channel`; over `telegram`, where that works, the page has a link instead",
        done: "A code is on its way. The page itself, where there is more to show.", isAnsweredByPage: true, 400, 401, 409, 413, 429, 503),
    pageAct(
        "settings/addresses/{id}/verify", of: "address_id", as: "verifyAddressOnPage",
        "Show by a form's `code` that an address is the caller's, and switch its channel on where `switch_on` names that switch",
        done: "It counts. The page itself, where there is more to show.", isAnsweredByPage: true, 400, 401, 404, 409, 413, 503),
    pageAct(
        "settings/addresses/{id}/code", of: "address_id", as: "sendCodeOnPage", "Have a new code sent to an address, or get a new link",
        done: "A code is on its way. The page itself, where there is more to show.", isAnsweredByPage: true, 400, 401, 404, 409, 413, 429, 503),
    pageAct(
        "settings/addresses/{id}/test", of: "address_id", as: "testAddressOnPage", "Send a test to an address of the caller's that works",
        done: "It was tried; the page says what came of it.", isAnsweredByPage: true, 401, 404, 413, 429, 503),
    pageAct(
        "settings/addresses/{id}/resume", of: "address_id", as: "resumeAddressOnPage", "Send again to an address to which the caller had ended it",
        done: "It is told there again.", isAnsweredByPage: true, 401, 404, 413, 503),
    pageAct(
        "settings/addresses/{id}/remove", of: "address_id", as: "removeAddressOnPage", "Remove an address of the caller's",
        done: "Removed. The page itself, with what adds it again.", isAnsweredByPage: true, 401, 404, 413, 503),
    pageAct(
        "settings/devices/{id}/remove", of: "address_id", as: "removeDeviceOnPage", "Remove a device or browser of the caller's", done: "Removed.",
        isAnsweredByPage: true, 401, 404, 413, 503),
    pageAct("start/test", as: "sendTest", "Put a notification into the caller's inbox, to see that it works", done: "Sent.", 401, 413, 503),
]

/// What a form or a script does, which is answered with no more than that it was done.
///
/// - Parameters:
///   - path: under `/page/`.
///   - parameter: the name of that in the path; nil where there is none.
///   - name: of the operation.
///   - done: what an answer says, as a sentence.
///   - isAnsweredByPage: whether a form may be answered with a page at once.
///   - refusals: the statuses of problems.
private func pageAct(
    _ path: String, of parameter: String? = nil, as name: String, _ summary: String, done: String, isAnsweredByPage: Bool = false, _ refusals: Int...
) -> String {
    let action = path.hasSuffix("{action}") ? "action" : nil
    let parameters = [parameter, action, "page"].compactMap(\.self).map { ##"{"$ref": "#/components/parameters/\##($0)"}"## }.joined(separator: ", ")
    let page = isAnsweredByPage ? ##", "text/html": {"schema": {"type": "string"}}"## : ""
    return ##"""
          "/page/\##(path)": {
            "parameters": [\##(parameters)],
            "post": {
              "tags": ["pages"], "operationId": "\##(name)", "summary": "\##(summary)", "security": [{"session": []}],
              "responses": {
                "200": {"description": "\##(done)", "content": {"application/json": {
                  "schema": {"$ref": "#/components/schemas/Success"},
                  "example": {"success": true}
                }\##(page)}},
                "303": {"description": "The same, to a form: back to the page."},
                \##(openAPIResponses("Problem", refusals))
              }
            }
          }
        """##
}
