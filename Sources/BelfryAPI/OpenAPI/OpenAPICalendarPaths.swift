/// What a person's calendar is read by.
let openAPICalendarPaths = #"""
      "/v1/users/{user_id}/calendar": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["people"], "operationId": "getCalendar", "summary": "Whether there is a link by which the caller's calendar is read",
          "description": "What opens it isn't told again.", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "The link; null where there is none.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/CalendarAnswer"},
              "example": {"calendar": {"detail": "titles", "created_at": "2026-01-25T12:00:00Z"}}
            }}},
            \#(problems(401, 404, 503))
          }
        },
        "post": {
          "tags": ["people"], "operationId": "makeCalendar", "summary": "Make a link by which the caller's calendar is read",
          "description": "It is told once, and takes the place of the one that there was, which opens nothing any more. Whoever has it reads the calendar.",
          "security": [{"personToken": []}],
          "requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CalendarCall"}, "example": {"detail": "titles"}
          }}},
          "responses": {
            "200": {"description": "The link.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Calendar"},
              "example": {"detail": "titles", "created_at": "2026-01-25T12:00:00Z", "path": "/calendar/5b0d8e2f0c9a4b7d8e1f2a3b4c5d6e7f.ics"}
            }}},
            \#(problems(400, 401, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["people"], "operationId": "removeCalendar", "summary": "Remove the link; there may be none", "security": [{"personToken": []}],
          "responses": {
            "200": {"description": "There is none.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}
            }}},
            \#(problems(401, 404, 503))
          }
        }
      },
      "/calendar/{token}.ics": {
        "parameters": [{"$ref": "#/components/parameters/calendar_token"}],
        "get": {
          "tags": ["people"], "operationId": "readCalendar", "summary": "What is planned for a person, as a calendar to subscribe to",
          "description": "In the format of RFC 5545: their own reminders, what bills and the pantry will tell in 14 days, and what apps have ordered for \#
    later. Nothing of anybody's health is in it. With `If-None-Match` it is sent only where it has changed. 30 times a minute it may be asked for.",
          "security": [],
          "responses": {
            "200": {"description": "The calendar.", "content": {"text/calendar": {"schema": {"type": "string"}}}},
            "304": {"description": "It is as it was."},
            \#(problems(404, 429, 503))
          }
        }
      }
    """#

let openAPICalendarSchemas = #"""
      "CalendarDetail": {
        "type": "string", "enum": ["busy", "titles", "full"],
        "description": "How much it says: when something is, what it is called, or all that is told. `titles` where nothing is chosen."
      },
      "CalendarCall": {"type": "object", "properties": {"detail": {"$ref": "#/components/schemas/CalendarDetail"}}},
      "Calendar": {
        "type": "object", "required": ["detail", "created_at"],
        "properties": {
          "detail": {"$ref": "#/components/schemas/CalendarDetail"},
          "created_at": {"type": "string", "format": "date-time"},
          "path": {"type": "string", "description": "Where it is read, behind the server's own address; told once."}
        }
      },
      "CalendarAnswer": {
        "type": "object", "required": ["calendar"],
        "properties": {"calendar": {"oneOf": [{"$ref": "#/components/schemas/Calendar"}, {"type": "null"}]}}
      }
    """#
