/// What a device or a browser says that its person did with a notification.
let openAPIEngagementPaths = openAPIEngagementPath("/v1", "personToken", "", parameters: "") + ",\n"
    + openAPIEngagementPath("/page", "session", "OnPage", parameters: ##", {"$ref": "#/components/parameters/page"}"##)

private func openAPIEngagementPath(_ root: String, _ security: String, _ suffix: String, parameters: String) -> String {
    let acts = [
        (
            "opened", "noteOpened", "Say that the caller has opened a notification",
            "It counts as read in the inbox, and so does what the same order or the same alert has put there, or the order puts there later; the later steps "
                + "of its route are left out."
        ),
        ("acted", "noteActed", "Say that the caller has done what a notification offers", "As snoozing it on the device. It counts as read, and as acted on."),
    ] + (parameters.isEmpty ? [openAPITaking] : [])
    // A page's post is read whole, for its token.
    let refusals = parameters.isEmpty ? problems(401, 404, 503) : problems(401, 404, 413, 503)
    return acts.map { act, name, summary, description in
        let isTaking = act.hasSuffix("{action}")
        let action = isTaking ? ##", {"$ref": "#/components/parameters/action"}"## : ""
        return ##"""
          "\##(root)/deliveries/{id}/\##(act)": {
            "parameters": [{"$ref": "#/components/parameters/delivery_id"}\##(action)\##(parameters)],
            "post": {
              "tags": ["deliveries"], "operationId": "\##(name)\##(suffix)", "summary": "\##(summary)",
              "description": "\##(description) The channel that brought it doesn't matter. The first moment stays. Needs no body.",
              "security": [{"\##(security)": []}],
              "responses": {
                "200": {"description": "Noted.", "content": {"application/json": {
                  "schema": {"$ref": "#/components/schemas/Success"},
                  "example": {"success": true}
                }}},
                \##(isTaking ? problems(401, 404, 409, 503) : refusals)
              }
            }
          }
        """##
    }.joined(separator: ",\n")
}

/// A page has it beside what else is done in the inbox.
private let openAPITaking = (
    "actions/{action}", "takeAction", "Say that the caller has taken one of the actions that a notification offers",
    "It counts as read, and as acted on; its app is told which. Several may be taken, each once. What the same order has put into their inbox counts as read, and as acted on, too."
)
