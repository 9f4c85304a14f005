/// What a device will tell, asked ahead.
let openAPIPlanPaths = #"""
      "/v1/plan": {"post": {
        "tags": ["plan"], "operationId": "postPlan", "summary": "Plan a person's coming days",
        "description": "What their device will tell in the coming days and what not, each with its reason, by the code that the device runs itself. \#
    Nothing is stored. The body is the document of `belfry plan`: `now` (else it is now), `person`, `platform`, `requests`, the facts of `bills`, \#
    `study`, `pantry`, `prayer` and `reminders`, `history` and `pending`. What can't be used is named in `refused`, and the rest is planned. With `pending` the \#
    answer has `calls`: what to add, replace and remove.",
        "security": [{"personToken": []}, {"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
        "parameters": [{
          "name": "explain", "in": "query", "schema": {"type": "boolean"},
          "description": "`true` gives each line its sentence, and the inputs of its decision."
        }],
        "requestBody": {"required": false, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/PlanDocument"},
          "example": {
            "now": "2026-11-21T07:00:00Z", "person": {"timezone": "Europe/Berlin", "language": "en"}, "platform": "ios",
            "bills": {
              "settings": {"bill_reminders_enabled": true, "currency": "EUR", "weekly_digest_enabled": false},
              "items": [{"id": "gym", "name": "Gym", "amount": 2990, "due_date": "2026-11-21"}]
            }
          }
        }}},
        "responses": {
          "200": {"description": "Planned.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Plan"},
            "example": {
              "now": "2026-11-21T07:00:00Z", "timezone": "Europe/Berlin", "platform": "ios", "budget": 60, "coverage": {"until": null},
              "lines": [{
                "identifier": "bills|gym|due_day|2026-11-21", "moment": "2026-11-21T08:00:00Z", "local": "2026-11-21T09:00:00",
                "category": "bill_reminder", "severity": "attention", "title": "Due today: Gym", "body": "€29.90 is to be paid today.",
                "reason": "allowed", "fingerprint": "649a6cfcb43f6a33", "promises": [],
                "parts": [{
                  "identifier": "bills|gym|due_day|2026-11-21", "due": "2026-11-21T08:00:00Z", "severity": "attention", "reason": "allowed"
                }]
              }],
              "left_out": [], "refused": [], "withdrawn": [], "overspent": {},
              "skipped": [{"subject": "bills|gym|day_before", "date": "2026-11-20", "reason": "moment_passed"}]
            }
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }}
    """#

let openAPIPlanSchemas = #"""
      "PlanDocument": {
        "type": "object",
        "properties": {
          "now": {"type": "string", "format": "date-time"},
          "person": {"type": "object", "description": "The keys of user_profiles, and `reminder_time`, `language`, `throttles`, \#
    `mutes`, `dismissals`, `snoozes` and `adaptive`."},
          "platform": {"oneOf": [{"type": "string"}, {"type": "object"}], "description": "`ios`, `android` or `linux`, or an object with what is different."},
          "requests": {"type": "array", "items": {"type": "object"}},
          "bills": {"type": "object"}, "study": {"type": "object"}, "pantry": {"type": "object"}, "prayer": {"type": "object"},
          "reminders": {"type": "object"},
          "history": {"type": "array", "items": {"type": "object"}},
          "pending": {"type": "array", "items": {"type": "object"}},
          "habits": {"type": "object", "description": "What was learnt of the person."}
        }
      },
      "Plan": {
        "type": "object", "required": ["now", "timezone", "platform", "coverage", "lines", "left_out", "refused", "skipped", "withdrawn"],
        "properties": {
          "now": {"type": "string", "format": "date-time"}, "timezone": {"type": "string"}, "platform": {"type": "string"},
          "budget": {"type": "integer", "description": "How many may be pending; missing where there is no limit."},
          "coverage": {"type": "object", "properties": {"until": {"type": ["string", "null"], "format": "date-time"}},
            "description": "Until when everything is told though nobody opens the app; null where everything asked for is planned."},
          "lines": {"type": "array", "items": {"type": "object"}},
          "left_out": {"type": "array", "items": {"type": "object"}},
          "refused": {"type": "array", "items": {"type": "object"}},
          "skipped": {"type": "array", "items": {"type": "object"}},
          "withdrawn": {"type": "array", "items": {"type": "string"}},
          "overspent": {"type": "object", "description": "To be handed in again as `bills.overspent`."},
          "calls": {"type": "object", "description": "`add`, `replace` and `remove`: identifiers."}
        }
      }
    """#
