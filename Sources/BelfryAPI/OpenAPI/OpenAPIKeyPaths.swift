/// What an app's own key may.
let openAPIKeyPaths = #"""
      "/v1/keys/self": {"get": {
        "tags": ["operations"], "operationId": "getOwnKey", "summary": "What the key that is shown may, and until when",
        "description": "Any key may ask, whatever its scopes. Keys are made, changed and revoked by `belfry keys` alone, where the store is.",
        "security": [{"appKey": []}, {"appKeyHeader": []}],
        "responses": {
          "200": {"description": "The key, and never its text.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/OwnKey"},
            "example": {"app_id": "alertmanager", "scopes": ["intake"], "expires_at": "2026-04-25T00:00:00Z", "is_replaced": false}
          }}},
          \#(problems(400, 401, 503))
        }
      }}
    """#

let openAPIKeySchemas = #"""
      "OwnKey": {
        "type": "object", "required": ["app_id", "scopes", "is_replaced"],
        "properties": {
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "scopes": {"type": "array", "items": {"$ref": "#/components/schemas/KeyScope"}},
          "expires_at": {"type": "string", "format": "date-time", "description": "From then on it lets nobody in; missing where it doesn't end by itself."},
          "is_replaced": {"type": "boolean", "description": "Whether another has taken its place, and it goes on until `expires_at` only."}
        }
      },
      "KeyScope": {
        "type": "string", "enum": ["all", "send", "intake", "heartbeat", "read", "metrics", "people"],
        "description": "`all`: everything that an app may, what no other scope names included · `send`: order, broadcast, schedule, expect heartbeats, \#
    keep audiences, rotas, categories, hooks and templates; change, call off, take back, try again · `intake`: report by `/v1/intake` · `heartbeat`: give signs of life · \#
    `read`: look at what the app has ordered, at its audiences, rotas, categories, hooks and templates, and at what became of it, \#
    and have a plan made · `metrics`: report days of people · \#
    `people`: read and write families, preferences and addresses, and read what patterns found."
      }
    """#
