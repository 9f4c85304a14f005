/// How a caller shows who they are, what stands in paths and behind them, and how a problem is answered.
let openAPIComponents = #"""
      "parameters": {
        "family_id": {
          "name": "family_id", "in": "path", "required": true,
          "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "lindens"
        },
        "before": {
          "name": "before", "in": "query", "schema": {"type": "string"}, "description": "What an answer had as `older`: what is behind it follows."
        },
        "idempotency_key": {
          "name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "maxLength": 255},
          "description": "Under which the same call may be repeated: it answers what the first did, and nothing is done again. Another call under it \#
    is refused with 409 `idempotency_key_reused`."
        },
        "limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 100}},
        "next": {
          "name": "next", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 5},
          "description": "How many of the occurrences that come next are shown."
        },
        "broadcast_id": {
          "name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"
        },
        "audience": {
          "name": "audience", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"}, "example": "recalls"
        },
        "audience_app_id": {"name": "app_id", "in": "query", "schema": {"type": "string"}, "description": "For the operator: whose; else the house's own."},
        "joined_app_id": {"name": "app_id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"}, "example": "app"},
        "after": {"name": "after", "in": "query", "schema": {"type": "string"}, "description": "What an answer had as `next`: only what is behind it."},
        "heartbeat_key": {
          "name": "key", "in": "path", "required": true, "schema": {"type": "string", "maxLength": 48, "pattern": "^[A-Za-z0-9._-]+$"},
          "example": "backup"
        },
        "category": {
          "name": "category", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1, "maxLength": 128}, "example": "offers"
        },
        "rota_name": {
          "name": "name", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"}, "example": "grandma"
        },
        "hook_name": {
          "name": "name", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"}, "example": "ci"
        },
        "template_name": {
          "name": "name", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"}, "example": "invoice-due"
        },
        "override_from": {
          "name": "from", "in": "path", "required": true, "schema": {"type": "string"}, "example": "2026-12-24T18:00:00",
          "description": "When it begins, as the clock of the rota's zone shows it."
        },
        "schedule_id": {
          "name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "019c2f6a-5b1e-7a3c-8d21-5e0f4c9a7b11"
        },
        "user_id": {
          "name": "user_id", "in": "path", "required": true, "description": "`me` is the caller.",
          "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "me"
        },
        "person_id": {
          "name": "user_id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "ben"
        },
        "unsubscribe_token": {
          "name": "token", "in": "path", "required": true, "description": "What a mail's `List-Unsubscribe` carries: signed, for one person, address and category.",
          "schema": {"type": "string"}
        },
        "calendar_token": {
          "name": "token", "in": "path", "required": true, "description": "What nobody can guess, as it was told when the link was made.",
          "schema": {"type": "string"}
        },
        "alert_id": {
          "name": "id", "in": "path", "required": true, "description": "The `id` of a row of `pattern_alert_state`.",
          "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "01970b2e-5c00-7000-8000-000000000001"
        },
        "delivery_id": {
          "name": "id", "in": "path", "required": true,
          "description": "The `id` of a row of `notification_queue`; a message has that of its delivery.",
          "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "01970b2e-5c00-7000-8000-000000000002"
        },
        "action": {
          "name": "action", "in": "path", "required": true, "description": "The `id` of one of the `actions` of its order.",
          "schema": {"type": "string"},
          "example": "pay"
        },
        "address_id": {
          "name": "id", "in": "path", "required": true, "description": "The `id` of a contact point or device.",
          "schema": {"$ref": "#/components/schemas/Identifier"},
          "example": "01970b2e-5c00-7000-8000-000000000003"
        },
        "provider": {
          "name": "provider", "in": "path", "required": true, "description": "As `notification_transmissions.provider` has it.",
          "schema": {"type": "string"},
          "example": "whatsapp"
        },
        "page": {
          "name": "X-Belfry-Form-Token", "in": "header", "required": true,
          "description": "What `/page/session` says. A plain form has it as its field `form_token`; another site can't know it.",
          "schema": {"type": "string"},
          "example": "5d1c1f0b2a6e4f0e8d7c6b5a49382716f5e4d3c2b1a09f8e7d6c5b4a39281706"
        },
        "part": {
          "name": "X-Belfry-Part", "in": "header", "required": false,
          "description": "`live` asks for the part of the page that changes, and nothing around it.",
          "schema": {"type": "string"}
        }
      },
      "securitySchemes": {
        "personToken": {
          "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
          "description": "A person, by a token signed with HS256 and the server's `BELFRY_JWT_SECRET`. `sub` is the person's identifier; `exp` and \#
    `nbf` are heeded where they are there. The sign-in link of `belfry login-link USER` carries one, which serves until somebody signs in by the link."
        },
        "appKey": {
          "type": "http", "scheme": "bearer", "bearerFormat": "bk_…",
          "description": "An app, by its key in place of the token. `belfry keys create NAME` makes one. An operation that names a scope here takes \#
    keys that have it, or `all`; `KeyScope` lists them."
        },
        "appKeyHeader": {
          "type": "apiKey", "in": "header", "name": "X-API-Key",
          "description": "An app, by the same key. A key that doesn't begin with `bk_`, here or as `apikey`, is passed over: clients of PostgREST \#
    send a public one with every request."
        },
        "adminSecret": {
          "type": "apiKey", "in": "header", "name": "x-miya-admin-secret", "description": "Whoever runs the server, by its `BELFRY_ADMIN_SECRET`."
        },
        "wearableHash": {
          "type": "apiKey", "in": "header", "name": "X-ROOK-HASH",
          "description": "The wearables' aggregator, by the HMAC-SHA256 of the body as it is sent, in hexadecimal, under the server's `BELFRY_ROOK_SECRET`; \#
    or of `client_uuid`, `user_id` and `datetime`, or a summary's `metadata.datetime_string`, put together, as ROOK's own sender has it."
        },
        "providerSignature": {
          "type": "apiKey", "in": "header", "name": "X-Hub-Signature-256",
          "description": "A provider, by its own kind of signature: `X-Hub-Signature-256` of WhatsApp, `X-Twilio-Signature` of Twilio, the secret in \#
    `X-Telegram-Bot-Api-Secret-Token` of Telegram, and so on."
        },
        "session": {
          "type": "apiKey", "in": "cookie", "name": "belfry_session",
          "description": "A person on the pages, by the cookie that `/login` gave; `__Host-belfry_session` over https. Scripts can't read it."
        }
      },
      "headers": {
        "Retry-After": {"description": "After how many seconds it is worth another try.", "schema": {"type": "integer"}}
      },
      "responses": {
        "Problem400": {
          "description": "Something in the request can't be taken; nothing was stored: `malformed_json`, `malformed_line`, `missing_field`, \#
    `wrong_type`, `unknown_value`, `unknown_name`, `not_of_broadcast`, `too_many_items`, `unknown_timezone`, `metric_out_of_range`, `no_metrics`, `day_in_future`, \#
    `snooze_days_not_offered`, `number_out_of_range`, `too_many_schedules`, `bad_check_digit`, \#
    `bad_recurrence`, `bad_template`, `too_many_addresses`, `too_many_switched_off`, `too_many_switched_on`, `too_many_members`, \#
    `too_many_audiences`, `too_many_rotas`, `too_many_categories`, `too_many_hooks`, `too_many_templates`, `missing_value`, `too_much_shared`, `code_refused`, `malformed_callback`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "metric_out_of_range", "field": "metrics[3].steps",
              "message": "“metrics[3].steps” is outside what can be: 0 to 200000. Correct it or leave it out."
            }}
          }}
        },
        "Problem401": {
          "description": "Who is asking is not known, or is somebody whom this isn't answered to: `not_authenticated`, `key_expired`, `secret_not_configured`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "not_authenticated",
              "message": "Who is asking? Send a person's token or an app's key in force as “Authorization: Bearer …”, or, for the worker, the admin secret \#
    as “x-miya-admin-secret”."
            }}
          }},
          "headers": {"WWW-Authenticate": {"schema": {"type": "string", "const": "Bearer"}}}
        },
        "Problem403": {"description": "The caller may not; nothing has changed: `not_authorized`, `insufficient_scope`, `bad_signature`, `stale_signature`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/Problem"},
          "example": {"error": {
            "code": "not_authorized", "message": "Not authorized to write metrics of this person. A person's token writes their own alone; an app's key writes anybody's."
          }}
        }}},
        "Problem404": {
          "description": "It is not there, or not for the caller: `unknown_user`, `unknown_family`, `unknown_delivery`, `unknown_action`, `unknown_broadcast`, `unknown_audience`, `unknown_schedule`, `unknown_heartbeat`, `unknown_app`, \#
    `unknown_inbox_message`, \#
    `unknown_rota`, `unknown_category`, `unknown_hook`, `unknown_template`, `unknown_address`, `not_found`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "unknown_user", "field": "user_id", "message": "“user_id” names nobody who is known here. Add the person to a family first: PUT /v1/families/{family_id}."
            }}
          }}
        },
        "Problem405": {
          "description": "There is something at the address, but it isn't asked by this method: `method_not_allowed`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "method_not_allowed", "message": "This address can't be asked that way. Use one of: GET, HEAD, OPTIONS, PUT."
            }}
          }},
          "headers": {"Allow": {"schema": {"type": "string"}}}
        },
        "Problem409": {"description": "Somebody else was faster, or the key stands for another request, or the schedule has ended, or the notification wasn't told; nothing was stored: `sync_conflict`, `idempotency_key_reused`, `schedule_ended`, `not_told`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/Problem"},
          "example": {"error": {
            "code": "sync_conflict", "message": "Somebody has changed the same since your last pull. Nothing was stored; pull, and push again."
          }}
        }}},
        "Problem413": {"description": "The body is too large: `body_too_large`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/Problem"},
          "example": {"error": {"code": "body_too_large", "message": "The body is larger than 4 MiB. Send it in smaller parts."}}
        }}},
        "Problem429": {"description": "Five codes were sent to the address, or for the person, within an hour: `too_many_codes`; or the person \#
    has 30 streams of events open: `too_many_streams`; or buttons were pressed at the address, or a calendar was read, 30 times within a minute: `too_many_presses`.", "content": {
          "application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "too_many_codes", "message": "Several codes were sent within the hour. Use the last one, or ask again in 42 min."
            }}
          }
        }, "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}},
        "Problem503": {"description": "The store can't be used right now; nothing was stored: `store_unavailable`; or no code can be sent: `code_not_sent`.", "content": {
          "application/json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "example": {"error": {
              "code": "store_unavailable", "message": "The database can't be used right now. Nothing was stored; try again soon."
            }}
          }
        }, "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}},
        "Call400": {
          "description": "Something in the request can't be taken; nothing was stored: `malformed_json`, `malformed_line`, `missing_field`, \#
    `wrong_type`, `unknown_value`, `unknown_name`, `too_many_items`, `unknown_timezone`, `metric_out_of_range`, `no_metrics`, `day_in_future`, \#
    `snooze_days_not_offered`, `number_out_of_range`, `bad_check_digit`, \#
    `bad_recurrence`, `bad_template`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CallProblem"},
            "example": {
              "code": "P0001", "message": "An alert is snoozed for 1, 3 or 7 days. Give one of these as “snooze_for_days”.",
              "details": "snooze_days_not_offered", "hint": null,
              "error": {
                "code": "snooze_days_not_offered", "message": "An alert is snoozed for 1, 3 or 7 days. Give one of these as “snooze_for_days”."
              }
            }
          }}
        },
        "Call401": {
          "description": "Who is asking is not known, or is somebody whom this isn't answered to: `not_authenticated`, `key_expired`, `secret_not_configured`.",
          "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/CallProblem"},
            "example": {
              "code": "PGRST301",
              "message": "Who is asking? Send a person's token or an app's key in force as “Authorization: Bearer …”, or, for the worker, the admin secret \#
    as “x-miya-admin-secret”.",
              "details": "not_authenticated", "hint": null,
              "error": {
                "code": "not_authenticated",
                "message": "Who is asking? Send a person's token or an app's key in force as “Authorization: Bearer …”, or, for the worker, the admin secret \#
    as “x-miya-admin-secret”."
              }
            }
          }},
          "headers": {"WWW-Authenticate": {"schema": {"type": "string", "const": "Bearer"}}}
        },
        "Call403": {"description": "The caller may not; nothing has changed: `not_authorized`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/CallProblem"},
          "example": {
            "code": "42501", "message": "Not authorized to snooze this alert", "details": "not_authorized", "hint": null,
            "error": {"code": "not_authorized", "message": "Not authorized to snooze this alert"}
          }
        }}},
        "Call413": {"description": "The body is too large: `body_too_large`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/CallProblem"},
          "example": {
            "code": "P0001", "message": "The body is larger than 4 MiB. Send it in smaller parts.", "details": "body_too_large", "hint": null,
            "error": {"code": "body_too_large", "message": "The body is larger than 4 MiB. Send it in smaller parts."}
          }
        }}},
        "Call503": {"description": "The store can't be used right now; nothing was stored: `store_unavailable`.", "content": {"application/json": {
          "schema": {"$ref": "#/components/schemas/CallProblem"},
          "example": {
            "code": "P0001", "message": "The database can't be used right now. Nothing was stored; try again soon.", "details": "store_unavailable",
            "hint": null,
            "error": {"code": "store_unavailable", "message": "The database can't be used right now. Nothing was stored; try again soon."}
          }
        }}, "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}}
      }
    """#
