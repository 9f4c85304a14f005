/// How deliveries fare.
let openAPIAnalyticsPaths = #"""
      "/v1/analytics": {"get": {
        "tags": ["operations"], "operationId": "getAnalytics", "summary": "What happened to deliveries, in numbers",
        "description": "Of some days, by the calendar of UTC, told apart by day, channel and category. Each thing is counted when it happens, so a \#
    delivery may count as held and then as sent; the numbers name nobody. With `Accept: text/csv` the answer is a table for a spreadsheet.",
        "security": [{"adminSecret": []}],
        "parameters": [
          {"name": "from", "in": "query", "schema": {"type": "string", "format": "date"},
            "description": "The first day; 29 days before `to` unless it is said. At most 366 days are looked at at once."},
          {"name": "to", "in": "query", "schema": {"type": "string", "format": "date"}, "description": "The last day; today unless it is said."},
          {"name": "by", "in": "query", "schema": {"type": "string", "default": "channel,category"}, "example": "day,channel",
            "description": "`day`, `channel`, `category`, with commas between them; nothing for the total alone."}
        ],
        "responses": {
          "200": {"description": "The numbers.", "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/Analytics"},
              "example": {
                "from": "2025-12-27", "to": "2026-01-25", "by": ["channel", "category"],
                "rows": [],
                "total": {
                  "queued": 20, "shadowed": 0, "held": 4, "skipped": 3, "merged": 1, "sent": 12, "retried": 2, "failed": 1, "cancelled": 0,
                  "requeued": 0, "rescued": 0, "read": 6, "acted": 2, "unread": 2, "error_rate": 0.2, "read_rate": 0.75, "action_rate": 0.25,
                  "skip_reasons": {},
                  "quiet_hours": {"held": 4, "held_not_critical": 3, "skipped": 1, "skipped_not_critical": 2, "critical_passed": 1, "all_passed": 0}
                }
              }
            },
            "text/csv": {"schema": {"type": "string"}, "example": "channel,category,queued,shadowed,held,…\r\npush,pattern_alert,20,0,4,…\r\n"}
          }},
          \#(problems(400, 401, 503))
        }
      }}
    """#

let openAPIAnalyticsSchemas = #"""
      "Analytics": {
        "type": "object", "required": ["from", "to", "by", "rows", "total"],
        "properties": {
          "from": {"type": "string", "format": "date"},
          "to": {"type": "string", "format": "date"},
          "by": {"type": "array", "items": {"type": "string", "enum": ["day", "channel", "category"]}},
          "rows": {"type": "array", "description": "Where something happened, in the order of what they are told apart by.", "items": {
            "type": "object", "required": [\#(deliveryFigureNames)], "properties": {
              "day": {"type": "string", "format": "date"},
              "channel": {"type": "string", "description": "`other` for one that nobody knows."},
              "category": {"type": "string", "description": "The payload's `kind`; `other` beyond the first 64."},
              \#(deliveryFigures)
            }
          }},
          "total": {"$ref": "#/components/schemas/DeliveryFigures"}
        }
      },
      "DeliveryFigures": {
        "type": "object", "required": [\#(deliveryFigureNames)],
        "properties": {
          \#(deliveryFigures)
        }
      }
    """#

/// Which figures there always are, also of what never happened.
private let deliveryFigureNames = #"""
    "queued", "shadowed", "held", "skipped", "merged", "sent", "retried", "failed", "cancelled", "requeued", "rescued", "read", "acted", \#
    "unread", "error_rate", "read_rate", "action_rate", "skip_reasons", "quiet_hours"
    """#

/// What the figures of a row and of the total have in common.
private let deliveryFigures = #"""
    "queued": {"type": "integer"},
          "shadowed": {"type": "integer", "description": "Would have been queued, but the house only watches."},
          "held": {"type": "integer", "description": "Put off for the first time, by quiet hours or for a moment by the recipient's own clock."},
          "skipped": {"type": "integer"},
          "merged": {"type": "integer", "description": "Told as a part of another."},
          "sent": {"type": "integer", "description": "A channel accepted it."},
          "retried": {"type": "integer", "description": "A counted attempt failed, and another follows."},
          "failed": {"type": "integer", "description": "Given up."},
          "cancelled": {"type": "integer"},
          "requeued": {"type": "integer", "description": "Waits again, after it had been skipped or given up."},
          "rescued": {"type": "integer", "description": "Taken back from a worker that died."},
          "read": {"type": "integer", "description": "Read in the app's inbox, or opened on a device."},
          "acted": {"type": "integer", "description": "Its recipient did what it offers, such as snoozing what it tells of."},
          "unread": {"type": "integer", "description": "What the inbox took less what was read."},
          "error_rate": {"type": ["number", "null"], "description": "(retried + failed) / (sent + retried + failed)."},
          "read_rate": {"type": ["number", "null"], "description": "read / what the inbox took."},
          "action_rate": {"type": ["number", "null"], "description": "acted / what the inbox took."},
          "skip_reasons": {"type": "object", "additionalProperties": {"type": "integer"}},
          "quiet_hours": {"type": "object", "properties": {
            "held": {"type": "integer"},
            "held_not_critical": {"type": "integer", "description": "Of these, because they let only critical ones pass."},
            "skipped": {"type": "integer", "description": "They let nothing pass."},
            "skipped_not_critical": {"type": "integer", "description": "They let only critical ones pass."},
            "critical_passed": {"type": "integer", "description": "Sent in them, because it is critical."},
            "all_passed": {"type": "integer", "description": "Sent in them, because they let everything pass."}
          }}
    """#
