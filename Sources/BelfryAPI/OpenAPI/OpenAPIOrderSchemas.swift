/// What an order of each kind says. What several kinds have is written once here and put into each, so that all are plain objects and every reference
/// names a component: makers of clients follow no other, and make the worse of `allOf`.
let openAPIOrderSchemas = #"""
      "NotificationOrder": {
        "type": "object", "additionalProperties": false,
        "description": "Give one or more of `recipients`, `recipient_user_id`, `families` and `rotas`, and `title`, `body` or the facts of a `payload`. \#
    Any other member is refused, so that a misspelt `deliver_after` isn't passed over.",
        "properties": {
          \#(audience),
          \#(contents),
          \#(template),
          \#(personalisation),
          \#(moments),
          "digest_key": {"type": "string", "maxLength": 128, "description": "What is ordered under the same for the same person and channel while the \#
    first of it waits is told as one message. What is critical never waits. Bytes count. Not of a broadcast."},
          "digest_window_seconds": {"type": "integer", "minimum": 1, "maximum": 604800, "description": "So long the first under a `digest_key` waits; \#
    both are given, or neither."},
          \#(app),
          "dry_run": {"type": "boolean", "default": false, "description": "Queue nothing, and answer what would become of it."}
        }
      },
      "ScheduleOrder": {
        "type": "object", "required": ["recurrence"], "additionalProperties": false,
        "description": "What `NotificationOrder` says, but for its moments and its digest; and when it comes back.",
        "properties": {
          \#(audience),
          "audience": {"type": "string", "description": "In the place of persons, families and rotas: whoever is in this audience of the app when an \#
    occurrence is ordered, which is a broadcast then, over the one of `channels`. Without `throttle`, `escalation` and `one_of_us`."},
          \#(fallbackChannels),
          \#(contents),
          \#(template),
          \#(personalisation),
          "expires_after_minutes": {"type": "integer", "minimum": 1, "maximum": 43200, "description": "So long after its moment an occurrence is of use."},
          "recurrence": {"$ref": "#/components/schemas/Recurrence"},
          \#(app),
          "dry_run": {"type": "boolean", "default": false, "description": "Keep nothing, and answer when it would come."}
        }
      },
      "HeartbeatOrder": {
        "type": "object", "additionalProperties": false, "description": "What `NotificationOrder` says of words and people, the same for all. Of its \#
    `families` and `rotas` whoever is in them, or on duty, when the beat is missed is told; so are they when it is back.",
        "properties": {
          \#(audience),
          \#(contents)
        }
      },
      "BroadcastOrder": {
        "type": "object", "additionalProperties": false,
        "description": "Give `recipients` or `audience`, one of `channels`, and `title`, `body` or the facts of a `payload`.",
        "properties": {
          "recipients": {
            "oneOf": [
              {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/NamedRecipient"}},
              {"type": "string", "enum": ["all"]}
            ],
            "description": "A list of one person or more, or `all` for everybody who has a profile or is in a family."
          },
          "audience": {"type": "string", "description": "In the place of `recipients`: whoever is in this audience of the app when it is taken in. \#
    An `Idempotency-Key` stands for its name then. Of a `personalised` order `default_values` have to do."},
          \#(contents),
          \#(fallbackChannels),
          \#(template),
          \#(personalisation),
          \#(moments),
          \#(app),
          "dry_run": {"type": "boolean", "default": false, "description": "Take nothing in, and answer what would become of it."}
        }
      },
      "NamedRecipient": {
        "oneOf": [{"type": "string"}, {"$ref": "#/components/schemas/RecipientWithValues"}],
        "description": "A person; with `values` only of an order that is `personalised`."
      },
      "RecipientWithValues": {
        "type": "object", "required": ["user_id"], "properties": {
          "user_id": {"type": "string"}, "values": {"$ref": "#/components/schemas/PersonalValues"}
        }
      },
      "NamedFamily": {
        "oneOf": [{"type": "string"}, {"$ref": "#/components/schemas/FamilyWithRoles"}],
        "description": "Whoever is in it, of all `roles` unless some are said."
      },
      "FamilyWithRoles": {
        "type": "object", "required": ["family_id"], "additionalProperties": false, "properties": {
          "family_id": {"type": "string"},
          "roles": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["superadmin", "admin", "member"]}}
        }
      },
      "Texts": {
        "type": "object", "propertyNames": {"pattern": "^([Ee][Nn]|[Aa][Rr]|[Dd][Ee]|[Ff][Rr]|[Ee][Ss]|[Tt][Rr])([-_].*)?$"},
        "additionalProperties": {"type": "object", "required": ["title"], "additionalProperties": false, "properties": {
          "title": {"type": "string", "minLength": 1, "maxLength": 256}, "body": {"type": "string", "maxLength": 4096},
          "actions": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 40}, "description": "What stands on \#
    the order's `actions`, by the `id` of each; one that isn't named keeps its own title."},
          "image_alt": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What the order's `image` shows."}
        }},
        "examples": [{"de": {"title": "Sonntag offen", "body": "Von 10 bis 16 Uhr."}, "ar": {"title": "مفتوح يوم الأحد"}}],
        "description": "The words in further languages, each once, by tags of BCP 47. Whoever has chosen one of them is told what stands there alone, \#
    whoever has chosen none counts as English, and everybody else is told the `title` and `body` that have to stand beside it."
      },
      "Image": {
        "type": "object", "required": ["url", "alt"], "additionalProperties": false,
        "properties": {
          "url": {"type": "string", "maxLength": 2048, "description": "An https address, on an origin from which the server has pictures shown."},
          "alt": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What it shows, for whoever doesn't see it; without control characters."}
        },
        "examples": [{"url": "https://cdn.app.example/boiler.jpg", "alt": "A puddle under the boiler"}],
        "description": "A picture beside the words, where the channel can show one. The server never fetches it."
      },
      "Throttle": {
        "type": "object", "required": ["key", "max", "within_minutes"], "additionalProperties": false,
        "properties": {
          "key": {"type": "string", "minLength": 1, "maxLength": 64, "description": "An app's own. Bytes count."},
          "max": {"type": "integer", "minimum": 1, "maximum": 100},
          "within_minutes": {"type": "integer", "minimum": 1, "maximum": 10080}
        },
        "description": "Each recipient is told at most `max` under this `key` within so many minutes, over whatever channels, each once; what is \#
    beyond is left out with the reason `throttled`, but for what is critical, which passes and counts. Not of a broadcast."
      },
      "Escalation": {
        "type": "object", "required": ["steps"], "additionalProperties": false,
        "properties": {
          "until": {"type": "string", "enum": ["read", "acknowledged"], "description": "What counts as a reaction: that somebody opened it, or, as \#
    without it, pressed a button of it or said otherwise that they act on it."},
          "steps": {"type": "array", "minItems": 1, "maxItems": 10, "items": {
            "type": "object", "required": ["after_minutes"], "additionalProperties": false,
            "anyOf": [{"required": ["recipients"]}, {"required": ["rotas"]}],
            "properties": {
              "recipients": {"type": "array", "items": {"type": "string"}, "description": "None of them is told before."},
              "rotas": {"type": "array", "maxItems": 10, "items": {"type": "string"}, "description": "Whoever is on duty by these when the step \#
    is told, beside `recipients` or alone. One that the app doesn't have is refused with `unknown_rota`; in a schedule one that is gone by then has nobody."},
              "after_minutes": {"type": "integer", "minimum": 1, "maximum": 1440, "description": "After the order's own recipients; more in every step."}
            }
          }}
        },
        "examples": [{"until": "acknowledged", "steps": [{"recipients": ["ben"], "after_minutes": 15}]}],
        "description": "Who is told where nobody of those before has reacted; once one has, they are left out with the reason `already_acknowledged`. \#
    Without `actions` the order offers a button `acknowledge`, in each person's language. Refused beside `deliver_at_local` or `digest_key`, and of a \#
    broadcast; of a schedule `recurrence` has to name a `timezone`."
      }
    """#

/// Whom it tells, and what counts for each of them: of every order but a broadcast.
private let audience = #"""
    "recipients": {"type": "array", "items": {"$ref": "#/components/schemas/NamedRecipient"},
            "description": "Each is told once, however often they are named."},
          "recipient_user_id": {"type": "string"},
          \#(openAPIFamilies),
          \#(openAPIRotas),
          "throttle": {"$ref": "#/components/schemas/Throttle"},
          \#(openAPIEscalation),
          "one_of_us": {"type": "boolean", "description": "Only one of all whom it tells has to do it: once one has pressed a button of it, the others are \#
    told no more (`already_acknowledged`), and what they were told is done. Without `actions` it offers a button `acknowledge`. Refused beside \#
    `digest_key`, and of a broadcast."}
    """#

/// How those of an audience are told whom its channel doesn't reach.
private let fallbackChannels = #"""
    "fallback_channels": {"type": "array", "items": {"type": "string"}, "description": "Over which those are told, one after the other, whom \#
    the channel of a broadcast doesn't reach: who have no address there, have switched it or the category off, or were refused for good."}
    """#

/// Which families and rotas it tells, and whom it tells else: of an order, and of what is kept of one.
let openAPIFamilies = #"""
    "families": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/NamedFamily"}, "description": "Whoever is in them when it is \#
    taken in, or of a schedule when an occurrence is ordered. Not of a broadcast."}
    """#
let openAPIRotas = #"""
    "rotas": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "Names of the app's rotas: whoever is on duty when it is told, by `deliver_after`, or by `deliver_at_local` in the rota's zone."}
    """#
let openAPIEscalation = ##""escalation": {"$ref": "#/components/schemas/Escalation"}"##

/// What it tells, about whom and how: of every order.
private let contents = #"""
    "member_user_id": {"type": "string", "description": "Whom it is about; each recipient themselves unless it is said."},
          "category": {"type": "string", "maxLength": 128, "description": "Without control characters."},
          "severity": {"$ref": "#/components/schemas/Severity"},
          "title": {"type": "string", "maxLength": 256},
          "body": {"type": "string", "maxLength": 4096},
          "texts": {"$ref": "#/components/schemas/Texts"},
          "link": {"type": "string", "maxLength": 1024, "description": "What a tap opens: an https address, or one of the app's own scheme."},
          "actions": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"$ref": "#/components/schemas/OfferedAction"}, "description": "Buttons \#
    beside it, none with the `id` of another; their links have at most 1024 bytes together."},
          "image": {"$ref": "#/components/schemas/Image"},
          "collapse_key": {"type": "string", "maxLength": 64, "description": "It takes the place of what the app told the same person under it. Bytes count."},
          "payload": {"type": "object", "description": "Facts from which the words are made, as `notification_queue.payload` has them; its `kind`, \#
    `title` and `body` may be as long as `category`, `title` and `body`."},
          "channels": {"type": "array", "items": {"type": "string"}, "description": "All at once, each counting once; the server's route of the category \#
    unless said. A broadcast has one."},
          "priority": {"$ref": "#/components/schemas/Priority", "description": "As the severity asks for unless it is said."}
    """#

/// Which template says what it doesn't say itself: of every order but a heartbeat's.
private let template = #"""
    "template": {"$ref": "#/components/schemas/Identifier", "description": "The app's template that says what isn't said here: what is said here stands \#
    above it, and null takes it away. A `title` or a `body` of its own puts the template's `texts` aside. Refused beside `payload`."},
          "data": {"type": "object", "description": "What the words of the `template` speak of. Of an order that is `personalised` no text in it has a {, and \#
    what it lacks each recipient has of their own."}
    """#

/// What each recipient has of their own in its words: of every order but a heartbeat's.
private let personalisation = #"""
    "personalised": {"type": "boolean", "default": false, "description": "Whether each `{{name}}` in `title`, `body`, the titles of `actions` and those \#
    of `texts` stands for a value of the recipient. One who lacks a value of any of them, or with whose values some are too long, is named, and nothing \#
    is taken in."},
          "default_values": {"$ref": "#/components/schemas/PersonalValues", "description": "Stand where a recipient has no value of a name, as whoever is \#
    in a family; only of an order that is `personalised`."}
    """#

/// When it is told: of every order that is told once.
private let moments = #"""
    "deliver_after": {"type": "string", "format": "date-time", "description": "However far ahead."},
          "deliver_at_local": {"type": "string", "examples": ["2026-12-24T09:00"], "description": "Not before each recipient's own clock shows this \#
    day and time, which has no zone, however far ahead. Refused beside `deliver_after` or `digest_key`, \#
    and where `expires_at` is past before the first clock shows it."},
          "expires_at": {"type": "string", "format": "date-time", "description": "From then on it isn't sent any more. One that has passed is refused, \#
    but for a repetition under a key."}
    """#

private let app = ##""app_id": {"type": "string", "description": "For the operator: whose it is."}"##
