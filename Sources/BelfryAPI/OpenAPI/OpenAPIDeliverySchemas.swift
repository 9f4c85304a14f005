/// What lies in inboxes and in the queue, with what became of it and why.
let openAPIDeliverySchemas = #"""
      "Inbox": {
        "type": "object", "required": ["messages", "unread_count"],
        "properties": {
          "unread_count": {
            "type": "integer", "minimum": 0,
            "description": "How many lie in the inbox unread, whichever folder and part of it are asked for, without those that were replaced or are put off."
          },
          "messages": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Message"}},
          "older": {
            "type": "string", "examples": ["1769328000000.01970b2e-5c00-7000-8000-000000000002"],
            "description": "What to give as `before` for the messages behind these; left out where there are none."
          }
        }
      },
      "MarkedRead": {
        "type": "object", "required": ["success", "marked_count", "unread_count"],
        "properties": {
          "success": {"type": "boolean", "const": true},
          "marked_count": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "How many were unread until now."},
          "unread_count": {"type": "integer", "minimum": 0, "description": "How many lie in the inbox unread still."}
        }
      },
      "Later": {
        "type": "object", "additionalProperties": false, "description": "Give `when` or `until`, not both.",
        "properties": {
          "when": {"type": "string", "enum": ["in_1_hour", "this_evening", "tomorrow_morning"]},
          "until": {"type": "string", "format": "date-time", "description": "A moment to come, at most 366 days ahead."}
        }
      },
      "PutOff": {
        "type": "object", "required": ["success", "later_until"],
        "properties": {
          "success": {"type": "boolean", "const": true},
          "later_until": {"type": "string", "format": "date-time", "description": "When it comes back."}
        }
      },
      "Message": {
        "type": "object", "description": "A message in an inbox. Its identifier is that of the delivery that brought it.",
        "required": ["id", "member_user_id", "category", "title", "body", "severity", "state", "created_at"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "app": {"$ref": "#/components/schemas/Sender", "description": "Left out where it came before that was kept."},
          "alert_state_id": {"$ref": "#/components/schemas/Identifier"},
          "category": {"type": "string", "examples": ["pattern_alert"]},
          "title": {"type": "string"},
          "body": {"type": "string"},
          "severity": {"$ref": "#/components/schemas/Severity"},
          "created_at": {"type": "string", "format": "date-time"},
          "read_at": {"type": "string", "format": "date-time", "description": "Left out while it is unread."},
          "state": {"type": "string", "enum": ["current", "replaced", "taken_back", "done", "corrected"], "description": "Whether it holds, a later \#
    one has its place, it was taken back, which leaves its title alone, somebody else did it, or corrected data say that it never was. Only `current` and \#
    `corrected` ones are to be read still."},
          "retracted_at": {"type": "string", "format": "date-time", "description": "Since when it is not `current`; left out where it is."},
          "done_at": {"type": "string", "format": "date-time", "description": "Since when somebody else has done what only one had to do: then it has no `link` and no `actions`. Left out where nobody has."},
          "done_by": {"type": "string", "description": "Their first name, where both are in a family."},
          "archived_at": {"type": "string", "format": "date-time", "description": "When it was put away; left out where it lies in the inbox."},
          "later_until": {"type": "string", "format": "date-time", "description": "Until when it is put off; in the past, when it came back. Left out where it never was."},
          "language": {"$ref": "#/components/schemas/Language", "description": "What it is worded in; left out where the \#
    words are an app's that weren't ordered by language."},
          "link": {"type": "string", "description": "What its app has it open, of whatever origin; left out where there is none."},
          "actions": {"type": "array", "maxItems": 3, "items": {"$ref": "#/components/schemas/OfferedAction"}, "description": "What its app offers beside it; left out where there is none."},
          "image": {"$ref": "#/components/schemas/Image", "description": "The picture beside it, from an origin that is still allowed; left out where there is none."},
          "actions_taken": {"type": "array", "items": {"type": "string"}, "description": "Which of them the person has taken, in this order; left out where there is none."}
        }
      },
      "OfferedAction": {
        "type": "object", "required": ["id", "title"], "description": "A button beside a notification.",
        "properties": {
          "id": {"type": "string", "pattern": "^[a-z0-9_-]{1,32}$", "description": "By which the app is told that it was taken."},
          "title": {"type": "string", "minLength": 1, "maxLength": 40, "description": "What stands on it; without control characters."},
          "language": {"$ref": "#/components/schemas/Language", "readOnly": true, "description": "Of a message in the inbox, what the title is in where it \#
    was chosen by language; an order has none."},
          "link": {"type": "string", "maxLength": 1024, "description": "What it opens, by the rules of an order's `link`; it only answers where there is none."}
        }
      },
      "Delivery": {
        "type": "object", "description": "A row of `notification_queue`, explained. What does not apply is left out.",
        "required": ["id", "status", "channel", "recipient_user_id", "member_user_id", "attempts", "sentence"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "status": {"$ref": "#/components/schemas/DeliveryStatus"},
          "channel": {
            "type": "string",
            "examples": ["push", "in_app", "email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms", "webhook"]
          },
          "recipient_user_id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "alert_state_id": {"$ref": "#/components/schemas/Identifier"},
          "attempts": {"type": "integer", "minimum": 0, "maximum": 5, "description": "Those that are counted: what a provider doesn't take for now is tried on after the fourth."},
          "last_error": {"type": "string"},
          "reason": {"$ref": "#/components/schemas/Reason"},
          "sentence": {"type": "string", "description": "The reason in words."},
          "what_would_change": {"type": "string", "description": "What would have to be different for another decision."},
          "decided_at": {"type": "string", "format": "date-time"},
          "next_attempt_at": {"type": "string", "format": "date-time"},
          "sent_at": {"type": "string", "format": "date-time"},
          "retracted_at": {"type": "string", "format": "date-time", "description": "Since when it holds no more: it was taken back, or corrected data erased it."},
          "retracted_by": {"type": "string", "description": "Who took it back; left out where corrected data did. Never told to persons."},
          "changed_at": {"type": "string", "format": "date-time", "description": "When it was changed last while it waited."},
          "changed_by": {"type": "string", "description": "Who changed it then. Never told to persons."},
          "merged_into": {"$ref": "#/components/schemas/Identifier"},
          "pause": {"$ref": "#/components/schemas/Pause", "description": "By what an operator holds it; never told to persons."},
          "inputs": {"type": "string", "description": "JSON: what it was decided from; a line for `belfry decide`."},
          "replayed": {"$ref": "#/components/schemas/Decision"},
          "replayed_alike": {"type": "boolean", "description": "Whether the stored inputs lead to the stored verdict today."},
          "transmissions": {"type": "array", "items": {"$ref": "#/components/schemas/Transmission"}}
        }
      },
      "DeliveryStatus": {"type": "string", "enum": ["pending", "sending", "sent", "skipped", "failed", "cancelled", "shadow"]},
      "Reason": {
        "anyOf": [{"type": "string", "enum": [
          "allowed", "critical_in_quiet_hours", "all_in_quiet_hours", "cannot_wait_for_digest", "push_disabled", "in_app_disabled", "email_disabled",
          "champion_email_disabled", "champion_sms_disabled", "category_disabled", "category_off_by_default",
          "snoozed", "dismissed", "feed_down", "muted", "category_muted", "quiet_hours",
          "quiet_hours_not_critical", "before_local_moment", "own_digest", "earlier_step_first", "throttled", "frequency_capped", "expired",
          "resolved", "superseded", "not_entitled", "already_told", "already_reached", "already_acknowledged",
          "merged_into_summary"
        ]}, {"type": "string"}],
        "description": "Why something is told, or not. There may come others: what a client doesn't know is a reason all the same, \#
    and `sentence` says it in words."
      },
      "Transmission": {
        "type": "object", "description": "How far it has come at one address.", "required": ["address_id", "provider", "status", "updated_at"],
        "properties": {
          "address_id": {"$ref": "#/components/schemas/Identifier"},
          "provider": {"type": "string"},
          "status": {"type": "string", "enum": ["pending", "ambiguous", "accepted", "sent", "delivered", "read", "failed"]},
          "why": {"type": "string"},
          "updated_at": {"type": "string", "format": "date-time"},
          "removed_at": {"type": "string", "format": "date-time", "description": "When it disappeared there: it was taken back, or another has its place."},
          "stays_why": {"type": "string", "description": "Why it stays there though it was to disappear: a code and a sentence."}
        }
      },
      "Decision": {
        "type": "object", "required": ["action", "reason", "until"],
        "properties": {
          "action": {"type": "string", "enum": ["send", "skip", "defer", "merge"]},
          "reason": {"$ref": "#/components/schemas/Reason"},
          "until": {"type": ["string", "null"], "format": "date-time"}
        }
      }
    """#
