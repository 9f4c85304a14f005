/// What is told to many at once.
let openAPIBroadcastPaths = #"""
      "/v1/broadcasts": {
        "post": {
          "tags": ["deliveries"], "operationId": "enqueueBroadcast", "summary": "Have many people told the same",
          "description": "However many there are, it is one call: as one document, or as lines (`application/x-ndjson`), of which the first is the \#
    order without `recipients` and every further one a recipient: an identifier, or an object with `user_id` and, where the order is `personalised`, `values`. Lines are taken in as they come and never \#
    held in memory at once. All are taken in when the answer goes out, or none; where the call was cut off, it is repeated under its \#
    `Idempotency-Key` (at most 255 characters). The key stands for the order and for the recipients with their values, in their order: others under it are refused \#
    with 409. Workers carry it out in batches; the policy decides each recipient; one who is held, or has to be \#
    tried again, goes on as an ordinary delivery. It goes over the one channel in `channels`; whoever isn't reached there goes on over the \#
    `fallback_channels`. With `dry_run` nothing is taken in, and the key counts for nothing: the same is refused, and what would \#
    become of it is answered with 200.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "parameters": [{"$ref": "#/components/parameters/idempotency_key"}],
          "requestBody": {"required": true, "content": {
            "application/json": {
              "schema": {"$ref": "#/components/schemas/BroadcastOrder"},
              "examples": {
                "same": {"value": {
                  "recipients": ["ana", "ben"], "category": "news", "title": "Open on Sunday", "body": "From 10:00 to 16:00.", "channels": ["in_app"]
                }},
                "personalised": {"value": {
                  "recipients": [{"user_id": "ana", "values": {"name": "Ana", "points": 120}}, {"user_id": "ben", "values": {"points": 3}}],
                  "category": "points", "title": "Your points", "body": "{{name}}, you have {{points}} points.", "channels": ["in_app"],
                  "personalised": true, "default_values": {"name": "You"}
                }}
              }
            },
            "application/x-ndjson": {"schema": {"type": "string"}}
          }},
          "responses": {
            "200": {"description": "A dry run: what would become of it.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/RehearsedBroadcast"},
              "example": {
                "dry_run": true, "recipients": 25000, "looked_at": 100, "title": "Your points", "body": "Ana, you have 120 points.",
                "verdicts": [
                  {"action": "send", "reason": "allowed", "recipients": 91}, {"action": "skip", "reason": "in_app_disabled", "recipients": 9}
                ]
              }
            }}},
            "202": {"description": "It is taken in.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Broadcast"},
              "example": {
                "id": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11", "app_id": "app", "status": "ready", "channel": "in_app", "category": "news",
                "priority": "normal", "created_at": "2026-01-25T12:00:00Z", "recipients": 2, "sent": 0, "skipped": 0, "queued": 0, "waiting": 2,
                "is_repeated": false
              }
            }}},
            \#(problems(400, 401, 403, 404, 409, 413, 503))
          }
        },
        "get": {
          "tags": ["deliveries"], "operationId": "listBroadcasts", "summary": "The latest broadcasts",
          "description": "An app sees its own; the operator sees all.",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"$ref": "#/components/parameters/before"},
            {"$ref": "#/components/parameters/limit"}
          ],
          "responses": {
            "200": {"description": "The latest first.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["broadcasts"], "properties": {
                "broadcasts": {"type": "array", "items": {"$ref": "#/components/schemas/Broadcast"}},
                "older": {"type": "string", "description": "What to give as `before` for those behind these; left out where there are none."}
              }},
              "example": {"broadcasts": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/broadcasts/{id}": {
        "parameters": [{"$ref": "#/components/parameters/broadcast_id"}],
        "get": {
          "tags": ["deliveries"], "operationId": "getBroadcast", "summary": "How far a broadcast has come",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Its figures.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Broadcast"}}}},
            \#(problems(401, 403, 404, 503))
          }
        }
      },
      "/v1/broadcasts/{id}/cancel": {
        "parameters": [{"$ref": "#/components/parameters/broadcast_id"}],
        "post": {
          "tags": ["deliveries"], "operationId": "cancelBroadcast", "summary": "Call a broadcast off",
          "description": "No further batch of it is begun, and what waits by itself is called off; what is on its way can't be stopped. One that is `completed`, and of which nothing is left, stays so.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Its figures.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Broadcast"}}}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      }
    """#

let openAPIBroadcastSchemas = #"""
      "PersonalValues": {
        "type": "object", "maxProperties": 16, "description": "At most 2,048 bytes of names and texts. They are put in as they are.",
        "propertyNames": {"pattern": "^[a-z0-9_]{1,64}$"},
        "additionalProperties": {"anyOf": [{"type": "string", "maxLength": 256}, {"type": "number"}, {"type": "boolean"}]}
      },
      "RehearsedBroadcast": {
        "type": "object", "required": ["dry_run", "recipients", "looked_at", "verdicts"],
        "properties": {
          "dry_run": {"type": "boolean", "const": true},
          "recipients": {"type": "integer", "description": "To how many it would be told."},
          "title": {"type": "string", "description": "What the first recipient would read; left out, with `body`, where all would be told the same."},
          "body": {"type": "string"},
          "looked_at": {"type": "integer", "maximum": 100, "description": "Of how many, the first of them, `verdicts` tells."},
          "verdicts": {
            "type": "array", "description": "By what is known now, as of the moment when each would be due. Those that the most share come first.",
            "items": {"type": "object", "required": ["action", "recipients"], "properties": {
              "channel": {"type": "string", "description": "With `fallback_channels`: the first that is open to them, or else the last."},
              "action": {"type": "string", "enum": ["send", "defer", "skip", "fail"], "description": "As of the dry run of a delivery."},
              "reason": {"type": "string", "description": "As of a delivery; left out where it would fail."},
              "error": {"type": "string"},
              "recipients": {"type": "integer"}
            }}
          },
          "pause": {"$ref": "#/components/schemas/Pause"}
        }
      },
      "Broadcast": {
        "type": "object", "required": [
          "id", "app_id", "status", "channel", "category", "priority", "created_at", "recipients", "sent", "skipped", "queued", "waiting"
        ],
        "properties": {
          "id": {"type": "string"}, "app_id": {"type": "string"},
          "status": {"type": "string", "enum": ["filling", "ready", "completed", "cancelled"], "description": "`filling` while its recipients come in, \#
    `ready` while it waits or is carried out, `completed` once something has become of each."},
          "channel": {"type": "string"},
          "fallback_channels": {"type": "array", "items": {"type": "string"}, "description": "Left out where there are none."},
          "category": {"type": "string"}, "priority": {"$ref": "#/components/schemas/Priority"},
          "created_at": {"type": "string", "format": "date-time"},
          "deliver_after": {"type": ["string", "null"], "format": "date-time", "description": "With `deliver_at_local`, when the first clock on Earth shows it."},
          "deliver_at_local": {"type": "string"},
          "expires_at": {"type": ["string", "null"], "format": "date-time"},
          "recipients": {"type": "integer"},
          "sent": {"type": "integer"},
          "skipped": {"type": "integer", "description": "Left out, each for a reason: `GET /v1/deliveries/{id}` tells it."},
          "queued": {"type": "integer", "description": "Held, failed, to be tried again or over another channel: they go on as ordinary deliveries."},
          "waiting": {"type": "integer", "description": "Nothing has become of them yet; once it is cancelled, nothing will."},
          "is_repeated": {"type": "boolean", "description": "Whether it was taken in earlier, under the same key."}
        }
      }
    """#
