import BelfryModel

/// Who did what.
let openAPIAuditPaths = #"""
      "/v1/audit": {"get": {
        "tags": ["operations"], "operationId": "listAudit", "summary": "Who did what, the latest first",
        "description": "What operators, apps and commands changed of others' things, and what operators looked at: never what somebody was told, \#
    an address or a key. With `Accept: text/csv` the answer is a table for a spreadsheet.",
        "security": [{"adminSecret": []}],
        "parameters": [
          {"name": "actor", "in": "query", "schema": {"$ref": "#/components/schemas/Identifier"}, "description": "A person, an app or an account."},
          {"name": "actor_kind", "in": "query", "schema": {"type": "string", "enum": [\#(names(AuditEntry.Actor.Kind.allCases.map(\.rawValue)))]}},
          {"name": "action", "in": "query", "schema": {"$ref": "#/components/schemas/AuditAction"}},
          {"name": "subject", "in": "query", "schema": {"$ref": "#/components/schemas/Identifier"},
            "description": "A thing, or the person whose things they were."},
          {"name": "outcome", "in": "query", "schema": {"type": "string", "enum": [\#(names(AuditEntry.Outcome.allCases.map(\.rawValue)))]}},
          {"name": "from", "in": "query", "schema": {"type": "string", "format": "date-time"}},
          {"name": "to", "in": "query", "schema": {"type": "string", "format": "date-time"}, "description": "Excluded."},
          {"name": "before", "in": "query", "schema": {"$ref": "#/components/schemas/Identifier"}, "description": "What an answer had as `older`."},
          {"name": "after", "in": "query", "schema": {"$ref": "#/components/schemas/Identifier"},
            "description": "Only lines behind this one, the oldest first; not with `before`."},
          {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}}
        ],
        "responses": {
          "200": {"description": "The lines.", "content": {
            "application/json": {
              "schema": {"type": "object", "required": ["entries"], "properties": {
                "entries": {"type": "array", "items": {"$ref": "#/components/schemas/AuditEntry"}},
                "older": {"$ref": "#/components/schemas/Identifier"},
                "newer": {"$ref": "#/components/schemas/Identifier"}
              }},
              "example": {"entries": [{
                "id": "01a21a3f-2fa0-715b-bbec-c4070ad59d7d", "at": "2026-01-26T08:00:00Z", "actor": {"kind": "operator", "user_id": "eve"},
                "action": "queue.paused", "subject": "my-app", "outcome": "done", "details": {"route": "POST /page/deliveries/pause"}
              }]}
            },
            "text/csv": {"schema": {"type": "string"}}
          }},
          \#(problems(400, 401, 503))
        }
      }}
    """#

let openAPIAuditSchemas = #"""
      "AuditAction": {"type": "string", "enum": [\#(names(AuditEntry.Action.allCases.map(\.rawValue)))]},
      "AuditEntry": {
        "type": "object", "required": ["id", "at", "actor", "action", "outcome", "details"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "at": {"type": "string", "format": "date-time"},
          "actor": {"type": "object", "required": ["kind"], "properties": {
            "kind": {"type": "string", "enum": [\#(names(AuditEntry.Actor.Kind.allCases.map(\.rawValue)))]},
            "name": {"type": "string", "description": "Of an app, or of an account of the machine on which a command was typed."},
            "user_id": {"$ref": "#/components/schemas/Identifier"}
          }},
          "action": {"type": "string", "description": "An `AuditAction`, or one of a later version than answers."},
          "subject": {"type": "string", "description": "The thing; missing where it was none, or several."},
          "user_id": {"type": "string", "description": "Whose things they were; missing where it was nobody's, or several persons'. `(erased)` once they are."},
          "outcome": {"type": "string", "enum": [\#(names(AuditEntry.Outcome.allCases.map(\.rawValue)))]},
          "changed_count": {"type": "integer", "description": "How many were changed, where that is counted."},
          "details": {"type": "object", "properties": {
            \#(AuditEntry.Detail.allCases.map { #""\#($0.rawValue)": {"type": "string"}"# }.joined(separator: ", "))
          }},
          "request_id": {"type": "string", "description": "The caller's or a proxy's `X-Request-ID`."}
        }
      }
    """#

private func names(_ all: [String]) -> String { all.map { "\"\($0)\"" }.joined(separator: ", ") }
