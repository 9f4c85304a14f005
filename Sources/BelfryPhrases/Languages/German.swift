// What Belfry says in German, and how it writes numbers and days there.

extension StandardTemplates {
    static let germanTexts: [String: String] = [
        "bills.due_day.title": "Heute fällig: {{name}}",
        "bills.due_day.body": """
            {{#amount}}Heute sind {{amount}} zu zahlen.{{/amount}}\
            {{^amount}}Die Zahlung ist heute fällig.{{/amount}}
            """,
        "bills.day_before.title": "Morgen fällig: {{name}}",
        "bills.day_before.body": """
            {{#amount}}Bis morgen sind {{amount}} zu zahlen.{{/amount}}\
            {{^amount}}Die Zahlung ist morgen fällig.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}: heute zahlen",
        "bills.due_day.direct.body": """
            {{#amount}}{{amount}}, und heute ist der letzte Tag.{{/amount}}\
            {{^amount}}Heute ist der letzte Tag.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}: bis morgen zahlen",
        "bills.day_before.direct.body": """
            {{#amount}}{{amount}}, und morgen ist der letzte Tag.{{/amount}}\
            {{^amount}}Morgen ist der letzte Tag.{{/amount}}
            """,
        "bills.overdue.title": "Überfällig: {{name}}",
        "bills.overdue.body": """
            Fällig seit {{#count.1}}gestern{{/count.1}}{{#count.other}}{{count}} Tagen{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Budgetwarnung: {{name}}",
        "bills.overspending.body": "{{amount}} von {{budget}} ausgegeben ({{percent}}\u{A0}%).",
        "bills.weekly_digest.title": "Rechnungen der nächsten sieben Tage",
        "bills.weekly_digest.body": """
            {{#count.0}}Keine Rechnung ist fällig{{/count.0}}\
            {{#count.one}}1 Rechnung ist fällig{{/count.one}}\
            {{#count.other}}{{count}} Rechnungen sind fällig{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} Summe: {{total}}.{{/total}}
            """,

        "study.daily.title": "Zeit zum Wiederholen",
        "study.daily.body": """
            {{#count.one}}Heute ist 1 Wort zu wiederholen.{{/count.one}}\
            {{#count.other}}Heute sind {{count}} Wörter zu wiederholen.{{/count.other}}
            """,
        "study.daily.direct.title": "Ein paar Minuten für deine Wörter",
        "study.daily.direct.body": """
            {{#count.one}}1 Wort wartet.{{/count.one}}\
            {{#count.other}}{{count}} Wörter warten.{{/count.other}}
            """,
        "study.nothing_due.title": "Heute nichts zu wiederholen",
        "study.nothing_due.body": "Kein Wort ist fällig.",

        "pantry.expires_in_days.title": "Noch {{#count.one}}1 Tag{{/count.one}}{{#count.other}}{{count}} Tage{{/count.other}} haltbar: {{name}}",
        "pantry.expires_in_days.body": "Am besten rechtzeitig verbrauchen.",
        "pantry.expires_tomorrow.title": "Haltbar bis morgen: {{name}}",
        "pantry.expires_tomorrow.body": "Am besten heute oder morgen verbrauchen.",
        "pantry.expires_today.title": "Haltbar bis heute: {{name}}",
        "pantry.expires_today.body": "Am besten heute noch verbrauchen.",
        "pantry.expired.title": "Abgelaufen: {{name}}",
        "pantry.expired.body": "Das Datum ist überschritten. Am besten aussortieren.",
        "pantry.expiring_together.title": """
            {{#count.0}}Heute{{/count.0}}{{#count.1}}Morgen{{/count.1}}{{#count.other}}In {{count}} Tagen{{/count.other}} \
            {{#names.one}}läuft 1 Produkt ab{{/names.one}}{{#names.other}}laufen {{names.size}} Produkte ab{{/names.other}}
            """,
        "pantry.expiring_together.body": "{{names}}",
        "pantry.warranty.title": "Garantie endet bald: {{name}}",
        "pantry.warranty.body": """
            {{#count.0}}Sie endet heute.{{/count.0}}\
            {{#count.one}}Noch 1 Tag.{{/count.one}}\
            {{#count.other}}Noch {{count}} Tage.{{/count.other}}
            """,
        "pantry.maintenance.title": "Wartung fällig: {{name}}",
        "pantry.maintenance.body": "Zu tun: {{task}}",
        "pantry.recall.title": "Rückruf: {{name}}",
        "pantry.recall.body": """
            Dieses Produkt wurde zurückgerufen. Bitte nicht verwenden.\
            {{#reason}} Grund: {{reason}}{{/reason}}
            """,
        "pantry.recall_maybe.title": "Möglicher Rückruf: {{name}}",
        "pantry.recall_maybe.body": """
            Dieses Produkt könnte zurückgerufen worden sein. Bitte vor dem Verwenden prüfen.\
            {{#reason}} Grund: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "Verbraucherwarnung: {{name}}",
        "pantry.alert.body": """
            Für dieses Produkt wurde eine Verbraucherwarnung herausgegeben.\
            {{#reason}} Grund: {{reason}}{{/reason}}
            """,
        "pantry.alert_maybe.title": "Mögliche Verbraucherwarnung: {{name}}",
        "pantry.alert_maybe.body": """
            Eine Verbraucherwarnung könnte dieses Produkt betreffen. \
            Bitte vor dem Verwenden prüfen.\
            {{#reason}} Grund: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}} um {{time}} Uhr",
        "prayer.time.body": """
            {{#prayer.sunrise}}Die Sonne geht auf{{/prayer.sunrise}}\
            {{#prayer.other}}Es ist Zeit für das {{prayer}}-Gebet{{/prayer.other}}\
            {{#place}} in {{place}}{{/place}}.
            """,
        "prayer.before.title": "{{prayer}} in {{#count.one}}1 Minute{{/count.one}}{{#count.other}}{{count}} Minuten{{/count.other}}",
        "prayer.before.body": """
            {{#prayer.sunrise}}Dann endet die Zeit für das Fadschr-Gebet.{{/prayer.sunrise}}\
            {{#prayer.other}}Zeit, sich auf das Gebet vorzubereiten.{{/prayer.other}}
            """,
        "prayer.names.fajr": "Fadschr",
        "prayer.names.sunrise": "Sonnenaufgang",
        "prayer.names.dhuhr": "Dhuhr",
        "prayer.names.asr": "Asr",
        "prayer.names.maghrib": "Maghrib",
        "prayer.names.isha": "Ischa",

        "vitality.below.title": """
            {{#name}}{{name}}: {{metric}} unter dem Üblichen{{/name}}\
            {{^name}}Unter dem Üblichen: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}}{{#lately}}, zuletzt {{lately}},{{/lately}}\
            {{#percent}} {{percent}}\u{A0}%{{/percent}} unter dem Üblichen{{#name}} von {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}: {{metric}} über dem Üblichen{{/name}}\
            {{^name}}Über dem Üblichen: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}}{{#lately}}, zuletzt {{lately}},{{/lately}}\
            {{#percent}} {{percent}}\u{A0}%{{/percent}} über dem Üblichen{{#name}} von {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_below.title": "Bei dir: {{metric}} unter dem Üblichen",
        "vitality.own_below.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}}{{#lately}}, zuletzt {{lately}},{{/lately}}\
            {{#percent}} {{percent}}\u{A0}%{{/percent}} unter deinem üblichen Wert{{#usual}} ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_above.title": "Bei dir: {{metric}} über dem Üblichen",
        "vitality.own_above.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}}{{#lately}}, zuletzt {{lately}},{{/lately}}\
            {{#percent}} {{percent}}\u{A0}%{{/percent}} über deinem üblichen Wert{{#usual}} ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}: {{metric}} niedrig{{/name}}\
            {{^name}}Niedrig: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}} niedrig\
            {{#lately}}, zuletzt {{lately}}{{/lately}}{{#usual}}, wenn auch nicht unter dem Üblichen{{#name}} von {{name}}{{/name}} ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_low.title": "Bei dir: {{metric}} niedrig",
        "vitality.own_low.body": """
            {{subject}}{{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}} niedrig\
            {{#lately}}, zuletzt {{lately}}{{/lately}}{{#usual}}, wenn auch nicht unter deinem üblichen Wert ({{usual}}){{/usual}}\
            {{#others}}; ebenfalls ungewöhnlich: {{others}}{{/others}}\
            {{^others}}{{#checked}}; sonst ist kein Wert ungewöhnlich{{/checked}}{{/others}}.\
            {{#exercise}} Tage mit Sport: {{exercise}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}: {{/name}}{{^name}}Das {{/name}}Gerät sendet nichts",
        "vitality.silent.body": """
            Vom Gerät{{#name}} von {{name}}{{/name}} sind\
            {{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}} keine Werte gekommen.\
             Vielleicht ist der Akku leer, oder es wird nicht getragen.
            """,
        "vitality.own_silent.title": "Dein Gerät sendet nichts",
        "vitality.own_silent.body": """
            Von deinem Gerät sind\
            {{#days}} seit {{#days.one}}1 Tag{{/days.one}}{{#days.other}}{{days}} Tagen{{/days.other}}{{/days}} keine Werte gekommen.\
             Vielleicht ist der Akku leer, oder es wird nicht getragen.
            """,
        "trend.streak_low.title": "Anhaltend niedrig{{#name}} bei {{name}}{{/name}}: {{pillar}}",
        "trend.streak_low.body": """
            Die letzten {{count}} Werte gehören zu den niedrigsten aus drei Wochen; im Mittel sind es {{score}} von 100.\
            {{#pillar.stress}} Ein niedriger Stresswert steht für mehr Belastung.{{/pillar.stress}}
            """,
        "trend.drop.title": "Niedriger als zuvor{{#name}} bei {{name}}{{/name}}: {{pillar}}",
        "trend.drop.body": """
            Das Mittel der letzten {{count}} Werte ist {{score}} von 100, {{percent}}\u{A0}% unter den Werten davor.\
            {{#pillar.stress}} Ein niedriger Stresswert steht für mehr Belastung.{{/pillar.stress}}
            """,
        "trend.rebound.title": "Höher als zuvor{{#name}} bei {{name}}{{/name}}: {{pillar}}",
        "trend.rebound.body": "Das Mittel der letzten {{count}} Werte ist {{score}} von 100, {{percent}}\u{A0}% über den Werten davor.",
        "metric.names.sleep_minutes": "Schlaf",
        "metric.names.steps": "Schritte",
        "metric.names.hrv_ms": "Herzfrequenzvariabilität",
        "metric.names.resting_hr": "Ruhepuls",
        "metric.names.sleep_efficiency": "Schlafeffizienz",
        "metric.names.movement_minutes": "Bewegung",
        "metric.names.deep_sleep_minutes": "Tiefschlaf",
        "metric.subjects.sleep_minutes": "Der Schlaf liegt",
        "metric.subjects.steps": "Die Schrittzahl liegt",
        "metric.subjects.hrv_ms": "Die Herzfrequenzvariabilität liegt",
        "metric.subjects.resting_hr": "Der Ruhepuls liegt",
        "metric.subjects.sleep_efficiency": "Die Schlafeffizienz liegt",
        "metric.subjects.movement_minutes": "Die Bewegung liegt",
        "metric.subjects.deep_sleep_minutes": "Der Tiefschlaf liegt",
        "pillar.names.sleep": "Schlafwert",
        "pillar.names.movement": "Bewegungswert",
        "pillar.names.stress": "Stresswert",

        "canary.title": "Bitte die App öffnen, damit weiter Erinnerungen kommen",
        "canary.body": "Sie sind geplant bis {{day}}, {{time}} Uhr.",
        "alert.news.title": "Eine Nachricht über {{#name}}{{name}}{{/name}}{{^name}}deine Familie{{/name}}",
        "alert.news.body": "Es gibt Neues von {{#name}}{{name}}{{/name}}{{^name}}jemandem aus deiner Familie{{/name}}.",
        "alert.held.title": "{{count}} Neuigkeiten, die auf dich gewartet haben",
        "alert.digest.title": "{{count}} Neuigkeiten",
        "alert.together.title": "{{count}} Werte{{#name}} von {{name}}{{/name}} sind ungewöhnlich",
        "alert.own_news.title": "Eine Nachricht über dich",
        "alert.own_news.body": "Es gibt Neues über dich.",
        "alert.own_together.title": "{{count}} deiner Werte sind ungewöhnlich",
        "summary.title": "{{#count.one}}1 Erinnerung{{/count.one}}{{#count.other}}{{count}} Erinnerungen{{/count.other}}",
        "fallback.title": "Erinnerung",
        "fallback.body": "{{names}}",
    ]
}

extension LanguageFormat {
    static let german = LanguageFormat(
        decimalSeparator: ",", groupSeparator: ".", minimumGroupingDigits: 1, minus: "-", money: .symbolLast,
        currencySymbols: [
            "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "CAD": "CA$", "AUD": "AU$",
            "MXN": "MX$", "BRL": "R$",
        ],
        weekdays: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
        months: ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"],
        day: { weekday, day, month, year in "\(weekday), \(day). \(month) \(year)" },
        units: Units(hour: "Std.", minute: "Min.", second: "Sek.", beatsPerMinute: "Schläge/min", percent: { "\($0)\u{A0}%" }, millisecond: "ms"),
        listSeparator: ", ", lastSeparator: { _ in " und " })
}
