/// The pages for browsers, in brief.
let openAPIPagePaths = #"""
      "/": {"get": {
        "tags": ["pages"], "operationId": "showFamily", "summary": "The family's alerts and scores",
        "parameters": [
          {"name": "alerts", "in": "query", "description": "How many alerts that go on are on the pages before.", "schema": {"type": "integer", "minimum": 0}},
          {"name": "members", "in": "query", "description": "How many members are on the pages before.", "schema": {"type": "integer", "minimum": 0}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(problems(401, 503))
        }
      }},
      "/alerts/{id}": {"get": {
        "tags": ["pages"], "operationId": "showAlert", "summary": "One alert: its days, why it was raised, and who was told",
        "parameters": [
          {"name": "ask", "in": "query", "description": "`dismiss` asks, before the alert is hidden for good.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/alert_id"}, {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(openAPIPage(404, "There is nothing here for this person.")),
          \#(problems(401, 503))
        }
      }},
      "/inbox": {"get": {
        "tags": ["pages"], "operationId": "showInbox", "summary": "What the person was told in the app",
        "parameters": [
          {"name": "folder", "in": "query", "description": "`archive` for what was put away, `later` for what is put off.", "schema": {"type": "string"}},
          {"name": "before", "in": "query", "description": "Where the page before ended, as its link to older ones has it.", "schema": {"type": "string"}},
          {"name": "did", "in": "query", "description": "What a form has just done, to be said with a button that undoes it.", "schema": {
            "type": "string", "enum": ["read", "read_through", "unread", "archive", "unarchive", "later", "back"]
          }},
          {"name": "message", "in": "query", "description": "The message that it was done to.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(problems(401, 503))
        }
      }},
      "/deliveries": {"get": {
        "tags": ["pages"], "operationId": "showDeliveries", "summary": "What became of deliveries, for operators",
        "parameters": [
          {"name": "q", "in": "query", "description": "A person's identifier, or a delivery's.", "schema": {"type": "string"}},
          {"name": "as", "in": "query", "description": "`about` for those about the person, and not to them.", "schema": {"type": "string"}},
          {"name": "status", "in": "query", "description": "A state of deliveries.", "schema": {"type": "string"}},
          {"name": "channel", "in": "query", "description": "A channel.", "schema": {"type": "string"}},
          {"name": "kind", "in": "query", "description": "A kind of notification.", "schema": {"type": "string"}},
          {"name": "before", "in": "query", "description": "Only those before this delivery.", "schema": {"type": "string"}},
          {"name": "ask", "in": "query", "description": "`cancel` asks, before all that wait of these are called off.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(openAPIPage(404, "There is nothing here for this person.")),
          \#(problems(401, 503))
        }
      }},
      "/settings": {
        "get": {
          "tags": ["pages"], "operationId": "showSettings", "summary": "What the person wants to be told, when, and where",
          "parameters": [
            {"name": "address", "in": "query", "description": "What a form has just done to an address, to be said.", "schema": {"type": "string", "enum": [
              "code_sent", "confirmed", "removed", "resumed", "test_sent", "test_in_doubt", "test_not_now", "test_refused", "test_gone"
            ]}},
            {"$ref": "#/components/parameters/part"}
          ], "security": [{"session": []}, {}],
          "responses": {
            \#(openAPIPage(200, "The page; without a session, how to sign in.")),
            \#(problems(401, 503))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "saveSettings", "summary": "Save the page's form, on the server and for the person's devices", "security": [{"session": []}],
          "parameters": [{"$ref": "#/components/parameters/page"}],
          "responses": {
            \#(openAPIPage(200, "What would change, where that is asked for; where a switch was saved, the page with what takes it back.")),
            "303": {"description": "Saved, and no switch is another way."},
            \#(openAPIPage(409, "Somebody has changed it meanwhile; nothing was saved.")),
            \#(openAPIPage(422, "A field can't be used; nothing was saved.")),
            \#(problems(400, 401, 413, 503))
          }
        }
      },
      "/settings/preview": {"post": {
        "tags": ["pages"], "operationId": "previewSettings", "summary": "What the page's form would change of the next 14 days; saves nothing",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [{"session": []}],
        "responses": {
          \#(openAPIPage(200, "A piece of the page.")),
          \#(problems(401, 413, 503))
        }
      }},
      "/timeline": {"get": {
        "tags": ["pages"], "operationId": "showTimeline", "summary": "What the person will be told in 14 days and was told in the last 14, with reasons",
        "parameters": [{"name": "of", "in": "query", "description": "One of `vitality`, `bills`, `study`, `pantry`, `prayer`, `recalls`, `reminders`, `other`; else all.", "schema": {"type": "string"}}, {"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(problems(401, 503))
        }
      }},
      "/reminders": {
        "get": {
          "tags": ["pages"], "operationId": "showReminders", "summary": "The person's own reminders, with a form to add one or to change one",
          "parameters": [
            {"name": "change", "in": "query", "description": "The one that the form is to be of; else it is for a new one.", "schema": {"type": "string"}},
            {"name": "added", "in": "query", "description": "The one that a form has just added, to be said with a button that undoes it.", "schema": {"type": "string"}},
            {"name": "after", "in": "query", "description": "How many are on the pages before.", "schema": {"type": "integer", "minimum": 0}},
            {"$ref": "#/components/parameters/part"}
          ], "security": [{"session": []}, {}],
          "responses": {
            \#(openAPIPage(200, "The page; without a session, how to sign in.")),
            \#(problems(401, 503))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "saveReminder", "summary": "Save the page's form, for the person's devices", "security": [{"session": []}],
          "parameters": [{"$ref": "#/components/parameters/page"}],
          "responses": {
            \#(openAPIPage(200, "One that was there is changed; the page, with what takes that back.")),
            "303": {"description": "It is added."},
            \#(openAPIPage(409, "Somebody has deleted it meanwhile; nothing was saved.")),
            \#(openAPIPage(422, "A field can't be used; nothing was saved.")),
            \#(problems(400, 401, 413, 503))
          }
        }
      },
      "/start": {"get": {
        "tags": ["pages"], "operationId": "showStart", "summary": "The first steps, up to a notification that the person has seen",
        "parameters": [{"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(problems(401, 503))
        }
      }},
      "/deliveries/{id}": {"get": {
        "tags": ["pages"], "operationId": "showDelivery", "summary": "One delivery's whole story, for operators",
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          \#(openAPIPage(200, "The page; without a session, how to sign in.")),
          \#(openAPIPage(404, "There is nothing here for this person.")),
          \#(problems(401, 503))
        }
      }},
      "/deliveries.csv": {"get": {
        "tags": ["pages"], "operationId": "exportDeliveries", "summary": "The newest 5,000 deliveries that are looked for, for operators",
        "parameters": [
          {"name": "q", "in": "query", "description": "A person's identifier, or a delivery's.", "schema": {"type": "string"}},
          {"name": "as", "in": "query", "description": "`about` for those about the person, and not to them.", "schema": {"type": "string"}},
          {"name": "status", "in": "query", "description": "A state of deliveries.", "schema": {"type": "string"}},
          {"name": "channel", "in": "query", "description": "A channel.", "schema": {"type": "string"}},
          {"name": "kind", "in": "query", "description": "A kind of notification.", "schema": {"type": "string"}},
          {"name": "before", "in": "query", "description": "Only those before this delivery.", "schema": {"type": "string"}}
        ], "security": [{"session": []}],
        "responses": {
          "200": {"description": "The deliveries.", "content": {"text/csv": {"schema": {"type": "string"}}}},
          \#(problems(401, 404, 503))
        }
      }},
      "/deliveries/figures.csv": {"get": {
        "tags": ["pages"], "operationId": "exportFigures", "summary": "What happened to deliveries in the last 30 days, by day, channel and category, for operators",
        "security": [{"session": []}],
        "responses": {
          "200": {"description": "The figures.", "content": {"text/csv": {"schema": {"type": "string"}}}},
          \#(problems(401, 404, 503))
        }
      }},
      "/page/session": {"get": {
        "tags": ["pages"], "operationId": "getSession", "summary": "What the session’s posts must carry", "security": [{"session": []}],
        "responses": {
          "200": {"description": "The session.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/PageSession"},
            "example": {"form_token": "5d1c1f0b2a6e4f0e8d7c6b5a49382716f5e4d3c2b1a09f8e7d6c5b4a39281706"}
          }}},
          \#(problems(401, 503))
        }
      }},
      "/page/deliveries/retracted": {"get": {
        "tags": ["pages"], "operationId": "getRetractedOnPage", "summary": "Which of the notifications that a browser shows hold no more",
        "security": [{"session": []}],
        "parameters": [
          {"name": "ids", "in": "query", "required": true, "schema": {"type": "string"}, "description": "Of deliveries, up to 50, with line feeds between."}
        ],
        "responses": {
          "200": {"description": "Those of them that tell the caller, and were taken back or erased by corrected data.", "content": {"application/json": {
            "schema": {"type": "object", "required": ["retracted"], "properties": {"retracted": {"type": "array", "items": {"type": "string"}}}},
            "example": {"retracted": []}
          }}},
          \#(problems(401, 503))
        }
      }},
      "/live/events": {"get": {
        "tags": ["pages"], "operationId": "followChanges", "summary": "An event `change` for each change", "security": [{"session": []}],
        "description": "Besides, at the beginning and whenever that has changed, an event `unread_count`: how many messages lie in the inbox unread, and that \#
    in words of the page's language, as `text`. Open until one side goes. Once the session has run out, or was ended, nothing more is told and \#
    the stream ends. A person may have 30 streams open at once, those of `/v1/inbox/events` included.",
        "responses": {
          "200": {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
          \#(problems(401, 429, 503))
        }
      }}
    """#
