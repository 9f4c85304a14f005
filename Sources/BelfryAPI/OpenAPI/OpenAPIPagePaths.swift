/// The addresses for browsers, in brief.
let openAPIPagePaths = #"""
      "/": {"get": {
        "tags": ["pages"], "operationId": "showOverview", "summary": "The family's alerts, inbox and queue; without a session, how to sign in",
        "security": [{"session": []}, {}],
        "responses": {"200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}}
      }},
      "/live": {"get": {
        "tags": ["pages"], "operationId": "showLivePart", "summary": "The part of the overview that changes", "security": [{"session": []}],
        "responses": {
          "200": {"description": "A piece of the page.", "content": {"text/html": {"schema": {"type": "string"}}}},
          "401": {"$ref": "#/components/responses/Problem401"}
        }
      }},
      "/live/events": {"get": {
        "tags": ["pages"], "operationId": "followChanges", "summary": "An event `change` for each change", "security": [{"session": []}],
        "responses": {
          "200": {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
          "401": {"$ref": "#/components/responses/Problem401"}
        }
      }},
      "/login": {"get": {
        "tags": ["pages"], "operationId": "signIn", "summary": "Take the token of a sign-in link, and give a session cookie for it",
        "parameters": [{"name": "token", "in": "query", "required": true, "description": "A person's token.", "schema": {"type": "string"}}],
        "security": [],
        "responses": {
          "303": {"description": "Signed in, to `/`."},
          "401": {"description": "The token is not valid, or no longer.", "content": {"text/html": {"schema": {"type": "string"}}}}
        }
      }},
      "/logout": {"post": {
        "tags": ["pages"], "operationId": "signOut", "summary": "Take the session cookie back",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [],
        "responses": {"303": {"description": "Signed out, to `/`."}, "401": {"$ref": "#/components/responses/Problem401"}}
      }},
      "/page/alerts/{id}/snooze": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "snoozeOnPage", "summary": "Hide an alert for some days", "security": [{"session": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/PageSnooze"},
            "example": {"snooze_for_days": 3}
          }}},
          "responses": {
            "200": {"description": "Hidden.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Snoozed"},
              "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "snooze_until": "2026-01-28", "snooze_days": 3}
            }}},
            "400": {"$ref": "#/components/responses/Problem400"},
            "401": {"$ref": "#/components/responses/Problem401"},
            "403": {"$ref": "#/components/responses/Problem403"}
          }
        }
      },
      "/page/alerts/{id}/dismiss": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "dismissOnPage", "summary": "Hide an alert for good", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Hidden.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Dismissed"},
              "example": {"success": true, "alert_id": "01970b2e-5c00-7000-8000-000000000001", "dismissed_at": "2026-01-25T12:00:00Z"}
            }}},
            "401": {"$ref": "#/components/responses/Problem401"},
            "403": {"$ref": "#/components/responses/Problem403"}
          }
        }
      },
      "/page/alerts/{id}/restore": {
        "parameters": [{"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "restoreOnPage", "summary": "Take a snooze and a dismissal back", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Shown again.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "401": {"$ref": "#/components/responses/Problem401"},
            "403": {"$ref": "#/components/responses/Problem403"}
          }
        }
      },
      "/page/inbox/{id}/read": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "markReadOnPage", "summary": "Mark a message as read", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Read.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "401": {"$ref": "#/components/responses/Problem401"},
            "404": {"$ref": "#/components/responses/Problem404"}
          }
        }
      },
      "/assets/belfry.css": {"get": {
        "tags": ["pages"], "operationId": "getAssetCss", "summary": "How pages look", "security": [],
        "responses": {"200": {"description": "The file.", "content": {"text/css": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetJs", "summary": "What keeps pages live", "security": [],
        "responses": {"200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.svg": {"get": {
        "tags": ["pages"], "operationId": "getAssetSvg", "summary": "The icon", "security": [],
        "responses": {"200": {"description": "The file.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
      }}
    """#
