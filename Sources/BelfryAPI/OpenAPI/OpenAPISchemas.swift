/// The forms that belong to no one subject.
let openAPISchemas = #"""
      "Identifier": {
        "type": "string", "minLength": 1, "maxLength": 128, "description": "Whatever text its maker chose, without control characters."
      },
      "Severity": {"type": "string", "enum": ["watch", "attention", "critical"]},
      "Priority": {"type": "string", "enum": ["critical", "normal", "low"]},
      "Language": {"type": "string", "enum": ["en", "ar", "de", "fr", "es", "tr"]},
      "Success": {"type": "object", "required": ["success"], "properties": {"success": {"type": "boolean", "const": true}}},
      "Readiness": {
        "type": "object", "required": ["ready", "store", "worker"],
        "properties": {
          "ready": {"type": "boolean"},
          "store": {"type": "string", "enum": ["usable", "unusable"]},
          "reason": {
            "type": "string",
            "enum": ["unreachable", "read_only", "disk_full", "timed_out", "exhausted", "restarting", "migrating", "outdated", "failed", "other"],
            "description": "Why the store can't be used; only where it can't."
          },
          "worker": {"type": "string", "enum": ["working", "stuck", "elsewhere"]},
          "paused": {"type": "boolean", "const": true, "description": "An operator has paused an app or everything; only where it is so. \#
    It is no less ready for that."},
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
      }
    """#
