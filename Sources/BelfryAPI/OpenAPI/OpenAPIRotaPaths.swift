/// Who is on duty when.
let openAPIRotaPaths = #"""
      "/v1/rotas": {
        "get": {
          "tags": ["deliveries"], "operationId": "listRotas", "summary": "Rotas, and who is on duty by each",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose they are."},
            {"$ref": "#/components/parameters/before"},
            {"$ref": "#/components/parameters/limit"}
          ],
          "responses": {
            "200": {"description": "By their names, descending.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["rotas"], "properties": {
                "rotas": {"type": "array", "items": {"$ref": "#/components/schemas/Rota"}},
                "older": {"type": "string", "description": "What to give as `before` for those behind these; left out where there are none."}
              }},
              "example": {"rotas": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/rotas/{name}": {
        "parameters": [\#(rotaParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "getRota", "summary": "Who is in it, its overrides, and who is on duty now",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Rota"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "saveRota", "summary": "Say who is on duty in turn",
          "description": "Orders name it in `rotas`. Said again it puts other people and other handovers in its place; its overrides stay. An app has at \#
    most 10,000.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/RotaCall"},
            "example": {
              "people": ["ana", "ben"], "since": "2026-01-19", "handover": {"every_weeks": 1, "weekday": "mon", "at": "09:00"}, "timezone": "Europe/Rome"
            }
          }}},
          "responses": {
            "200": {"description": "How it stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Rota"},
              "example": {
                "name": "grandma", "app_id": "app", "people": ["ana", "ben"], "since": "2026-01-19",
                "handover": {"every_weeks": 1, "weekday": "mon", "at": "09:00:00"}, "timezone": "Europe/Rome", "overrides": [],
                "on_duty": {"user_id": "ana", "from": "2026-01-19T08:00:00Z", "until": "2026-01-26T08:00:00Z", "is_override": false},
                "created_at": "2026-01-25T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeRota", "summary": "Forget it",
          "description": "Orders that name it are refused from then on; schedules that do tell nobody by it.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/rotas/{name}/shifts": {
        "parameters": [\#(rotaParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "listShifts", "summary": "Who is on duty when",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"name": "from", "in": "query", "schema": {"type": "string", "format": "date-time"}, "description": "Now where it is left out."},
            {"name": "until", "in": "query", "schema": {"type": "string", "format": "date-time"},
              "description": "Four weeks after `from` where it is left out; a year later at most."}
          ],
          "responses": {
            "200": {"description": "One after the other, each whole: the first may begin before `from`, and the last end after `until`.",
              "content": {"application/json": {
              "schema": {"type": "object", "required": ["shifts"], "properties": {
                "shifts": {"type": "array", "items": {"$ref": "#/components/schemas/Shift"}}
              }},
              "example": {"shifts": [
                {"user_id": "ana", "from": "2026-01-19T08:00:00Z", "until": "2026-01-26T08:00:00Z", "is_override": false}
              ]}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/rotas/{name}/overrides/{from}": {
        "parameters": [
          \#(rotaParameters),
          {"$ref": "#/components/parameters/override_from"}
        ],
        "put": {
          "tags": ["deliveries"], "operationId": "saveOverride", "summary": "Put somebody else in for a while",
          "description": "In the place of an override that begins at the same time. Of several that overlap the one counts that begins last. A rota has at \#
    most 100; those that ended more than a week ago are forgotten.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"type": "object", "required": ["until", "user_id"], "additionalProperties": false, "properties": {
              "until": {"type": "string", "description": "As the clock of the rota's zone shows it; a year after its beginning at most."},
              "user_id": {"$ref": "#/components/schemas/Identifier"}
            }},
            "example": {"until": "2026-12-27T09:00:00", "user_id": "cleo"}
          }}},
          "responses": {
            "200": {"description": "How the rota stands.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Rota"},
              "example": {
                "name": "grandma", "app_id": "app", "people": ["ana", "ben"], "since": "2026-01-19",
                "handover": {"every_weeks": 1, "weekday": "mon", "at": "09:00:00"}, "timezone": "Europe/Rome",
                "overrides": [{"from": "2026-12-24T18:00:00", "until": "2026-12-27T09:00:00", "user_id": "cleo"}],
                "on_duty": {"user_id": "ana", "from": "2026-01-19T08:00:00Z", "until": "2026-01-26T08:00:00Z", "is_override": false},
                "created_at": "2026-01-25T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeOverride", "summary": "Leave it to whoever's turn it is",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "How the rota stands.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Rota"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      }
    """#

private let rotaParameters = #"""
    {"$ref": "#/components/parameters/rota_name"},
          {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose it is."}
    """#

let openAPIRotaSchemas = #"""
      "RotaCall": {
        "type": "object", "required": ["people", "since", "handover", "timezone"],
        "properties": {
          "people": {"type": "array", "minItems": 1, "maxItems": 100, "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "In their turn, each once."},
          "since": {"type": "string", "format": "date",
            "description": "When the first turn begins, or a day of its week. Before it the first person is on duty already."},
          "handover": {"$ref": "#/components/schemas/Handover"},
          "timezone": {"type": "string", "description": "An IANA name."}
        },
        "additionalProperties": false
      },
      "Handover": {
        "type": "object", "required": ["at"], "additionalProperties": false,
        "description": "`every_days` or `every_weeks`, at a time of the clock of `timezone`.",
        "properties": {
          "every_days": {"type": "integer", "minimum": 1, "maximum": 366},
          "every_weeks": {"type": "integer", "minimum": 1, "maximum": 53},
          "weekday": {"type": "string", "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "description": "Beside \#
    `every_weeks`; that of `since` where it is left out."},
          "at": {"type": "string", "description": "Such as 09:00."}
        }
      },
      "Rota": {
        "type": "object", "required": ["name", "app_id", "people", "since", "handover", "timezone", "overrides", "created_at"],
        "properties": {
          "name": {"$ref": "#/components/schemas/Identifier"},
          "app_id": {"$ref": "#/components/schemas/Identifier"},
          "people": {"type": "array", "items": {"$ref": "#/components/schemas/Identifier"}},
          "since": {"type": "string", "format": "date"},
          "handover": {"$ref": "#/components/schemas/Handover"},
          "timezone": {"type": "string"},
          "overrides": {"type": "array", "items": {
            "type": "object", "required": ["from", "until", "user_id"],
            "properties": {"from": {"type": "string"}, "until": {"type": "string"}, "user_id": {"$ref": "#/components/schemas/Identifier"}}
          }},
          "on_duty": {"$ref": "#/components/schemas/Shift", "description": "Left out where all in it were erased."},
          "created_at": {"type": "string", "format": "date-time"}
        }
      },
      "Shift": {
        "type": "object", "required": ["user_id", "from", "until", "is_override"],
        "properties": {
          "user_id": {"$ref": "#/components/schemas/Identifier"},
          "from": {"type": "string", "format": "date-time"},
          "until": {"type": "string", "format": "date-time"},
          "is_override": {"type": "boolean"}
        }
      }
    """#
