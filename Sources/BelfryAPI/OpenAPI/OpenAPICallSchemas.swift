/// What the tenants' apps call with, and the worker by hand, and what they are answered.
let openAPICallSchemas = #"""
      "AlertCall": {
        "type": "object", "required": ["alert_id"], "properties": {"alert_id": {"$ref": "#/components/schemas/Identifier"}},
        "additionalProperties": false
      },
      "SnoozeCall": {
        "type": "object", "required": ["alert_id", "snooze_for_days"],
        "properties": {"alert_id": {"$ref": "#/components/schemas/Identifier"}, "snooze_for_days": {"type": "integer", "enum": [1, 3, 7]}},
        "additionalProperties": false
      },
      "FamilyCall": {"type": "object", "required": ["family_id"], "properties": {
        "family_id": {"$ref": "#/components/schemas/Identifier"},
        "include_snoozed": {"type": "boolean", "default": false, "description": "Whether those are shown too that the caller has snoozed."}
      }, "additionalProperties": false},
      "Snoozed": {
        "type": "object", "required": ["success", "alert_id", "snooze_until", "snooze_days"],
        "properties": {
          "success": {"type": "boolean", "const": true},
          "alert_id": {"$ref": "#/components/schemas/Identifier"},
          "snooze_until": {"type": "string", "format": "date", "description": "The last day on which it is hidden."},
          "snooze_days": {"type": "integer", "enum": [1, 3, 7]}
        }
      },
      "Dismissed": {
        "type": "object", "required": ["success", "alert_id", "dismissed_at"],
        "properties": {
          "success": {"type": "boolean", "const": true},
          "alert_id": {"$ref": "#/components/schemas/Identifier"},
          "dismissed_at": {"type": "string", "format": "date-time"}
        }
      },
      "DeviceCall": {
        "type": "object", "required": ["token", "platform_type"],
        "properties": {
          "token": {"type": "string", "minLength": 1, "maxLength": 4096},
          "platform_type": {"type": "string", "enum": ["ios", "android", "web"]},
          "app_ver": {"type": ["string", "null"], "maxLength": 64},
          "os_ver": {"type": ["string", "null"], "maxLength": 64}
        },
        "additionalProperties": false
      },
      "DeviceRegistered": {
        "type": "object", "required": ["success", "token", "platform"],
        "properties": {"success": {"type": "boolean", "const": true}, "token": {"type": "string"}, "platform": {"type": "string", "enum": ["ios", "android", "web"]}}
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
          "ok": {"type": "boolean", "const": true},
          "processed": {"type": "integer", "minimum": 0},
          "sent": {"type": "integer", "minimum": 0},
          "skipped": {"type": "integer", "minimum": 0},
          "failed": {"type": "integer", "minimum": 0}
        },
        "additionalProperties": false
      }
    """#
