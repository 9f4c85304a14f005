/// People whom another system knows, and what is kept of a person, whole.
let openAPIPersonPaths = #"""
      "/v1/people": {
        "post": {
          "tags": ["people"], "operationId": "importPeople", "summary": "Take in people whom another system knows",
          "description": "As one document, or as lines: each an object of JSON (`application/x-ndjson`), or that of a table whose first line names the \#
    columns (`text/csv`). Each is taken in whole or not at all, some hundred at a time as they come: where the call is cut off, those before are \#
    there, and the same may be given again, which changes nothing of them. Whoever is known here already gets what they haven't set, and loses \#
    what they ended elsewhere; nothing that they ended here is switched on again.",
          "security": [{"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "parameters": [
            {"name": "dry_run", "in": "query", "schema": {"type": "boolean", "default": false}, "description": "Keep nothing, and answer what \#
    would become of them."},
            {"name": "add_addresses", "in": "query", "schema": {"type": "boolean", "default": false}, "description": "Whether those who are known here \#
    already get further addresses. One that somebody has removed here comes back so."}
          ],
          "requestBody": {"required": true, "content": {
            "application/json": {
              "schema": {"type": "object", "required": ["people"], "properties": {
                "people": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/ImportedPerson"}}
              }, "additionalProperties": false},
              "example": {"people": [{
                "user_id": "ben", "timezone": "Europe/Berlin", "notify_email": true,
                "contact_points": [{"channel": "email", "value": "ben@example.org"}],
                "subscriptions": [{"category": "offers", "channel": "email", "subscribed": false}]
              }]}
            },
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/csv": {"schema": {"type": "string"}}
          }},
          "responses": {
            "200": {"description": "What became of them.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/PeopleReport"},
              "example": {"created": 0, "updated": 1, "unchanged": 0, "refused": 0, "refusals": []}
            }}},
            \#(problems(400, 401, 403, 413, 503))
          }
        }
      },
      "/v1/people/{user_id}/export": {
        "parameters": [{"$ref": "#/components/parameters/person_id"}],
        "get": {
          "tags": ["people"], "operationId": "exportPerson", "summary": "What is kept of a person",
          "description": "A row of a table a line, as JSON: `{\"table\": \"…\", \"row\": {…}}`. Their settings and addresses, what was measured of \#
    them, what they were told and what others were told of them; what opens something, as the hash of a code, is left out. However much it is, it is \#
    one answer, of which the last line is whole only where all went well. For apps and the admin.",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The rows.", "content": {"application/x-ndjson": {
              "schema": {"type": "string"},
              "example": "{\"table\":\"family_members\",\"row\":{\"family_id\":\"lindens\",\"user_id\":\"ben\",\"first_name\":\"Ben\"}}\n"
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/people/{user_id}": {
        "parameters": [{"$ref": "#/components/parameters/person_id"}],
        "delete": {
          "tags": ["people"], "operationId": "erasePerson", "summary": "Erase a person",
          "description": "Nothing is told of or to them from then on, and all that an export has is gone when the answer goes out; it can't be undone. \#
    Where the answer is lost it may be repeated: what is gone already isn't counted. Tokens from before let nobody in any more. An app that still \#
    sends what is theirs has them begin anew. There is no dry run: one that is asked for is refused. For apps and the admin.",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "They are erased.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["erased"], "properties": {"erased": {
                "type": "object", "additionalProperties": {"type": "integer"}, "description": "How many rows went, by table."
              }}},
              "example": {"erased": {"family_members": 1, "notification_queue": 12, "user_profiles": 1}}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      }
    """#

/// What these speak of.
let openAPIPersonSchemas = #"""
      "ImportedPerson": {
        "type": "object", "required": ["user_id"], "description": "Beside these, the members of `PreferencesChange`.",
        "properties": {
          "user_id": {"$ref": "#/components/schemas/Identifier"},
          "contact_points": {"type": "array", "items": {"type": "object", "required": ["channel", "value"], "properties": {
            "channel": {"type": "string", "enum": ["email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms"]},
            "value": {"type": "string"},
            "subscribed": {"type": "boolean", "default": true, "description": "False where they want nothing more there."}
          }}},
          "devices": {"type": "array", "items": {"type": "object", "required": ["platform", "token"], "properties": {
            "platform": {"type": "string", "enum": ["ios", "android", "web"]},
            "token": {"type": "string", "minLength": 1, "maxLength": 4096, "description": "Of a browser its `PushSubscription`."},
            "app_version": {"type": "string", "maxLength": 64},
            "os_version": {"type": "string", "maxLength": 64}
          }}},
          "subscriptions": {"type": "array", "items": {"$ref": "#/components/schemas/CategorySubscription"}}
        }
      },
      "PeopleReport": {
        "type": "object", "required": ["created", "updated", "unchanged", "refused", "refusals"],
        "properties": {
          "dry_run": {"type": "boolean", "const": true, "description": "Left out where they were taken in."},
          "created": {"type": "integer", "description": "How many weren't known before."},
          "updated": {"type": "integer"},
          "unchanged": {"type": "integer"},
          "refused": {"type": "integer"},
          "refusals": {"type": "array", "maxItems": 100, "description": "The first who were refused, never with what they brought.", "items": {
            "type": "object", "required": ["line", "error"], "properties": {
              "line": {"type": "integer", "minimum": 1, "description": "Counted from 1; of a document the place in the list."},
              "error": {"$ref": "#/components/schemas/Error"}
            }
          }}
        }
      }
    """#
