/// The addresses at which providers call back.
let openAPICallbackPaths = #"""
      "/callbacks/{provider}": {
        "parameters": [{"$ref": "#/components/parameters/provider"}],
        "get": {
          "tags": ["callbacks"], "operationId": "checkCallbackAddress", "summary": "Prove that the address is this server's",
          "description": "Before it posts, WhatsApp asks with `hub.mode`, `hub.verify_token` and `hub.challenge`; where the token is the configured \#
    one, the challenge comes back as it is.",
          "security": [{}],
          "responses": {
            "200": {"description": "The challenge.", "content": {"text/plain": {"schema": {"type": "string"}, "example": "1158201444"}}},
            \#(problems(400, 403, 404, 413))
          }
        },
        "post": {
          "tags": ["callbacks"], "operationId": "takeCallback", "summary": "Take in what a provider reports",
          "description": "How far notifications have come, which addresses are gone, who has answered `STOP` or `START`, and who has opened a link or \#
    pressed a button in Telegram, in the provider's own form, up to 1 MiB. Answered as soon as it is stored. The same report may come again, and in any \#
    order: what was heard once changes nothing, and a notification that was read doesn't become one that was sent. A provider that isn't configured has no address \#
    here.\n\nAt `ntfy` a phone posts what a button of a message holds: a token of up to 512 bytes that names the delivery and its action, is signed \#
    for one address and runs out. It is taken as `POST /v1/deliveries/{id}/actions/{action}` is by its recipient; `unknown_action` where the address is \#
    no longer theirs, or it isn't offered.",
          "security": [{"providerSignature": []}],
          "responses": {
            "200": {"description": "Stored. What is answered is what the provider wants to read: `<Response/>`, or a method of Telegram's.", "content": {
              "text/plain": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}},
              "text/xml": {"schema": {"type": "string"}, "example": "<Response/>"}
            }},
            \#(problems(400, 403, 404, 413, 429, 503))
          }
        }
      }
    """#
