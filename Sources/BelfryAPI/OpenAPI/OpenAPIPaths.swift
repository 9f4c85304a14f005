/// The addresses for apps and people.
let openAPIPaths = #"""
      "/v1/metrics": {"post": {
        "tags": ["metrics"], "operationId": "postMetrics", "summary": "Take in what wearables report",
        "description": "One day, a list of days, or `{\"metrics\": […]}`; up to 10,000 days of 1,000 members, and 4 MiB. All or nothing: where one day can't be \#
    taken, none is, and `field` says which (`metrics[3].steps`). A day that is there already with the same values changes nothing, so a request may \#
    be sent again. A metric that a later request leaves out keeps its value. What changed is evaluated at once, whatever order days come in: a \#
    member's alerts follow. Of level 3 the member is told, of higher ones their family's admins, of each once. Only days that are \#
    over count. A person posts for themself alone and may leave out `user_id`; \#
    an app posts for any member of a family.",
        "security": [{"personToken": []}, {"appKey": ["metrics"]}, {"appKeyHeader": ["metrics"]}, {"adminSecret": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"oneOf": [
            {"$ref": "#/components/schemas/Day"},
            {"type": "array", "maxItems": 10000, "items": {"$ref": "#/components/schemas/Day"}},
            {"$ref": "#/components/schemas/Days"}
          ]},
          "examples": {
            "one": {"summary": "One day", "value": {
              "user_id": "ben", "date": "2026-01-24", "source": "fitbit", "steps": 8200, "sleep_minutes": 431, "resting_hr": 58
            }},
            "list": {"summary": "A list of days", "value": [
              {"user_id": "ben", "date": "2026-01-23", "steps": 7900},
              {"user_id": "ben", "date": "2026-01-24", "steps": 8200}
            ]},
            "wrapped": {"summary": "A list of days as an object", "value": {"metrics": [
              {"user_id": "ben", "date": "2026-01-24", "source": "garmin", "hrv_ms": 62.5, "sleep_efficiency": 91}
            ]}}
          }
        }}},
        "responses": {
          "200": {"description": "Stored, evaluated, and what follows queued.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Intake"},
            "example": {"changed_days": 1, "unchanged_days": 0, "alerts": [], "queued_deliveries": 0}
          }}},
          \#(problems(400, 401, 403, 404, 413, 503))
        }
      }},
      "/v1/families/{family_id}": {
        "parameters": [{"$ref": "#/components/parameters/family_id"}],
        "get": {
          "tags": ["families"], "operationId": "getFamily", "summary": "Who is in a family",
          "description": "For its members, for apps and for the admin.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The family.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Family"},
              "example": {
                "id": "lindens", "name": "The Lindens",
                "members": [{"user_id": "ana", "first_name": "Ana", "role": "admin"}, {"user_id": "ben", "first_name": "Ben", "role": "member"}]
              }
            }}},
            \#(problems(401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["families"], "operationId": "putFamily", "summary": "Create a family, or bring it up to date",
          "description": "Members that are not named stay, and count: a family has at most 100. Admins and superadmins are told of the family's alerts. For apps and the admin.",
          "security": [{"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Family"},
            "example": {"name": "The Lindens", "members": [
              {"user_id": "ana", "first_name": "Ana", "role": "admin"},
              {"user_id": "ben", "first_name": "Ben", "role": "member"}
            ]}
          }}},
          "responses": {
            "200": {"description": "The family as it is now.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Family"},
              "example": {
                "id": "lindens", "name": "The Lindens",
                "members": [{"user_id": "ana", "first_name": "Ana", "role": "admin"}, {"user_id": "ben", "first_name": "Ben", "role": "member"}]
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/users/{user_id}/preferences": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["families"], "operationId": "getPreferences", "summary": "What a person wants to be told, and when",
          "description": "A person sees their own; an app and the admin those of anybody who is known.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The preferences; what the person never said has its default.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Preferences"},
              "example": {
                "notify_in_app": true, "notify_push": false, "notify_email": false, "champion_notify_email": true, "champion_notify_sms": false,
                "quiet_hours_start": "22:00:00", "quiet_hours_end": "07:00:00", "quiet_hours_notification_level": "critical_only",
                "quiet_hours_action": "defer", "timezone": "Europe/Berlin"
              }
            }}},
            \#(problems(401, 403, 404, 503))
          }
        },
        "patch": {
          "tags": ["families"], "operationId": "changePreferences", "summary": "Change some of them",
          "description": "A key that is missing keeps its value, and an explicit null resets it to its default. Quiet hours need both ends: one \#
    without the other means that no hour is quiet. What is held for the person is decided anew, and their devices learn of it with their next sync. \#
    Where anything is wrong, a key that there isn't included, nothing is changed.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/PreferencesChange"},
            "examples": {
              "quiet": {"summary": "Quiet at night but for what is critical", "value": {
                "quiet_hours_start": "22:00", "quiet_hours_end": "07:00", "quiet_hours_notification_level": "critical_only",
                "quiet_hours_action": "defer", "timezone": "Europe/Berlin"
              }},
              "reset": {"summary": "No quiet hours any more", "value": {"quiet_hours_start": null, "quiet_hours_end": null}}
            }
          }}},
          "responses": {
            "200": {"description": "The preferences as they are now.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Preferences"},
              "example": {
                "notify_in_app": true, "notify_push": false, "notify_email": false, "champion_notify_email": true, "champion_notify_sms": false,
                "quiet_hours_start": "22:00:00", "quiet_hours_end": "07:00:00", "quiet_hours_notification_level": "critical_only",
                "quiet_hours_action": "defer", "timezone": "Europe/Berlin"
              }
            }}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        }
      },
      "/v1/inbox": {"get": {
        "tags": ["inbox"], "operationId": "getInbox", "summary": "What the caller was told in the app",
        "description": "The newest first; what was put off stands by the moment at which it came back, and in the folder `later` the first to come back is \#
    the first. Where there are more behind these, `older` says what to give as `before` for them: the answer then \#
    begins behind the last message of this one, whatever has come in or was put away meanwhile. `unread_count` is \#
    what an app may show as its badge.", "security": [{"personToken": []}],
        "parameters": [
          {"name": "folder", "in": "query", "description": "What was put away, what is put off until a moment to come, or what is neither.",
            "schema": {"type": "string", "enum": ["inbox", "archive", "later"], "default": "inbox"}},
          {"$ref": "#/components/parameters/before"},
          {"$ref": "#/components/parameters/limit"}
        ],
        "responses": {
          "200": {"description": "The messages.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Inbox"},
            "example": {"unread_count": 1, "messages": [
              {
                "id": "01970b2e-5c00-7000-8000-000000000002", "member_user_id": "ben", "alert_state_id": "01970b2e-5c00-7000-8000-000000000001",
                "category": "pattern_alert", "title": "Ben's steps are down",
                "body": "Steps have been 35% below Ben's usual 8,000 for 3 days, lately 5,200.", "severity": "watch",
                "state": "current", "created_at": "2026-01-25T08:00:00Z", "language": "en"
              }
            ]}
          }}},
          \#(problems(400, 401, 503))
        }
      }},
      "/v1/inbox/{id}/read": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "markRead", "summary": "Mark a message as read",
          "description": "A second time keeps the first moment. Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Read.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/{id}/read_through": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "markReadThrough", "summary": "Mark a message as read, and all that came before it",
          "description": "Of what lies in the inbox unread, the newest 1,000 at once; where `marked_count` is 1,000, ask again for those behind them. What came \#
    after the message stays unread, so give the newest that the person has seen. A second time marks none. Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Read.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/MarkedRead"},
              "example": {"success": true, "marked_count": 12, "unread_count": 0}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/{id}/unread": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "markUnread", "summary": "Mark a message as unread again",
          "description": "That it was read once still counts where a route asks for it. Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Unread.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/{id}/archive": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "archiveMessage", "summary": "Put a message away",
          "description": "It leaves the inbox for the archive. A second time keeps the first moment. Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Put away.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/{id}/unarchive": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "unarchiveMessage", "summary": "Take a message back out of the archive",
          "description": "Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Back in the inbox.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/{id}/later": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "putMessageOff", "summary": "Put a message off until later",
          "description": "It leaves the inbox, or the archive, and its count of unread ones; from the moment on it is in the inbox again, on top and \#
    unread. `when` is by the caller's own clock: in the evening at 18:00, in the morning when the quiet hours of the night end, or else at 08:00. Once the \#
    evening has begun, `this_evening` is refused. Another moment takes the place of the first. Who reads it meanwhile, or does what it offers, has it back \#
    where it was.", "security": [{"personToken": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Later"},
            "examples": {
              "choice": {"summary": "When they are up tomorrow", "value": {"when": "tomorrow_morning"}},
              "moment": {"summary": "At a moment", "value": {"until": "2026-01-27T09:30:00Z"}}
            }
          }}},
          "responses": {
            "200": {"description": "Put off.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/PutOff"},
              "example": {"success": true, "later_until": "2026-01-26T06:00:00Z"}
            }}},
            \#(problems(400, 401, 404, 413, 503))
          }
        }
      },
      "/v1/inbox/{id}/back": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "post": {
          "tags": ["inbox"], "operationId": "takeMessageBack", "summary": "Have a message back that was put off",
          "description": "Where it was, and read if it was. Of one that is back already nothing changes. Needs no body.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "Back in the inbox.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/v1/inbox/events": {"get": {
        "tags": ["inbox"], "operationId": "followInbox", "summary": "What comes into the inbox, and what is done with it",
        "description": "Server-sent events (WHATWG HTML, section 9.2), open until one side goes. Each has a message's id as `id` and the message, as it \#
    stands now, as JSON in `data`. `message`: it is new, or was put off until now; an older one that comes into sight is none. `changed`: it was read, \#
    marked as unread, acted on or taken back out of the archive, on whichever device. `removed`: it lies in the inbox no more, because it was put away \#
    or off, or erased; `data` has its `id` alone. `retracted`: it is no longer true, because the data were corrected, a later one has its place, somebody \#
    else did it for all, or it was taken back; `reinstated`: it is true after all. \#
    `unread_count`, at the beginning and whenever that has changed: how many lie in the inbox unread, as of `GET /v1/inbox`. Of the 100 newest each \#
    change is told; of older ones the count tells. What changes several times while a client is slow is told once, with how it stands then.\n\n\#
    With `Last-Event-ID`, whatever it is, the 100 newest that are there come first, the oldest of them first, as `message`, and then `unread_count`: \#
    what a client has that is no older than those, and that didn't come, is in the inbox no more. A comment every 15 seconds keeps the line open. Once the \#
    token has run out, or its session was ended, nothing more is told and the stream ends; so it does when the server stops. Who takes nothing for a \#
    minute is disconnected. A person may have 30 streams open at once.",
        "parameters": [
          {"name": "Last-Event-ID", "in": "header", "description": "What a browser sends when it connects again.", "schema": {"type": "string"}}
        ],
        "security": [{"personToken": []}],
        "responses": {
          "200": {"description": "The stream.", "content": {"text/event-stream": {
            "schema": {"type": "string"},
            "example": "event: unread_count\ndata: {\"unread_count\":1}\n\nevent: message\nid: 01970b2e-5c00-7000-8000-000000000002\ndata: \#
    {\"id\":\"01970b2e-5c00-7000-8000-000000000002\",\"member_user_id\":\"ben\",\"category\":\"pattern_alert\",\"title\":\"Ben's steps are down\",\#
    \"body\":\"Steps have been 35% below Ben's usual.\",\"severity\":\"watch\",\"state\":\"current\",\"created_at\":\"2026-01-25T08:00:00Z\"}\n\n"
          }}},
          \#(problems(401, 429, 503))
        }
      }},
      "/v1/deliveries/{id}": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}],
        "get": {
          "tags": ["deliveries"], "operationId": "getDelivery", "summary": "What became of a delivery, and why",
          "description": "In a sentence, with the inputs that were stored with the verdict and what the policy says of them today. For its \#
    recipient, the app that had it sent and the admin; what no app had sent, as of alerts, also for whoever is in a family with both the member and \#
    the recipient, and for every app whose key has the scope `people`, too.",
          "security": [{"personToken": []}, {"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The delivery.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Delivery"},
              "example": {
                "id": "01970b2e-5c00-7000-8000-000000000002", "status": "sent", "channel": "in_app", "recipient_user_id": "ana",
                "member_user_id": "ben", "alert_state_id": "01970b2e-5c00-7000-8000-000000000001", "attempts": 1, "reason": "allowed",
                "sentence": "Sent, because nothing stood against it: inbox is on, no quiet hours are set.",
                "what_would_change": "Switching off the inbox, snoozing or dismissing the alert, or quiet hours at this time would have stopped it.",
                "decided_at": "2026-01-25T08:00:00Z", "sent_at": "2026-01-25T08:00:00.120Z",
                "inputs": "{\"channel\":\"in_app\",\"now\":\"2026-01-25T08:00:00Z\",\"severity\":\"watch\",\"timezone\":\"UTC\"}",
                "replayed": {"action": "send", "reason": "allowed", "until": null},
                "replayed_alike": true
              }
            }}},
            \#(problems(401, 403, 404, 503))
          }
        }
      }
    """#
