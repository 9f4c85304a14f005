/// What wearables report of people, and what is noticed in it.
let openAPIVitalitySchemas = #"""
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
      "Alert": {
        "type": "object", "description": "A row of `pattern_alert_state` as the caller sees it, with its sentence.",
        "required": [
          "id", "member_user_id", "metric_type", "pattern_type", "episode_status", "active_since", "current_level", "severity", "snooze_until",
          "snooze_days", "dismissed_at", "deviation_percent", "baseline_value", "recent_value", "member_name", "insight", "engine", "day_count",
          "last_notified_level", "is_snoozed", "resolve_reason", "resolved_on", "reopened",
          "feed_down_since"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "member_user_id": {"$ref": "#/components/schemas/Identifier"},
          "metric_type": {
            "type": "string",
            "enum": ["sleep_minutes", "steps", "hrv_ms", "resting_hr", "sleep_efficiency", "movement_minutes", "deep_sleep_minutes"],
            "description": "Of `missing_wearable`: what used to come on the most days."
          },
          "pattern_type": {
            "type": "string", "enum": ["drop_vs_baseline", "rise_vs_baseline", "missing_wearable"],
            "description": "`missing_wearable`: nothing comes any more, of whatever metric; it is never more than `watch`, and its levels are 3 and 7."
          },
          "episode_status": {"type": "string", "enum": ["active", "resolved"]},
          "active_since": {"type": "string", "format": "date"},
          "current_level": {"type": "integer", "enum": [3, 7, 14, 21], "description": "Days that it has lasted, at the steps at which somebody is told."},
          "severity": {"$ref": "#/components/schemas/Severity"},
          "snooze_until": {"type": ["string", "null"], "format": "date", "description": "The caller's own: through this day of their calendar."},
          "snooze_days": {"type": ["integer", "null"]},
          "is_snoozed": {"type": "boolean", "description": "Whether the caller has hidden it today."},
          "dismissed_at": {"type": ["string", "null"], "format": "date-time"},
          "feed_down_since": {"type": ["string", "null"], "format": "date", "description": "Nobody is told of it for now: since that day nothing comes from many wearables at once."},
          "deviation_percent": {"type": ["number", "null"], "description": "Of the usual; negative below it. Null where the row has no usual."},
          "baseline_value": {"type": "number", "description": "The member's usual, in the metric's unit."},
          "recent_value": {"type": "number", "description": "The mean of the last days that were off; of `missing_wearable` the usual again."},
          "member_name": {"type": ["string", "null"]},
          "insight": {
            "type": ["string", "null"],
            "description": "The alert in a sentence, to the member of “your usual”, with what is known of their other metrics; in the language of `Accept-Language`."
          },
          "engine": {"type": ["string", "null"], "description": "Which engine found it; null where somebody wrote the row by hand."},
          "day_count": {"type": "integer", "description": "From the first day to the last that was off."},
          "last_notified_level": {
            "type": ["integer", "null"], "enum": [3, 7, 14, 21, null],
            "description": "The highest level that somebody was told of; null before the first."
          },
          "resolve_reason": {
            "type": ["string", "null"], "enum": ["recovered", "stale", "source_changed", "new_normal", "corrected", null],
            "description": "Null while it goes on."
          },
          "resolved_on": {"type": ["string", "null"], "format": "date"},
          "reopened": {
            "type": "array", "description": "Ends that were none, because the same pattern came back within a week.",
            "items": {"type": "object", "properties": {
              "resolved_on": {"type": "string", "format": "date"}, "reopened_on": {"type": "string", "format": "date"}
            }}
          }
        }
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
          "last_notified_level": {"type": "integer", "enum": [3, 7, 14, 21]},
          "resolve_reason": {"type": "string", "enum": ["recovered", "stale", "source_changed", "new_normal", "corrected"]},
          "resolved_on": {"type": "string", "format": "date"},
          "levels": {"type": "array", "description": "Each level with the day whose value took the episode there.", "items": {
            "type": "object", "required": ["level", "date"],
            "properties": {"level": {"type": "integer", "enum": [3, 7, 14, 21]}, "date": {"type": "string", "format": "date"}}
          }},
          "reopened": {"type": "array", "description": "Ends that were none.", "items": {
            "type": "object", "required": ["resolved_on", "reopened_on"],
            "properties": {"resolved_on": {"type": "string", "format": "date"}, "reopened_on": {"type": "string", "format": "date"}}
          }},
          "baseline": {
            "type": "object", "required": ["value"], "description": "The usual, and between what eight of ten usual days lay.",
            "properties": {"value": {"type": "number"}, "low": {"type": "number"}, "high": {"type": "number"}}
          },
          "series": {"type": "array", "description": "The days from six weeks before the episode on.", "items": {
            "type": "object", "required": ["date", "value", "plausible"],
            "properties": {"date": {"type": "string", "format": "date"}, "value": {"type": "number"}, "plausible": {"type": "boolean"}}
          }},
          "exercise_days": {"type": "array", "items": {"type": "string", "format": "date"}},
          "told": {"type": "array", "description": "Every notification of it: to whom, over what, and what became of it.", "items": {
            "type": "object", "required": ["delivery_id", "recipient_user_id", "channel", "status", "sentence", "queued_at"],
            "properties": {
              "delivery_id": {"$ref": "#/components/schemas/Identifier"},
              "recipient_user_id": {"$ref": "#/components/schemas/Identifier"}, "recipient_name": {"type": "string"},
              "channel": {"type": "string"}, "level": {"type": "integer", "enum": [3, 7, 14, 21]},
              "status": {"$ref": "#/components/schemas/DeliveryStatus"}, "sentence": {"type": "string"},
              "queued_at": {"type": "string", "format": "date-time"}, "sent_at": {"type": "string", "format": "date-time"},
              "retracted_at": {"type": "string", "format": "date-time"}
            }
          }}
        }
      },
      "Insights": {
        "type": "object", "required": ["family_id", "rules", "date", "members", "insights"],
        "properties": {
          "family_id": {"$ref": "#/components/schemas/Identifier"},
          "rules": {"type": "string", "enum": ["compatible", "v2"], "description": "Which rules chose the insights: those of the engine that is set."},
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
          "pillar": {"type": "string", "enum": ["sleep", "movement", "stress"]},
          "rule": {"type": "string", "enum": ["streak_low", "drop", "rebound"]},
          "tone": {"type": "string", "enum": ["attention", "celebrate"]},
          "since": {"type": "string", "format": "date", "description": "The day from which on it has been shown."},
          "is_new": {"type": "boolean", "description": "Whether it was not shown before."},
          "recent_score": {"type": "number", "description": "The mean of the last scores."},
          "usual_score": {"type": "number", "description": "That of those before; left out where there are none."},
          "current_score": {"type": "number"},
          "title": {"type": "string"}, "sentence": {"type": "string"}
        }
      }
    """#

/// An alert as the caller sees it; a story has it, too.
let openAPIAlertExample = #"""
    {
                "id": "01970b2e-5c00-7000-8000-000000000001", "member_user_id": "ben", "metric_type": "steps", "pattern_type": "drop_vs_baseline",
                "episode_status": "active", "active_since": "2026-01-22", "current_level": 3, "severity": "watch", "snooze_until": null,
                "snooze_days": null, "dismissed_at": null, "deviation_percent": -35, "baseline_value": 8000, "recent_value": 5200,
                "member_name": "Ben", "insight": "Steps have been 35% below Ben's usual 8,000 for 3 days; no other metric is unusual.",
                "engine": "v2", "day_count": 3, "last_notified_level": 3, "is_snoozed": false, "resolve_reason": null, "resolved_on": null,
                "reopened": [], "feed_down_since": null
              }
    """#
