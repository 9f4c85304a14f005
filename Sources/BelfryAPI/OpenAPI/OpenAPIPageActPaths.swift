/// What a person does on pages, by a form or a script.
let openAPIPageActPaths = #"""
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
      }
    """#
