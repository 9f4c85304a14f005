/// The addresses that a person comes to by a link of their own, and the way out.
let openAPISignInPaths = #"""
      "/login": {
        "get": {
          "tags": ["pages"], "operationId": "showSignIn", "summary": "Ask whether to sign in as the person whose link it is; changes nothing",
          "parameters": [{"name": "token", "in": "query", "required": true, "description": "A person's token, or the whole link with it.", "schema": {"type": "string"}}],
          "security": [],
          "responses": {
            \#(openAPIPage(200, "The page, with a cookie that its form needs.")),
            \#(openAPIPage(401, "The token is missing, not valid, no longer, or was used already.")),
            \#(problems(503))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "signIn", "summary": "Take the token of a sign-in link, which is used up by that, and give a session cookie for it",
          "description": "As a form, with `token` and the `form_token` of the page that asked. Anything else is asked again.",
          "security": [],
          "responses": {
            \#(openAPIPage(200, "The page that asks.")),
            "303": {"description": "Signed in, to the page that this browser asked for last in the hour before, or else to `/`."},
            \#(openAPIPage(401, "The token is missing, not valid, no longer, or was used already.")),
            \#(problems(413, 503))
          }
        }
      },
      "/login/link": {"post": {
        "tags": ["pages"], "operationId": "sendSignInLink", "summary": "Have a link to sign in sent to whoever is known by a mail address or an identifier",
        "description": "As a form, with `who`. The answer is the same whether anybody is. Where no mail is sent, or `sign_in_by_mail` is `false`, there \#
    is nothing here.",
        "security": [],
        "responses": {
          \#(openAPIPage(200, "It is on its way, if anybody is known by that; or, of another site's form or an empty one, the page that asks.")),
          \#(openAPIPage(429, "Twenty were asked for by this client within an hour; `Retry-After` says in how many seconds to ask again.")),
          \#(openAPIOutage("Too many ask just now, or the store can't be used.")),
          \#(problems(404, 413))
        }
      }},
      "/login/provider": {"get": {
        "tags": ["pages"], "operationId": "leadToProvider", "summary": "Lead to the identity provider, with a cookie by which its answer is known",
        "description": "Where none is set up, there is nothing here.",
        "security": [],
        "responses": {
          \#(openAPIPage(200, "The page to sign in: another site has led here.")),
          "303": {"description": "To the provider."},
          \#(openAPIPage(502, "The provider isn't set up for this Belfry, or this Belfry for it.")),
          \#(openAPIOutage("The provider, or the store, can't be used just now, or too many ask the provider, or this client too often.")),
          \#(problems(404))
        }
      }},
      "/login/provider/callback": {"get": {
        "tags": ["pages"], "operationId": "returnFromProvider", "summary": "Take the identity provider's answer, and give a session cookie for it",
        "description": "The answer of OpenID Connect's code flow to what was begun in the same browser. Each page of a refusal has its stable code.",
        "parameters": [
          {"name": "state", "in": "query", "description": "What the provider was given.", "schema": {"type": "string"}},
          {"name": "code", "in": "query", "description": "For which it gives an ID token.", "schema": {"type": "string"}},
          {"name": "iss", "in": "query", "description": "Which provider it is (RFC 9207).", "schema": {"type": "string"}},
          {"name": "error", "in": "query", "description": "Why it has signed nobody in.", "schema": {"type": "string"}}
        ],
        "security": [],
        "responses": {
          "303": {"description": "Signed in, to the page that this browser asked for last in the hour before, or else to `/`."},
          \#(openAPIPage(400, "It belongs to no sign-in of this browser, came too late, or came before.")),
          \#(openAPIPage(401, "It isn't certainly the provider's word on this sign-in.")),
          \#(openAPIPage(403, "The provider has signed nobody in, doesn't say who it is, or nobody here is known by it.")),
          \#(openAPIPage(502, "The provider isn't set up for this Belfry, or this Belfry for it.")),
          \#(openAPIOutage("The provider, or the store, can't be used just now, or too many ask the provider, or this client too often.")),
          \#(problems(404))
        }
      }},
      "/login/provider/signed-out": {"get": {
        "tags": ["pages"], "operationId": "showSignedOut", "summary": "Say that somebody is signed out, and where they can sign out at the provider as well",
        "description": "Where no identity provider is set up, there is nothing here.",
        "security": [],
        "responses": {
          \#(openAPIPage(200, "The page to sign in, with a link to the provider where it offers that.")),
          "303": {"description": "To `/`: this browser is signed in."},
          \#(problems(404, 503))
        }
      }},
      "/logout": {"post": {
        "tags": ["pages"], "operationId": "signOut", "summary": "End the session, and take its cookie back",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [{"session": []}],
        "responses": {
          "303": {"description": "Signed out, to `/`, or to `/login/provider/signed-out` where there is an identity provider."},
          \#(problems(401, 413, 503))
        }
      }},
      "/logout/everywhere": {"post": {
        "tags": ["pages"], "operationId": "signOutEverywhere", "summary": "End all sessions of the person's, and have no browser tell them any more",
        "description": "Tokens that an app made go on, and so do links by which nobody has signed in yet.",
        "parameters": [{"$ref": "#/components/parameters/page"}], "security": [{"session": []}],
        "responses": {
          "303": {"description": "Signed out, to `/`, or to `/login/provider/signed-out` where there is an identity provider."},
          \#(problems(401, 413, 503))
        }
      }},
      "/unsubscribe/{token}": {
        "parameters": [{"$ref": "#/components/parameters/unsubscribe_token"}],
        "get": {
          "tags": ["pages"], "operationId": "showUnsubscribe", "summary": "Ask whether to end mail of a kind; changes nothing", "security": [],
          "responses": {
            \#(openAPIPage(200, "The page.")),
            \#(openAPIPage(404, "The link is not valid."))
          }
        },
        "post": {
          "tags": ["pages"], "operationId": "unsubscribe", "summary": "End mail of a kind at once, as RFC 8058 asks; no cookie and no body are needed",
          "security": [],
          "responses": {
            \#(openAPIPage(200, "Ended.")),
            \#(openAPIPage(404, "The link is not valid.")),
            \#(problems(503))
          }
        }
      },
      "/resubscribe/{token}": {
        "parameters": [{"$ref": "#/components/parameters/unsubscribe_token"}],
        "post": {
          "tags": ["pages"], "operationId": "resubscribe", "summary": "Take back that mail of a kind was ended", "security": [],
          "responses": {
            \#(openAPIPage(200, "Taken back.")),
            \#(openAPIPage(404, "The link is not valid.")),
            \#(problems(503))
          }
        }
      }
    """#
