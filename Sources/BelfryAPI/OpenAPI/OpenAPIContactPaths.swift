/// The addresses for where people are reached.
let openAPIContactPaths = #"""
      "/v1/users/{user_id}/addresses": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["addresses"], "operationId": "getAddresses", "summary": "Where a person is reached",
          "description": "Their mailboxes, numbers, topics and chats, and the devices and browsers that they registered, those included that work no more.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "The addresses.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Addresses"},
              "example": {"contact_points": [{"id": "c-1", "channel": "email", "value": "ana@example.org", "verified": true}], "devices": []}
            }}},
            \#(problems(401, 403, 404, 503))
          }
        }
      },
      "/v1/users/{user_id}/contact_points": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "post": {
          "tags": ["addresses"], "operationId": "addContactPoint", "summary": "Add a mailbox, number, topic, chat or room",
          "description": "A person's own counts when the code of six digits that is sent there has come back. What is there already gets a new \#
    code. For what an app adds, the app vouches: it counts at once. Over `telegram` the value may be left out: a link comes back, and \#
    the chat counts when its owner has opened that within 15 minutes and pressed Start. A person has at most 20.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ContactPointCall"}, "example": {"channel": "email", "value": "ana@example.org"}
          }}},
          "responses": {
            "200": {"description": "Kept, and where it is a person's own, a code is on its way.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/ContactPoint"},
              "example": {"id": "c-1", "channel": "email", "value": "ana@example.org", "verified": false}
            }}},
            \#(problems(400, 401, 403, 404, 413, 429, 503))
          }
        }
      },
      "/v1/users/{user_id}/contact_points/{id}": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}, {"$ref": "#/components/parameters/address_id"}],
        "delete": {
          "tags": ["addresses"], "operationId": "removeContactPoint", "summary": "Take a mailbox, number, topic or chat away",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(401, 403, 404, 503))
          }
        }
      },
      "/v1/users/{user_id}/contact_points/{id}/verify": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}, {"$ref": "#/components/parameters/address_id"}],
        "post": {
          "tags": ["addresses"], "operationId": "verifyContactPoint", "summary": "Show that a mailbox, number, topic or chat is one's own",
          "description": "By the code that was sent there, within 15 minutes. After five wrong ones a new code is needed.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CodeCall"}, "example": {"code": "042317"}
          }}},
          "responses": {
            "200": {"description": "Verified.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/users/{user_id}/contact_points/{id}/subscription": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}, {"$ref": "#/components/parameters/address_id"}],
        "put": {
          "tags": ["addresses"], "operationId": "setSubscription", "summary": "Want nothing of a category at an address, or want it again",
          "description": "Without a category: nothing at all. What doesn't arrive there, or was called unwanted, ends by a code alone.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/SubscriptionCall"}, "example": {"subscribed": false, "category": "pattern_alert"}
          }}},
          "responses": {
            "200": {"description": "Kept.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/users/{user_id}/subscriptions": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["addresses"], "operationId": "getSubscriptions", "summary": "Which categories a person is told of, and over what",
          "description": "What they were told of in the last 90 days, among the latest 500 deliveries and 100 messages of the inbox; up to 500 \#
    categories that apps have declared, over the channels that reach them; and all that they have switched off.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "By category and channel.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Subscriptions"},
              "example": {"subscriptions": [{"category": "pattern_alert", "channel": "push", "subscribed": false}]}
            }}},
            \#(problems(401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["addresses"], "operationId": "setSubscriptions", "summary": "Want nothing of a category over a channel, or want it again",
          "description": "Without a channel: over all of them. What is off is skipped with `category_disabled`, however severe it is. Whether the channel itself is on \#
    is a matter of the preferences. What is on counts where an app has it off at first; what an app requires is told though it is off. At most 500 may be \#
    off, and 5,000 on.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CategorySubscription"},
            "examples": {
              "one": {"summary": "Over one channel", "value": {"category": "pattern_alert", "channel": "push", "subscribed": false}},
              "all": {"summary": "Over all channels", "value": {"category": "pattern_alert", "subscribed": true}}
            }
          }}},
          "responses": {
            "200": {"description": "Kept.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/users/{user_id}/mutes": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["addresses"], "operationId": "getMutes", "summary": "Which categories a person mutes, and until when",
          "description": "Without those whose mute is over. Until when everything is muted is `muted_until` among the preferences.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "By category.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/CategoryMutes"},
              "example": {"mutes": [{"category": "pattern_alert", "until": "2026-01-26T07:00:00Z"}]}
            }}},
            \#(problems(401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["addresses"], "operationId": "muteCategory", "summary": "Mute a category for a while over every channel, or mute it no longer",
          "description": "What would be told before its end is skipped with `category_muted`, however severe it is, and isn't told later. Muted again, it has \#
    another end. At most 500 may be muted.",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CategoryMuteCall"},
            "examples": {
              "minutes": {"summary": "For two hours", "value": {"category": "pattern_alert", "for_minutes": 120}},
              "morning": {"summary": "Until the morning, 08:00 by the person's clock", "value": {"category": "pattern_alert", "until": "morning"}},
              "end": {"summary": "No longer", "value": {"category": "pattern_alert", "until": null}}
            }
          }}},
          "responses": {
            "200": {"description": "Kept.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/CategoryMute"}, "example": {"category": "pattern_alert", "until": "2026-01-26T07:00:00Z"}
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        }
      },
      "/v1/users/{user_id}/devices/{id}": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}, {"$ref": "#/components/parameters/address_id"}],
        "delete": {
          "tags": ["addresses"], "operationId": "removeDevice", "summary": "Push to a device or browser no more",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(401, 403, 404, 503))
          }
        }
      }
    """#

/// What these speak of.
let openAPIContactSchemas = #"""
      "Addresses": {
        "type": "object", "required": ["contact_points", "devices"],
        "properties": {
          "contact_points": {"type": "array", "items": {"$ref": "#/components/schemas/ContactPoint"}},
          "devices": {"type": "array", "items": {"$ref": "#/components/schemas/RegisteredDevice"}}
        }
      },
      "ContactPoint": {
        "type": "object", "required": ["id", "channel", "value", "verified"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "channel": {"type": "string", "enum": ["email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms"]},
          "value": {"type": "string", "description": "A mailbox, a number in the form of E.164, a topic of ntfy's of 16 to 64 characters, \#
    Telegram's identifier of a private chat, the address of a room's incoming webhook, or a room or person of Matrix. Of a webhook no more is told \#
    than its host and its last four characters; empty until a link was opened."},
          "verified": {"type": "boolean"},
          "link": {"type": "string", "description": "What its owner opens; in the answer alone to who asked for it."},
          "silenced_because": {
            "type": "string", "enum": ["opted_out", "bounced", "complained", "gone"],
            "description": "Why nothing is sent there any more; left out where it is."
          }
        }
      },
      "RegisteredDevice": {
        "type": "object", "required": ["id", "platform", "is_active", "last_used_at"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Identifier"},
          "platform": {"type": "string", "enum": ["ios", "android", "web"]},
          "app_version": {"type": "string"},
          "is_active": {"type": "boolean"},
          "last_used_at": {"type": "string", "format": "date-time"}
        }
      },
      "ContactPointCall": {
        "type": "object", "required": ["channel"],
        "properties": {
          "channel": {"type": "string", "enum": ["email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms"]},
          "value": {"type": "string", "maxLength": 512, "description": "May be left out over `telegram` alone, where a link can be made."}
        },
        "additionalProperties": false
      },
      "CodeCall": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}, "additionalProperties": false},
      "Subscriptions": {
        "type": "object", "required": ["subscriptions"],
        "properties": {"subscriptions": {"type": "array", "items": {"$ref": "#/components/schemas/KnownSubscription"}}}
      },
      "KnownSubscription": {
        "type": "object", "required": ["category", "channel", "subscribed"],
        "properties": {
          "category": {"type": "string"},
          "channel": {"type": "string"},
          "subscribed": {"type": "boolean", "description": "Whether they are told."},
          "required": {"type": "boolean", "description": "True where they can't switch it off; else left out."}
        }
      },
      "CategorySubscription": {
        "type": "object", "required": ["category", "subscribed"],
        "properties": {
          "category": {"type": "string", "maxLength": 128},
          "channel": {
            "type": "string",
            "enum": ["push", "in_app", "email", "sms", "whatsapp", "ntfy", "telegram", "chat", "voice", "champion_email", "champion_sms", "webhook"]
          },
          "subscribed": {"type": "boolean"}
        },
        "additionalProperties": false
      },
      "CategoryMutes": {
        "type": "object", "required": ["mutes"],
        "properties": {"mutes": {"type": "array", "items": {"$ref": "#/components/schemas/CategoryMute"}}}
      },
      "CategoryMute": {
        "type": "object", "required": ["category", "until"],
        "properties": {
          "category": {"type": "string", "maxLength": 128},
          "until": {"type": ["string", "null"], "format": "date-time", "description": "Null where it is muted no longer."}
        }
      },
      "CategoryMuteCall": {
        "type": "object", "required": ["category"], "description": "With either `until` or `for_minutes`.",
        "properties": {
          "category": {"type": "string", "maxLength": 128},
          "until": {"type": ["string", "null"], "description": "A moment that is still ahead; `morning`, the next 08:00 by the person's clock; or null, no longer."},
          "for_minutes": {"type": "integer", "minimum": 1, "maximum": 527040}
        },
        "additionalProperties": false
      },
      "SubscriptionCall": {
        "type": "object", "required": ["subscribed"],
        "properties": {"subscribed": {"type": "boolean"}, "category": {"type": "string", "maxLength": 128}},
        "additionalProperties": false
      }
    """#
