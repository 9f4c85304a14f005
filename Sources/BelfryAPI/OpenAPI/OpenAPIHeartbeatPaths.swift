/// Signs of life that apps give, and what is told where one doesn't come.
let openAPIHeartbeatPaths = #"""
      "/v1/heartbeats": {
        "get": {
          "tags": ["deliveries"], "operationId": "listHeartbeats", "summary": "Heartbeats, and how each stands",
          "description": "An app sees its own; the operator sees all.",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: only those of this app."},
            {"$ref": "#/components/parameters/before"},
            {"$ref": "#/components/parameters/limit"}
          ],
          "responses": {
            "200": {"description": "By their keys, descending.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["heartbeats"], "properties": {
                "heartbeats": {"type": "array", "items": {"$ref": "#/components/schemas/Heartbeat"}},
                "older": {"type": "string", "description": "What to give as `before` for those behind these; left out where there are none."}
              }},
              "example": {"heartbeats": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/heartbeats/{key}": {
        "parameters": [\#(heartbeatParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "getHeartbeat", "summary": "When it beat last, when it is due, and whether it is missed",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Heartbeat"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "saveHeartbeat", "summary": "Have people told where a sign of life doesn't come",
          "description": "It is due `every_minutes` and `grace_minutes` after the call, and after each beat. Where none comes by then, `notify` is ordered, \#
    once; where one comes after that, a tick and the same title take its place. Said again it puts other words, people or another pace in its place. \#
    At most 1,000 deliveries come of it, and it counts among the 10,000 schedules of an app.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/HeartbeatCall"},
            "example": {
              "every_minutes": 1440, "grace_minutes": 60,
              "notify": {"recipient_user_id": "ana", "title": "No backup tonight", "severity": "critical", "channels": ["in_app"]}
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Heartbeat"},
              "example": {
                "key": "backup", "app_id": "app", "state": "waiting", "every_minutes": 1440, "grace_minutes": 60, "recipients": ["ana"],
                "title": "No backup tonight", "due_at": "2026-11-28T13:00:00Z", "created_at": "2026-11-27T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeHeartbeat", "summary": "Have nobody wait for it any more",
          "description": "What was ordered of it and still waits is called off.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/heartbeats/{key}/beat": {
        "parameters": [\#(heartbeatParameters)],
        "post": {
          "tags": ["deliveries"], "operationId": "beat", "summary": "Give the sign of life",
          "description": "Of the body nothing is read. May be repeated. The answer doesn't say who is told where none comes.",
          "security": [{"appKey": ["heartbeat"]}, {"appKeyHeader": ["heartbeat"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Beat"},
              "example": {"key": "backup", "state": "waiting", "last_beat_at": "2026-11-27T12:00:00Z", "due_at": "2026-11-28T13:00:00Z"}
            }}},
            \#(problems(400, 401, 403, 404, 409, 503))
          }
        }
      }
    """#

private let heartbeatParameters = #"""
    {"$ref": "#/components/parameters/heartbeat_key"},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is."}
    """#

let openAPIHeartbeatSchemas = #"""
      "HeartbeatCall": {
        "type": "object", "required": ["every_minutes", "notify"],
        "properties": {
          "every_minutes": {"type": "integer", "minimum": 1, "maximum": 527040, "description": "How often it beats."},
          "grace_minutes": {"type": "integer", "minimum": 0, "maximum": 43200, "description": "How late it may be; 0 where it is left out."},
          "notify": {"$ref": "#/components/schemas/HeartbeatOrder"}
        },
        "additionalProperties": false
      },
      "Beat": {
        "type": "object", "required": ["key", "state", "due_at"],
        "properties": {
          "key": {"type": "string"},
          "state": {"type": "string", "enum": ["waiting", "missed"]},
          "last_beat_at": {"type": "string", "format": "date-time"},
          "due_at": {"type": "string", "format": "date-time", "description": "When somebody is told, unless it beats before."}
        }
      },
      "Heartbeat": {
        "type": "object", "required": ["key", "app_id", "state", "every_minutes", "grace_minutes", "recipients", "due_at", "created_at"],
        "properties": {
          "key": {"type": "string"},
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "state": {"type": "string", "enum": ["waiting", "missed"]},
          "every_minutes": {"type": "integer"},
          "grace_minutes": {"type": "integer"},
          "recipients": {"type": "array", "items": {"$ref": "#/components/schemas/Identifier"}},
          \#(openAPIFamilies),
          \#(openAPIRotas),
          \#(openAPIEscalation),
          "title": {"type": "string"},
          "last_beat_at": {"type": "string", "format": "date-time", "description": "Left out before the first."},
          "due_at": {"type": "string", "format": "date-time", "description": "When somebody is told, unless it beats before."},
          "created_at": {"type": "string", "format": "date-time"}
        }
      }
    """#
