/// Where any program may post a document of its own.
let openAPIHookPaths = #"""
      "/v1/hooks": {
        "get": {
          "tags": ["deliveries"], "operationId": "listHooks", "summary": "An app's hooks",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [{"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose they are."}],
          "responses": {
            "200": {"description": "All, by their names.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["hooks"], "properties": {
                "hooks": {"type": "array", "items": {"$ref": "#/components/schemas/Hook"}}
              }},
              "example": {"hooks": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/hooks/{name}": {
        "parameters": [\#(hookParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "getHook", "summary": "How a hook stands, without its secret",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Hook"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "saveHook", "summary": "Say what is told of what a program posts, and how it shows that it may",
          "description": "`title` and its like are templates over the document: `{{pull_request.title}}`, and `{{#body}}…{{/body}}` around what may be \#
    missing. What is kept of the app under the name is put aside, but for a secret that isn't said again under the same signature. An app has at most 200, \#
    of 64 KiB each.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/HookCall"},
            "example": {
              "title": "{{repository.name}}: {{pull_request.title}}", "body": "{{#pull_request.body}}{{pull_request.body}}{{/pull_request.body}}",
              "link": "{{pull_request.html_url}}", "collapse_key": "{{pull_request.id}}", "recipients": ["ana"], "category": "reviews",
              "when": [{"path": "action", "in": ["opened", "reopened"]}],
              "signature": {"scheme": "github", "secret": "It's a Secret to Everybody"}
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Hook"},
              "example": {
                "name": "ci", "app_id": "app", "address": "/v1/intake/hooks/app/ci",
                "title": "{{repository.name}}: {{pull_request.title}}", "body": "{{#pull_request.body}}{{pull_request.body}}{{/pull_request.body}}",
                "link": "{{pull_request.html_url}}", "collapse_key": "{{pull_request.id}}", "recipients": ["ana"], "category": "reviews",
                "when": [{"path": "action", "in": ["opened", "reopened"]}], "signature": {"scheme": "github"}, "created_at": "2026-01-25T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeHook", "summary": "Forget it",
          "description": "Whatever is posted there is refused then. What was told of it stays.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/hooks/{name}/try": {
        "parameters": [\#(hookParameters)],
        "post": {
          "tags": ["deliveries"], "operationId": "tryHook", "summary": "What would be told of a document, to whom, and what would become of it",
          "description": "Nobody is told, and no signature is looked at.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {"schema": {}, "example": {"title": "Build 7 failed"}}}},
          "responses": {
            "200": {"description": "Nothing is queued.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["told"], "properties": {
                "told": {"type": "boolean"},
                \#(hookPass),
                "title": {"type": "string"}, "body": {"type": "string"}, "link": {"type": "string"},
                "severity": {"$ref": "#/components/schemas/Severity"}, "category": {"type": "string"},
                "verdicts": {"type": "array", "items": {"$ref": "#/components/schemas/RehearsedDelivery"}}
              }},
              "example": {"told": true, "title": "Build 7 failed", "severity": "watch", "category": "ci", "verdicts": [{
                "recipient_user_id": "ana", "member_user_id": "ana", "channel": "in_app", "due_at": "2026-01-26T08:00:00Z", "action": "send",
                "reason": "allowed", "addresses": {"inbox": 1},
                "sentence": "Would be sent, because nothing stands against it: inbox is on, no quiet hours are set.",
                "what_would_change": "Switching off the inbox, or quiet hours at this time, would stop it."
              }]}
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/intake/hooks/{app_id}/{name}": {
        "parameters": [{"$ref": "#/components/parameters/joined_app_id"}, {"$ref": "#/components/parameters/hook_name"}],
        "post": {
          "tags": ["deliveries"], "operationId": "postToHook", "summary": "A document of any program's own",
          "description": "Signed as the hook says, in the header that its scheme names; with the scheme `key` it shows a key of the hook's app. Any JSON, or \#
    a form with it in `payload`, of 1 MiB at most. The same is told once in 30 days: by the hook's `identity`, or else by the `webhook-id` of Standard \#
    Webhooks, or else by the body. Whoever posts learns neither whom it is told nor in which words.",
          "security": [{"providerSignature": []}, {"appKey": ["intake"]}, {"appKeyHeader": ["intake"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {
            "application/json": {"schema": {}, "example": {"title": "Build 7 failed"}},
            "application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["payload"], "properties": {"payload": {"type": "string"}}}}
          }},
          "responses": {
            "202": {"description": "It is in the queue, was told before, or is told to nobody.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["deliveries", "is_repeated"], "properties": {
                "deliveries": {"type": "array", "items": {"type": "string"}, "description": "What was queued, now or when it came first."},
                "is_repeated": {"type": "boolean", "description": "Whether it was told before."},
                \#(hookPass)
              }},
              "example": {"deliveries": ["019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"], "is_repeated": false}
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      }
    """#

private let hookParameters = #"""
    {"$ref": "#/components/parameters/hook_name"},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is."}
    """#

/// Why nobody is told.
private let hookPass = #"""
    "reason": {"type": "string", "enum": ["condition_not_met", "nobody_left"], "description": "Why nobody is told: a condition of the hook doesn't \#
    hold, or everybody whom it names was erased. Left out where somebody is."},
                "path": {"type": "string", "description": "At which the condition looks that doesn't hold."}
    """#

/// What these speak of.
let openAPIHookSchemas = #"""
      "HookCall": {
        "type": "object", "required": ["title"], "additionalProperties": false,
        "properties": {
          \#(hookWords),
          "recipients": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Identifier"}, "description": "Who is told; they, `families` or `rotas`."},
          "signature": {
            "type": "object", "required": ["scheme"], "additionalProperties": false,
            "description": "How whoever posts shows that they may; by a key of the app where it isn't said.",
            "properties": {
              \#(hookScheme),
              "secret": {"type": "string", "minLength": 8, "maxLength": 512, "description": "Given back to nobody. Left out, it stays as it is under the same signature. Not beside `key`."},
              "keep_previous_hours": {
                "type": "integer", "minimum": 0, "maximum": 168,
                "description": "For so long the secret that this one takes the place of counts beside it; it ends at once where this isn't said. With the same \#
    secret, or none, the one before it ends no later."
              }
            }
          }
        }
      },
      "Hook": {
        "type": "object", "required": ["name", "app_id", "address", "title", "recipients", "signature", "created_at"],
        "properties": {
          "name": {"$ref": "#/components/schemas/Identifier"},
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "address": {"type": "string", "description": "Where is posted to it, behind the name of the server."},
          \#(hookWords),
          "recipients": {"type": "array", "items": {"$ref": "#/components/schemas/Identifier"}},
          "signature": {"type": "object", "required": ["scheme"], "properties": {
              \#(hookScheme),
              "previous_secret_until": {"type": "string", "format": "date-time", "description": "Until when the secret before counts as well."}
          }},
          "created_at": {"type": "string", "format": "date-time"}
        }
      },
      "HookCondition": {
        "type": "object", "required": ["path"], "additionalProperties": false,
        "description": "Give one of `equals`, `in` and `present`. Texts, numbers, true and false are compared as they are written.",
        "properties": {
          "path": {"type": "string", "minLength": 1, "maxLength": 256, "description": "Names with dots between; in lists numbers from 0."},
          "equals": {"type": ["string", "number", "boolean"]},
          "in": {"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}},
          "present": {"type": "boolean", "description": "Whether something stands there, and not null."}
        }
      }
    """#

private let hookWords = #"""
    "title": {"type": "string", "minLength": 1, "maxLength": 2048, "description": "The templates are texts of at most 2,048 bytes; what stands outside of a section has to be there."},
          "body": {"type": "string", "maxLength": 2048},
          "link": {"type": "string", "maxLength": 2048, "description": "As an order's `link`; what can't be one is left out."},
          "severity": {"type": "string", "maxLength": 2048, "description": "`watch`, `attention` or `critical`, or what the program says, which is understood as of Alertmanager."},
          "identity": {"type": "string", "maxLength": 2048, "description": "What has the same is told once in 30 days; the body unless said."},
          "collapse_key": {"type": "string", "maxLength": 2048, "description": "What has the same takes the place of what was told before, as an order's."},
          \#(openAPIFamilies),
          \#(openAPIRotas),
          "channels": {"type": "array", "minItems": 1, "items": {"type": "string"}, "description": "As an order's."},
          "category": {"type": "string", "maxLength": 128, "description": "By which people switch it off; the hook's name unless said."},
          "when": {"type": "array", "maxItems": 20, "items": {"$ref": "#/components/schemas/HookCondition"}, "description": "All have to hold; else nobody is told."}
    """#

private let hookScheme = #"""
    "scheme": {
                "type": "string", "enum": ["key", "github", "gitlab", "gitea", "stripe", "standard", "hmac", "token"],
                "description": "`key`: a key of the app · `github`: `X-Hub-Signature-256` · `gitlab`: `X-Gitlab-Token` · `gitea`: `X-Gitea-Signature` · \#
    `stripe`: `Stripe-Signature` · `standard`: Standard Webhooks · `hmac`: HMAC-SHA256 of the body, hexadecimal or base64, in `header` · `token`: the secret \#
    itself in `header`."
              },
              "header": {"type": "string", "maxLength": 64, "description": "Of `hmac` and `token`, and of no other."}
    """#
