/// The forms of what is sent and answered.
let openAPISchemas = #"""
      "Identifier": {
        "type": "string", "minLength": 1, "maxLength": 128, "description": "Whatever text its maker chose, without control characters."
      },
      "Day": {
        "type": "object",
        "description": "What a wearable reported of a member for one day. At least one metric must be there. Zero is stored, but says nothing about \#
    the person.",
        "required": ["date"],
        "properties": {
          "user_id": {
            "type": "string", "minLength": 1, "maxLength": 128, "description": "The member; a person may leave it out and means themself."
          },
          "date": {"type": "string", "format": "date", "description": "A day of the member's own calendar, today at the latest."},
          "source": {"type": "string", "minLength": 1, "maxLength": 64, "default": "unknown", "description": "The device or service it came from."},
          "sleep_minutes": {"type": ["number", "null"], "minimum": 0, "maximum": 1440, "description": "Minutes asleep."},
          "steps": {"type": ["number", "null"], "minimum": 0, "maximum": 200000, "description": "Steps."},
          "hrv_ms": {"type": ["number", "null"], "minimum": 0, "maximum": 1000, "description": "Heart rate variability, in milliseconds."},
          "resting_hr": {"type": ["number", "null"], "minimum": 20, "maximum": 250, "description": "Resting heart rate, in beats a minute."},
          "sleep_efficiency": {"type": ["number", "null"], "minimum": 0, "maximum": 100, "description": "Percent of the time in bed."},
          "movement_minutes": {"type": ["number", "null"], "minimum": 0, "maximum": 1440, "description": "Minutes in movement."},
          "deep_sleep_minutes": {"type": ["number", "null"], "minimum": 0, "maximum": 1440, "description": "Minutes in deep sleep."}
        }
      },
      "Days": {
        "type": "object", "required": ["metrics"],
        "properties": {"metrics": {"type": "array", "maxItems": 10000, "items": {"$ref": "#/components/schemas/Day"}}}
      },
      "Intake": {
        "type": "object", "required": ["changed_days", "unchanged_days", "alerts", "queued_deliveries"],
        "properties": {
          "changed_days": {"type": "integer", "minimum": 0, "description": "Days that were new or brought another value."},
          "unchanged_days": {"type": "integer", "minimum": 0, "description": "Days that were there already."},
          "alerts": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "Alerts that were opened or brought up to date."
          },
          "queued_deliveries": {"type": "integer", "minimum": 0, "description": "Notifications that follow, one for each recipient and channel."}
        }
      },
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
      "Story": {
        "type": "object", "description": "How an alert came about. What does not apply is left out.",
        "required": ["alert", "member_name", "insight", "day_count", "levels", "reopened", "baseline", "series", "exercise_days", "told"],
        "properties": {
          "alert": {"$ref": "#/components/schemas/Alert"},
          "member_name": {"type": "string"},
          "insight": {"type": "string", "description": "The episode in a sentence, in the language of `Accept-Language`."},
          "engine": {"type": "string"},
          "day_count": {"type": "integer"},
          "last_notified_level": {"enum": [3, 7, 14, 21]},
          "resolve_reason": {"enum": ["recovered", "stale", "source_changed", "new_normal", "corrected"]},
          "resolved_on": {"type": "string", "format": "date"},
          "levels": {"type": "array", "items": {"type": "object"}, "description": "Each level with the day whose value took the episode there."},
          "reopened": {"type": "array", "items": {"type": "object"}, "description": "Ends that were none."},
          "baseline": {
            "type": "object", "required": ["value"], "description": "The usual, and between what eight of ten usual days lay.",
            "properties": {"value": {"type": "number"}, "low": {"type": "number"}, "high": {"type": "number"}}
          },
          "series": {"type": "array", "items": {"type": "object"}, "description": "The days from six weeks before the episode on."},
          "exercise_days": {"type": "array", "items": {"type": "string", "format": "date"}},
          "told": {"type": "array", "items": {"type": "object"}, "description": "Every notification of it: to whom, over what, and what became of it."}
        }
      },
      "Insights": {
        "type": "object", "required": ["family_id", "rules", "date", "members", "insights"],
        "properties": {
          "family_id": {"$ref": "#/components/schemas/Identifier"},
          "rules": {"enum": ["compatible", "v2"], "description": "Which rules chose the insights: those of the engine that is set."},
          "date": {"type": "string", "format": "date", "description": "The day up to which is looked."},
          "members": {"type": "array", "items": {"type": "object", "properties": {
            "user_id": {"$ref": "#/components/schemas/Identifier"},
            "first_name": {"type": "string"},
            "shares_scores": {"type": "boolean", "description": "Whether the caller may see the scores."},
            "days": {"type": "array", "maxItems": 21, "items": {"$ref": "#/components/schemas/ScoredDay"}}
          }}},
          "insights": {"type": "array", "maxItems": 2, "items": {"$ref": "#/components/schemas/Insight"}}
        }
      },
      "ScoredDay": {
        "type": "object", "required": ["date"],
        "description": "From 0 to 100, where more is better in each; a pillar of which too little is known is left out.",
        "properties": {
          "date": {"type": "string", "format": "date"},
          "vitality": {"type": "number", "description": "The mean of the pillars that there are."},
          "sleep": {"type": "number"}, "movement": {"type": "number"}, "stress": {"type": "number", "description": "High is calm."}
        }
      },
      "Insight": {
        "type": "object",
        "required": ["member_user_id", "member_name", "pillar", "rule", "tone", "since", "is_new", "recent_score", "current_score", "title", "sentence"],
        "properties": {
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "member_name": {"type": "string"},
          "pillar": {"enum": ["sleep", "movement", "stress"]},
          "rule": {"enum": ["streak_low", "drop", "rebound"]},
          "tone": {"enum": ["attention", "celebrate"]},
          "since": {"type": "string", "format": "date", "description": "The day from which on it has been shown."},
          "is_new": {"type": "boolean", "description": "Whether it was not shown before."},
          "recent_score": {"type": "number", "description": "The mean of the last scores."},
          "usual_score": {"type": "number", "description": "That of those before; left out where there are none."},
          "current_score": {"type": "number"},
          "title": {"type": "string"}, "sentence": {"type": "string"}
        }
      },
      "Preferences": {
        "type": "object", "description": "The columns of `user_profiles`.",
        "required": [
          "notify_in_app", "notify_push", "notify_email", "champion_notify_email", "champion_notify_sms", "quiet_hours_start", "quiet_hours_end",
          "quiet_hours_notification_level", "quiet_hours_action", "timezone"
        ],
        "properties": {
          "notify_in_app": {"type": "boolean", "default": true, "description": "The inbox."},
          "notify_push": {"type": "boolean", "default": false, "description": "Push, and WhatsApp, which goes to the same phone."},
          "notify_email": {"type": "boolean", "default": false, "description": "E-mail."},
          "champion_notify_email": {"type": "boolean", "default": true, "description": "E-mail to the champion."},
          "champion_notify_sms": {"type": "boolean", "default": false, "description": "Text messages, to the champion too."},
          "quiet_hours_start": {
            "type": ["string", "null"], "default": null, "description": "Local time, `22:00:00` or `22:00`.",
            "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
          },
          "quiet_hours_end": {
            "type": ["string", "null"], "default": null, "description": "The first moment that is not quiet any more.",
            "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
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
          }
        }
      },
      "PreferencesChange": {"type": "object", "properties": {
        "notify_in_app": {"type": ["boolean", "null"], "description": "The inbox."},
        "notify_push": {"type": ["boolean", "null"], "description": "Push, and WhatsApp, which goes to the same phone."},
        "notify_email": {"type": ["boolean", "null"], "description": "E-mail."},
        "champion_notify_email": {"type": ["boolean", "null"], "description": "E-mail to the champion."},
        "champion_notify_sms": {"type": ["boolean", "null"], "description": "Text messages, to the champion too."},
        "quiet_hours_start": {
          "type": ["string", "null"], "description": "Local time, `22:00:00` or `22:00`.", "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
        },
        "quiet_hours_end": {
          "type": ["string", "null"], "description": "The first moment that is not quiet any more.",
          "pattern": "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
        },
        "quiet_hours_notification_level": {
          "type": ["string", "null"], "enum": ["all", "critical_only", "none", null], "description": "What passes through quiet hours."
        },
        "quiet_hours_action": {
          "type": ["string", "null"], "enum": ["skip", "defer", null],
          "description": "What becomes of the rest: left out with a reason, or held until they end."
        },
        "timezone": {"type": ["string", "null"], "description": "An IANA name."},
        "language": {"type": ["string", "null"], "description": "A tag of BCP 47, such as `ar-EG`."}
      }, "additionalProperties": false},
      "AlertCall": {
        "type": "object", "required": ["alert_id"], "properties": {"alert_id": {"$ref": "#/components/schemas/Identifier"}},
        "additionalProperties": false
      },
      "SnoozeCall": {
        "type": "object", "required": ["alert_id", "snooze_for_days"],
        "properties": {"alert_id": {"$ref": "#/components/schemas/Identifier"}, "snooze_for_days": {"enum": [1, 3, 7]}},
        "additionalProperties": false
      },
      "PageSnooze": {"type": "object", "required": ["snooze_for_days"], "properties": {"snooze_for_days": {"enum": [1, 3, 7]}}},
      "WebPushKey": {"type": "object", "required": ["public_key"], "properties": {"public_key": {"type": ["string", "null"]}}},
      "PageSession": {"type": "object", "required": ["form_token"], "properties": {"form_token": {"type": "string"}}},
      "WebPushSubscription": {"type": "object", "required": ["endpoint", "keys"], "properties": {
        "endpoint": {"type": "string", "maxLength": 2048, "description": "The push service's address for this browser."},
        "keys": {"type": "object", "required": ["p256dh", "auth"], "properties": {
          "p256dh": {"type": "string", "description": "The browser's public key: P-256, uncompressed, in base64url."},
          "auth": {"type": "string", "description": "The browser's authentication secret: 16 bytes in base64url."}
        }}
      }},
      "FamilyCall": {"type": "object", "required": ["family_id"], "properties": {
        "family_id": {"$ref": "#/components/schemas/Identifier"},
        "include_snoozed": {"type": "boolean", "default": false, "description": "Whether those are shown too that the caller has snoozed."}
      }, "additionalProperties": false},
      "Snoozed": {
        "type": "object", "required": ["success", "alert_id", "snooze_until", "snooze_days"],
        "properties": {
          "success": {"const": true},
          "alert_id": {"$ref": "#/components/schemas/Identifier"},
          "snooze_until": {"type": "string", "format": "date", "description": "The last day on which it is hidden."},
          "snooze_days": {"enum": [1, 3, 7]}
        }
      },
      "Dismissed": {
        "type": "object", "required": ["success", "alert_id", "dismissed_at"],
        "properties": {
          "success": {"const": true},
          "alert_id": {"$ref": "#/components/schemas/Identifier"},
          "dismissed_at": {"type": "string", "format": "date-time"}
        }
      },
      "Success": {"type": "object", "required": ["success"], "properties": {"success": {"const": true}}},
      "Alert": {
        "type": "object", "description": "A row of `pattern_alert_state` as the caller sees it, with its sentence.",
        "required": [
          "id", "member_user_id", "metric_type", "pattern_type", "episode_status", "active_since", "current_level", "severity", "snooze_until",
          "snooze_days", "dismissed_at", "deviation_percent", "baseline_value", "recent_value", "member_name", "insight", "engine", "day_count",
          "last_notified_level", "is_snoozed", "resolve_reason", "resolved_on", "reopened"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "metric_type": {"enum": ["sleep_minutes", "steps", "hrv_ms", "resting_hr", "sleep_efficiency", "movement_minutes", "deep_sleep_minutes"]},
          "pattern_type": {"enum": ["drop_vs_baseline", "rise_vs_baseline"]},
          "episode_status": {"enum": ["active", "resolved"]},
          "active_since": {"type": "string", "format": "date"},
          "current_level": {"enum": [3, 7, 14, 21], "description": "Days that it has lasted, at the steps at which somebody is told."},
          "severity": {"enum": ["watch", "attention", "critical"]},
          "snooze_until": {"type": ["string", "null"], "format": "date", "description": "The caller's own: through this day of their calendar."},
          "snooze_days": {"type": ["integer", "null"]},
          "is_snoozed": {"type": "boolean", "description": "Whether the caller has hidden it today."},
          "dismissed_at": {"type": ["string", "null"], "format": "date-time"},
          "deviation_percent": {"type": "number", "description": "Of the usual; negative below it."},
          "baseline_value": {"type": "number", "description": "The member's usual, in the metric's unit."},
          "recent_value": {"type": "number", "description": "The mean of the last days that were off."},
          "member_name": {"type": ["string", "null"]},
          "insight": {
            "type": ["string", "null"],
            "description": "The alert in a sentence, to the member of “your usual”, with what is known of their other metrics; in the language of `Accept-Language`."
          },
          "engine": {"type": ["string", "null"], "description": "Which engine found it; null where somebody wrote the row by hand."},
          "day_count": {"type": "integer", "description": "From the first day to the last that was off."},
          "last_notified_level": {"enum": [3, 7, 14, 21, null], "description": "The highest level that somebody was told of."},
          "resolve_reason": {"enum": ["recovered", "stale", "source_changed", "new_normal", "corrected", null], "description": "Null while it goes on."},
          "resolved_on": {"type": ["string", "null"], "format": "date"},
          "reopened": {
            "type": "array", "description": "Ends that were none, because the same pattern came back within a week.",
            "items": {"type": "object", "properties": {
              "resolved_on": {"type": "string", "format": "date"}, "reopened_on": {"type": "string", "format": "date"}
            }}
          }
        }
      },
      "DeviceCall": {
        "type": "object", "required": ["token", "platform_type"],
        "properties": {
          "token": {"type": "string", "minLength": 1, "maxLength": 4096},
          "platform_type": {"enum": ["ios", "android", "web"]},
          "app_ver": {"type": ["string", "null"], "maxLength": 64},
          "os_ver": {"type": ["string", "null"], "maxLength": 64}
        },
        "additionalProperties": false
      },
      "DeviceRegistered": {
        "type": "object", "required": ["success", "token", "platform"],
        "properties": {"success": {"const": true}, "token": {"type": "string"}, "platform": {"enum": ["ios", "android", "web"]}}
      },
      "BatchCall": {"type": "object", "properties": {
        "batchSize": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000, "default": 50, "description": "How many deliveries at most."},
        "maxAge": {
          "type": ["number", "null"], "minimum": 0, "maximum": 8760, "default": 24,
          "description": "Hours; what was queued longer ago is skipped as expired."
        }
      }},
      "Batch": {
        "type": "object", "required": ["ok", "processed", "sent", "skipped", "failed"],
        "properties": {
          "ok": {"const": true},
          "processed": {"type": "integer", "minimum": 0},
          "sent": {"type": "integer", "minimum": 0},
          "skipped": {"type": "integer", "minimum": 0},
          "failed": {"type": "integer", "minimum": 0}
        },
        "additionalProperties": false
      },
      "WearableDocument": {
        "type": "object", "description": "In ROOK's shape; what is missing or null is nothing said.", "required": ["user_id"],
        "properties": {
          "user_id": {"$ref": "#/components/schemas/Identifier"},
          "data_structure": {"type": "string", "examples": ["sleep_summary", "physical_summary", "body_summary", "activity_event"]},
          "document_version": {"type": "integer", "description": "Of two revisions of one moment the later version counts."},
          "datetime": {"type": "string", "description": "When the document last changed; else the summary's own `datetime_string`."},
          "is_final": {"type": "boolean", "description": "The night won't change any more: it is evaluated before noon."},
          "sleep_health": {"type": "object"}, "physical_health": {"type": "object"}, "body_health": {"type": "object"}
        }
      },
      "WearableReceipt": {
        "type": "object", "required": ["data_structure", "changed_days", "unchanged_days", "sessions", "flagged"],
        "properties": {
          "data_structure": {"type": "string"},
          "changed_days": {"type": "integer", "minimum": 0},
          "unchanged_days": {"type": "integer", "minimum": 0, "description": "There already, or older than what is there."},
          "sessions": {"type": "integer", "minimum": 0},
          "flagged": {"type": "array", "items": {"type": "string"}, "description": "Metrics that were stored and count as missing."}
        },
        "additionalProperties": false
      },
      "Inbox": {
        "type": "object", "required": ["messages"],
        "properties": {
          "messages": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Message"}},
          "older": {
            "type": "string", "examples": ["1769328000000.01970b2e-5c00-7000-8000-000000000002"],
            "description": "What to give as `before` for the messages behind these; left out where there are none."
          }
        }
      },
      "Message": {
        "type": "object", "description": "A message in an inbox. Its identifier is that of the delivery that brought it.",
        "required": ["id", "member_user_id", "category", "title", "body", "severity", "created_at"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "alert_state_id": {"$ref": "#/components/schemas/Identifier"},
          "category": {"type": "string", "examples": ["pattern_alert"]},
          "title": {"type": "string"},
          "body": {"type": "string"},
          "severity": {"enum": ["watch", "attention", "critical"]},
          "created_at": {"type": "string", "format": "date-time"},
          "read_at": {"type": "string", "format": "date-time", "description": "Left out while it is unread."},
          "retracted_at": {"type": "string", "format": "date-time", "description": "Since when corrected data say that it never was; left out where it holds."},
          "archived_at": {"type": "string", "format": "date-time", "description": "When it was put away; left out where it lies in the inbox."},
          "language": {"enum": ["en", "ar", "de", "fr", "es", "tr"], "description": "What Belfry has worded it in; left out where the words are an app's."}
        }
      },
      "Delivery": {
        "type": "object", "description": "A row of `notification_queue`, explained. What does not apply is left out.",
        "required": ["id", "status", "channel", "recipient_user_id", "member_user_id", "attempts", "sentence"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "status": {"enum": ["pending", "sending", "sent", "skipped", "failed", "cancelled", "shadow"]},
          "channel": {"type": "string", "examples": ["push", "in_app", "email", "sms", "whatsapp", "champion_email", "champion_sms", "webhook"]},
          "recipient_user_id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "alert_state_id": {"$ref": "#/components/schemas/Identifier"},
          "attempts": {"type": "integer", "minimum": 0, "maximum": 5, "description": "Those that are counted: what a provider doesn't take for now is tried on after the fourth."},
          "last_error": {"type": "string"},
          "reason": {"enum": [
            "allowed", "critical_in_quiet_hours", "all_in_quiet_hours", "push_disabled", "in_app_disabled", "email_disabled",
            "champion_email_disabled", "champion_sms_disabled", "category_disabled", "snoozed", "dismissed", "muted", "quiet_hours",
            "quiet_hours_not_critical", "expired",
            "resolved", "superseded", "not_entitled", "already_told", "already_reached", "merged_into_summary"
          ]},
          "sentence": {"type": "string", "description": "The reason in words."},
          "what_would_change": {"type": "string", "description": "What would have to be different for another decision."},
          "decided_at": {"type": "string", "format": "date-time"},
          "next_attempt_at": {"type": "string", "format": "date-time"},
          "sent_at": {"type": "string", "format": "date-time"},
          "merged_into": {"$ref": "#/components/schemas/Identifier"},
          "inputs": {"type": "string", "description": "JSON: what it was decided from; a line for `belfry decide`."},
          "replayed": {"$ref": "#/components/schemas/Decision"},
          "replayed_alike": {"type": "boolean", "description": "Whether the stored inputs lead to the stored verdict today."},
          "transmissions": {"type": "array", "items": {"$ref": "#/components/schemas/Transmission"}}
        }
      },
      "Transmission": {
        "type": "object", "description": "How far it has come at one address.", "required": ["address_id", "provider", "status", "updated_at"],
        "properties": {
          "address_id": {"$ref": "#/components/schemas/Identifier"},
          "provider": {"type": "string"},
          "status": {"enum": ["pending", "ambiguous", "accepted", "sent", "delivered", "read", "failed"]},
          "why": {"type": "string"},
          "updated_at": {"type": "string", "format": "date-time"}
        }
      },
      "Decision": {
        "type": "object", "required": ["action", "reason", "until"],
        "properties": {
          "action": {"enum": ["send", "skip", "defer", "merge"]},
          "reason": {"enum": [
            "allowed", "critical_in_quiet_hours", "all_in_quiet_hours", "push_disabled", "in_app_disabled", "email_disabled",
            "champion_email_disabled", "champion_sms_disabled", "category_disabled", "snoozed", "dismissed", "muted", "quiet_hours",
            "quiet_hours_not_critical", "expired",
            "resolved", "superseded", "not_entitled", "already_told", "already_reached", "merged_into_summary"
          ]},
          "until": {"type": ["string", "null"], "format": "date-time"}
        }
      },
      "Readiness": {
        "type": "object", "required": ["ready", "store", "worker"],
        "properties": {
          "ready": {"type": "boolean"},
          "store": {"enum": ["usable", "unusable"]},
          "reason": {
            "enum": ["unreachable", "read_only", "disk_full", "timed_out", "exhausted", "restarting", "migrating", "outdated", "failed", "other"],
            "description": "Why the store can't be used; only where it can't."
          },
          "worker": {"enum": ["working", "stuck", "elsewhere"]},
          "upkeep": {
            "type": "object", "required": ["process", "since"],
            "description": "Which of all workers keeps the store in order, and when it last did; not there where none ever did.",
            "properties": {
              "process": {"type": "string", "description": "Host, number and start of the process."},
              "since": {"type": "string", "format": "date-time"},
              "last_run_at": {"type": "string", "format": "date-time"}
            }
          }
        }
      },
      "ErrorCode": {
        "type": "string",
        "enum": [
          "malformed_json", "malformed_line", "missing_field", "wrong_type", "unknown_value", "unknown_name", "body_too_large", "too_many_items",
          "unknown_timezone",
          "metric_out_of_range", "no_metrics", "day_in_future", "snooze_days_not_offered", "number_out_of_range", "bad_check_digit", "bad_recurrence",
          "bad_template", "unknown_user",
          "unknown_family", "unknown_delivery", "unknown_broadcast", "unknown_inbox_message", "unknown_address", "not_found", "method_not_allowed", "too_many_addresses", "code_refused", "code_not_sent", "too_many_codes",
          "too_many_members", "too_many_streams", "too_much_shared",
          "sync_conflict", "idempotency_key_reused", "not_authenticated", "secret_not_configured",
          "not_authorized", "bad_signature", "stale_signature", "malformed_callback",
          "store_unavailable", "internal_failure"
        ],
        "description": "Stable: programs may rely on it. `malformed_json`: the body is not JSON, or broke off · `malformed_line`: a line of a file can't be read; \#
    only the command line says so · `missing_field`: `field` is not there · `wrong_type`: `field` has another form than it should · \#
    `unknown_value`: `field` is not one of a fixed list · `unknown_name`: `field` is no table or column \#
    that is shared, or nothing that this call reads · `body_too_large`: more than 4 MiB, of a callback more than 1 MiB · `too_many_items`: more days, members, rows or deliveries than one \#
    request may have · `unknown_timezone`: no IANA name that this system knows · `metric_out_of_range`: a value that can't be · `no_metrics`: a day \#
    without any value · `day_in_future`: a day that has not come yet where the member lives · `snooze_days_not_offered`: another number than 1, 3 \#
    or 7 · `number_out_of_range`: `field` is outside its bounds · `bad_check_digit`: `field` is no bar code number · \#
    `bad_recurrence`: `field` is no recurrence rule · `bad_template`: `field` is no template; \#
    only the command line says so · `unknown_user`: nobody known, or not the caller · `unknown_family`: no such \#
    family, or not the caller's · `too_many_members`: the family has as many as it may, those that aren't named included · \#
    `unknown_delivery`: no such delivery, or not for the caller · `unknown_broadcast`: no such broadcast · `unknown_inbox_message`: no such message in the \#
    caller's inbox · `unknown_address`: no such address or device of the caller's · `too_many_addresses`: the person has as many as they may · `code_refused`: not the code that was sent, or one that counts no \#
    more · `code_not_sent`: nothing can be sent to the address now · `too_many_codes`: the next has to wait · \#
    `too_many_streams`: the person has as many streams of events open as they may · `too_much_shared`: the person's devices share as many rows or bytes as they may · `not_found`: nothing at this address · \#
    `method_not_allowed`: something is at this address, and isn't asked by this method · \#
    `sync_conflict`: what was pushed was changed by somebody else since the last pull · `idempotency_key_reused`: the key stood for another request · `not_authenticated`: who is asking is not known, or `field` names a header that doesn't hold the signature of what was sent · `secret_not_configured`: the server \#
    has no secret for that, so nobody may · `not_authorized`: the caller may not · `bad_signature`: a callback without its provider's signature · \#
    `stale_signature`: a callback that was signed too long ago, or in the future · `malformed_callback`: one that is signed and can't be read · \#
    `store_unavailable`: the database can't be used; nothing was \#
    stored · `internal_failure`: a fault of the server."
      },
      "Error": {
        "type": "object", "required": ["code", "message"],
        "properties": {
          "code": {"$ref": "#/components/schemas/ErrorCode"},
          "message": {"type": "string", "description": "What happened and what to do, for people. Its words may change."},
          "field": {"type": "string", "description": "What it is about, as `metrics[3].steps`, or a header's name; left out where it is about the whole."}
        }
      },
      "Problem": {"type": "object", "required": ["error"], "properties": {"error": {"$ref": "#/components/schemas/Error"}}},
      "CallProblem": {
        "type": "object", "description": "A problem as PostgREST's clients read it, and as ours do.",
        "required": ["code", "message", "details", "hint", "error"],
        "properties": {
          "code": {"enum": ["42501", "PGRST301", "P0001"], "description": "As PostgREST has it: not authorized, not authenticated, anything else."},
          "message": {"type": "string"},
          "details": {"type": ["string", "null"], "description": "The stable code."},
          "hint": {"type": ["string", "null"], "description": "The field."},
          "error": {"$ref": "#/components/schemas/Error"}
        }
      }
    """#
