import BelfryModel

/// What apps declare of their categories.
let openAPICategoryPaths = #"""
      "/v1/categories": {
        "get": {
          "tags": ["deliveries"], "operationId": "listCategories", "summary": "What an app has declared of its categories",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [{"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose they are."}],
          "responses": {
            "200": {"description": "All, by their names.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["categories"], "properties": {
                "categories": {"type": "array", "items": {"$ref": "#/components/schemas/DeclaredCategory"}}
              }},
              "example": {"categories": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/categories/{category}": {
        "parameters": [
          {"$ref": "#/components/parameters/category"},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is."}
        ],
        "get": {
          "tags": ["deliveries"], "operationId": "getCategory", "summary": "What the app has declared of one",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DeclaredCategory"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "declareCategory", "summary": "Say what people read of a category, and where it is on at first",
          "description": "In the place of what the app had declared of it; what people have chosen stays, and counts before `default`. What is off at first \#
    is skipped with `category_off_by_default` for whoever hasn't switched it on. What is `required` nobody can switch off, or mute alone; channels that are \#
    off, addresses that said STOP, quiet hours and a mute of everything hold all the same. An app has at most 500.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CategoryCall"},
            "example": {
              "name": "Offers", "description": "What is cheaper this week.", "group": "Shop", "texts": {"de": {"name": "Angebote"}},
              "default": {"email": false}
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/DeclaredCategory"},
              "example": {
                "category": "offers", "app_id": "app", "name": "Offers", "description": "What is cheaper this week.", "group": "Shop",
                "texts": {"de": {"name": "Angebote"}}, "required": false, "default": {"email": false}, "created_at": "2026-01-25T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeCategory", "summary": "Declare it no longer",
          "description": "It is on then over every channel for whoever hasn't switched it off. What people have chosen stays.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      }
    """#

/// What these speak of.
let openAPICategorySchemas = #"""
      "CategoryCall": {
        "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": {
          \#(categoryWords),
          "texts": {"$ref": "#/components/schemas/CategoryTexts"},
          "default": {"$ref": "#/components/schemas/CategoryDefault"},
          "required": {"type": "boolean", "description": "Nobody can switch it off. Nothing of `default` may be off beside it."}
        }
      },
      "DeclaredCategory": {
        "type": "object", "required": ["category", "app_id", "name", "required", "default", "created_at"],
        "properties": {
          "category": {"type": "string", "description": "As orders name it."},
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          \#(categoryWords),
          "texts": {"$ref": "#/components/schemas/CategoryTexts"},
          "default": {"$ref": "#/components/schemas/CategoryDefault"},
          "required": {"type": "boolean"},
          "created_at": {"type": "string", "format": "date-time"}
        }
      },
      "CategoryTexts": {
        "type": "object", "additionalProperties": false,
        "description": "The same for whoever reads one of these languages; whoever reads another reads those beside it.",
        "properties": {
          "ar": {"$ref": "#/components/schemas/CategoryWords"}, "de": {"$ref": "#/components/schemas/CategoryWords"},
          "en": {"$ref": "#/components/schemas/CategoryWords"}, "es": {"$ref": "#/components/schemas/CategoryWords"},
          "fr": {"$ref": "#/components/schemas/CategoryWords"}, "tr": {"$ref": "#/components/schemas/CategoryWords"}
        }
      },
      "CategoryWords": {
        "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": {
          \#(categoryWords)
        }
      },
      "CategoryDefault": {
        "type": "object", "additionalProperties": false,
        "description": "By channel: `false` where nobody is told who hasn't switched it on there. It is on over those that are left out.",
        "properties": {\#(DeliveryChannel.allCases.map { #""\#($0.rawValue)": {"type": "boolean"}"# }.joined(separator: ", "))}
      }
    """#

private let categoryWords = #"""
    "name": {"type": "string", "minLength": 1, "maxLength": 64, "description": "What people read on the page of their settings."},
          "description": {"type": "string", "maxLength": 300},
          "group": {"type": "string", "maxLength": 64, "description": "The heading under which it stands there."}
    """#
