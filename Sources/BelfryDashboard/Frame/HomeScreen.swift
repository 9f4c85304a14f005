import Foundation

// What makes an app of the pages that stands on a Home Screen: an iPhone lets no other page be told.

extension Assets {
    /// How the pages stand there (W3C, Web Application Manifest). The colours are the paper of ``styleSheet`` by day, since a manifest has one of each.
    static let manifest = """
        {
          "id": "/",
          "name": "Belfry",
          "short_name": "Belfry",
          "start_url": "/",
          "scope": "/",
          "display": "standalone",
          "background_color": "#f7f4ee",
          "theme_color": "#f7f4ee",
          "icons": [
            {"src": "/assets/belfry.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/assets/belfry.png", "sizes": "192x192", "type": "image/png"}
          ]
        }

        """

    /// ``icon`` on paper, 192 by 192 in 16 colours, for what takes no SVG. Where the bell changes, draw it anew.
    static let homeScreenIcon = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAMAAAADABAMAAACg8nE0AAAAMFBMVEX39O7y6uHu4dTp18fkzbrfxK3buqDWsJPRp4XMnXjIk2vDil6+gFG5dkS1bTewYyqeUbuOAAAC\
                iUlEQVR4Ae3BsW5SYRgG4PdAAWmLPYOJiTGRwc3EcgeicXAxcAWWzcGBujiZwOBu7+DUG1B0cKVOjmVwr4lxccG21BYqvNbmpAFtOd//nf8fNP/zwPM8z/M8z/M8z/tX\
                PXj97QUcusUT7+BMnr9NGnClxlMDOBL0eWoSwo1Fxjbhxg3GduFGjbEB3Ggx9gNuRIwN4UbE2BBuRIwN4UbE2BBOXN1hbPwU9gVPOOV9CMsyEWcMy7AqE/EPwzIsykT8\
                y1EIe1o8xyGsucZzvYIlmR2ea1yGHY94ga+wIs8L1WHDGi90AAsWOEcV6d3hHF+QWrbPOSYVpFXiXD2k9ZJzHSGlLBNUkM4yE2whnRYTHCKVoM8EkxBpFJiogTRKTNRD\
                GjUmGiCNLhONkEKGAmXoFSiwDr0lCnSgt0KBz9CrUWAfei0KHEKvS4Fj6PUpMIYeRaAWUCSEVpYiZWgtUKQCrRxF6tDKU6QBrTxFGtAqUKQBrQJF1qFVoMg6tC5RpA2t\
                IkXa0CpSZANaixTZhNYSRTrQKlFkC1qXKdKD1gpFvkNrlSJ70KpRZB9aTYocQCuiyBG0uhQZQatPkTGUMhQKoZOjUBU6RQq1oVOiUAc6qxTahU6TQgfQ6VJoCJWAUhOo\
                FChWh0aJYh1orFFsDxrbFBtBIUcDFZgr0UAH5po0MICxTJ8GxiFMLdFIG6ZaNLIPQ1mamZRh5jYNfYCRYIeGjmHkOo29hYmb943dg+d5Xo4z6rBtgTOqsC3LGRVY1+eU\
                Cex7wykj2NfklAPYV+KUHuzLcUoVDkQ8M4QLyzyzBReCbcZ+hnCiyNgGHHnIU5/gSvCcJz7CoSuPn92F53me53me53me5/2vfgH/KCpxHqGOjgAAAABJRU5ErkJggg==
                """) ?? Data())
}
