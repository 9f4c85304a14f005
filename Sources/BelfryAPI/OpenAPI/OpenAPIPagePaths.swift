/// The addresses for browsers, in brief.
let openAPIPagePaths = #"""
      "/": {"get": {
        "tags": ["pages"], "operationId": "showFamily", "summary": "The family's alerts and scores",
        "parameters": [
          {"name": "alerts", "in": "query", "description": "How many alerts that go on are on the pages before.", "schema": {"type": "integer", "minimum": 0}},
          {"name": "members", "in": "query", "description": "How many members are on the pages before.", "schema": {"type": "integer", "minimum": 0}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
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
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
          "404": {"description": "There is nothing here for this person.", "content": {"text/html": {"schema": {"type": "string"}}}},
          \#(problems(401, 503))
        }
      }},
      "/inbox": {"get": {
        "tags": ["pages"], "operationId": "showInbox", "summary": "What the person was told in the app",
        "parameters": [
          {"name": "folder", "in": "query", "description": "`archive` for what was put away.", "schema": {"type": "string"}},
          {"name": "before", "in": "query", "description": "Where the page before ended, as its link to older ones has it.", "schema": {"type": "string"}},
          {"name": "did", "in": "query", "description": "What a form has just done, to be said with a button that undoes it.", "schema": {
            "type": "string", "enum": ["read", "unread", "archive", "unarchive"]
          }},
          {"name": "message", "in": "query", "description": "The message that it was done to.", "schema": {"type": "string"}},
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
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
          {"$ref": "#/components/parameters/part"}
        ], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
          "404": {"description": "There is nothing here for this person.", "content": {"text/html": {"schema": {"type": "string"}}}},
          \#(problems(401, 503))
        }
      }},
      "/settings": {
        "get": {
          "tags": ["pages"], "operationId": "showSettings", "summary": "What the person wants to be told, and when",
          "parameters": [{"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
          "responses": {
            "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(401, 503))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "saveSettings", "summary": "Save the page's form, on the server and for the person's devices", "security": [{"session": []}],
          "parameters": [{"$ref": "#/components/parameters/page"}],
          "responses": {
            "200": {"description": "What would change, where the form asks for a preview.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "303": {"description": "Saved."},
            "409": {"description": "Somebody has changed it meanwhile; nothing was saved.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "422": {"description": "A field can't be used; nothing was saved.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(401, 413, 503))
          }
        }
      },
      "/settings/preview": {"post": {
        "tags": ["pages"], "operationId": "previewSettings", "summary": "What the page's form would change of the next 14 days; saves nothing",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [{"session": []}],
        "responses": {
          "200": {"description": "A piece of the page.", "content": {"text/html": {"schema": {"type": "string"}}}},
          \#(problems(401, 413, 503))
        }
      }},
      "/timeline": {"get": {
        "tags": ["pages"], "operationId": "showTimeline", "summary": "What the person will be told in 14 days and was told in the last 14, with reasons",
        "parameters": [{"name": "of", "in": "query", "description": "One of `vitality`, `bills`, `study`, `pantry`, `prayer`, `recalls`, `other`; else all.", "schema": {"type": "string"}}, {"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
          \#(problems(401, 503))
        }
      }},
      "/start": {"get": {
        "tags": ["pages"], "operationId": "showStart", "summary": "The first steps, up to a notification that the person has seen",
        "parameters": [{"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
          \#(problems(401, 503))
        }
      }},
      "/deliveries/{id}": {"get": {
        "tags": ["pages"], "operationId": "showDelivery", "summary": "One delivery's whole story, for operators",
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/part"}], "security": [{"session": []}, {}],
        "responses": {
          "200": {"description": "The page; without a session, how to sign in.", "content": {"text/html": {"schema": {"type": "string"}}}},
          "404": {"description": "There is nothing here for this person.", "content": {"text/html": {"schema": {"type": "string"}}}},
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
      "/live/events": {"get": {
        "tags": ["pages"], "operationId": "followChanges", "summary": "An event `change` for each change", "security": [{"session": []}],
        "description": "Open until one side goes. Once the session has run out, or was ended, nothing more is told and the stream ends. A person may \#
    have 30 streams open at once, those of `/v1/inbox/events` included.",
        "responses": {
          "200": {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
          \#(problems(401, 429, 503))
        }
      }},
      "/login": {
        "get": {
          "tags": ["pages"], "operationId": "showSignIn", "summary": "Ask whether to sign in as the person whose link it is; changes nothing",
          "parameters": [{"name": "token", "in": "query", "required": true, "description": "A person's token.", "schema": {"type": "string"}}],
          "security": [],
          "responses": {
            "200": {"description": "The page, with a cookie that its form needs.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "401": {"description": "The token is missing, not valid, no longer, or was used already.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(503))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "signIn", "summary": "Take the token of a sign-in link, which is used up by that, and give a session cookie for it",
          "description": "As a form, with `token` and the `form_token` of the page that asked. Anything else is asked again.",
          "security": [],
          "responses": {
            "200": {"description": "The page that asks.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "303": {"description": "Signed in, to the page that this browser asked for last in the hour before, or else to `/`."},
            "401": {"description": "The token is missing, not valid, no longer, or was used already.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(413, 503))
          }
        }
      },
      "/unsubscribe/{token}": {
        "parameters": [{"$ref": "#/components/parameters/unsubscribe_token"}],
        "get": {
          "tags": ["pages"], "operationId": "showUnsubscribe", "summary": "Ask whether to end mail of a kind; changes nothing", "security": [],
          "responses": {
            "200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "404": {"description": "The link is not valid.", "content": {"text/html": {"schema": {"type": "string"}}}}
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "unsubscribe", "summary": "End mail of a kind at once, as RFC 8058 asks; no cookie and no body are needed",
          "security": [],
          "responses": {
            "200": {"description": "Ended.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "404": {"description": "The link is not valid.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(503))
          }
        }
      },
      "/resubscribe/{token}": {
        "parameters": [{"$ref": "#/components/parameters/unsubscribe_token"}],
        "post": {
          "tags": ["pages"], "operationId": "resubscribe", "summary": "Take back that mail of a kind was ended", "security": [],
          "responses": {
            "200": {"description": "Taken back.", "content": {"text/html": {"schema": {"type": "string"}}}},
            "404": {"description": "The link is not valid.", "content": {"text/html": {"schema": {"type": "string"}}}},
            \#(problems(503))
          }
        }
      },
      "/logout": {"post": {
        "tags": ["pages"], "operationId": "signOut", "summary": "End the session, and take its cookie back",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [{"session": []}],
        "responses": {
          "303": {"description": "Signed out, to `/`."},
          \#(problems(401, 413, 503))
        }
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
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(400, 401, 403, 413, 503))
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
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 403, 413, 503))
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
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 403, 413, 503))
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
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/inbox/{id}/unread": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "markUnreadOnPage", "summary": "Mark a message as unread again", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Unread.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/inbox/{id}/archive": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "archiveOnPage", "summary": "Put a message away", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Put away.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/inbox/{id}/unarchive": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "unarchiveOnPage", "summary": "Take a message back out of the archive", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Back in the inbox.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/deliveries/redrive": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "redriveAllOnPage", "summary": "Have up to 1,000 of those that were given up tried again, for operators", "security": [{"session": []}],
          "responses": {
            "200": {"description": "They wait again.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/deliveries/{id}/redrive": {
        "parameters": [{"$ref": "#/components/parameters/delivery_id"}, {"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "redriveOnPage", "summary": "Have one that was given up tried again, for operators", "security": [{"session": []}],
          "responses": {
            "200": {"description": "It waits again.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 404, 413, 503))
          }
        }
      },
      "/page/start/zone": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "setZoneOnPage", "summary": "Say in which time zone the person is, as a form's `timezone`", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Saved.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(400, 401, 413, 503))
          }
        }
      },
      "/page/start/quiet": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "setQuietHoursOnPage", "summary": "Set quiet hours, as a form's `start` and `end`, or none with `quiet=no`", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Saved.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(400, 401, 409, 413, 503))
          }
        }
      },
      "/page/start/test": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "sendTest", "summary": "Put a notification into the caller's inbox, to see that it works", "security": [{"session": []}],
          "responses": {
            "200": {"description": "Sent.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            "303": {"description": "The same, to a form: back to the page."},
            \#(problems(401, 413, 503))
          }
        }
      },
      "/page/web-push/key": {"get": {
        "tags": ["pages"], "operationId": "getWebPushKey", "summary": "The key that browsers subscribe with, to be told by Web Push",
        "security": [{"session": []}],
        "responses": {
          "200": {"description": "The public VAPID key in base64url; null where there is no Web Push.", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/WebPushKey"},
            "example": {"public_key": null}
          }}},
          \#(problems(401, 503))
        }
      }},
      "/page/web-push/subscribe": {
        "parameters": [{"$ref": "#/components/parameters/page"}],
        "post": {
          "tags": ["pages"], "operationId": "subscribeToWebPush", "summary": "Say where this browser is reached, as its `PushSubscription` does in JSON",
          "security": [{"session": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/WebPushSubscription"},
            "example": {
              "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
              "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg"
              }
            }
          }}},
          "responses": {
            "200": {"description": "Registered.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Success"},
              "example": {"success": true}
            }}},
            \#(problems(400, 401, 413, 503))
          }
        }
      },
      "/assets/belfry-push.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetPushJs", "summary": "What lets a person be told in this browser", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry-start.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetStartJs", "summary": "What says on the first steps which zone the browser is in", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/service-worker.js": {"get": {
        "tags": ["pages"], "operationId": "getServiceWorker", "summary": "What shows notifications while no page is open", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.css": {"get": {
        "tags": ["pages"], "operationId": "getAssetCss", "summary": "How pages look", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/css": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetJs", "summary": "What keeps pages live", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.svg": {"get": {
        "tags": ["pages"], "operationId": "getAssetSvg", "summary": "The icon", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
      }}
    """#
