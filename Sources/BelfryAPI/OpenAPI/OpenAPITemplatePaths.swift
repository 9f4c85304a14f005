/// What apps tell again and again, kept under names.
let openAPITemplatePaths = #"""
      "/v1/templates": {
        "get": {
          "tags": ["deliveries"], "operationId": "listTemplates", "summary": "An app's templates",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [{"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose they are."}],
          "responses": {
            "200": {"description": "All, by their names.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["templates"], "properties": {
                "templates": {"type": "array", "items": {"$ref": "#/components/schemas/Template"}}
              }},
              "example": {"templates": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/templates/{name}": {
        "parameters": [\#(templateParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "getTemplate", "summary": "What a template says",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Template"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "saveTemplate", "summary": "Say what is told by a name",
          "description": "Its texts are templates over an order's `data`: `{{customer.name}}`, and `{{#note}}…{{/note}}` around what may be missing. What it \#
    said before is kept as an earlier version. What no order could have is refused, as far as that shows without data. An app has at most 500, of 64 KiB each.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/TemplateCall"},
            "example": {
              "title": "Invoice {{number}} is due", "body": "Dear {{customer.name}}, please pay it today.",
              "texts": {"de": {"title": "Rechnung {{number}} ist fällig"}}, "link": "https://app.example/invoices/{{number}}", "category": "invoices"
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Template"},
              "example": {
                "name": "invoice-due", "app_id": "app", "version": 1, "created_at": "2026-01-25T12:00:00Z",
                "title": "Invoice {{number}} is due", "body": "Dear {{customer.name}}, please pay it today.",
                "texts": {"de": {"title": "Rechnung {{number}} ist fällig"}}, "link": "https://app.example/invoices/{{number}}", "category": "invoices"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeTemplate", "summary": "Forget it, with its versions",
          "description": "Orders that name it are refused then. What was ordered stays.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/templates/{name}/versions": {
        "parameters": [\#(templateParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "listTemplateVersions", "summary": "What a template says, and said before",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The last 20, the latest first.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["versions"], "properties": {
                "versions": {"type": "array", "items": {"$ref": "#/components/schemas/Template"}}
              }},
              "example": {"versions": []}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/templates/{name}/versions/{version}/restore": {
        "parameters": [
          \#(templateParameters),
          {"name": "version", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}, "example": 1}
        ],
        "post": {
          "tags": ["deliveries"], "operationId": "restoreTemplate", "summary": "Have it say again what an earlier version said, as the next version",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Template"}}}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/templates/{name}/try": {
        "parameters": [\#(templateParameters)],
        "post": {
          "tags": ["deliveries"], "operationId": "tryTemplate", "summary": "What would be told with some data, and whether it fits",
          "description": "The body is an order without its `template`, of which all may be left out. Nobody is told. Where it names somebody, `verdicts` says \#
    what would become of it, too.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/TemplateTrialCall"}, "example": {"data": {"number": 7, "customer": {"name": "Ana"}}}
          }}},
          "responses": {
            "200": {"description": "Nothing is queued.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/TemplateTrial"},
              "example": {"fits": true, "told": {"title": "Invoice 7 is due", "category": "invoices"}}
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      }
    """#

private let templateParameters = #"""
    {"$ref": "#/components/parameters/template_name"},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is."}
    """#

/// What these speak of.
let openAPITemplateSchemas = #"""
      "TemplateCall": {
        "type": "object", "additionalProperties": false,
        "description": "What `NotificationOrder` says, but for whom it tells and when. A text with {{…}} in it has at most 2,048 bytes; what stands outside \#
    of a section has to be in the data.",
        "properties": {
          \#(templateMembers)
        }
      },
      "Template": {
        "type": "object", "required": ["name", "app_id", "version", "created_at"],
        "properties": {
          "name": {"$ref": "#/components/schemas/Identifier"},
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "version": {"type": "integer", "minimum": 1},
          "created_at": {"type": "string", "format": "date-time", "description": "When it was said."},
          \#(templateMembers)
        }
      },
      "TemplateTrialCall": {
        "type": "object", "properties": {
          "data": {"type": "object"}, "recipients": {"type": "array", "items": {"$ref": "#/components/schemas/NamedRecipient"}}
        },
        "description": "Any member of a `NotificationOrder` but `template`, `app_id` and `dry_run`; any other is refused."
      },
      "TemplateTrial": {
        "type": "object", "required": ["fits", "told"], "properties": {
          "fits": {"type": "boolean", "description": "Whether an order would be taken in with it."},
          "told": {"type": "object", "description": "As an order says it, in each language; what the data lacks is written as nothing."},
          "problem": {"$ref": "#/components/schemas/Error", "description": "Why an order wouldn't be taken in."},
          "verdicts": {"type": "array", "items": {"$ref": "#/components/schemas/RehearsedDelivery"}}
        }
      }
    """#

private let templateMembers = #"""
    "title": {"type": "string", "maxLength": 4096},
          "body": {"type": "string", "maxLength": 4096},
          "texts": {"type": "object", "additionalProperties": {"type": "object"}, "description": "As an order's: by language."},
          "link": {"type": "string", "maxLength": 2048},
          "actions": {"type": "array", "items": {"type": "object"}, "description": "As an order's."},
          "image": {"type": "object", "description": "As an order's."},
          "category": {"type": "string", "maxLength": 2048, "description": "By which people switch it off; the template's name unless said."},
          "severity": {"type": "string", "maxLength": 2048},
          "priority": {"type": "string"},
          "channels": {"type": "array", "minItems": 1, "items": {"type": "string"}},
          "collapse_key": {"type": "string", "maxLength": 2048},
          "digest_key": {"type": "string", "maxLength": 2048},
          "digest_window_seconds": {"type": "integer", "minimum": 1, "maximum": 604800},
          "throttle": {"type": "object", "description": "As an order's."},
          "escalation": {"type": "object", "description": "As an order's, but that each of its `recipients` is a value of the data, as `{{manager}}`."},
          "one_of_us": {"type": "boolean"}
    """#
