/// How an app presents itself.
let openAPILookPaths = #"""
      "/v1/app": {
        "parameters": [
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is; the house’s own where it is left out."}
        ],
        "get": {
          "tags": ["operations"], "operationId": "getLook", "summary": "How the app presents itself",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "What it has said; `app_id` alone where that is nothing.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/ShownLook"}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        },
        "put": {
          "tags": ["operations"], "operationId": "saveLook", "summary": "Say how the app presents itself",
          "description": "In the place of all that it said before. Mails, browsers, chats and pages show it; what is sent knows of it within 30 seconds.",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Look"},
            "example": {
              "name": "Corner Shop", "names": {"de": "Eckladen"}, "color": "#1b6e53", "logo_url": "https://shop.example/logo.png",
              "reply_to": "help@shop.example", "footer": "Corner Shop, 1 Main Street, Springfield"
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/ShownLook"},
              "example": {
                "app_id": "app", "name": "Corner Shop", "names": {"de": "Eckladen"}, "color": "#1b6e53", "text_color": "#ffffff",
                "logo_url": "https://shop.example/logo.png", "is_logo_shown": false, "reply_to": "help@shop.example",
                "footer": "Corner Shop, 1 Main Street, Springfield"
              }
            }}},
            \#(problems(400, 401, 403, 413, 503))
          }
        },
        "delete": {
          "tags": ["operations"], "operationId": "removeLook", "summary": "Forget how the app presents itself",
          "security": [{"appKey": ["all"]}, {"appKeyHeader": ["all"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone, also where there was nothing.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      }
    """#

private let lookProperties = #"""
    "name": {"type": "string", "minLength": 1, "maxLength": 80, "description": "What people know it by: one line, without spaces at its ends."},
          "names": {"type": "object", "description": "What it is called by who reads another language.", "additionalProperties": false, "properties": {
            \#(["en", "ar", "de", "fr", "es", "tr"].map { #""\#($0)": {"type": "string", "minLength": 1, "maxLength": 80}"# }.joined(separator: ", "))
          }},
          "color": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
          "logo_url": {"type": "string", "maxLength": 2048, \#
    "description": "An `https` address; shown where the operator’s `image_origins` names its origin, and in mails only with `email_images`."},
          "reply_to": {"type": "string", "maxLength": 254, "description": "The mailbox to which answers to its mails go."},
          "footer": {"type": "string", "minLength": 1, "maxLength": 300, "description": "A line at the end of its mails, as a postal address."}
    """#

let openAPILookSchemas = #"""
      "Look": {
        "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": {
          \#(lookProperties)
        }
      },
      "ShownLook": {
        "type": "object", "required": ["app_id"],
        "properties": {
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          \#(lookProperties),
          "text_color": {"type": "string", "enum": ["#000000", "#ffffff"], \#
    "description": "What is read best on `color`, by WCAG 2.2; left out where there is none."},
          "is_logo_shown": {"type": "boolean", "description": "Whether `image_origins` names the origin of `logo_url`; left out where there is none."}
        }
      },
      "Sender": {
        "type": "object", "required": ["app_id"], "description": "Whose a message is.",
        "properties": {
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "name": {"type": "string", "description": "In the language of `Accept-Language`; left out where the app hasn’t said what it is called."},
          "color": {"type": "string", "pattern": "^#[0-9a-f]{6}$"}
        }
      }
    """#
