/// Who belongs together, and what each wants to be told.
let openAPIFamilySchemas = #"""
      "Family": {
        "type": "object", "required": ["name", "members"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier", "description": "Where it is given, as in the address."},
          "name": {"type": "string", "maxLength": 256},
          "members": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/FamilyMember"}}
        },
        "additionalProperties": false
      },
      "FamilyMember": {
        "type": "object", "required": ["user_id"],
        "properties": {
          "user_id": {"$ref": "#/components/schemas/Identifier"},
          "first_name": {"type": "string", "maxLength": 256, "default": ""},
          "role": {"type": "string", "enum": ["superadmin", "admin", "member"], "default": "member"},
          "shares_alerts": {"type": "boolean", "default": true, "description": "Whether the family's admins are told of them, and the others see their alerts and scores; of whoever is there already only they themselves change it."}
        },
        "additionalProperties": false
      },
      "InvitationCall": {
        "type": "object",
        "properties": {
          "role": {"type": "string", "enum": ["superadmin", "admin", "member"], "default": "member"},
          "valid_days": {"type": "number", "minimum": 1, "maximum": 30, "default": 7}
        },
        "additionalProperties": false
      },
      "Invitation": {
        "type": "object", "required": ["code", "family_id", "role", "expires_at"],
        "properties": {
          "code": {"type": "string", "description": "Shown this once; the server keeps only its hash."},
          "family_id": {"$ref": "#/components/schemas/Identifier"},
          "role": {"type": "string", "enum": ["superadmin", "admin", "member"]},
          "expires_at": {"type": "string", "format": "date-time"}
        }
      },
      "Acceptance": {
        "type": "object", "required": ["code", "shares_alerts"],
        "properties": {
          "code": {"type": "string"},
          "first_name": {"type": "string", "maxLength": 256},
          "shares_alerts": {"type": "boolean", "description": "Whether the family's admins may be told of the caller, and the others see their alerts and scores."}
        },
        "additionalProperties": false
      },
      "Consent": {
        "type": "object", "required": ["shares_alerts"], "properties": {"shares_alerts": {"type": "boolean"}}, "additionalProperties": false
      },
      "Preferences": {
        "type": "object", "description": "The columns of `user_profiles`.",
        "required": [
          "notify_in_app", "notify_push", "notify_email", "champion_notify_email", "champion_notify_sms", "quiet_hours_start", "quiet_hours_end",
          "quiet_hours_notification_level", "quiet_hours_action", "timezone"
        ],
        "properties": {
          "notify_in_app": {"type": "boolean", "default": true, "description": "The inbox."},
          "notify_push": {"type": "boolean", "default": false, "description": "Push, and WhatsApp, ntfy, Telegram and chat rooms, which go to the same phone."},
          "notify_email": {"type": "boolean", "default": false, "description": "E-mail."},
          "champion_notify_email": {"type": "boolean", "default": true, "description": "E-mail to the champion."},
          "champion_notify_sms": {"type": "boolean", "default": false, "description": "Text messages, to the champion too, and calls."},
          "quiet_hours_start": {
            "type": ["string", "null"], "default": null, "description": "Local time, `22:00:00` or `22:00`.",
            "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
          },
          "quiet_hours_end": {
            "type": ["string", "null"], "default": null, "description": "The first moment that is not quiet any more.",
            "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
          },
          "quiet_hours_by_weekday": {
            "$ref": "#/components/schemas/QuietNights",
            "description": "Quiet hours of single nights in place of those of every day; missing where no night has its own."
          },
          "quiet_hours_notification_level": {
            "type": "string", "enum": ["all", "critical_only", "none"], "default": "none", "description": "What passes through quiet hours."
          },
          "quiet_hours_action": {
            "type": "string", "enum": ["skip", "defer"], "default": "skip",
            "description": "What becomes of the rest: left out with a reason, or held until they end."
          },
          "timezone": {"type": "string", "default": "UTC", "description": "An IANA name."},
          "language": {
            "type": "string", "enum": ["en", "ar", "de", "fr", "es", "tr"],
            "description": "What notifications and pages are worded in; missing where the person never chose."
          },
          "muted_until": {
            "type": "string", "format": "date-time",
            "description": "Nothing is told before this moment; missing where nothing is muted, and in the last second of 9999 until the person says otherwise."
          },
          "daily_max": {
            "type": "integer", "minimum": 0, "maximum": 10000, "description": "At most so many notifications on a day; missing where there is no limit."
          },
          "digest_at": {
            "type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$",
            "description": "When what isn't critical is told, once a day and as one, by the person's clock; missing where it is told at once."
          },
          "digest_by_category": {
            "$ref": "#/components/schemas/DigestTimes", "description": "Counts in its place for some categories; missing where none has its own."
          }
        }
      },
      "QuietNights": {
        "type": "object",
        "description": "By the day of the week on which they begin: two times of the local clock, such as `23:00-09:00`, or null for a night without.",
        \#(quietNights),
        "example": {"fri": "23:00-09:00", "sat": "23:00-09:00", "sun": null}
      },
      "DigestTimes": {
        "type": "object", "maxProperties": 100,
        "description": "By category: a time of the person's clock, such as `09:00:00`, or null for what is told at once.",
        "propertyNames": {"minLength": 1, "maxLength": 64, "pattern": "^[^\"\\\\]+$"},
        "additionalProperties": {"type": ["string", "null"], "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"},
        "example": {"billing": "09:00:00", "chat": null}
      },
      "PreferencesChange": {"type": "object", "properties": {
        "notify_in_app": {"type": ["boolean", "null"], "description": "The inbox."},
        "notify_push": {"type": ["boolean", "null"], "description": "Push, and WhatsApp, ntfy, Telegram and chat rooms, which go to the same phone."},
        "notify_email": {"type": ["boolean", "null"], "description": "E-mail."},
        "champion_notify_email": {"type": ["boolean", "null"], "description": "E-mail to the champion."},
        "champion_notify_sms": {"type": ["boolean", "null"], "description": "Text messages, to the champion too, and calls."},
        "quiet_hours_start": {
          "type": ["string", "null"], "description": "Local time, `22:00:00` or `22:00`.", "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
        },
        "quiet_hours_end": {
          "type": ["string", "null"], "description": "The first moment that is not quiet any more.",
          "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
        },
        "quiet_hours_by_weekday": {
          "type": ["object", "null"], \#(quietNights),
          "description": "As `QuietNights`, quiet hours of single nights in place of those of every day, all of them at once: a day that is left out has those of every day."
        },
        "quiet_hours_notification_level": {
          "type": ["string", "null"], "enum": ["all", "critical_only", "none", null], "description": "What passes through quiet hours."
        },
        "quiet_hours_action": {
          "type": ["string", "null"], "enum": ["skip", "defer", null],
          "description": "What becomes of the rest: left out with a reason, or held until they end."
        },
        "timezone": {"type": ["string", "null"], "description": "An IANA name."},
        "language": {"type": ["string", "null"], "description": "A tag of BCP 47, such as `ar-EG`."},
        "muted_until": {
          "type": ["string", "null"], "format": "date-time",
          "description": "Before this moment nothing is told, not even what is critical: it is left out with the reason `muted`, and not told later. \#
    `9999-12-31T23:59:59Z` mutes until the person says otherwise."
        },
        "daily_max": {
          "type": ["integer", "null"], "minimum": 0, "maximum": 10000,
          "description": "At most so many notifications on a day of the person's clock, over push, WhatsApp, ntfy, Telegram, chat rooms, e-mail, text \#
    messages and calls; null for no limit. What is beyond is left out with the reason `frequency_capped`, but for what is critical, which passes and counts."
        },
        "digest_at": {
          "type": ["string", "null"], "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$",
          "description": "When what isn't critical is told, once a day and as one, by the person's clock, over push, WhatsApp, ntfy, Telegram, \#
    chat rooms, e-mail, text messages and calls; null for at once. What waits for it is held with the reason `own_digest`; what can't wait is sent with \#
    `cannot_wait_for_digest`."
        },
        "digest_by_category": {
          "anyOf": [{"$ref": "#/components/schemas/DigestTimes"}, {"type": "null"}],
          "description": "Counts in its place for some categories, all of them at once: a category that is left out goes by `digest_at`."
        }
      }, "additionalProperties": false}
    """#

/// What stands under the days of the week; a reference beside null is passed over by makers of clients.
private let quietNights = #"""
    "propertyNames": {"type": "string", "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]},
        "additionalProperties": {
          "type": ["string", "null"], "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?-[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
        }
    """#
