/// The pages for operators on which they look after what is planned and what is told to many.
let openAPIOperatorPaths = #"""
      "/planned": {"get": {
        "tags": ["pages"], "operationId": "showPlanned", "summary": "Schedules, heartbeats, rotas and audiences, for operators",
        "parameters": [
          \#(operatorApp),
          {"name": "status", "in": "query", "description": "A state of schedules.", "schema": {"type": "string"}},
          {"name": "schedules", "in": "query", "description": "Only the schedules behind this one.", "schema": {"type": "string"}},
          {"name": "heartbeats", "in": "query", "description": "Only the heartbeats behind this one.", "schema": {"type": "string"}},
          {"name": "rotas", "in": "query", "description": "Only the app’s rotas behind this one.", "schema": {"type": "string"}},
          {"name": "audiences", "in": "query", "description": "Only the app’s audiences behind this one.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(operatorPage)
        }
      }},
      "/broadcasts": {"get": {
        "tags": ["pages"], "operationId": "showBroadcasts", "summary": "What is told to many at once, and how far it has come, for operators",
        "parameters": [
          \#(operatorApp),
          {"name": "before", "in": "query", "description": "Only those before this broadcast.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(operatorPage)
        }
      }},
      "/broadcasts/{id}": {"get": {
        "tags": ["pages"], "operationId": "showBroadcast", "summary": "One broadcast with its figures, for operators",
        "parameters": [
          {"name": "ask", "in": "query", "description": "`cancel` asks, before what is left of it is called off.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/broadcast_id"}, {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(operatorPage)
        }
      }},
      "/audit": {"get": {
        "tags": ["pages"], "operationId": "showAudit", "summary": "Who did what, for operators",
        "parameters": [
          {"name": "subject", "in": "query", "description": "A thing, or whose things they were.", "schema": {"type": "string"}},
          {"name": "action", "in": "query", "description": "A code of an action.", "schema": {"type": "string"}},
          {"name": "before", "in": "query", "description": "Only those before this line.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(operatorPage)
        }
      }},
      "/send": {
        "get": {
          "tags": ["pages"], "operationId": "showCompose", "summary": "A form to have something told by hand, for operators",
          "parameters": [
            {"name": "target", "in": "query", "description": "What to begin with: `person`, `family`, `rota` or `audience`.", "schema": {"type": "string"}},
            {"name": "to", "in": "query", "description": "Its identifier or name.", "schema": {"type": "string"}},
            {"name": "app_id", "in": "query", "description": "In whose name; else the house’s.", "schema": {"type": "string"}},
            {"$ref": "#/components/parameters/part"}
          ], "security": [{"session": []}, {}],
          "responses": {
            \#(operatorPage)
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "composeOnPage", "summary": "Show what would become of the page’s form, or send it, for operators",
          "description": "With `step=send` it is sent, once under the same `key` of the form; else nothing is taken in.", "security": [{"session": []}],
          "parameters": [{"$ref": "#/components/parameters/page"}],
          "responses": {
            \#(openAPIPage(200, "What would become of it.")),
            "303": {"description": "Taken in, now or before: to the page on which it is seen."},
            \#(openAPIPage(422, "A field can't be used; nothing was taken in.")),
            \#(problems(400, 401, 404, 409, 413, 503))
          }
        }
      }
    """#

private let operatorApp = #"{"name": "app_id", "in": "query", "description": "Only what is the app’s; else everybody’s.", "schema": {"type": "string"}}"#

private let operatorPage = #"""
    \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(openAPIPage(404, "There is nothing here for this person.")),
          \#(problems(401, 503))
    """#
