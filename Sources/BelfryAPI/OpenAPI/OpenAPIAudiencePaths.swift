/// Lists of people that apps have something told to.
let openAPIAudiencePaths = #"""
      "/v1/audiences": {
        "get": {
          "tags": ["deliveries"], "operationId": "listAudiences", "summary": "The audiences of an app",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"$ref": "#/components/parameters/audience_app_id"}, {"$ref": "#/components/parameters/after"}, {"$ref": "#/components/parameters/limit"}
          ],
          "responses": {
            "200": {"description": "By their names.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["audiences"], "properties": {
                "audiences": {"type": "array", "items": {"$ref": "#/components/schemas/Audience"}}, "next": \#(nextName)
              }},
              "example": {"audiences": []}
            }}},
            \#(problems(400, 401, 403, 503))
          }
        }
      },
      "/v1/audiences/{audience}": {
        "parameters": [\#(audienceParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "getAudience", "summary": "An audience, and how many are in it",
          "description": "They are counted one by one, which takes its time where there are many.",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "With `members`.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Audience"}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "put": {
          "tags": ["deliveries"], "operationId": "saveAudience", "summary": "Keep a list of people under a name, or give it another title",
          "description": "Who is in it stays. A broadcast that names it as `audience` goes to whoever is in it then. At most 100 of an app are open.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/AudienceCall"}, "example": {"title": "Recalls of products", "open": true}
          }}},
          "responses": {
            "200": {"description": "Kept.", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Audience"},
              "example": {
                "audience": "recalls", "app_id": "app", "title": "Recalls of products", "open": true, "created_at": "2026-01-25T12:00:00Z"
              }
            }}},
            \#(problems(400, 401, 403, 404, 413, 503))
          }
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "deleteAudience", "summary": "Delete an audience, and who is in it",
          "description": "What was told to it goes on. Where the call is cut off, repeat it.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Gone.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/audiences/{audience}/members": {
        "parameters": [\#(audienceParameters)],
        "get": {
          "tags": ["deliveries"], "operationId": "listAudienceMembers", "summary": "Who is in an audience",
          "security": [{"appKey": ["read"]}, {"appKeyHeader": ["read"]}, {"adminSecret": []}],
          "parameters": [
            {"$ref": "#/components/parameters/after"},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1000}}
          ],
          "responses": {
            "200": {"description": "In the order of their bytes.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["members"], "properties": {
                "members": {"type": "array", "items": {"$ref": "#/components/schemas/Identifier"}}, "next": \#(nextName)
              }},
              "example": {"members": ["ana", "ben"]}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/audiences/{audience}/members/{user_id}": {
        "parameters": [\#(audienceParameters), {"$ref": "#/components/parameters/user_id"}],
        "put": {
          "tags": ["deliveries"], "operationId": "addAudienceMember", "summary": "Put a person into an audience",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {\#(audienceCount("added", "1; 0 where they are in it already.")), \#(problems(400, 401, 403, 404, 503))}
        },
        "delete": {
          "tags": ["deliveries"], "operationId": "removeAudienceMember", "summary": "Take a person out of an audience",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "responses": {\#(audienceCount("removed", "1; 0 where they aren't in it.")), \#(problems(400, 401, 403, 404, 503))}
        }
      },
      "/v1/audiences/{audience}/add": {
        "parameters": [\#(audienceParameters)],
        "post": {
          "tags": ["deliveries"], "operationId": "addAudienceMembers", "summary": "Put many people into an audience",
          "description": "As one document, or as lines (`application/x-ndjson`), each an identifier as it is or as JSON. Lines are taken in as they \#
    come, some thousand at a time: where the call is cut off, or one of them can't be used, those before are in it, and the same may be repeated.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": \#(audiencePeople),
          "responses": {\#(audienceCount("added", "How many weren't in it before.")), \#(problems(400, 401, 403, 404, 413, 503))}
        }
      },
      "/v1/audiences/{audience}/remove": {
        "parameters": [\#(audienceParameters)],
        "post": {
          "tags": ["deliveries"], "operationId": "removeAudienceMembers", "summary": "Take many people out of an audience",
          "description": "As they are put in.",
          "security": [{"appKey": ["send"]}, {"appKeyHeader": ["send"]}, {"adminSecret": []}],
          "requestBody": \#(audiencePeople),
          "responses": {\#(audienceCount("removed", "How many were in it.")), \#(problems(400, 401, 403, 404, 413, 503))}
        }
      },
      "/v1/users/{user_id}/audiences": {
        "parameters": [{"$ref": "#/components/parameters/user_id"}],
        "get": {
          "tags": ["addresses"], "operationId": "getJoinableAudiences", "summary": "Which audiences a person may join and leave, and which they are in",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "Those of all apps that are open.", "content": {"application/json": {
              "schema": {"type": "object", "required": ["audiences"], "properties": {"audiences": {"type": "array", "items": {
                "type": "object", "required": ["app_id", "audience", "title", "member"], "properties": {
                  "app_id": {"type": "string"}, "audience": {"type": "string"}, "title": {"type": "string"},
                  "member": {"type": "boolean", "description": "Whether the person is in it."}
                }
              }}}},
              "example": {"audiences": [{"app_id": "app", "audience": "recalls", "title": "Recalls of products", "member": false}]}
            }}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      },
      "/v1/users/{user_id}/audiences/{app_id}/{audience}": {
        "parameters": [
          {"$ref": "#/components/parameters/user_id"},
          {"$ref": "#/components/parameters/joined_app_id"},
          {"$ref": "#/components/parameters/audience"}
        ],
        "put": {
          "tags": ["addresses"], "operationId": "joinAudience", "summary": "Join an open audience",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "They are in it.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        },
        "delete": {
          "tags": ["addresses"], "operationId": "leaveAudience", "summary": "Leave an open audience",
          "security": [{"personToken": []}, {"appKey": ["people"]}, {"appKeyHeader": ["people"]}, {"adminSecret": []}],
          "responses": {
            "200": {"description": "They aren't in it.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}, "example": {"success": true}}}},
            \#(problems(400, 401, 403, 404, 503))
          }
        }
      }
    """#

private let audienceParameters = ##"{"$ref": "#/components/parameters/audience"}, {"$ref": "#/components/parameters/audience_app_id"}"##

private let nextName = #"{"type": "string", "description": "What to give as `after` for those behind these; left out where there are none."}"#

private let audiencePeople = #"""
    {"required": true, "content": {
            "application/json": {
              "schema": {"type": "object", "required": ["recipients"], "properties": {
                "recipients": {"type": "array", "items": {"$ref": "#/components/schemas/Identifier"}}
              }, "additionalProperties": false},
              "example": {"recipients": ["ana", "ben"]}
            },
            "application/x-ndjson": {"schema": {"type": "string"}}
          }}
    """#

private func audienceCount(_ name: String, _ description: String) -> String {
    #"""
    "200": {"description": "Done.", "content": {"application/json": {
            "schema": {"type": "object", "required": ["\#(name)"], "properties": {"\#(name)": {"type": "integer", "description": "\#(description)"}}},
            "example": {"\#(name)": 1}
          }}}
    """#
}

/// What these speak of.
let openAPIAudienceSchemas = #"""
      "AudienceCall": {
        "type": "object",
        "properties": {
          "title": {"type": "string", "minLength": 1, "maxLength": 128, "description": "What people read; one that is open has to have it."},
          "open": {"type": "boolean", "default": false, "description": "Whether people may join and leave by themselves."}
        },
        "additionalProperties": false
      },
      "Audience": {
        "type": "object", "required": ["audience", "app_id", "open", "created_at"],
        "properties": {
          "audience": {"type": "string", "description": "Its name, of which each app has its own."},
          "app_id": {"type": "string"},
          "title": {"type": "string", "description": "Left out where it has none."},
          "open": {"type": "boolean"},
          "created_at": {"type": "string", "format": "date-time"},
          "members": {"type": "integer", "description": "How many are in it; only where it is asked for by itself."}
        }
      }
    """#
