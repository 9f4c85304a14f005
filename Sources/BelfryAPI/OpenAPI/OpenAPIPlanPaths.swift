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
          "lines": {"type": "array", "items": {"$ref": "#/components/schemas/PlanLine"}},
          "left_out": {"type": "array", "items": {
            "type": "object", "required": ["identifier", "reason"], "properties": {
              "identifier": {"type": "string"}, "due": {"type": "string", "format": "date-time"},
              "reason": {"$ref": "#/components/schemas/Reason"}, "sentence": {"type": "string"},
              "inputs": {"type": "object", "description": "A line for `belfry decide`."}
            }
          }},
          "refused": {"type": "array", "items": {
            "type": "object", "required": ["code", "message"], "description": "As an error has them.", "properties": {
              "code": {"type": "string"}, "field": {"type": "string"}, "message": {"type": "string"}
            }
          }},
          "skipped": {"type": "array", "description": "What the facts ask for none of.", "items": {
            "type": "object", "required": ["subject", "reason"], "properties": {
              "subject": {"type": "string"}, "date": {"type": "string", "format": "date"}, "reason": {"type": "string"}
            }
          }},
          "withdrawn": {"type": "array", "items": {"type": "string"}},
          "overspent": {"type": "object", "description": "To be handed in again as `bills.overspent`."},
          "calls": {
            "type": "object", "required": ["add", "replace", "remove"], "description": "Identifiers.", "properties": {
              "add": {"type": "array", "items": {"type": "string"}}, "replace": {"type": "array", "items": {"type": "string"}},
              "remove": {"type": "array", "items": {"type": "string"}}
            }
          }
        }
      },
      "PlanLine": {
        "type": "object", "required": [
          "identifier", "moment", "local", "category", "severity", "title", "body", "reason", "fingerprint", "promises", "parts"
        ],
        "properties": {
          "identifier": {"type": "string"},
          "moment": {"type": "string", "format": "date-time"},
          "local": {"type": "string", "description": "By the person's clock."},
          "category": {"type": "string"}, "severity": {"$ref": "#/components/schemas/Severity"},
          "title": {"type": "string"}, "body": {"type": "string"},
          "reason": {"$ref": "#/components/schemas/Reason"},
          "fingerprint": {"type": "string", "description": "With `identifier`, `moment` and `promises`, what the notification centre is to keep beside it."},
          "promises": {"type": "array", "items": {
            "type": "object", "required": ["identifier", "due"],
            "properties": {"identifier": {"type": "string"}, "due": {"type": "string", "format": "date-time"}}
          }},
          "parts": {"type": "array", "description": "What it tells as one.", "items": {
            "type": "object", "required": ["identifier", "due", "severity", "reason"], "properties": {
              "identifier": {"type": "string"}, "due": {"type": "string", "format": "date-time"},
              "severity": {"$ref": "#/components/schemas/Severity"}, "reason": {"$ref": "#/components/schemas/Reason"},
              "inputs": {"type": "object", "description": "A line for `belfry decide`."}
            }
          }},
          "sentence": {"type": "string"}
        }
      }
    """#
