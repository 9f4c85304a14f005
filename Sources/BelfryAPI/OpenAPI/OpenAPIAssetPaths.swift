/// The files that pages need.
let openAPIAssetPaths = #"""
      "/assets/belfry-push.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetPushJs", "summary": "What lets a person be told in this browser", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry-start.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetStartJs", "summary": "What says on the first steps which zone the browser is in", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/service-worker.js": {"get": {
        "tags": ["pages"], "operationId": "getServiceWorker", "summary": "What shows notifications while no page is open", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.css": {"get": {
        "tags": ["pages"], "operationId": "getAssetCss", "summary": "How pages look", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/css": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.js": {"get": {
        "tags": ["pages"], "operationId": "getAssetJs", "summary": "What keeps pages live", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"text/javascript": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.png": {"get": {
        "tags": ["pages"], "operationId": "getAssetPng", "summary": "The icon for a Home Screen", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}}
      }},
      "/assets/belfry.webmanifest": {"get": {
        "tags": ["pages"], "operationId": "getAssetManifest", "summary": "How the pages stand on a Home Screen", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"application/manifest+json": {"schema": {"type": "string"}}}}}
      }},
      "/assets/belfry.svg": {"get": {
        "tags": ["pages"], "operationId": "getAssetSvg", "summary": "The icon", "security": [],
        "responses": {"304": {"description": "The caller has it already, by `If-None-Match`."}, "200": {"description": "The file.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
      }}
    """#
