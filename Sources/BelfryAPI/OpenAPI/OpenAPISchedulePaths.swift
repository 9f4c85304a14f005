/// What is told again and again.
let openAPISchedulePaths = #"""
      "/v1/schedules": {
        "post": {
          "tags": ["deliveries"], "operationId": "createSchedule", "summary": "Have some people told something again and again",
          "description": "An order as of `POST /v1/notifications`, and when it comes back. The server orders each occurrence: by each recipient's own \#
    clock, or where `recurrence` names a `timezone`, by the clock there. At most 1,000 deliveries come of one, \#
    unless it tells an `audience`: then it is a broadcast, to whoever is in it two minutes ahead. What came while nobody could order it \#
    isn't told in a flood: by a zone only the last, and only within an hour, or for as long as `expires_after_minutes` says; by each recipient's \#
    own clock to those whose clock has shown it no longer ago. With `Idempotency-Key` the same call may be repeated for 30 days. With `dry_run` nothing \#
    is kept, and `next` says when it would come. An app has at most 10,000 that haven't ended.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "parameters": [
            {"$ref": "#/components/parameters/idempotency_key"},
            {"$ref": "#/components/parameters/next"}
          ],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ScheduleOrder"},
            "example": {
              "recipients": ["ana", "ben"], "category": "bins", "title": "Put the bins out", "channels": ["in_app"],
              "recurrence": {"start": "2026-12-01T09:00", "rule": "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270601", "timezone": "Europe/Rome"}
            }
          }}},
          "responses": {
            "200": {"description": "With `dry_run`: what it would be, without an `id`.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Schedule"}
            }}},
            "202": {"description": "It is kept.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Schedule"},
              "example": {
                "id": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11", "app_id": "app", "status": "active", "created_at": "2026-11-27T12:00:00Z",
                "recipients": ["ana", "ben"], "category": "bins", "title": "Put the bins out",
                "recurrence": {"start": "2026-12-01T09:00:00", "rule": "FREQ=WEEKLY;UNTIL=20270601;BYDAY=MO", "timezone": "Europe/Rome"},
                "next": [{"local": "2026-12-07T09:00:00", "at": "2026-12-07T08:00:00Z"}], "ordered": 0, "missed": 0, "is_repeated": false
              }
            }}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        },
        "get": {
          "tags": ["deliveries"], "operationId": "listSchedules", "summary": "The latest schedules",
          "description": "An app sees its own; the operator sees all. Each with its next occurrence alone.",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: only those of this app."},
            {"name": "status", "in": "query", "schema": {"type": "string", "enum": ["active", "paused", "ended"]}},
            {"$ref": "#/components/parameters/before"},
            {"$ref": "#/components/parameters/limit"}
          ],
          "responses": {
            "200": {"description": "The latest first.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["schedules"], "properties": {
                "schedules": {"type": "array", "items": {"$ref": "#/components/schemas/Schedule"}},
                "older": {"type": "string", "description": "What to give as `before` for those behind these; left out where there are none."}
              }},
              "example": {"schedules": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/schedules/{id}": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "get": {
          "tags": ["deliveries"], "operationId": "getSchedule", "summary": "A schedule, with the next occurrences and the last that was ordered",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [{"$ref": "#/components/parameters/next"}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Schedule"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "patch": {
          "tags": ["deliveries"], "operationId": "changeSchedule", "summary": "Change what a schedule tells, whom, or when it comes back",
          "description": "A merge patch of RFC 7396 of what was ordered: what isn't said stays, and null takes something away; `recipients` are all. What is \#
    ordered already is told as it was, but what is none of its times any more is called off where it waits, and those whom it would have told are told \#
    at the new time, also on the same day. Days that are left out or added call nothing off. \#
    Of one that tells an `audience` what has begun by some clock is told as it was, and by own clocks other times hold from the next day.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ScheduleChange"},
            "example": {"title": "Put both bins out", "recurrence": {"exdate": ["2026-12-28"]}}
          }}},
          "responses": {
            "200": \#(standing(title: "Put both bins out", leavingOut: ["2026-12-28"])),
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "endSchedule", "summary": "End a schedule",
          "description": "Nothing comes of it any more, and what it has ordered and still waits is called off; what is on its way can't be stopped.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Schedule"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/schedules/{id}/skip": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "skipOccurrence", "summary": "Leave one time of a schedule out",
          "description": "The next that isn't told yet, or what of it isn't, unless `local` says another. Where it is ordered already, what waits of it is \#
    called off; `skipped` says which time it was, and `called_off` how many notifications. Whoever says `local` may repeat the call.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ScheduleTurn"},
            "example": {"local": "2026-12-21T09:00"}
          }}},
          "responses": {
            "200": \#(standing(leavingOut: ["2026-12-14T09:00:00", "2026-12-21T09:00:00"], skipped: "2026-12-21T09:00:00")),
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      },
      "/v1/schedules/{id}/unskip": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "unskipOccurrence", "summary": "Tell one time of a schedule after all that was left out",
          "description": "The first that is left out and still to come, unless `local` says another.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ScheduleTurn"},
            "example": {"local": "2026-12-14T09:00"}
          }}},
          "responses": {
            "200": \#(standing()),
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      },
      "/v1/schedules/{id}/rehearsal": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "get": {
          "tags": ["deliveries"], "operationId": "rehearseSchedule", "summary": "What would become of the next occurrence, by recipient",
          "description": "As a dry run of `POST /v1/notifications`: when it is due by each recipient's own clock, or by the schedule's zone, and what the \#
    policy would decide then. Nothing is queued. Of one that tells an `audience` it is as a dry run of `POST /v1/broadcasts`.",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "As far as it is known now.", "content": {"application/json": {
              "schema": {"anyOf": [
                {"type": "object", "required": ["dry_run", "verdicts"], "properties": {
                  "dry_run": {"type": "boolean", "const": true},
                  "verdicts": {"type": "array", "items": {"$ref": "#/components/schemas/RehearsedDelivery"}}
                }},
                {"$ref": "#/components/schemas/RehearsedBroadcast"}
              ]},
              "example": {"dry_run": true, "verdicts": [{
                "recipient_user_id": "ana", "member_user_id": "ana", "channel": "in_app", "due_at": "2026-12-07T08:00:00Z", "action": "send",
                "reason": "allowed", "addresses": {"inbox": 1}, "sentence": "Would be sent, because nothing stands against it: inbox is on, no quiet hours are set."
              }]}
            }}},
            \#(problems(400, 401, 403, 404, 409, 503))
          }
        }
      },
      "/v1/schedules/{id}/run": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "runSchedule", "summary": "Tell what a schedule tells at once, once more",
          "description": "To all its recipients, also while it is paused. When it comes back stays as it is, and what it has `ordered` counts none of \#
    this. To an `audience` it is told by another schedule, which comes once and counts among the app's until then. With `Idempotency-Key` the same \#
    call may be repeated for 30 days.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "parameters": [{"$ref": "#/components/parameters/idempotency_key"}],
          "responses": {
            "202": {"description": "It is in the queue.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["deliveries", "is_repeated"], "properties": {
                "deliveries": {"type": "array", "items": {"type": "string"}, "description": "By recipient, each with the channels in their order."},
                "schedule_id": {"type": "string", "description": "Of one that tells an `audience`: the schedule that does it, once, within half a minute. Its \#
    `last` has the `broadcast_id`. There are no `deliveries` then."},
                "is_repeated": {"type": "boolean", "description": "Whether it was queued earlier, under the same key."}
              }},
              "example": {"deliveries": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "is_repeated": false}
            }}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      },
      "/v1/schedules/{id}/pause": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "pauseSchedule", "summary": "Have nothing of a schedule told until it is resumed",
          "description": "What it has ordered and still waits is called off.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Schedule"}}}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      },
      "/v1/schedules/{id}/resume": {
        "parameters": [{"$ref": "#/components/parameters/schedule_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "resumeSchedule", "summary": "Let a paused schedule go on",
          "description": "With what is still to come: what came meanwhile, or was called off, isn't told.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Schedule"}}}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      }
    """#

/// What a call that changes the schedule of the examples answers.
private func standing(title: String = "Put the bins out", leavingOut exceptions: [String] = [], skipped: String? = nil) -> String {
    let skipped = skipped.map { ", \"skipped\": \"\($0)\"" } ?? ""
    let exdate = exceptions.isEmpty ? "" : ", \"exdate\": [\(exceptions.map { "\"\($0)\"" }.joined(separator: ", "))]"
    return #"""
      {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Schedule"},
              "example": {
                "id": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11", "app_id": "app", "status": "active", "created_at": "2026-11-27T12:00:00Z",
                "recipients": ["ana", "ben"], "category": "bins", "title": "\#(title)",
                "recurrence": {"start": "2026-12-07T09:00:00", "rule": "FREQ=WEEKLY;BYDAY=MO"\#(exdate), "timezone": "Europe/Rome"},
                "next": [{"local": "2026-12-07T09:00:00", "at": "2026-12-07T08:00:00Z"}], "ordered": 0, "missed": 0\#(skipped)
              }
            }}}
      """#
}

let openAPIScheduleSchemas = #"""
      "ScheduleChange": {
        "type": "object", "description": "What `ScheduleOrder` says, but for `recipient_user_id`, `app_id` and `dry_run`; of `recurrence`, too, \#
    what isn't said stays.",
        "additionalProperties": true
      },
      "ScheduleTurn": {
        "type": "object", "properties": {"local": {"type": "string", "examples": ["2026-12-28T09:00"], "description": "What the clock shows then."}}
      },
      "Recurrence": {
        "type": "object", "required": ["start", "rule"],
        "properties": {
          "start": {"type": "string", "examples": ["2026-12-01T09:00"], "description": "What the clock shows when it begins. Without a zone; one that doesn't \#
    match the rule is no occurrence."},
          "rule": {"type": "string", "examples": ["FREQ=WEEKLY;BYDAY=MO"], "description": "Of RFC 5545, section 3.3.10: at most 24 times a day. Its end is \#
    `UNTIL` or `COUNT`."},
          "rdate": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "examples": [["2026-12-29T09:00"]], "description": "When it comes \#
    besides; a day alone is at the time of `start`."},
          "exdate": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "examples": [["2026-12-24"]], "description": "When it doesn't come: days, or \#
    single times of them."},
          "timezone": {"type": "string", "examples": ["Europe/Rome"], "description": "An IANA name: by the clock there, wherever recipients are. Left out, each \#
    recipient's own clock counts."}
        }
      },
      "Schedule": {
        "type": "object", "required": ["app_id", "status", "created_at", "recipients", "next", "ordered", "missed"],
        "properties": {
          "id": {"type": "string"}, "app_id": {"type": "string"},
          "status": {"type": "string", "enum": ["active", "paused", "ended"]},
          "created_at": {"type": "string", "format": "date-time"},
          "recipients": {"type": "array", "items": {"type": "string"}, "description": "Those who are named, without those who were erased since."},
          "audience": {"type": "string", "description": "Whoever is in it when an occurrence is ordered is told; left out where whom it tells is named."},
          \#(openAPIFamilies),
          \#(openAPIRotas),
          \#(openAPIEscalation),
          "member_user_id": {"type": "string"}, "category": {"type": "string"}, "title": {"type": "string"},
          "recurrence": {"$ref": "#/components/schemas/Recurrence", "description": "Left out where somebody has made it unreadable."},
          "next": {"type": "array", "description": "What is ordered next, while it is paused what would be \#
    if it were resumed now: what the clock shows, and by a zone the moment.", "items": {
            "type": "object", "required": ["local"], "properties": {"local": {"type": "string"}, "at": {"type": "string", "format": "date-time"}}
          }},
          "last": {"type": "object", "description": "What was ordered last; by `idempotency_key` its deliveries are listed \#
    and called off for 30 days; where an audience was told, it is a broadcast.", "properties": {
            "local": {"type": "string"}, "ordered_at": {"type": "string", "format": "date-time"}, "idempotency_key": {"type": "string"},
            "broadcast_id": {"type": "string", "description": "Left out where nobody was in the audience."}
          }},
          "ordered": {"type": "integer", "description": "How many occurrences were ordered."},
          "missed": {"type": "integer", "description": "How many came while nobody could order them, and were too late then."},
          "paused_at": {"type": "string", "format": "date-time"}, "ended_at": {"type": "string", "format": "date-time"},
          "called_off": {"type": "integer", "description": "How many notifications that waited this call has called off; left out where none was."},
          "skipped": {"type": "string", "description": "What the clock shows of the time that this call has left out: what was left of it, where \#
    `called_off` stands beside it."},
          "is_repeated": {"type": "boolean", "description": "Whether it was taken in earlier, under the same key."},
          "dry_run": {"type": "boolean", "description": "True where nothing is kept."}
        }
      }
    """#
