/// What the server can be asked, and what it answers: an OpenAPI 3.1 document, written by hand beside the routes.
///
/// A test holds it to them: every route is in it and no other, its examples are accepted, and its error codes are those of `Problem`.
let openAPIDocument = #"""
    {
      "openapi": "3.1.0",
      "info": {
        "title": "Belfry", "version": "1.0.0", "summary": "Decides what a person is told, when, over which channel, and why, and carries that out.",
        "description": "An app reports what wearables measured (`/v1/metrics`); Belfry notices when a member's days leave their own usual, and tells the \#
    member, or the family's admins, as their preferences allow. An app may have anything else told, too (`/v1/notifications`). Every answer is JSON \#
    unless it says otherwise, and every error has a stable code and a sentence that says what to do. Moments are ISO 8601 in UTC, days are days of a \#
    person's own calendar.\n\nTo begin: create a family with an app's key (`PUT /v1/families/lindens`), post some days, look at `/v1/inbox` with a \#
    person's token. `belfry demo` starts a server with data to look at.\n\nWhere a secret is not configured, nobody passes: the server then answers \#
    401 with `secret_not_configured`. What is at no address here is answered with 404 `not_found`, and what is, but not by this method, with 405 \#
    `method_not_allowed`: `Allow` says how it may be asked, as it does in answer to OPTIONS. What can be asked for by GET can be by HEAD. \#
    What takes a person's token can be asked by pages of the origins that the operator names (`web_origins`), and nothing else can. \#
    A member that a call doesn't read, as a misspelt one, is refused with `unknown_name`, and nothing is done; only what wearables and browsers send, \#
    what is planned from, and what stands beside `changes` in a push, may have more. Null is as left out, but where it is said to take something away. \#
    An empty body is an empty object, but of PATCH.\n\nAnswers may get further members, and their lists of values further values: a client passes over \#
    what it doesn't know. What there is more of than one answer holds, it names in `older` or `next`: the next call gives that as `before` or `after`.",
        "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"}
      },
      "servers": [{"url": "/"}],
      "tags": [
        {"name": "metrics", "description": "What wearables report."},
        {"name": "families", "description": "Who belongs together, and what each wants to be told."},
        {"name": "people", "description": "What is kept of a person, handed out and erased."},
        {"name": "addresses", "description": "Where a person is reached."},
        {"name": "plan", "description": "What a device will tell in the coming days."},
        {"name": "sync", "description": "What a person's devices share, in the protocol of WatermelonDB."},
        {"name": "remote calls", "description": "What the tenants' apps call, in the shape of PostgREST; errors too."},
        {"name": "worker", "description": "The queue, by hand."},
        {"name": "inbox", "description": "What a person was told in the app."},
        {"name": "deliveries", "description": "What is to be told, what became of it, and why."},
        {"name": "callbacks", "description": "What providers tell by themselves."},
        {"name": "operations", "description": "For whoever runs the server."},
        {"name": "pages", "description": "For people with a browser."}
      ],
      "paths": {
    \#(openAPIPaths),
    \#(openAPIPersonPaths),
    \#(openAPIKeyPaths),
    \#(openAPIVitalityPaths),
    \#(openAPIContactPaths),
    \#(openAPICalendarPaths),
    \#(openAPIPlanPaths),
    \#(openAPISyncPaths),
    \#(openAPICallPaths),
    \#(openAPICallbackPaths),
    \#(openAPIAnalyticsPaths),
    \#(openAPIAuditPaths),
    \#(openAPIQueuePaths),
    \#(openAPIChangePaths),
    \#(openAPIIntakePaths),
    \#(openAPIHookPaths),
    \#(openAPITemplatePaths),
    \#(openAPIBroadcastPaths),
    \#(openAPIAudiencePaths),
    \#(openAPISchedulePaths),
    \#(openAPIHeartbeatPaths),
    \#(openAPIRotaPaths),
    \#(openAPILookPaths),
    \#(openAPICategoryPaths),
    \#(openAPIPagePaths),
    \#(openAPIOperatorPaths),
    \#(openAPISignInPaths),
    \#(openAPIPageActPaths),
    \#(openAPIAssetPaths),
    \#(openAPIEngagementPaths)
      },
      "webhooks": {
    \#(openAPIStatusWebhook)
      },
      "components": {
    \#(openAPIComponents),
      "schemas": {
    \#(openAPISchemas),
    \#(openAPIProblemSchemas),
    \#(openAPIKeySchemas),
    \#(openAPIVitalitySchemas),
    \#(openAPIFamilySchemas),
    \#(openAPIDeliverySchemas),
    \#(openAPICallSchemas),
    \#(openAPIPageSchemas),
    \#(openAPIPlanSchemas),
    \#(openAPISyncSchemas),
    \#(openAPIPersonSchemas),
    \#(openAPIContactSchemas),
    \#(openAPICalendarSchemas),
    \#(openAPIAnalyticsSchemas),
    \#(openAPIAuditSchemas),
    \#(openAPIChangeSchemas),
    \#(openAPIOrderSchemas),
    \#(openAPIQueueSchemas),
    \#(openAPIIntakeSchemas),
    \#(openAPIHookSchemas),
    \#(openAPITemplateSchemas),
    \#(openAPIBroadcastSchemas),
    \#(openAPIAudienceSchemas),
    \#(openAPIScheduleSchemas),
    \#(openAPIHeartbeatSchemas),
    \#(openAPIRotaSchemas),
    \#(openAPILookSchemas),
    \#(openAPICategorySchemas),
    \#(openAPIStatusSchemas)
      }
      }
    }
    """#

/// The problems that an operation may answer, by their statuses, for its `responses`.
func problems(_ statuses: Int...) -> String { openAPIResponses("Problem", statuses) }

/// The same of a remote call, whose errors have another form.
func callProblems(_ statuses: Int...) -> String { openAPIResponses("Call", statuses) }

/// - Parameter name: of the form that a problem has: that of what is answered under each status is the name with the status.
func openAPIResponses(_ name: String, _ statuses: [Int]) -> String {
    statuses.map { ##""\##($0)": {"$ref": "#/components/responses/\##(name)\##($0)"}"## }.joined(separator: ", ")
}

/// A page that an operation answers under a status, for its `responses`.
func openAPIPage(_ status: Int, _ description: String) -> String {
    ##""\##(status)": {"description": "\##(description)", "content": {"text/html": {"schema": {"type": "string"}}}}"##
}

/// What an operation of the pages answers that needs more than the store: as a problem where that is out of use, and else as a page, for its `responses`.
func openAPIOutage(_ description: String) -> String {
    ##"""
    "503": {
      "description": "\##(description)", "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}},
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}, "text/html": {"schema": {"type": "string"}}}
    }
    """##
}
