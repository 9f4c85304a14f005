/// What an app is told at its own endpoint.
let openAPIStatusWebhook = #"""
      "delivery.status": {
        "post": {
          "operationId": "tellStatuses", "tags": ["deliveries"], "summary": "Tells an app what became of its deliveries.",
          "description": "Posted to the endpoint that `status_webhooks_file` names for the app, by the Standard Webhooks scheme: in order, at least once, and \#
    again until it is answered with 2xx within 15 seconds. Anything else, or no answer, brings it again after 5 seconds to an hour, or as long as \#
    `Retry-After` asks for; after three days it is given up.",
          "parameters": [
            {"name": "webhook-id", "in": "header", "required": true, "schema": {"type": "string"}, "description": "The same as long as the same is told."},
            {"name": "webhook-timestamp", "in": "header", "required": true, "schema": {"type": "string"}, "description": "Of the attempt, in seconds since 1970."},
            {
              "name": "webhook-signature", "in": "header", "required": true, "schema": {"type": "string"},
              "description": "`v1,` and an HMAC-SHA256 in base64 over `id.timestamp.body`, for each secret that is in force, with spaces between."
            }
          ],
          "requestBody": {
            "required": true,
            "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/StatusMessage"},
              "example": {
                "type": "delivery.status", "timestamp": "2026-01-25T12:00:01.204Z",
                "data": {"app_id": "my-app", "events": [{
                  "id": "03b1c9e2d7740f58", "type": "sent", "delivery_id": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11", "channel": "push", "attempts": 1,
                  "reason": "allowed", "occurred_at": "2026-01-25T12:00:00.981Z"
                }]}
              }
            }}
          },
          "responses": {"2XX": {"description": "It was kept."}, "default": {"description": "It comes again; after 410 an hour later."}}
        }
      }
    """#

let openAPIStatusSchemas = #"""
      "StatusMessage": {
        "type": "object", "required": ["type", "timestamp", "data"],
        "properties": {
          "type": {"type": "string", "const": "delivery.status"},
          "timestamp": {"type": "string", "format": "date-time", "description": "Of the attempt."},
          "data": {
            "type": "object", "required": ["app_id", "events"],
            "properties": {
              "app_id": {"$ref": "#/components/schemas/Identifier"},
              "events": {"type": "array", "minItems": 1, "maxItems": 100, "items": {"$ref": "#/components/schemas/StatusEvent"}}
            }
          }
        }
      },
      "StatusEvent": {
        "type": "object", "description": "What became of a delivery, or that a broadcast has ended. What does not apply is left out.",
        "required": ["id", "type", "occurred_at"],
        "properties": {
          "id": {"type": "string", "description": "The same whenever it is told, and no other event's."},
          "type": {"anyOf": [{"type": "string", "enum": [
            "held", "skipped", "merged", "sent", "retried", "failed", "cancelled", "retracted", "requeued", "delivered", "undelivered", "read",
            "acted", "broadcast_completed", "broadcast_cancelled"
          ]}, {"type": "string"}], "description": "There may come others, to be passed over."},
          "delivery_id": {"$ref": "#/components/schemas/Identifier"},
          "broadcast_id": {"$ref": "#/components/schemas/Identifier"},
          "recipients": {"type": "integer", "description": "Of a broadcast, with the figures below, as `GET /v1/broadcasts/{id}` has them."},
          "sent": {"type": "integer"}, "skipped": {"type": "integer"}, "queued": {"type": "integer"}, "waiting": {"type": "integer"},
          "channel": {"type": "string", "examples": ["push", "in_app", "email"]},
          "reason": {"type": "string", "description": "Why, as of a delivery; or the code of what went wrong, as `http_503`."},
          "action": {"type": "string", "description": "Of `acted`: which of its order's `actions` the person has taken."},
          "attempts": {"type": "integer", "minimum": 0, "description": "Those that were counted by then."},
          "occurred_at": {"type": "string", "format": "date-time"}
        }
      }
    """#
