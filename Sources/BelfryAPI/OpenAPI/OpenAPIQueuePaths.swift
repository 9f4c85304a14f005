/// The queue for apps and the operator.
let openAPIQueuePaths = #"""
      "/v1/notifications": {"post": {
        "tags": ["deliveries"], "operationId": "enqueueNotification", "summary": "Have some people told something",
        "description": "One delivery a recipient and channel, at most 1,000, over all steps of a route; more are refused with \#
    `too_many_items`. All of them are in the queue when the answer goes out, or none. The \#
    policy decides each when it is due: by the recipient's switches, quiet hours and the like. With the header `Idempotency-Key` (at most 255 \#
    characters) the same call may be repeated for 30 days: it answers the same deliveries and queues nothing, and by the key they are listed and \#
    called off. With `dry_run` nothing is queued, and the key counts for nothing: the same is refused, and what would become of each delivery is \#
    answered with 200. What an app has sent, no other app \#
    sees; each has its share of every batch.",
        "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
        "parameters": [{"$ref": "#/components/parameters/idempotency_key"}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/NotificationOrder"},
          "example": {
            "recipients": ["ana"], "category": "maintenance", "severity": "attention", "title": "Boiler", "body": "The boiler is due for its check.",
            "channels": ["in_app"], "deliver_after": "2026-01-26T08:00:00Z", "expires_at": "2026-01-28T08:00:00Z", "priority": "normal",
            "throttle": {"key": "boiler", "max": 1, "within_minutes": 1440}
          }
        }}},
        "responses": {
          "200": {"description": "A dry run: what would become of it.", "content": {"application/json": {
            "schema": {"type": "object", "required": ["dry_run", "verdicts"], "properties": {
              "dry_run": {"type": "boolean", "const": true},
              "verdicts": {"type": "array", "items": {"$ref": "#/components/schemas/RehearsedDelivery"}, "description": "By recipient, each with the channels in their order."}
            }},
            "example": {"dry_run": true, "verdicts": [{
              "recipient_user_id": "ana", "member_user_id": "ana", "channel": "in_app", "due_at": "2026-01-26T08:00:00Z", "action": "send",
              "reason": "allowed", "addresses": {"inbox": 1},
              "sentence": "Would be sent, because nothing stands against it: inbox is on, no quiet hours are set.",
              "what_would_change": "Switching off the inbox, or quiet hours at this time, would stop it."
            }]}
          }}},
          "202": {"description": "It is in the queue.", "content": {"application/json": {
            "schema": {"type": "object", "required": ["deliveries", "is_repeated"], "properties": {
              "deliveries": {"type": "array", "items": {"type": "string"}, "description": "By recipient, each with the channels in their order."},
              "recipients": {"type": "array", "items": {"type": "string"}, "description": "Who is told, each once; left out unless `families` or `rotas` are named."},
              "is_repeated": {"type": "boolean", "description": "Whether it was queued earlier, under the same key."}
            }},
            "example": {"deliveries": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "is_repeated": false}
          }}},
          \#(problems(400, 401, 403, 404, 409, 413, 503))
        }
      }},
      "/v1/queue/pauses": {
        "get": {
          "tags": ["operations"], "operationId": "listPauses", "summary": "What is paused", "security": [{"adminSecret": []}],
          "responses": {
            "200": {"description": "Everything first, then the apps in their order.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["pauses"], "properties": {
                "pauses": {"type": "array", "items": {"$ref": "#/components/schemas/Pause"}}
              }},
              "example": {"pauses": []}
            }}},
            \#(problems(400, 401, 503))
          }
        },
        "put": {
          "tags": ["operations"], "operationId": "pause", "summary": "Have nothing of an app told, or nothing at all",
          "description": "Until its end, or until it is resumed. What is ordered meanwhile is taken in and waits; what is on its way goes to its \#
    end. Ages count on: what expires while it waits isn't told any more. Paused again, it has another end, another reason and other exceptions.",
          "security": [{"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/PauseOrder"},
            "example": {"app_id": "app", "until": "2030-01-26T18:00:00Z", "why": "a wrong price", "by": "eve", "except_critical": true}
          }}},
          "responses": {
            "200": {"description": "What stands now.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Pause"},
              "example": {
                "app_id": "app", "all": false, "paused_at": "2026-01-26T08:00:00Z", "until": "2030-01-26T18:00:00Z", "by": "eve",
                "why": "a wrong price", "except_critical": true
              }
            }}},
            \#(problems(400, 401, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["operations"], "operationId": "resume", "summary": "Let go again what was paused",
          "description": "Give `app_id`, or `all=true` for the pause of everything; an app that is paused by itself stays so.",
          "security": [{"adminSecret": []}],
          "parameters": [
            {"name": "app_id", "in": "query", "schema": {"type": "string"}}, {"name": "all", "in": "query", "schema": {"type": "string", "const": "true"}}
          ],
          "responses": {
            "200": {"description": "Whether it was paused, and how it stood.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["resumed"], "properties": {
                "resumed": {"type": "boolean"}, "pause": {"$ref": "#/components/schemas/Pause"}
              }},
              "example": {"resumed": false}
            }}},
            \#(problems(400, 401, 503))
          }
        }
      },
      "/v1/deliveries": {"get": {
        "tags": ["deliveries"], "operationId": "listDeliveries", "summary": "The queue, the latest first",
        "description": "An app sees what it had sent; the operator sees all.",
        "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
        "parameters": [
          {"name": "status", "in": "query", "schema": {"$ref": "#/components/schemas/DeliveryStatus"}},
          {"name": "recipient_user_id", "in": "query", "schema": {"type": "string"}},
          {"name": "channel", "in": "query", "schema": {"type": "string"}},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}},
          {"name": "idempotency_key", "in": "query", "schema": {"type": "string", "maxLength": 255}, "description": "Only what the app ordered under \#
    this key in the last 30 days; for the operator, what the house did unless `app_id` is said."},
          {"$ref": "#/components/parameters/before"},
          {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}}
        ],
        "responses": {
          "200": {"description": "Rows of the queue.", "content": {"application/json": {
            "schema": {"type": "object", "required": ["deliveries"], "properties": {
              "deliveries": {"type": "array", "items": {"$ref": "#/components/schemas/QueuedDelivery"}},
              "older": {"type": "string", "description": "What to give as `before` for those behind these; left out where there are none."}
            }},
            "example": {"deliveries": []}
          }}},
          \#(problems(400, 401, 403, 503))
        }
      }},
      "/v1/deliveries/cancel": {"post": {
        "tags": ["deliveries"], "operationId": "cancelDeliveries", "summary": "Call deliveries off",
        "description": "Those that wait, at most 1,000 at once, the oldest first; what is on its way can't be stopped. \#
    What was merged into one of them waits again.",
        "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/DeliverySelection"},
          "example": {"ids": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"]}
        }}},
        "responses": {
          "200": {"description": "Those that were called off.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ChangedDeliveries"}, "example": {"deliveries": []}
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }},
      "/v1/deliveries/retract": {"post": {
        "tags": ["deliveries"], "operationId": "retractDeliveries", "summary": "Take back what was told",
        "description": "Marks it as withdrawn, in the inbox too, where its title alone is left; what of it waits is called off. What went elsewhere than \#
    into the inbox stays where it arrived. A second time changes nothing, and there is no way back.",
        "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/RetractionOrder"},
          "example": {"idempotency_key": "boiler-7"}
        }}},
        "responses": {
          "200": {"description": "Those that were taken back, and those that waited; or would be.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Retraction"},
            "example": {"retracted": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "called_off": []}
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }},
      "/v1/deliveries/redrive": {"post": {
        "tags": ["deliveries"], "operationId": "redriveDeliveries", "summary": "Have dead letters tried again",
        "description": "Those that have failed, at most 1,000 at once, the oldest first. Their attempts and their age count anew; what happened \#
    before stays written.",
        "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
        "requestBody": {"required": true, "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/DeliverySelection"},
          "example": {"channel": "push"}
        }}},
        "responses": {
          "200": {"description": "Those that wait again.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ChangedDeliveries"}, "example": {"deliveries": []}
          }}},
          \#(problems(400, 401, 403, 413, 503))
        }
      }}
    """#

let openAPIQueueSchemas = #"""
      "RehearsedDelivery": {
        "type": "object", "required": ["recipient_user_id", "member_user_id", "channel", "due_at", "action", "sentence", "addresses"],
        "description": "By what is known now, as of the moment when it would be due.",
        "properties": {
          "recipient_user_id": {"type": "string"}, "member_user_id": {"type": "string"}, "channel": {"type": "string"},
          "step": {"type": "integer", "minimum": 1, "description": "Of its route or escalation: told only where the steps before it don't reach, \#
    or nobody reacts to them. Left out where there is but one."},
          "due_at": {"type": "string", "format": "date-time"},
          "action": {"type": "string", "enum": ["send", "defer", "skip", "fail"], "description": "`fail`: it could never be sent as it is, as `error` says."},
          "reason": {"type": "string", "description": "As of a delivery; left out where it would fail."},
          "held_until": {"type": "string", "format": "date-time", "description": "When it would be decided anew; of `defer` alone."},
          "error": {"type": "string"},
          "sentence": {"type": "string", "description": "Why, in the language of `Accept-Language`."},
          "what_would_change": {"type": "string"},
          "addresses": {
            "type": "object", "additionalProperties": {"type": "integer"},
            "description": "Where it would go: how many of each kind, as `apple`, `browser` or `mailbox`; `inbox`, `endpoint` and `desktop` are the server's own."
          },
          "pause": {"$ref": "#/components/schemas/Pause"}
        }
      },
      "PauseOrder": {
        "type": "object", "description": "What is to be paused: `app_id`, or everything, which has to be said with `all`.", "additionalProperties": false,
        "properties": {
          "app_id": {"type": "string", "description": "One with a key, or of which something waits; else `unknown_app`."},
          "all": {"type": "boolean"},
          "until": {"type": "string", "format": "date-time", "description": "When it ends by itself; still ahead."},
          "why": {"type": "string", "minLength": 1, "maxLength": 256, "description": "For whoever asks; without control characters, as `by`."},
          "by": {"type": "string", "minLength": 1, "maxLength": 256, "description": "Who says so; `admin` unless it is said."},
          "except_critical": {"type": "boolean", "description": "Critical ones are told all the same."}
        }
      },
      "Pause": {
        "type": "object", "required": ["all", "paused_at", "except_critical"],
        "properties": {
          "app_id": {"type": "string", "description": "Left out where it is everything."},
          "all": {"type": "boolean"},
          "paused_at": {"type": "string", "format": "date-time"},
          "until": {"type": "string", "format": "date-time", "description": "Left out where somebody has to resume it."},
          "by": {"type": "string"},
          "why": {"type": "string"},
          "except_critical": {"type": "boolean"}
        }
      },
      "DeliverySelection": {
        "type": "object", "description": "Those to which all of it applies. That everything is meant has to be said with `all`.",
        "additionalProperties": false,
        "properties": {
          "ids": {"type": "array", "items": {"type": "string"}, "maxItems": 1000},
          "idempotency_key": {"type": "string", "maxLength": 255, "description": "What the app ordered under this key in the last 30 days; for the \#
    operator, what the house did unless `app_id` is said."},
          "recipient_user_id": {"type": "string"},
          "channel": {"type": "string"},
          "app_id": {"type": "string"},
          "all": {"type": "boolean"}
        }
      },
      "RetractionOrder": {
        "type": "object", "description": "Those to which all of it applies. `ids` or `idempotency_key` has to be given.", "additionalProperties": false,
        "properties": {
          "ids": {"type": "array", "items": {"type": "string"}, "maxItems": 1000},
          "idempotency_key": {"type": "string", "maxLength": 255, "description": "What the app ordered under this key in the last 30 days; for the \#
    operator, what the house did unless `app_id` is said."},
          "recipient_user_id": {"type": "string"},
          "channel": {"type": "string"},
          "app_id": {"type": "string"},
          "dry_run": {"type": "boolean", "description": "Change nothing, and answer what would be."}
        }
      },
      "Retraction": {
        "type": "object", "required": ["retracted", "called_off"], "properties": {
          "retracted": {"type": "array", "items": {"type": "string"}, "description": "What was told, or is on its way; none that was taken back before."},
          "called_off": {"type": "array", "items": {"type": "string"}, "description": "What waited: nobody is told."},
          "dry_run": {"type": "boolean", "const": true, "description": "Only where nothing was changed."}
        }
      },
      "ChangedDeliveries": {
        "type": "object", "required": ["deliveries"], "properties": {"deliveries": {"type": "array", "items": {"type": "string"}}}
      },
      "QueuedDelivery": {
        "type": "object", "required": [
          "id", "app_id", "status", "priority", "channel", "category", "recipient_user_id", "member_user_id", "attempts", "redrives", "created_at"
        ],
        "properties": {
          "id": {"type": "string"}, "app_id": {"type": "string"},
          "status": {"$ref": "#/components/schemas/DeliveryStatus"},
          "priority": {"$ref": "#/components/schemas/Priority"},
          "channel": {"type": "string"}, "category": {"type": "string"},
          "recipient_user_id": {"type": "string"}, "member_user_id": {"type": "string"},
          "attempts": {"type": "integer"}, "redrives": {"type": "integer"},
          "created_at": {"type": "string", "format": "date-time"},
          "deliver_after": {"type": ["string", "null"], "format": "date-time", "description": "With `deliver_at_local`, when the first clock on Earth shows it."},
          "deliver_at_local": {"type": "string"},
          "expires_at": {"type": ["string", "null"], "format": "date-time"},
          "next_attempt_at": {"type": ["string", "null"], "format": "date-time"},
          "sent_at": {"type": ["string", "null"], "format": "date-time"},
          "retracted_at": {"type": "string", "format": "date-time"}, "retracted_by": {"type": "string", "description": "Who took it back."},
          "changed_at": {"type": "string", "format": "date-time"}, "changed_by": {"type": "string", "description": "Who changed it last while it waited."},
          "reason": {"type": ["string", "null"]}, "last_error": {"type": ["string", "null"]}
        }
      }
    """#
