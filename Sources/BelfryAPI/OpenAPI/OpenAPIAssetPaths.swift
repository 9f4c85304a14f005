/// The files that pages need.
let openAPIAssetPaths = [
    asset("/assets/belfry-push.js", as: "getAssetPushJs", "What lets a person be told in this browser", "text/javascript"),
    asset("/assets/belfry-start.js", as: "getAssetStartJs", "What says on the first steps which zone the browser is in", "text/javascript"),
    asset("/service-worker.js", as: "getServiceWorker", "What shows notifications while no page is open", "text/javascript"),
    asset("/embed/inbox.js", as: "getEmbeddedInbox", "The module that puts an inbox on an app's own pages, `<belfry-inbox>`", "text/javascript"),
    asset("/assets/belfry.css", as: "getAssetCss", "How pages look", "text/css"),
    asset("/assets/belfry.js", as: "getAssetJs", "What keeps pages live", "text/javascript"),
    asset("/assets/belfry.png", as: "getAssetPng", "The icon for a Home Screen", "image/png", schema: #"{"type": "string", "format": "binary"}"#),
    asset("/assets/belfry.webmanifest", as: "getAssetManifest", "How the pages stand on a Home Screen", "application/manifest+json", schema: #"{"type": "object"}"#),
    asset("/assets/belfry.svg", as: "getAssetSvg", "The icon", "image/svg+xml"),
].joined(separator: ",\n")

/// - Parameters:
///   - name: of the operation.
///   - type: the media type.
///   - schema: what the file holds.
private func asset(
    _ path: String, as name: String, _ summary: String, _ type: String, schema: String = #"{"type": "string"}"#
) -> String {
    ##"""
          "\##(path)": {"get": {
            "tags": ["pages"], "operationId": "\##(name)", "summary": "\##(summary)", "security": [],
            "responses": {
              "304": {"description": "The caller has it already, by `If-None-Match`."},
              "200": {"description": "The file.", "content": {"\##(type)": {"schema": \##(schema)}}}
            }
          }}
        """##
}
