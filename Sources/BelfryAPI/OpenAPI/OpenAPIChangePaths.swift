/// What waits in the queue is changed.
let openAPIChangePaths = #"""
      "/v1/deliveries/change": {"post": {
        "tags": ["deliveries"], "operationId": "changeDeliveries", "summary": "Change what waits",
        "description": "Gives those that are pending another moment, end or priority, or other words; what isn't said stays. What is on its way, or \#
    through, isn't changed, and named with the reason. Of several steps of a route the first that waits comes at `deliver_after`, and the later ones \#
    keep their distance. What was held is decided anew at the new moment.",
        "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/ChangeOrder"},
          "example": {"idempotency_key": "boiler-7", "deliver_after": "now"}
        }}},
        "responses": {
          "200": {"description": "Those that were changed, and those that weren't; or would be.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/DeliveryChanges"},
            "example": {"changed": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "refused": []}
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }}
    """#

let openAPIChangeSchemas = #"""
      "ChangeOrder": {
        "type": "object", "description": "Those to which all of it applies, and what is to be another of them. `ids`, `idempotency_key`, or \#
    `collapse_key` with `recipient_user_id` has to be given, and one or more of the others. Null takes away.", "additionalProperties": false,
        "properties": {
          "ids": {"type": "array", "items": {"type": "string"}, "maxItems": 1000},
          "idempotency_key": {"type": "string", "maxLength": 255, "description": "What the app ordered under this key in the last 30 days; for the \#
    operator, what the house did unless `app_id` is said."},
          "collapse_key": {"type": "string", "description": "What waits under this key for the recipient."},
          "recipient_user_id": {"type": "string"},
          "channel": {"type": "string"},
          "app_id": {"type": "string"},
          "deliver_after": {"type": "string", "description": "A moment, or `now`. It takes the place of a `deliver_at_local`, too."},
          "expires_at": {"type": ["string", "null"], "format": "date-time"},
          "priority": {"$ref": "#/components/schemas/Priority"},
          "title": {"type": ["string", "null"], "maxLength": 256},
          "body": {"type": ["string", "null"], "maxLength": 4096},
          "texts": {"type": ["object", "null"], "description": "In the place of all that it has, as in an order."},
          "link": {"type": ["string", "null"], "maxLength": 1024},
          "image": {"oneOf": [{"$ref": "#/components/schemas/Image"}, {"type": "null"}]},
          "dry_run": {"type": "boolean", "description": "Change nothing, and answer what would be."}
        }
      },
      "DeliveryChanges": {
        "type": "object", "required": ["changed", "refused"], "properties": {
          "changed": {"type": "array", "items": {"type": "string"}},
          "refused": {"type": "array", "items": {"type": "object", "required": ["id", "why"], "properties": {
            "id": {"type": "string"},
            "why": {"type": "string", "enum": ["unknown", "sending", "sent", "skipped", "failed", "cancelled", "shadow", "merged", "retracted", \#
    "expires_too_early", "maybe_told", "of_alert", "no_title", "unknown_action"]}
          }}},
          "dry_run": {"type": "boolean", "const": true, "description": "Only where nothing was changed."}
        }
      }
    """#
